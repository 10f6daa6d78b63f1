#include "client/exchange_stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "client/waystone_client.h"
#include "tests/client/fake_service.h"

namespace waystone::client {
namespace {

std::unique_ptr<WaystoneClient> ConnectTo(const FakeServer& server) {
  auto client = WaystoneClient::Create({.address = server.address()});
  EXPECT_TRUE(client.ok()) << client.status();
  return *std::move(client);
}

v1::BatchRequest SomeBatch(size_t items, const std::string& map_id = "town") {
  v1::BatchRequest batch;
  batch.set_map_id(map_id);
  for (size_t i = 0; i < items; ++i) {
    batch.add_items()->set_tag(i);
    batch.mutable_items()->rbegin()->mutable_validate_move();
  }
  return batch;
}

v1::BatchResponse AnswerTo(const v1::BatchRequest& request) {
  v1::BatchResponse response;
  response.set_tag(request.tag());
  for (const v1::BatchItem& item : request.items()) {
    v1::BatchResult& result = *response.add_results();
    result.set_tag(item.tag());
    result.mutable_validate_move()->set_verdict(v1::MOVE_VERDICT_LEGAL);
    result.mutable_validate_move()->mutable_map()->set_generation(request.map_id());
  }
  return response;
}

grpc::Status AnswerAll(grpc::ServerContext&, FakeService::Stream& stream) {
  v1::BatchRequest request;
  while (stream.Read(&request)) stream.Write(AnswerTo(request));
  return grpc::Status::OK;
}

TEST(ExchangeStream, EveryBatchFindsItsAnswer) {
  FakeServer server;
  server.planning.exchange = &AnswerAll;
  const auto stream = ConnectTo(server)->OpenExchange();
  std::vector<std::future<absl::StatusOr<v1::BatchResponse>>> futures;
  for (size_t i = 1; i <= 100; ++i)
    futures.push_back(stream->Submit(SomeBatch(i % 7 + 1, std::to_string(i))));
  for (size_t i = 1; i <= 100; ++i) {
    const absl::StatusOr<v1::BatchResponse> answer = futures[i - 1].get();
    ASSERT_TRUE(answer.ok()) << answer.status();
    ASSERT_EQ(static_cast<size_t>(answer->results_size()), i % 7 + 1);
    EXPECT_EQ(answer->results(0).validate_move().map().generation(), std::to_string(i));
  }
  EXPECT_TRUE(stream->Close().ok());
}

TEST(ExchangeStream, AnswersMayComeInAnyOrder) {
  FakeServer server;
  server.planning.exchange = [](grpc::ServerContext&, FakeService::Stream& stream) {
    std::vector<v1::BatchRequest> requests(8);
    for (v1::BatchRequest& request : requests) stream.Read(&request);
    std::reverse(requests.begin(), requests.end());
    for (const v1::BatchRequest& request : requests) stream.Write(AnswerTo(request));
    return grpc::Status::OK;
  };
  const auto stream = ConnectTo(server)->OpenExchange();
  std::vector<std::future<absl::StatusOr<v1::BatchResponse>>> futures;
  for (size_t i = 1; i <= 8; ++i) futures.push_back(stream->Submit(SomeBatch(i)));
  for (int i = 1; i <= 8; ++i) EXPECT_EQ(futures[static_cast<size_t>(i - 1)].get()->results_size(), i);
}

TEST(ExchangeStream, SubmitWaitsWhileTooManyAreUnderWay) {
  FakeServer server;
  std::atomic<int> most{0};
  server.planning.exchange = [&](grpc::ServerContext&, FakeService::Stream& stream) {
    // Answers only once two batches are there; a third one must not come before.
    std::vector<v1::BatchRequest> waiting;
    v1::BatchRequest request;
    while (stream.Read(&request)) {
      waiting.push_back(request);
      most = std::max<int>(most, static_cast<int>(waiting.size()));
      if (waiting.size() < 2) continue;
      for (const v1::BatchRequest& batch : waiting) stream.Write(AnswerTo(batch));
      waiting.clear();
    }
    return grpc::Status::OK;
  };
  const auto stream = ConnectTo(server)->OpenExchange({.max_in_flight = 2});
  std::vector<std::future<absl::StatusOr<v1::BatchResponse>>> futures;
  futures.reserve(20);
  for (int i = 0; i < 20; ++i) futures.push_back(stream->Submit(SomeBatch(1)));
  for (auto& future : futures) EXPECT_TRUE(future.get().ok());
  EXPECT_EQ(most, 2);
  EXPECT_TRUE(stream->Close().ok());
}

TEST(ExchangeStream, WhenTheStreamBreaksEveryBatchLearnsIt) {
  FakeServer server;
  server.planning.exchange = [](grpc::ServerContext&, FakeService::Stream& stream) {
    v1::BatchRequest request;
    stream.Read(&request);
    stream.Write(AnswerTo(request));
    stream.Read(&request);
    return grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "enough");
  };
  const auto stream = ConnectTo(server)->OpenExchange();
  auto first = stream->Submit(SomeBatch(1));
  auto second = stream->Submit(SomeBatch(1));
  EXPECT_TRUE(first.get().ok());
  EXPECT_EQ(second.get().status(), absl::ResourceExhaustedError("enough"));
  EXPECT_EQ(stream->Submit(SomeBatch(1)).get().status(), absl::ResourceExhaustedError("enough"));
  EXPECT_EQ(stream->Close(), absl::ResourceExhaustedError("enough"));
}

TEST(ExchangeStream, ABatchThatFailsAsAWholeLeavesTheStreamOpen) {
  FakeServer server;
  server.planning.exchange = [](grpc::ServerContext&, FakeService::Stream& stream) {
    v1::BatchRequest request;
    while (stream.Read(&request)) {
      v1::BatchResponse response = AnswerTo(request);
      if (request.map_id() == "bad") {
        response.clear_results();
        response.mutable_error()->set_code(3);
        response.mutable_error()->set_message("agent.profile: too long");
      }
      stream.Write(response);
    }
    return grpc::Status::OK;
  };
  const auto stream = ConnectTo(server)->OpenExchange();
  EXPECT_EQ(stream->Submit(SomeBatch(1, "bad")).get().status(),
            absl::InvalidArgumentError("agent.profile: too long"));
  EXPECT_TRUE(stream->Submit(SomeBatch(1)).get().ok());
  EXPECT_TRUE(stream->Close().ok());
}

TEST(ExchangeStream, MalformedAndStrayAnswersDoNotStopTheStream) {
  FakeServer server;
  server.planning.exchange = [](grpc::ServerContext&, FakeService::Stream& stream) {
    v1::BatchRequest request;
    while (stream.Read(&request)) {
      v1::BatchResponse stray;
      stray.set_tag(123'456);
      stream.Write(stray);
      v1::BatchResponse response = AnswerTo(request);
      if (request.map_id() == "bad") response.clear_results();
      stream.Write(response);
    }
    return grpc::Status::OK;
  };
  const auto stream = ConnectTo(server)->OpenExchange();
  EXPECT_TRUE(absl::IsDataLoss(stream->Submit(SomeBatch(1, "bad")).get().status()));
  EXPECT_TRUE(stream->Submit(SomeBatch(1)).get().ok());
}

TEST(ExchangeStream, LeavingCancelsWhatIsUnderWay) {
  FakeServer server;
  server.planning.exchange = [](grpc::ServerContext& context, FakeService::Stream&) {
    while (!context.IsCancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return grpc::Status::CANCELLED;
  };
  auto stream = ConnectTo(server)->OpenExchange();
  auto future = stream->Submit(SomeBatch(1));
  stream.reset();
  EXPECT_TRUE(absl::IsCancelled(future.get().status()));
}

TEST(ExchangeStream, AfterCloseNothingIsSent) {
  FakeServer server;
  server.planning.exchange = &AnswerAll;
  const auto stream = ConnectTo(server)->OpenExchange();
  EXPECT_TRUE(stream->Close().ok());
  EXPECT_TRUE(absl::IsUnavailable(stream->Submit(SomeBatch(1)).get().status()));
  EXPECT_TRUE(stream->Close().ok());
}

TEST(ExchangeStream, ManyThreadsMayShareAStream) {
  FakeServer server;
  server.planning.exchange = &AnswerAll;
  const auto stream = ConnectTo(server)->OpenExchange({.max_in_flight = 4});
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        const std::string name = std::to_string(t * 100 + i);
        const auto answer = stream->Submit(SomeBatch(1, name)).get();
        if (!answer.ok() || answer->results(0).validate_move().map().generation() != name) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace waystone::client

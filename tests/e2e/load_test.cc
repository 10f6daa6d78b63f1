// Limits on what is in flight, deadlines, cancellation, callers who vanish.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLoadThicketSize = 150;

// From corner to corner of the thicket: a long search.
v1::PlanRouteRequest LongRoute() {
  v1::PlanRouteRequest request;
  v1::Position& start = *request.mutable_start()->mutable_position();
  start.set_map_id("thicket");
  start.set_x(0.5);
  start.set_y(0);
  start.set_z(0.5);
  v1::Position& goal = *request.add_goals()->mutable_position();
  goal.set_map_id("thicket");
  goal.set_x(kLoadThicketSize - 0.5);
  goal.set_y(0);
  goal.set_z(kLoadThicketSize - 0.5);
  request.mutable_limits()->set_max_expansions(10'000'000);
  return request;
}

v1::PlaceResourceRequest QuickPlacement() {
  v1::PlaceResourceRequest request;
  request.set_map_id("hall");
  request.mutable_scatter()->set_count(1);
  return request;
}

// `count` long routes that run one after another: the batch of them is longer by that factor.
v1::BatchRequest LongBatch(int count) {
  v1::BatchRequest request;
  for (int i = 0; i < count; ++i) *request.add_items()->mutable_plan_route() = LongRoute();
  return request;
}

class LoadTest : public ::testing::Test {
 protected:
  LoadTest() {
    WriteHall(folder_.path());
    WriteThicket(folder_.path(), kLoadThicketSize);
  }

  static grpc::Status Place(RunningServer& server) {
    grpc::ClientContext context;
    v1::PlaceResourceResponse response;
    return server.planning().PlaceResource(&context, QuickPlacement(), &response);
  }
  static grpc::Status RunBatch(RunningServer& server, int count, grpc::ClientContext& context,
                               v1::BatchResponse& response) {
    return server.planning().Batch(&context, LongBatch(count), &response);
  }
  // How long one long route takes here.
  static std::chrono::duration<double> TimeOneRoute(RunningServer& server) {
    grpc::ClientContext context;
    v1::BatchResponse response;
    const Clock::time_point begin = Clock::now();
    EXPECT_TRUE(RunBatch(server, 1, context, response).ok());
    EXPECT_EQ(response.results(0).plan_route().status(), v1::ROUTE_STATUS_COMPLETE);
    return Clock::now() - begin;
  }
  static ServerOptions OneWorker(const std::string& folder) {
    ServerOptions options = TestServerOptions(folder);
    options.workers = 1;
    return options;
  }

  TempFolder folder_;
};

// One worker, and a caller who gives up on much work: the worker must come free long before that work would
// have been done.
TEST_F(LoadTest, ACancelledCallFreesItsWorker) {
  RunningServer server(OneWorker(folder_.path()));
  const auto one_route = TimeOneRoute(server);
  constexpr int kRoutes = 1000;
  grpc::ClientContext context;
  std::thread caller([&] {
    v1::BatchResponse response;
    EXPECT_EQ(RunBatch(server, kRoutes, context, response).error_code(), grpc::StatusCode::CANCELLED);
  });
  std::this_thread::sleep_for(one_route);
  context.TryCancel();
  caller.join();
  const Clock::time_point begin = Clock::now();
  TimeOneRoute(server);
  EXPECT_LT(Clock::now() - begin, one_route * kRoutes / 4);
}

TEST_F(LoadTest, AnExpiredDeadlineFreesItsWorker) {
  RunningServer server(OneWorker(folder_.path()));
  const auto one_route = TimeOneRoute(server);
  constexpr int kRoutes = 1000;
  v1::BatchResponse response;
  grpc::Status status;
  do {  // until it is taken, hopeless as it is: on a busy machine half of its time may be over before its turn
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(50));
    const auto stub = v1::PathPlanning::NewStub(server.NewChannel());  // of a connection that rests
    status = stub->Batch(&context, LongBatch(kRoutes), &response);
  } while (status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED);
  // The work ends a little before; if the answer is in time then it says what was not done.
  if (status.error_code() != grpc::StatusCode::DEADLINE_EXCEEDED) {
    ASSERT_TRUE(status.ok()) << status.error_message();
    EXPECT_EQ(response.results(kRoutes - 1).error().code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  }
  const Clock::time_point begin = Clock::now();
  TimeOneRoute(server);
  EXPECT_LT(Clock::now() - begin, one_route * kRoutes / 4);
}

TEST_F(LoadTest, ACallerWhoVanishesFreesItsWorker) {
  RunningServer server(OneWorker(folder_.path()));
  const auto one_route = TimeOneRoute(server);
  constexpr int kRoutes = 1000;
  {
    auto channel = server.NewChannel();
    auto stub = v1::PathPlanning::NewStub(channel);
    auto context = std::make_unique<grpc::ClientContext>();
    grpc::CompletionQueue queue;
    v1::BatchResponse response;
    grpc::Status status;
    auto call = stub->AsyncBatch(context.get(), LongBatch(kRoutes), &queue);
    call->Finish(&response, &status, nullptr);
    std::this_thread::sleep_for(one_route);
    context->TryCancel();
    void* tag = nullptr;
    bool ok = false;
    queue.Next(&tag, &ok);
    call.reset();
    context.reset();
    stub.reset();
    channel.reset();  // the connection closes
  }
  const Clock::time_point begin = Clock::now();
  TimeOneRoute(server);
  EXPECT_LT(Clock::now() - begin, one_route * kRoutes / 4);
}

TEST_F(LoadTest, AStreamThatIsCancelledFreesItsWorker) {
  RunningServer server(OneWorker(folder_.path()));
  const auto one_route = TimeOneRoute(server);
  constexpr int kRoutes = 1000;
  grpc::ClientContext context;
  const auto stream = server.planning().Exchange(&context);
  ASSERT_TRUE(stream->Write(LongBatch(kRoutes / 2)));
  ASSERT_TRUE(stream->Write(LongBatch(kRoutes / 2)));
  std::this_thread::sleep_for(one_route);
  context.TryCancel();
  EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::CANCELLED);
  const Clock::time_point begin = Clock::now();
  TimeOneRoute(server);
  EXPECT_LT(Clock::now() - begin, one_route * kRoutes / 4);
}

TEST_F(LoadTest, CheapCallsAreAnsweredWhileEveryWorkerIsBusy) {
  RunningServer server(OneWorker(folder_.path()));
  ASSERT_TRUE(Place(server).ok());  // the first call on a map loads it, which is a worker's task
  grpc::ClientContext context;
  std::thread caller([&] {
    v1::BatchResponse response;
    EXPECT_EQ(RunBatch(server, 1000, context, response).error_code(), grpc::StatusCode::CANCELLED);
  });
  for (int i = 0; i < 50; ++i) {
    EXPECT_TRUE(Place(server).ok());
    EXPECT_EQ(HealthOf(server.channel(), ""), 1);
  }
  context.TryCancel();
  caller.join();
}

TEST_F(LoadTest, ABatchsOwnTimeEndsItsItems) {
  RunningServer server(OneWorker(folder_.path()));
  v1::BatchRequest request = LongBatch(1000);
  request.set_timeout_ms(1);
  grpc::ClientContext context;
  v1::BatchResponse response;
  const grpc::Status status = server.planning().Batch(&context, request, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_EQ(response.results_size(), 1000);
  EXPECT_EQ(response.results(999).error().code(), grpc::StatusCode::DEADLINE_EXCEEDED);
}

TEST_F(LoadTest, SlowRequestsOverTheLimitAreRefusedAtOnceAndQuickOnesServed) {
  ServerOptions options = OneWorker(folder_.path());
  options.limits.max_in_flight = 2;
  RunningServer server(options);
  ASSERT_TRUE(Place(server).ok());  // the first call on a map loads it
  // Two calls that wait for nothing but their cancellation.
  std::mutex mutex;
  bool is_enough = false;
  std::vector<std::unique_ptr<grpc::ClientContext>> contexts(2);
  std::vector<std::thread> callers;
  callers.reserve(contexts.size());
  for (std::unique_ptr<grpc::ClientContext>& context : contexts) {
    callers.emplace_back([&] {
      grpc::StatusCode code = grpc::StatusCode::RESOURCE_EXHAUSTED;
      while (code == grpc::StatusCode::RESOURCE_EXHAUSTED) {  // where one below was in flight
        {
          const std::lock_guard lock(mutex);
          if (is_enough) return;
          context = std::make_unique<grpc::ClientContext>();
        }
        v1::BatchResponse response;
        code = RunBatch(server, 1000, *context, response).error_code();
      }
      EXPECT_EQ(code, grpc::StatusCode::CANCELLED);
    });
  }
  grpc::Status status;
  std::string hint;
  do {  // until both are in flight
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(200));
    v1::BatchResponse response;
    status = RunBatch(server, 1000, context, response);
    const auto& trailers = context.GetServerTrailingMetadata();
    const auto found = trailers.find("grpc-retry-pushback-ms");
    if (found != trailers.end()) hint.assign(found->second.data(), found->second.size());
  } while (status.error_code() != grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(status.error_message().find("busy: "), 0U) << status.error_message();
  EXPECT_FALSE(status.error_details().empty());
  EXPECT_FALSE(hint.empty());
  for (int i = 0; i < 20; ++i) {
    const grpc::Status quick = Place(server);
    EXPECT_TRUE(quick.ok()) << quick.error_message();
  }
  {
    const std::lock_guard lock(mutex);
    is_enough = true;
    for (const auto& context : contexts) {
      if (context != nullptr) context->TryCancel();
    }
  }
  for (std::thread& caller : callers) caller.join();
}

// One worker and one connection: who floods it under one name does not keep another from its turn.
TEST_F(LoadTest, CallersOfAConnectionTakeTurns) {
  constexpr int kFlood = 12;
  RunningServer server(OneWorker(folder_.path()));
  TimeOneRoute(server);  // loads the map
  std::atomic<int> flood_done{0};
  const auto ask = [&server](const char* caller) {
    grpc::ClientContext context;
    context.AddMetadata("waystone-caller", caller);
    v1::BatchResponse response;
    EXPECT_TRUE(RunBatch(server, 20, context, response).ok());
  };
  std::vector<std::thread> flood;
  flood.reserve(kFlood);
  for (int i = 0; i < kFlood; ++i) {
    flood.emplace_back([&] {
      ask("flood");
      ++flood_done;
    });
  }
  while (flood_done == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));  // all wait by now
  ask("other");
  EXPECT_LE(flood_done, kFlood / 2);
  for (std::thread& one : flood) one.join();
}

// A caller who sends but does not read is stopped by the server's not reading: both its requests and the
// answers are too large for what transports hold by themselves.
TEST_F(LoadTest, AStreamIsReadOnOnlyWhileItsAnswersAreTaken) {
  ServerOptions options = TestServerOptions(folder_.path());
  options.limits.max_stream_batches = 2;
  RunningServer server(options);
  v1::BatchRequest request;
  *request.add_items()->mutable_place_resource() = QuickPlacement();
  request.mutable_items(0)->mutable_place_resource()->mutable_scatter()->set_count(50'000);
  request.add_items()->mutable_plan_route()->mutable_start()->set_anchor(std::string(1 << 20, 'a'));
  constexpr int kBatches = 120;
  std::atomic<int> written{0};
  grpc::ClientContext context;
  const auto stream = server.planning().Exchange(&context);
  std::thread writer([&] {
    for (; written < kBatches; ++written) EXPECT_TRUE(stream->Write(request));
    stream->WritesDone();
  });
  int seen = -1;
  while (seen != written) {
    seen = written;
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  EXPECT_LT(seen, kBatches);  // stuck
  v1::BatchResponse response;
  int answers = 0;
  while (stream->Read(&response)) ++answers;
  writer.join();
  EXPECT_EQ(answers, kBatches);
  EXPECT_TRUE(stream->Finish().ok());
}

// It is not read otherwise.
TEST_F(LoadTest, ALargeBatchThatIsRefusedIsAnsweredWithItsTag) {
  ServerOptions options = OneWorker(folder_.path());
  options.limits.max_in_flight = 1;
  RunningServer server(options);
  grpc::ClientContext context;
  const auto stream = server.planning().Exchange(&context);
  v1::BatchRequest batch = LongBatch(1000);
  batch.set_tag(1);
  ASSERT_TRUE(stream->Write(batch));
  batch = LongBatch(1);
  batch.mutable_items(0)->mutable_plan_route()->mutable_start()->set_anchor(std::string(2 << 20, 'a'));
  batch.set_tag(7);
  ASSERT_TRUE(stream->Write(batch));
  v1::BatchResponse response;
  ASSERT_TRUE(stream->Read(&response));
  EXPECT_EQ(response.tag(), 7U);
  EXPECT_EQ(response.error().code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  context.TryCancel();
  stream->Finish();
}

TEST_F(LoadTest, AStopCancelsWhatDoesNotEndInTime) {
  ServerOptions options = OneWorker(folder_.path());
  options.drain_s = 0.2;
  RunningServer server(options);
  const auto one_route = TimeOneRoute(server);
  grpc::ClientContext context;
  std::thread caller([&] {
    v1::BatchResponse response;
    const grpc::StatusCode code = RunBatch(server, 1000, context, response).error_code();
    EXPECT_TRUE(code == grpc::StatusCode::CANCELLED || code == grpc::StatusCode::UNAVAILABLE) << code;
  });
  std::this_thread::sleep_for(one_route);
  const Clock::time_point begin = Clock::now();
  server.server().Stop();
  EXPECT_LT(Clock::now() - begin, one_route * 1000 / 4);
  caller.join();
}

}  // namespace
}  // namespace waystone

// Submit writes under a lock and leaves a promise under the batch's tag; the reader thread keeps it. The lock
// of the promises is never held while writing, so that reading goes on while a write waits for the server.
#include "client/exchange_stream.h"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "client/answer_check.h"
#include "client/answer_limit.h"
#include "client/error_reason.h"
#include "client/grpc_status.h"
#include "client/kept_sets.h"
#include "waystone/v1/path_planning.grpc.pb.h"

namespace waystone::client {

class ExchangeStream::Impl {
 public:
  Impl(const std::shared_ptr<grpc::Channel>& channel, size_t max_in_flight, AskAgain ask_again)
      : ask_again_(std::move(ask_again)),
        stub_(v1::PathPlanning::NewStub(channel)),
        max_in_flight_(std::max<size_t>(max_in_flight, 1)),
        stream_(stub_->Exchange(&context_)),
        reader_([this] { ReadAll(); }) {}

  ~Impl() {
    context_.TryCancel();
    if (reader_.joinable()) reader_.join();
    asked_again_.clear();  // waits for them
  }

  std::future<absl::StatusOr<v1::BatchResponse>> Submit(v1::BatchRequest batch) {
    FillLimit(batch);
    const auto request = std::make_shared<v1::BatchRequest>(std::move(batch));
    Pending pending{.request = request, .promise = {}};
    std::future<absl::StatusOr<v1::BatchResponse>> future = pending.promise.get_future();
    {
      std::unique_lock lock(mutex_);
      room_.wait(lock, [this] { return ended_ || pending_.size() < max_in_flight_; });
      if (ended_) {
        pending.promise.set_value(end_status_);
        return future;
      }
      request->set_tag(next_tag_++);
      pending_.emplace(request->tag(), std::move(pending));
    }
    const std::lock_guard write_lock(write_mutex_);
    // A failed write means that the stream has ended: the reader then fails the promise.
    if (!writes_done_) stream_->Write(*request);
    return future;
  }

  absl::Status Close() {
    {
      const std::lock_guard write_lock(write_mutex_);
      if (!writes_done_) stream_->WritesDone();
      writes_done_ = true;
    }
    std::vector<std::future<void>> asked_again;
    std::unique_lock lock(mutex_);
    room_.wait(lock, [this] { return ended_; });
    asked_again.swap(asked_again_);
    lock.unlock();
    asked_again.clear();  // waits for them
    return close_status_;
  }

 private:
  struct Pending {
    std::shared_ptr<const v1::BatchRequest> request;  // being written while an answer may already be checked
    std::promise<absl::StatusOr<v1::BatchResponse>> promise;
  };

  void ReadAll() {
    v1::BatchResponse response;
    while (stream_->Read(&response)) Answer(std::move(response));
    grpc::Status status;
    {
      const std::lock_guard write_lock(write_mutex_);
      writes_done_ = true;
      status = stream_->Finish();
    }
    const std::lock_guard lock(mutex_);
    ended_ = true;
    close_status_ = FromGrpc(status);
    end_status_ = status.ok() ? absl::UnavailableError("the exchange stream is closed") : close_status_;
    for (auto& [tag, pending] : pending_) pending.promise.set_value(end_status_);
    pending_.clear();
    room_.notify_all();
  }

  void Answer(v1::BatchResponse response) {
    std::map<uint64_t, Pending>::node_type node;
    {
      const std::lock_guard lock(mutex_);
      node = pending_.extract(response.tag());
      room_.notify_all();
    }
    if (node.empty()) return;  // nothing was asked under this tag
    const absl::Status status = CheckAnswer(*node.mapped().request, response);
    if (LacksSet(response) || ReasonOf(status) == v1::ERROR_REASON_UNKNOWN_CHANGES_REF) {
      AskByCall(std::move(node.mapped()));
    } else if (status.ok()) {
      node.mapped().promise.set_value(std::move(response));
    } else {
      node.mapped().promise.set_value(status);
    }
  }

  // Not on the stream: writing may have to wait for this thread to read.
  void AskByCall(Pending pending) {
    const auto ask = [this, pending = std::make_shared<Pending>(std::move(pending))] {
      pending->promise.set_value(ask_again_(*pending->request));
    };
    const std::lock_guard lock(mutex_);
    std::erase_if(asked_again_, [](const std::future<void>& asked) {
      return asked.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    });
    asked_again_.push_back(std::async(std::launch::async, ask));
  }

  const AskAgain ask_again_;
  grpc::ClientContext context_;
  std::unique_ptr<v1::PathPlanning::Stub> stub_;
  const size_t max_in_flight_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::BatchRequest, v1::BatchResponse>> stream_;

  std::mutex write_mutex_;  // one writer at a time; taken alone or before mutex_
  bool writes_done_ = false;

  std::mutex mutex_;
  std::condition_variable room_;  // an answer came, or the stream ended
  std::map<uint64_t, Pending> pending_;
  uint64_t next_tag_ = 1;
  bool ended_ = false;
  std::vector<std::future<void>> asked_again_;
  absl::Status close_status_;  // how the stream ended
  absl::Status end_status_;    // what unanswered batches fail with; never OK once ended_

  std::thread reader_;  // last: it uses all the others
};

ExchangeStream::ExchangeStream(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ExchangeStream::~ExchangeStream() = default;

std::unique_ptr<ExchangeStream> ExchangeStream::Open(const std::shared_ptr<grpc::Channel>& channel,
                                                     const ExchangeOptions& options, AskAgain ask_again) {
  return std::unique_ptr<ExchangeStream>(
      new ExchangeStream(std::make_unique<Impl>(channel, options.max_in_flight, std::move(ask_again))));
}

std::future<absl::StatusOr<v1::BatchResponse>> ExchangeStream::Submit(v1::BatchRequest request) {
  return impl_->Submit(std::move(request));
}

absl::Status ExchangeStream::Close() { return impl_->Close(); }

}  // namespace waystone::client

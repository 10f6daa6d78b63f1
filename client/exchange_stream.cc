// Submit writes under a lock and leaves a promise under the batch's tag; the reader thread keeps it. The lock
// of the promises is never held while writing, so that reading goes on while a write waits for the server.
#include "client/exchange_stream.h"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "client/from_proto.h"
#include "client/to_proto.h"
#include "core/base/str_cat.h"
#include "waystone/v1/path_planning.grpc.pb.h"

namespace waystone::client {

class ExchangeStream::Impl {
 public:
  Impl(const std::shared_ptr<grpc::Channel>& channel, size_t max_in_flight)
      : stub_(v1::PathPlanning::NewStub(channel)),
        max_in_flight_(std::max<size_t>(max_in_flight, 1)),
        stream_(stub_->Exchange(&context_)),
        reader_([this] { ReadAll(); }) {}

  ~Impl() {
    context_.TryCancel();
    if (reader_.joinable()) reader_.join();
  }

  std::future<absl::StatusOr<BatchAnswer>> Submit(BatchRequest request) {
    v1::BatchRequest message;
    uint64_t tag = 0;
    std::future<absl::StatusOr<BatchAnswer>> future;
    {
      std::unique_lock lock(mutex_);
      room_.wait(lock, [this] { return ended_ || pending_.size() < max_in_flight_; });
      tag = next_tag_++;
      ToProto(request, tag, message);
      Pending pending{.request = std::move(request), .promise = {}};
      future = pending.promise.get_future();
      if (ended_) {
        pending.promise.set_value(end_status_);
        return future;
      }
      pending_.emplace(tag, std::move(pending));
    }
    const std::lock_guard write_lock(write_mutex_);
    // A failed write means that the stream has ended: the reader then fails the promise.
    if (!writes_done_) stream_->Write(message);
    return future;
  }

  absl::Status Close() {
    {
      const std::lock_guard write_lock(write_mutex_);
      if (!writes_done_) stream_->WritesDone();
      writes_done_ = true;
    }
    std::unique_lock lock(mutex_);
    room_.wait(lock, [this] { return ended_; });
    return close_status_;
  }

 private:
  struct Pending {
    BatchRequest request;
    std::promise<absl::StatusOr<BatchAnswer>> promise;
  };

  void ReadAll() {
    v1::BatchResponse response;
    while (stream_->Read(&response)) Answer(response);
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

  void Answer(const v1::BatchResponse& response) {
    std::map<uint64_t, Pending>::node_type node;
    {
      const std::lock_guard lock(mutex_);
      node = pending_.extract(response.tag());
      room_.notify_all();
    }
    // An answer to nothing that was asked is left to the server's conscience.
    if (!node.empty()) node.mapped().promise.set_value(FromProto(node.mapped().request, response));
  }

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
  absl::Status close_status_;  // how the stream ended
  absl::Status end_status_;    // what unanswered batches fail with; never OK once ended_

  std::thread reader_;  // last: it uses all the others
};

ExchangeStream::ExchangeStream(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ExchangeStream::~ExchangeStream() = default;

std::unique_ptr<ExchangeStream> ExchangeStream::Open(const std::shared_ptr<grpc::Channel>& channel,
                                                     const ExchangeOptions& options) {
  return std::unique_ptr<ExchangeStream>(
      new ExchangeStream(std::make_unique<Impl>(channel, options.max_in_flight)));
}

std::future<absl::StatusOr<BatchAnswer>> ExchangeStream::Submit(BatchRequest request) {
  return impl_->Submit(std::move(request));
}

absl::Status ExchangeStream::Close() { return impl_->Close(); }

}  // namespace waystone::client

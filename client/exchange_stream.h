// A long-lived stream of batches, many under way at a time: the cheapest way to ask.
//
//   const auto stream = client->OpenExchange();
//   auto first = stream->Submit(first_batch);
//   auto second = stream->Submit(second_batch);   // does not wait for the first
//   const absl::StatusOr<v1::BatchResponse> answer = first.get();
//   WS_RETURN_IF_ERROR(stream->Close());
#pragma once

#include <cstddef>
#include <functional>
#include <future>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "waystone/v1/batch.pb.h"

namespace grpc {
class Channel;
}

namespace waystone::client {

struct ExchangeOptions {
  size_t max_in_flight = 16;  // [batches, 1-1024, 16] Submit waits while so many are unanswered
};

// Thread-safe. Answers may come in any order; each finds its future. When the stream breaks, all unanswered
// batches fail with its status and so does every later Submit: open another one (batches are read only, so
// that sending them again is safe). A thread of its own reads.
class ExchangeStream {
 public:
  using AskAgain = std::function<absl::StatusOr<v1::BatchResponse>(v1::BatchRequest)>;

  // WaystoneClient::OpenExchange calls this. A batch that names a set of changes that the server does not keep is asked
  // again by `ask_again`, on a thread of its own.
  static std::unique_ptr<ExchangeStream> Open(const std::shared_ptr<grpc::Channel>& channel,
                                              const ExchangeOptions& options, AskAgain ask_again);

  // Cancels what is under way.
  ~ExchangeStream();
  ExchangeStream(const ExchangeStream&) = delete;
  ExchangeStream& operator=(const ExchangeStream&) = delete;

  // Sends a batch, whose tag the stream chooses. The future always gets a value: the answer, checked as
  // WaystoneClient::Batch checks it, or why there is none. Answers in parts are DataLoss.
  std::future<absl::StatusOr<v1::BatchResponse>> Submit(v1::BatchRequest request);

  // Sends no more, waits for all answers, and tells how the stream ended.
  absl::Status Close();

 private:
  class Impl;
  explicit ExchangeStream(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace waystone::client

// Sends a call of a recording again and waits for what comes back.
#pragma once

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/recording/replay_plan.h"

namespace waystone::client {

// What came back.
struct Answered {
  std::vector<std::string> answers;
  grpc::Status status;
  std::chrono::microseconds took{0};
};

// One thread.
class CallSender {
 public:
  // `timeout` is that of calls that had none, and of each batch of a stream.
  CallSender(const std::shared_ptr<grpc::Channel>& server, std::chrono::milliseconds timeout)
      : stub_(server), timeout_(timeout) {}

  // REQUIRES: the call has one request.
  Answered SendCall(const RecordedCall& call);
  // One batch after another: `wait(i)` is called before batch i is sent, and `done(i, ...)` with its answers. Once the stream
  // has ended early, each further batch has its status.
  void SendStream(const Planned& planned, const std::function<void(size_t)>& wait,
                  const std::function<void(size_t, const Answered&)>& done);

 private:
  using Stream = grpc::GenericClientAsyncReaderWriter;

  // Waits for what was started last; whether it went well.
  bool Wait();
  // Adds the messages of one answer; false if the stream ended before.
  bool ReadAnswers(Stream& stream, std::vector<std::string>& answers);
  grpc::Status FinishOf(Stream& stream);

  grpc::GenericStub stub_;
  const std::chrono::milliseconds timeout_;
  grpc::CompletionQueue queue_;
};

}  // namespace waystone::client

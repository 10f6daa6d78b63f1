#include "client/recording/call_sender.h"

#include "client/recording/byte_buffers.h"
#include "waystone/v1/batch.pb.h"

namespace waystone::client {
namespace {

using Clock = std::chrono::steady_clock;

void Prepare(const RecordedCall& call, std::chrono::microseconds timeout, grpc::ClientContext& context) {
  for (const auto& [key, value] : call.metadata) context.AddMetadata(key, value);
  context.set_deadline(std::chrono::system_clock::now() + timeout);
}

std::chrono::microseconds Since(Clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
}

}  // namespace

Answered CallSender::SendCall(const RecordedCall& call) {
  grpc::ClientContext context;
  Prepare(call, call.timeout_us > 0 ? std::chrono::microseconds(call.timeout_us) : timeout_, context);
  Answered answered;
  grpc::ByteBuffer buffer;
  const Clock::time_point start = Clock::now();
  const auto pending =
      stub_.PrepareUnaryCall(&context, call.method, BufferOf(call.requests.front().bytes), &queue_);
  pending->StartCall();
  pending->Finish(&buffer, &answered.status, nullptr);
  Wait();
  answered.took = Since(start);
  if (answered.status.ok()) answered.answers.push_back(BytesOf(buffer));
  return answered;
}

void CallSender::SendStream(const Planned& planned, const std::function<void(size_t)>& wait,
                            const std::function<void(size_t, const Answered&)>& done) {
  // Time for each batch, and for the waits between them.
  const std::chrono::microseconds span(planned.asked.back().request->at_us - planned.call->at_us);
  grpc::ClientContext context;
  Prepare(*planned.call, timeout_ * static_cast<int64_t>(planned.asked.size()) + span, context);
  const auto stream = stub_.PrepareCall(&context, planned.call->method, &queue_);
  stream->StartCall(nullptr);
  bool is_alive = Wait();
  std::optional<grpc::Status> end;  // once the stream has ended
  for (size_t i = 0; i < planned.asked.size(); ++i) {
    wait(i);
    Answered answered;
    const Clock::time_point start = Clock::now();
    if (is_alive) {
      stream->Write(BufferOf(planned.asked[i].request->bytes), nullptr);
      is_alive = Wait() && ReadAnswers(*stream, answered.answers);
    }
    answered.took = Since(start);
    if (!is_alive && !end.has_value()) end = FinishOf(*stream);
    if (end.has_value()) answered.status = *end;
    done(i, answered);
  }
  if (!is_alive) return;
  stream->WritesDone(nullptr);
  Wait();
  FinishOf(*stream);
}

bool CallSender::Wait() {
  void* tag = nullptr;
  bool ok = false;
  queue_.Next(&tag, &ok);
  return ok;
}

bool CallSender::ReadAnswers(Stream& stream, std::vector<std::string>& answers) {
  v1::BatchResponse answer;
  do {
    grpc::ByteBuffer buffer;
    stream.Read(&buffer, nullptr);
    if (!Wait()) return false;
    answers.push_back(BytesOf(buffer));
  } while (answer.ParseFromString(answers.back()) && answer.more());
  return true;
}

grpc::Status CallSender::FinishOf(Stream& stream) {
  grpc::Status status;
  stream.Finish(&status, nullptr);
  Wait();
  return status;
}

}  // namespace waystone::client

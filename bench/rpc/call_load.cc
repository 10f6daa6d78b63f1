#include "bench/rpc/call_load.h"

#include <chrono>

#include "core/base/str_cat.h"
#include "grpcpp/client_context.h"
#include "grpcpp/completion_queue.h"
#include "grpcpp/generic/generic_stub.h"

namespace waystone {

namespace {

using Clock = std::chrono::steady_clock;

absl::Status Failure(const CallKind& kind, const grpc::Status& status) {
  return absl::UnavailableError(StrCat(kind.name, ": ", status.error_message()));
}

// The messages as buffers: bytes are shared, not copied, with every send.
std::vector<grpc::ByteBuffer> EncodeAll(const CallKind& kind) {
  std::vector<grpc::ByteBuffer> buffers;
  for (const std::string& message : kind.messages) {
    const grpc::Slice slice(message);
    buffers.emplace_back(&slice, 1);
  }
  return buffers;
}

// One unary call in progress.
struct UnaryCall {
  std::unique_ptr<grpc::ClientContext> context;
  std::unique_ptr<grpc::GenericClientAsyncResponseReader> reader;
  grpc::ByteBuffer answer;
  grpc::Status status;

  void Start(grpc::GenericStub& stub, const CallKind& kind, const grpc::ByteBuffer& message,
             grpc::CompletionQueue& queue) {
    context = std::make_unique<grpc::ClientContext>();
    reader = stub.PrepareUnaryCall(context.get(), kind.method, message, &queue);
    reader->StartCall();
    reader->Finish(&answer, &status, this);
  }
};

absl::StatusOr<LoadResult> RunUnary(const std::shared_ptr<grpc::Channel>& channel, const CallKind& kind,
                                    double seconds, uint32_t in_flight) {
  const std::vector<grpc::ByteBuffer> messages = EncodeAll(kind);
  grpc::GenericStub stub(channel);
  grpc::CompletionQueue queue;
  std::vector<UnaryCall> calls(in_flight);
  uint64_t sent = 0;
  LoadResult result;
  const auto start = [&](UnaryCall& call) {
    const grpc::ByteBuffer& message = messages[sent++ % messages.size()];
    result.sent_bytes += message.Length();
    call.Start(stub, kind, message, queue);
  };
  const Clock::time_point begin = Clock::now();
  const Clock::time_point end =
      begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  for (UnaryCall& call : calls) start(call);
  absl::Status failure;
  void* tag = nullptr;
  bool ok = false;
  for (uint32_t waiting = in_flight; waiting > 0 && queue.Next(&tag, &ok);) {
    auto& call = *static_cast<UnaryCall*>(tag);
    if (!call.status.ok()) failure = Failure(kind, call.status);
    result.received_bytes += call.answer.Length();
    if (failure.ok() && Clock::now() < end) {
      start(call);
    } else {
      --waiting;
    }
  }
  if (!failure.ok()) return failure;
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  result.requests = sent * kind.requests_per_message;
  return result;
}

// The operation that a completion on a stream belongs to.
enum StreamTag : intptr_t { kStarted = 1, kRead, kWritten, kFinished };

void* Tag(StreamTag tag) { return reinterpret_cast<void*>(tag); }

// One stream: at most `in_flight` messages sent and not answered, one write and one read at a time.
class StreamLoad {
 public:
  StreamLoad(const std::shared_ptr<grpc::Channel>& channel, const CallKind& kind, double seconds,
             uint32_t in_flight)
      : kind_(kind),
        messages_(EncodeAll(kind)),
        stub_(channel),
        in_flight_(in_flight),
        begin_(Clock::now()),
        end_(begin_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}

  absl::StatusOr<LoadResult> Run() {
    stream_ = stub_.PrepareCall(&context_, kind_.method, &queue_);
    stream_->StartCall(Tag(kStarted));
    grpc::Status status;
    void* tag = nullptr;
    bool ok = false;
    while (queue_.Next(&tag, &ok) && tag != Tag(kFinished)) {
      if (tag == Tag(kWritten) || tag == Tag(kStarted)) writing_ = false;
      if (tag == Tag(kStarted)) stream_->Read(&answer_, Tag(kRead));
      if (tag == Tag(kRead) && ok) {
        ++answered_;
        result_.received_bytes += answer_.Length();
        stream_->Read(&answer_, Tag(kRead));
      }
      if (tag == Tag(kRead) && !ok) stream_->Finish(&status, Tag(kFinished));
      Send();
    }
    if (!status.ok()) return Failure(kind_, status);
    result_.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    result_.requests = answered_ * kind_.requests_per_message;
    return result_;
  }

 private:
  void Send() {
    if (writing_ || closed_) return;
    if (Clock::now() >= end_) {
      writing_ = closed_ = true;
      stream_->WritesDone(Tag(kWritten));
    } else if (sent_ - answered_ < in_flight_) {
      writing_ = true;
      const grpc::ByteBuffer& message = messages_[sent_++ % messages_.size()];
      result_.sent_bytes += message.Length();
      stream_->Write(message, Tag(kWritten));
    }
  }

  const CallKind& kind_;
  const std::vector<grpc::ByteBuffer> messages_;
  grpc::GenericStub stub_;
  const uint32_t in_flight_;
  const Clock::time_point begin_;
  const Clock::time_point end_;
  grpc::ClientContext context_;
  grpc::CompletionQueue queue_;
  std::unique_ptr<grpc::GenericClientAsyncReaderWriter> stream_;
  grpc::ByteBuffer answer_;
  LoadResult result_;
  uint64_t sent_ = 0;
  uint64_t answered_ = 0;
  bool writing_ = true;  // until started
  bool closed_ = false;
};

}  // namespace

absl::StatusOr<LoadResult> RunLoad(const std::shared_ptr<grpc::Channel>& channel, const CallKind& kind,
                                   double seconds, uint32_t in_flight) {
  if (!kind.stream) return RunUnary(channel, kind, seconds, in_flight);
  return StreamLoad(channel, kind, seconds, in_flight).Run();
}

}  // namespace waystone

// One unary call, from bytes to bytes.
//
// Cheap requests are answered at once on the thread that gRPC calls us on: handing over to a worker would
// cost more than the answer. What the request shows not to be cheap (Effort::kQuick), and every search, runs
// on a worker, so that gRPC's few threads are never held for long. (A short search on gRPC's thread, begun
// anew on a worker where it was not enough, cost more than it saved.)
#pragma once

#include <atomic>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "google/protobuf/arena.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/server_callback.h"
#include "server/convert/message_bytes.h"
#include "server/convert/request_check.h"
#include "server/convert/request_limits.h"
#include "server/convert/request_scope.h"
#include "server/convert/status_mapping.h"
#include "server/rpc/call_runtime.h"

namespace waystone {

// [bytes] The largest answer that the caller and the server take.
template <typename Request>
uint32_t MaxResponseBytes(const Request& request, const RequestLimits& limits) {
  if constexpr (requires { request.max_response_bytes(); }) {
    return limits.ResponseBytes(request.max_response_bytes());
  } else {
    return limits.max_response_bytes;
  }
}

// Decodes a request, has it answered, encodes the answer. The handler has
//   absl::StatusOr<Progress> Handle(const Request&, const RequestScope&, Response&) const
// and store() and limits().
template <typename Request, typename Response, typename Handler>
absl::StatusOr<Progress> AnswerBytes(const Handler& handler, CallRuntime& runtime,
                                     const CallDeadlines& deadlines, Effort effort,
                                     const grpc::ByteBuffer& in, grpc::ByteBuffer& out) {
  alignas(8) char first_block[8192];
  google::protobuf::ArenaOptions arena_options;
  arena_options.initial_block = first_block;
  arena_options.initial_block_size = sizeof(first_block);
  google::protobuf::Arena arena(arena_options);
  auto* request = google::protobuf::Arena::CreateMessage<Request>(&arena);
  auto* response = google::protobuf::Arena::CreateMessage<Response>(&arena);
  WS_RETURN_IF_ERROR(Decode(in, *request));
  WS_RETURN_IF_ERROR(CheckFields(*request));
  const ScratchPool::Lease scratch = runtime.scratches.Acquire(effort == Effort::kFull);
  MapLookup maps(handler.store(), effort == Effort::kFull);
  RequestScope scope{.deadline = deadlines.work,
                     .ends_at = deadlines.work_end,
                     .effort = effort,
                     .scratch = &*scratch,
                     .maps = &maps};
  if constexpr (requires { handler.sets(); }) scope.sets = &handler.sets();
  const absl::StatusOr<Progress> handled = handler.Handle(*request, scope, *response);
  if (maps.lacks_map()) return Progress::kNeedsWorker;
  WS_ASSIGN_OR_RETURN(const Progress progress, handled);
  if (progress == Progress::kDone) {
    WS_RETURN_IF_ERROR(Encode(*response, MaxResponseBytes(*request, handler.limits()), out));
  }
  return progress;
}

// A call that runs on a worker. Owns itself: gRPC's OnDone ends it.
template <typename Request, typename Response, typename Handler>
class WorkerCall final : public grpc::ServerUnaryReactor {
 public:
  WorkerCall(const Handler& handler, CallRuntime& runtime, std::string_view rpc, Admission::Ticket ticket,
             grpc::CallbackServerContext& context, const grpc::ByteBuffer& in, grpc::ByteBuffer& out)
      : handler_(handler),
        runtime_(runtime),
        rpc_(rpc),
        ticket_(std::move(ticket)),
        deadlines_(DeadlinesOfCall(context, &cancelled_)),
        in_(in),
        out_(out) {
    runtime_.workers.Submit([this] { Run(); });
  }

  void OnCancel() override { cancelled_.store(true, std::memory_order_relaxed); }
  void OnDone() override { delete this; }

 private:
  void Run() {
    absl::Status status = CheckStillWanted(deadlines_.call);
    if (status.ok()) {
      status =
          AnswerBytes<Request, Response>(handler_, runtime_, deadlines_, Effort::kFull, in_, out_).status();
    }
    if (status.ok()) status = CheckStillWanted(deadlines_.call);
    if (!status.ok()) LogFailure(runtime_.log, rpc_, status);
    Finish(ToGrpcStatus(status));  // may be the last we hear of this object
  }

  const Handler& handler_;
  CallRuntime& runtime_;
  const std::string_view rpc_;
  const Admission::Ticket ticket_;
  std::atomic<bool> cancelled_{false};
  const CallDeadlines deadlines_;
  const grpc::ByteBuffer& in_;  // gRPC's, until OnDone
  grpc::ByteBuffer& out_;
};

// Which calls try to answer at once, if the request is not large.
enum class Start : uint8_t { kInline, kOnWorker };
inline constexpr size_t kMaxInlineBytes = 64 << 10;

// Answers a call; what gRPC's raw callback methods return. Handler and runtime must outlive the server.
template <typename Request, typename Response, typename Handler>
grpc::ServerUnaryReactor* StartUnaryCall(const Handler& handler, CallRuntime& runtime, std::string_view rpc,
                                         Start start, grpc::CallbackServerContext* context,
                                         const grpc::ByteBuffer* in, grpc::ByteBuffer* out) {
  std::optional<Admission::Ticket> ticket = runtime.admission.TryEnter();
  absl::StatusOr<Progress> progress = Progress::kNeedsWorker;
  if (!ticket.has_value()) {
    progress = TooManyInFlight(runtime.admission);
  } else if (start == Start::kInline && in->Length() <= kMaxInlineBytes) {
    const CallDeadlines deadlines = DeadlinesOfCall(*context, nullptr);
    progress = AnswerBytes<Request, Response>(handler, runtime, deadlines, Effort::kQuick, *in, *out);
  }
  if (progress.ok() && *progress == Progress::kNeedsWorker) {
    return new WorkerCall<Request, Response, Handler>(handler, runtime, rpc, *std::move(ticket), *context,
                                                      *in, *out);
  }
  if (!progress.ok()) LogFailure(runtime.log, rpc, progress.status());
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  reactor->Finish(ToGrpcStatus(progress.status()));
  return reactor;
}

}  // namespace waystone

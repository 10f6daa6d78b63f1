// One unary call, from bytes to bytes.
//
// Cheap requests are answered at once on the thread that gRPC calls us on: handing over to a worker would
// cost more than the answer. What the request shows not to be cheap (Effort::kQuick), and every search, runs
// on a worker, so that gRPC's few threads are never held for long. (A short search on gRPC's thread, begun
// anew on a worker where it was not enough, cost more than it saved.)
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "absl/status/statusor.h"
#include "core/base/map_of_request.h"
#include "google/protobuf/arena.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/server_callback.h"
#include "server/convert/decoded_bytes.h"
#include "server/convert/map_access.h"
#include "server/convert/message_bytes.h"
#include "server/convert/request_check.h"
#include "server/convert/request_limits.h"
#include "server/convert/request_scope.h"
#include "server/convert/rpc_of.h"
#include "server/fetch/fetch_caller.h"
#include "server/observe/call_record.h"
#include "server/rpc/call_runtime.h"
#include "server/schedule/call_cost.h"

namespace waystone {

// The largest answer that the caller and the server take.
template <typename Request>
AnswerLimit ResponseLimit(const Request& request, const RequestLimits& limits) {
  if constexpr (requires { request.max_response_bytes(); }) {
    return limits.ResponseLimit(request.max_response_bytes());
  } else {
    return limits.ResponseLimit();
  }
}

// What calls of all kinds have in common. Owns itself: gRPC's OnDone ends it.
class UnaryCallBase : public grpc::ServerUnaryReactor {
 public:
  UnaryCallBase(CallRuntime& runtime, Rpc rpc, grpc::CallbackServerContext& context,
                const grpc::ByteBuffer& in, grpc::ByteBuffer& out);

  void OnCancel() override { cancelled_.store(true, std::memory_order_relaxed); }
  void OnDone() override;
  // So gRPC calls OnCancel and OnDone where it is, without the way by another thread, which cost more than most answers. Both are
  // over at once.
  bool InternalInlineable() override { return true; }

 protected:
  virtual bool Run(const CallCost& cost) = 0;  // on a worker; whether it did its work
  virtual void FreeRequest() = 0;
  virtual std::string_view MapId() const = 0;  // of the request; valid until FreeRequest
  virtual uint64_t DecodedBytes() const = 0;   // that the request takes besides its message

  // Who calls, whether he may, and whether he takes his answers.
  absl::Status Admit();
  void Submit(const CallCost& cost);
  // May be the last we hear of this object.
  void End(const absl::Status& status);

  CallRuntime& runtime_;
  CallRecord record_;
  grpc::CallbackServerContext& context_;
  const grpc::ByteBuffer& in_;  // gRPC's, until OnDone
  grpc::ByteBuffer& out_;
  std::atomic<bool> cancelled_{false};
  const CallDeadlines deadlines_;
  const std::string connection_;
  std::shared_ptr<const Caller> caller_;  // null: anybody may everything
  bool is_admitted_ = false;

 private:
  UntakenAnswers::Ticket untaken_;
};

// Which calls try to answer at once, if the request is not large.
enum class Start : uint8_t { kInline, kOnWorker };

// The handler has
//   absl::StatusOr<Progress> Handle(const Request&, const RequestScope&, Response&) const
// and store() and limits().
template <typename Request, typename Response, typename Handler>
class UnaryCall final : public UnaryCallBase {
 public:
  UnaryCall(const Handler& handler, CallRuntime& runtime, grpc::CallbackServerContext& context,
            const grpc::ByteBuffer& in, grpc::ByteBuffer& out)
      : UnaryCallBase(runtime, kRpcOf<Request>, context, in, out), handler_(handler) {}

  void Begin(Start start) {
    if (context_.IsCancelled()) return End(absl::CancelledError("the call was cancelled"));
    absl::Status status = Admit();
    if (!status.ok()) return End(status);
    if (!IsQuickToDecode(in_, *Request::descriptor()))
      return Submit({.lane = Lane::kSlow, .kind = CostOf(Request()).kind});
    status = ReadRequest();
    if (!status.ok()) return End(status);
    if (start == Start::kInline) {
      const absl::StatusOr<Progress> progress = Answer(deadlines_, Effort::kQuick, false);
      if (!progress.ok() || *progress == Progress::kDone) return End(progress.status());
    }
    Submit(CostOf(message_->request));
  }

 private:
  struct Message {
    alignas(8) char first_block[8192];
    google::protobuf::Arena arena;
    Request& request;
    Response& response;

    Message()
        : arena(OptionsWith(first_block)),
          request(*google::protobuf::Arena::CreateMessage<Request>(&arena)),
          response(*google::protobuf::Arena::CreateMessage<Response>(&arena)) {}
    static google::protobuf::ArenaOptions OptionsWith(char (&block)[8192]) {
      google::protobuf::ArenaOptions options;
      options.initial_block = block;
      options.initial_block_size = sizeof(block);
      return options;
    }
  };

  absl::Status ReadRequest() {
    message_ = std::make_unique<Message>();
    WS_RETURN_IF_ERROR(Decode(in_, message_->request));
    if constexpr (std::is_same_v<Request, v1::BatchRequest>) {
      WS_RETURN_IF_ERROR(
          TakeItems(caller_.get(), message_->request.items_size(), record_));  // which see to their maps
    } else if (caller_ != nullptr) {
      WS_RETURN_IF_ERROR(CheckMapsNamed(message_->request, *caller_));
    }
    return CheckFields(message_->request);
  }

  absl::StatusOr<Progress> Answer(const CallDeadlines& deadlines, Effort effort, bool may_load) {
    const ScratchPool::Lease scratch = runtime_.scratches.Acquire(effort == Effort::kFull);
    MapLookup maps(handler_.store(), may_load, deadlines.work);
    std::optional<FetchCaller> fetches;
    if (may_load) fetches.emplace(AddressOf(runtime_, caller_.get(), context_, connection_));
    RequestScope scope{.deadline = deadlines.work,
                       .ends_at = deadlines.work_end,
                       .effort = effort,
                       .scratch = &*scratch,
                       .maps = &maps,
                       .caller = caller_.get()};
    if constexpr (requires { handler_.sets(); }) scope.sets = &handler_.sets();
    std::string address;
    if constexpr (std::is_same_v<Request, v1::PrepareChangesRequest>) {
      address = AddressOf(runtime_, caller_.get(), context_, connection_);
      scope.address = address;
    }
    const absl::StatusOr<Progress> handled = handler_.Handle(message_->request, scope, message_->response);
    if (maps.lacks_map()) return Progress::kNeedsWorker;
    WS_ASSIGN_OR_RETURN(const Progress progress, handled);
    if (progress == Progress::kDone) {
      CountAnswer(message_->request, message_->response, runtime_.observer.counters(), record_);
      WS_RETURN_IF_ERROR(Encode(message_->response, ResponseLimit(message_->request, handler_.limits()), out_,
                                deadlines.call));
    }
    return progress;
  }

  // As far as a quick call gets.
  absl::StatusOr<Progress> AnswerWithinSlice(const CallDeadlines& deadlines) {
    const Deadline::Clock::time_point end = Deadline::Clock::now() + kSlice;
    const absl::StatusOr<Progress> progress = Answer(deadlines.WorkingUntil(end), Effort::kFull, false);
    // Its answer may be what was known by then.
    const bool is_cut_short = Deadline::Clock::now() >= end && !deadlines.work.Expired();
    return is_cut_short ? Progress::kNeedsWorker : progress;
  }

  bool Run(const CallCost& cost) override {
    absl::Status status = CheckStillWanted(deadlines_.call);
    if (!status.ok()) {
      End(status);
      return false;
    }
    const std::chrono::milliseconds limit = WorkLimit(cost.kind, handler_.limits());
    const CallDeadlines deadlines = deadlines_.WorkingUntil(Deadline::Clock::now() + limit);
    const absl::StatusOr<Progress> progress = Work(cost.lane, deadlines);
    if (progress.ok() && *progress == Progress::kNeedsWorker) {
      message_->response.Clear();
      Submit({.lane = Lane::kSlow, .kind = cost.kind, .units = cost.units});
      return true;
    }
    status = progress.ok() ? CheckStillWanted(deadlines_.call) : progress.status();
    const bool did_work = message_ != nullptr && status.code() != absl::StatusCode::kCancelled;
    End(NameWorkLimit(status, deadlines_, limit));
    return did_work;
  }

  // Its memory is watched while it lives: another thread may end the call as soon as it is submitted or answered.
  absl::StatusOr<Progress> Work(Lane lane, const CallDeadlines& deadlines) {
    const SearchMemory::Running memory(runtime_.memory, cancelled_);
    const absl::StatusOr<Progress> progress = ReadAndAnswer(lane, deadlines);
    if (memory.is_over()) return TooMuchMemory(memory, runtime_.memory.max_bytes(), record_);
    return progress;
  }

  absl::StatusOr<Progress> ReadAndAnswer(Lane lane, const CallDeadlines& deadlines) {
    if (message_ == nullptr) {
      const absl::Status status = ReadRequest();
      if (!status.ok()) {
        message_.reset();
        return status;
      }
    }
    const RunningCalls::Entry running(runtime_.observer.running(), record_,
                                      {MapId(), ShownCaller(caller_.get(), context_), connection_},
                                      cancelled_);
    const absl::StatusOr<Progress> progress =
        lane == Lane::kQuick ? AnswerWithinSlice(deadlines) : Answer(deadlines, Effort::kFull, true);
    WS_RETURN_IF_ERROR(running.CheckNotCancelled());
    return progress;
  }

  void FreeRequest() override { message_.reset(); }
  std::string_view MapId() const override {
    return message_ == nullptr ? std::string_view() : MapOf(message_->request);
  }
  uint64_t DecodedBytes() const override {
    return message_ == nullptr ? 0 : message_->arena.SpaceAllocated();
  }

  const Handler& handler_;
  std::unique_ptr<Message> message_;  // null: not read yet
};

// Answers a call; what gRPC's raw callback methods return. Handler and runtime must outlive the server.
template <typename Request, typename Response, typename Handler>
grpc::ServerUnaryReactor* StartUnaryCall(const Handler& handler, CallRuntime& runtime, Start start,
                                         grpc::CallbackServerContext* context, const grpc::ByteBuffer* in,
                                         grpc::ByteBuffer* out) {
  auto* call = new UnaryCall<Request, Response, Handler>(handler, runtime, *context, *in, *out);
  call->Begin(start);
  return call;
}

}  // namespace waystone

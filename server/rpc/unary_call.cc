#include "server/rpc/unary_call.h"

#include "core/base/status_macros.h"
#include "server/base/http_peer.h"

namespace waystone {

UnaryCallBase::UnaryCallBase(CallRuntime& runtime, Rpc rpc, grpc::CallbackServerContext& context,
                             const grpc::ByteBuffer& in, grpc::ByteBuffer& out)
    : runtime_(runtime),
      record_(rpc),
      context_(context),
      in_(in),
      out_(out),
      deadlines_(DeadlinesOfCall(context, &cancelled_)),
      connection_(PeerOf(context)) {
  runtime_.arrived.Add(connection_, in_.Length());
}

absl::Status UnaryCallBase::Admit() {
  WS_ASSIGN_OR_RETURN(caller_, Identify(runtime_, context_, connection_, record_));
  if (caller_ != nullptr) WS_RETURN_IF_ERROR(CheckRole(*caller_, record_.rpc));
  WS_RETURN_IF_ERROR(TakeRequest(caller_.get(), record_));
  WS_RETURN_IF_ERROR(CheckTakesAnswers(runtime_, connection_, record_));
  is_admitted_ = true;
  return absl::OkStatus();
}

void UnaryCallBase::Submit(const CallCost& cost) {
  QueuedCall call = PlaceInQueue(runtime_, caller_.get(), context_, connection_, cost, deadlines_,
                                 in_.Length() + DecodedBytes());
  call.run = [this, cost] {
    record_.Runs();
    return Run(cost);
  };
  call.refuse = [this](const Refusal& refusal) { End(ToBusyError(refusal, record_)); };
  record_.Waits(cost.lane);
  runtime_.workers.Submit(std::move(call));
}

void UnaryCallBase::End(const absl::Status& status) {
  if (!status.ok()) {
    runtime_.failures.Write(record_.rpc, status, connection_);
    out_.Clear();
  }
  // Of strangers who are refused `access_refused` tells, which does not fill the disk.
  if (runtime_.is_audited && (is_admitted_ || !NameOf(caller_.get()).empty())) {
    runtime_.log.Write(spdlog::level::info, "admin_call",
                       {{"rpc", NameOf(record_.rpc)},
                        {"code", absl::StatusCodeToString(status.code())},
                        {"caller", NameOf(caller_.get())},
                        {"from", connection_}});
  }
  const grpc::Status last = ToCallStatus(status, context_);
  runtime_.observer.Ended({.record = record_,
                           .code = last.error_code(),
                           .map_id = MapId(),
                           .request = in_,
                           .answer_bytes = out_.Length(),
                           .connection = connection_,
                           .caller = ShownCaller(caller_.get(), context_),
                           .context = context_});
  FreeRequest();
  untaken_ = runtime_.answers.Add(connection_, context_.c_call(), out_.Length());
  Finish(last);
}

void UnaryCallBase::OnDone() {
  if (context_.IsCancelled()) ExcuseIfNotReset(runtime_, connection_, deadlines_, untaken_.is_ended());
  delete this;
}

}  // namespace waystone

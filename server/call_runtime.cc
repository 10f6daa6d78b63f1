#include "server/call_runtime.h"

#include <chrono>
#include <string>

#include "core/base/str_cat.h"
#include "server/status_mapping.h"

namespace waystone {

Deadline DeadlineOfCall(const grpc::CallbackServerContext& context, const std::atomic<bool>* cancelled) {
  // gRPC's deadline is on the system's clock; ours never jumps. Far ones (no deadline at all is the farthest)
  // are not representable on the other clock.
  constexpr std::chrono::hours kNever(24 * 365);
  const auto left = context.deadline() - std::chrono::system_clock::now();
  if (left > kNever) return Deadline(Deadline::Clock::time_point::max(), cancelled);
  return Deadline::After(std::chrono::duration_cast<std::chrono::nanoseconds>(left), cancelled);
}

absl::Status CheckStillWanted(const Deadline& deadline) {
  if (deadline.Cancelled()) return absl::CancelledError("the call was cancelled");
  if (deadline.Expired()) return absl::DeadlineExceededError("the call's deadline is over");
  return absl::OkStatus();
}

void LogFailure(const EventLog& log, std::string_view rpc, const absl::Status& status) {
  const grpc::Status mapped = ToGrpcStatus(status);
  const bool ours =
      mapped.error_code() == grpc::StatusCode::INTERNAL || mapped.error_code() == grpc::StatusCode::DATA_LOSS;
  const EventLog::Level level = ours ? spdlog::level::err : spdlog::level::debug;
  if (!log.Enabled(level)) return;
  log.Write(
      level, "request_failed",
      {{"rpc", rpc}, {"code", absl::StatusCodeToString(status.code())}, {"message", mapped.error_message()}});
}

absl::Status TooManyInFlight(const Admission& admission) {
  return absl::ResourceExhaustedError(
      StrCat("too many requests in flight, the limit is ", admission.limit(), "; try again later"));
}

}  // namespace waystone

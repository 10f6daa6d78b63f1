#include "server/rpc/call_runtime.h"

#include <algorithm>
#include <chrono>
#include <string>

#include "core/base/str_cat.h"
#include "server/convert/status_mapping.h"

namespace waystone {

CallDeadlines DeadlinesOfCall(const grpc::CallbackServerContext& context,
                              const std::atomic<bool>* cancelled) {
  constexpr int kShareForTheAnswer = 20;
  constexpr std::chrono::nanoseconds kMostForTheAnswer = std::chrono::milliseconds(20);
  // gRPC's deadline is on the system's clock; ours never jumps. Far ones (no deadline at all is the farthest)
  // are not representable on the other clock.
  constexpr std::chrono::hours kNever(24 * 365);
  const auto system_left = context.deadline() - std::chrono::system_clock::now();
  if (system_left > kNever) {
    const Deadline never(Deadline::Clock::time_point::max(), cancelled);
    return {never, never, Deadline::Clock::time_point::max()};
  }
  const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(system_left);
  const Deadline::Clock::time_point now = Deadline::Clock::now();
  const std::chrono::nanoseconds margin = std::min(left / kShareForTheAnswer, kMostForTheAnswer);
  const Deadline::Clock::time_point work_end = now + (left - margin);
  return {Deadline(now + left, cancelled), Deadline(work_end, cancelled), work_end};
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

#include "server/rpc/failure_log.h"

#include "server/convert/status_mapping.h"

namespace waystone {

void FailureLog::Write(std::string_view rpc, const absl::Status& status, Clock::time_point now) {
  const grpc::StatusCode code = ToGrpcStatus(status).error_code();
  const bool ours = code == grpc::StatusCode::INTERNAL || code == grpc::StatusCode::DATA_LOSS;
  const EventLog::Level level = ours ? spdlog::level::err : spdlog::level::debug;
  if (!log_.Enabled(level)) return;
  if (ours && !MayWrite(now)) {
    ++left_out_;
    return;
  }
  log_.Write(
      level, "request_failed",
      {{"rpc", rpc}, {"code", absl::StatusCodeToString(status.code())}, {"message", status.message()}});
}

// Threads that begin a second together may write one or two more.
bool FailureLog::MayWrite(Clock::time_point now) {
  const int64_t second = std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch()).count();
  if (second_.exchange(second) != second) in_second_ = 0;
  return in_second_++ < kMostPerSecond;
}

void FailureLog::TellLeftOut() {
  const uint64_t left_out = left_out_.exchange(0);
  if (left_out > 0) log_.Write(spdlog::level::err, "requests_failed", {{"not_logged", left_out}});
}

}  // namespace waystone

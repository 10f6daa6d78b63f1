#include "server/rpc/failure_log.h"

#include "server/convert/status_mapping.h"

namespace waystone {

void FailureLog::Write(Rpc rpc, const absl::Status& status, const std::string& from, Clock::time_point now) {
  const grpc::StatusCode code = ToGrpcStatus(status).error_code();
  const bool ours = code == grpc::StatusCode::INTERNAL || code == grpc::StatusCode::DATA_LOSS;
  const bool is_refused =
      code == grpc::StatusCode::UNAUTHENTICATED || code == grpc::StatusCode::PERMISSION_DENIED;
  const EventLog::Level level = ours         ? spdlog::level::err
                                : is_refused ? spdlog::level::warn
                                             : spdlog::level::debug;
  if (!log_.Enabled(level)) return;
  if (ours && !ours_rate_.MayWrite(now)) return;
  if (is_refused && !refused_rate_.MayWrite(now)) return;
  log_.Write(level, is_refused ? "access_refused" : "request_failed",
             {{"rpc", NameOf(rpc)},
              {"code", absl::StatusCodeToString(status.code())},
              {"message", status.message()},
              {"from", from}});
}

void FailureLog::TellLeftOut() {
  if (const uint64_t left_out = ours_rate_.TakeLeftOut(); left_out > 0)
    log_.Write(spdlog::level::err, "requests_failed", {{"not_logged", left_out}});
  if (const uint64_t left_out = refused_rate_.TakeLeftOut(); left_out > 0)
    log_.Write(spdlog::level::warn, "accesses_refused", {{"not_logged", left_out}});
}

}  // namespace waystone

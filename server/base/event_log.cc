#include "server/base/event_log.h"

#include <chrono>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "google/protobuf/stubs/logging.h"
#include "grpc/support/log.h"
#include "server/base/log_rate.h"
#include "spdlog/sinks/ostream_sink.h"
#include "spdlog/sinks/stdout_sinks.h"

namespace waystone {

namespace {

std::string_view LevelName(EventLog::Level level) {
  const spdlog::string_view_t name = spdlog::level::to_string_view(level);
  return {name.data(), name.size()};
}

EventLog::Level LevelOfGrpc(gpr_log_severity severity) {
  switch (severity) {
    case GPR_LOG_SEVERITY_ERROR:
      return spdlog::level::err;
    case GPR_LOG_SEVERITY_INFO:
      return spdlog::level::info;
    default:
      return spdlog::level::debug;
  }
}

// The libraries take plain functions, so the log they write to is a global.
const EventLog* library_log = nullptr;

// Strangers cause them, by connections that do not speak TLS.
void WriteGrpcMessage(gpr_log_func_args* args) {
  static LogRate rate;
  if (!library_log->Enabled(LevelOfGrpc(args->severity)) || !rate.MayWrite()) return;
  library_log->Write(LevelOfGrpc(args->severity), "grpc", {{"message", args->message}});
}

// Protobuf's complaints are about bytes from callers, who get an error for them: no more than debug.
void WriteProtobufMessage(google::protobuf::LogLevel level, const char* /*file*/, int /*line*/,
                          const std::string& message) {
  const bool fatal = level == google::protobuf::LOGLEVEL_FATAL;
  library_log->Write(fatal ? spdlog::level::critical : spdlog::level::debug, "protobuf",
                     {{"message", message}});
}

}  // namespace

EventLog::EventLog(std::shared_ptr<spdlog::logger> logger) : logger_(std::move(logger)) {
  logger_->set_pattern("%v");
  logger_->flush_on(spdlog::level::trace);
}

EventLog EventLog::ToStdout(Level level) {
  auto logger = std::make_shared<spdlog::logger>("events", std::make_shared<spdlog::sinks::stdout_sink_mt>());
  logger->set_level(level);
  return EventLog(std::move(logger));
}

EventLog EventLog::ToStream(std::ostream& stream, Level level) {
  auto logger =
      std::make_shared<spdlog::logger>("events", std::make_shared<spdlog::sinks::ostream_sink_mt>(stream));
  logger->set_level(level);
  return EventLog(std::move(logger));
}

void EventLog::Write(Level level, std::string_view event, const Fields& fields) const {
  if (!Enabled(level)) return;
  Fields line = {
      {"time", absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", absl::Now(), absl::UTCTimeZone())},
      {"level", LevelName(level)},
      {"event", event},
  };
  line.update(fields);
  // ASCII only: everything else, and every control character, becomes \uXXXX; broken UTF-8 becomes U+FFFD.
  const std::string text = line.dump(-1, ' ', true, Fields::error_handler_t::replace);
  logger_->log(level, spdlog::string_view_t(text.data(), text.size()));
}

void EventLog::CaptureLibraryMessages() const {
  library_log = this;
  gpr_set_log_function(WriteGrpcMessage);
  google::protobuf::SetLogHandler(WriteProtobufMessage);
}

}  // namespace waystone

// The server's log: one line of JSON per event.
//
//   {"time":"2024-05-01T12:00:00.000Z","level":"warning","event":"package_refused","file":"a.waymap",...}
#pragma once

#include <memory>
#include <ostream>
#include <string_view>

#include "nlohmann/json.hpp"
#include "spdlog/logger.h"

namespace waystone {

// Whatever a field holds (line ends, escape sequences, NUL, format characters, direction marks, broken
// UTF-8), an event is one line of printable ASCII and one JSON object. Thread-safe.
class EventLog {
 public:
  using Fields = nlohmann::ordered_json;
  using Level = spdlog::level::level_enum;

  // Writes to standard output.
  static EventLog ToStdout(Level level);
  // Writes to `stream`, which must outlive the log.
  static EventLog ToStream(std::ostream& stream, Level level);

  // `fields` is an object, as in Write(Level::info, "map_served", {{"map_id", id}}). Events below the level
  // are dropped.
  void Write(Level level, std::string_view event, const Fields& fields = Fields::object()) const;
  bool Enabled(Level level) const { return logger_->should_log(level); }

  // Makes the messages of gRPC and Protobuf events too, of gRPC's 20 a second at most. Process-wide; the log must live until the process
  // ends.
  void CaptureLibraryMessages() const;

 private:
  explicit EventLog(std::shared_ptr<spdlog::logger> logger);
  std::shared_ptr<spdlog::logger> logger_;
};

}  // namespace waystone

// A file of calls with their answers, as `waystone record` writes it: docs/record_replay.md draws the bytes.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace waystone::client {

using Metadata = std::vector<std::pair<std::string, std::string>>;

// What gRPC takes as a method's name, and as the name and the value of metadata (values of names that end in "-bin" may be
// any bytes). It ends the program on others.
bool IsMethod(std::string_view name);
bool IsMetadata(std::string_view key, std::string_view value);

// Writes a recording. Thread-safe. Each record is one write to the file, so that a killed program leaves whole records and
// at most one that is cut. Once the file is full, or writing has failed, it takes no more records and says so.
class RecordingWriter {
 public:
  struct Options {
    std::string path;
    uint64_t max_bytes = 0;
    std::string server_version;
    // Called once, if recording ends before Finish: the file is full (ResourceExhausted), or cannot be written.
    std::function<void(const absl::Status& why)> on_stop;
  };

  // Replaces the file, which only its owner may read. InternalError naming the path if it cannot be written.
  static absl::StatusOr<std::unique_ptr<RecordingWriter>> Create(Options options);
  ~RecordingWriter();
  RecordingWriter(const RecordingWriter&) = delete;
  RecordingWriter& operator=(const RecordingWriter&) = delete;

  // The number of the call, for the functions below; none if no more is recorded. Without a timeout: 0. REQUIRES: IsMethod
  // and IsMetadata hold.
  std::optional<uint32_t> Begin(std::string_view method, uint64_t timeout_us, const Metadata& metadata);
  void AddRequest(uint32_t call, std::string_view bytes);
  void AddAnswer(uint32_t call, std::string_view bytes);
  // `details` are those of the status as gRPC sends them.
  void End(uint32_t call, int code, std::string_view message, std::string_view details);

  // Writes no more; what kept the recording from being whole, if anything.
  absl::Status Finish();
  uint64_t bytes() const;
  uint32_t calls() const;

 private:
  RecordingWriter(int file, Options options);
  void Append(char kind, uint32_t call, std::string_view body);
  // These three under the lock. Write: whether all of it was written.
  void AppendLocked(char kind, uint32_t call, std::string_view body);
  bool Write(std::string_view bytes);
  void Stop(absl::Status why);

  const int file_;
  const Options options_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  mutable std::mutex mutex_;
  bool is_open_ = true;
  absl::Status status_;
  uint64_t bytes_ = 0;
  uint32_t calls_ = 0;
};

// Times count from the start of the recording.
struct RecordedMessage {
  uint64_t at_us = 0;
  std::string_view bytes;
};
struct RecordedStatus {
  uint64_t at_us = 0;
  int code = 0;
  std::string message;
  std::string details;
};
struct RecordedCall {
  std::string method;  // "/waystone.v1.PathPlanning/PlanRoute"
  uint64_t at_us = 0;
  uint64_t timeout_us = 0;  // 0: none
  Metadata metadata;
  std::vector<RecordedMessage> requests;
  std::vector<RecordedMessage> answers;
  std::optional<RecordedStatus> end;  // none: the recording ended before the call
};

// All of a file. The messages are views of `bytes`.
struct Recording {
  std::unique_ptr<const std::string> bytes;
  std::string server_version;  // empty: the server did not tell
  std::vector<RecordedCall> calls;
  uint64_t cut_bytes = 0;  // behind the last whole record: the file is cut there
};

// Reads a recording, up to its last whole record if the file is cut. NotFound if there is no such file; InvalidArgument
// if it is no recording, or of another format version; DataLoss naming the offset if a record is damaged.
absl::StatusOr<Recording> ReadRecording(const std::string& path);
// The same of bytes; errors name no file.
absl::StatusOr<Recording> ParseRecording(std::string bytes);

}  // namespace waystone::client

#include "client/recording/recording.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>
#include <span>
#include <system_error>
#include <type_traits>

#include "core/base/crc32c.h"
#include "core/base/quoted.h"
#include "core/base/small_file.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone::client {
namespace {

constexpr std::string_view kMagic = "WAYCALLS";
constexpr uint32_t kFormatVersion = 1;
constexpr uint64_t kMostTime_us = 366ULL * 24 * 3600 * 1'000'000;  // a year

enum Kind : char { kServer = 0, kBegin = 1, kRequest = 2, kAnswer = 3, kEnd = 4 };

uint32_t Checksum(std::string_view bytes) { return Crc32c(std::as_bytes(std::span(bytes))); }

// Numbers are little-endian.
template <typename Number>
void Put(Number number, std::string& bytes) {
  static_assert(std::is_unsigned_v<Number>);
  for (size_t i = 0; i < sizeof(number); ++i) {
    bytes.push_back(static_cast<char>(static_cast<uint64_t>(number) >> (8 * i) & 0xff));
  }
}

// A text behind its length.
void PutText(std::string_view text, std::string& bytes) {
  Put(static_cast<uint32_t>(text.size()), bytes);
  bytes += text;
}

// Takes bytes from the front; `ok` is false once there were too few.
class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : left_(bytes) {}

  std::string_view Take(size_t size) {
    if (size > left_.size()) {
      ok_ = false;
      left_ = {};
      return {};
    }
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }
  template <typename Number>
  Number TakeNumber() {
    uint64_t number = 0;
    const std::string_view bytes = Take(sizeof(Number));
    for (size_t i = bytes.size(); i > 0; --i) number = number << 8 | static_cast<unsigned char>(bytes[i - 1]);
    return static_cast<Number>(number);
  }
  std::string TakeText() { return std::string(Take(TakeNumber<uint32_t>())); }
  std::string_view TakeRest() { return Take(left_.size()); }

  size_t left() const { return left_.size(); }
  bool ok() const { return ok_; }

 private:
  std::string_view left_;
  bool ok_ = true;
};

// Adds the call that begins; what is wrong with it, or nothing.
std::string_view ApplyBegin(uint64_t at_us, Cursor cursor, Recording& recording) {
  RecordedCall call;
  call.at_us = at_us;
  call.timeout_us = cursor.TakeNumber<uint64_t>();
  call.method = cursor.TakeText();
  while (cursor.ok() && cursor.left() > 0) {
    std::string key = cursor.TakeText();
    call.metadata.emplace_back(std::move(key), cursor.TakeText());
    const auto& [name, value] = call.metadata.back();
    if (cursor.ok() && !IsMetadata(name, value)) return "gRPC does not take its metadata";
  }
  if (!cursor.ok()) return "a text goes beyond it";
  if (!IsMethod(call.method)) return "gRPC does not take its method";
  if (call.timeout_us > kMostTime_us) return "its deadline is too far";
  recording.calls.push_back(std::move(call));
  return {};
}

// Adds what a record says; what is wrong with it, or nothing. `last_us` is the time of the record before.
std::string_view Apply(std::string_view payload, uint64_t& last_us, Recording& recording) {
  Cursor cursor(payload);
  const char kind = cursor.TakeNumber<uint8_t>();
  const uint32_t number = cursor.TakeNumber<uint32_t>();
  const uint64_t at_us = cursor.TakeNumber<uint64_t>();
  if (!cursor.ok()) return "it is too short";
  if (at_us < last_us || at_us > kMostTime_us) return "its time is out of order";
  last_us = at_us;
  if (kind == kServer) {
    recording.server_version = std::string(cursor.TakeRest());
    return {};
  }
  if (kind == kBegin) {
    if (number != recording.calls.size()) return "its call is not the next one";
    return ApplyBegin(at_us, cursor, recording);
  }
  if (number >= recording.calls.size()) return "its call has not begun";
  RecordedCall& call = recording.calls[number];
  if (call.end.has_value()) return "its call has ended";
  if (kind == kRequest || kind == kAnswer) {
    (kind == kRequest ? call.requests : call.answers).push_back({at_us, cursor.TakeRest()});
    return {};
  }
  if (kind != kEnd) return "it is of no known kind";
  RecordedStatus end;
  end.at_us = at_us;
  end.code = static_cast<int>(cursor.TakeNumber<uint32_t>());
  end.message = cursor.TakeText();
  if (!cursor.ok()) return "a text goes beyond it";
  end.details = std::string(cursor.TakeRest());
  call.end = std::move(end);
  return {};
}

}  // namespace

bool IsMethod(std::string_view name) {
  return name.starts_with('/') &&
         std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c <= '~'; });
}

bool IsMetadata(std::string_view key, std::string_view value) {
  const auto is_of_key = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
  };
  if (key.empty() || !std::all_of(key.begin(), key.end(), is_of_key)) return false;
  return key.ends_with("-bin") ||
         std::all_of(value.begin(), value.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

absl::StatusOr<std::unique_ptr<RecordingWriter>> RecordingWriter::Create(Options options) {
  constexpr int kOwnerOnly = 0600;
  const int file = open(options.path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kOwnerOnly);
  if (file < 0) {
    return absl::InternalError(StrCat(options.path, ": cannot be written: ", std::strerror(errno)));
  }
  std::unique_ptr<RecordingWriter> writer(new RecordingWriter(file, std::move(options)));
  std::string header(kMagic);
  Put(kFormatVersion, header);
  const std::lock_guard lock(writer->mutex_);
  if (writer->Write(header)) writer->AppendLocked(kServer, 0, writer->options_.server_version);
  if (!writer->status_.ok()) return writer->status_;
  return writer;
}

RecordingWriter::RecordingWriter(int file, Options options) : file_(file), options_(std::move(options)) {}

RecordingWriter::~RecordingWriter() {
  Finish().IgnoreError();
  close(file_);
}

std::optional<uint32_t> RecordingWriter::Begin(std::string_view method, uint64_t timeout_us,
                                               const Metadata& metadata) {
  std::string body;
  Put(timeout_us, body);
  PutText(method, body);
  for (const auto& [key, value] : metadata) {
    PutText(key, body);
    PutText(value, body);
  }
  const std::lock_guard lock(mutex_);
  AppendLocked(kBegin, calls_, body);
  if (!is_open_) return std::nullopt;
  return calls_++;
}

void RecordingWriter::AddRequest(uint32_t call, std::string_view bytes) { Append(kRequest, call, bytes); }

void RecordingWriter::AddAnswer(uint32_t call, std::string_view bytes) { Append(kAnswer, call, bytes); }

void RecordingWriter::End(uint32_t call, int code, std::string_view message, std::string_view details) {
  std::string body;
  Put(static_cast<uint32_t>(code), body);
  PutText(message, body);
  body += details;
  Append(kEnd, call, body);
}

absl::Status RecordingWriter::Finish() {
  const std::lock_guard lock(mutex_);
  is_open_ = false;
  return status_;
}

uint64_t RecordingWriter::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

uint32_t RecordingWriter::calls() const {
  const std::lock_guard lock(mutex_);
  return calls_;
}

void RecordingWriter::Append(char kind, uint32_t call, std::string_view body) {
  const std::lock_guard lock(mutex_);
  AppendLocked(kind, call, body);
}

void RecordingWriter::AppendLocked(char kind, uint32_t call, std::string_view body) {
  if (!is_open_) return;
  constexpr size_t kFixedBytes = sizeof(uint8_t) + sizeof(uint32_t) + sizeof(uint64_t);
  constexpr size_t kMostBytes = std::numeric_limits<uint32_t>::max() - kFixedBytes;
  if (body.size() > kMostBytes) return Stop(absl::ResourceExhaustedError("a message of 4 GiB"));
  const auto at_us = static_cast<uint64_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start_)
          .count());
  std::string record;
  record.reserve(body.size() + kFixedBytes + 3 * sizeof(uint32_t));
  Put(static_cast<uint32_t>(body.size() + kFixedBytes), record);
  Put(Checksum(record), record);
  const size_t payload = record.size();
  Put(static_cast<uint8_t>(kind), record);
  Put(call, record);
  Put(at_us, record);
  record += body;
  Put(Checksum(std::string_view(record).substr(payload)), record);
  Write(record);
}

bool RecordingWriter::Write(std::string_view bytes) {
  if (bytes_ + bytes.size() > options_.max_bytes) {
    Stop(absl::ResourceExhaustedError(StrCat(options_.path, ": ", options_.max_bytes, " bytes are full")));
    return false;
  }
  size_t written = 0;
  while (written < bytes.size()) {
    const ssize_t count = write(file_, bytes.data() + written, bytes.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const std::string why = std::strerror(errno);
      // What is left of the record goes again, if the disk lets it. Readers take a cut record, too.
      (void)!ftruncate(file_, static_cast<off_t>(bytes_));
      Stop(absl::InternalError(StrCat(options_.path, ": writing failed: ", why)));
      return false;
    }
    written += static_cast<size_t>(count);
  }
  bytes_ += bytes.size();
  return true;
}

void RecordingWriter::Stop(absl::Status why) {
  is_open_ = false;
  status_ = std::move(why);
  if (options_.on_stop) options_.on_stop(status_);
}

absl::StatusOr<Recording> ParseRecording(std::string bytes) {
  if (!std::string_view(bytes).starts_with(kMagic))
    return absl::InvalidArgumentError("is no recording of calls");
  Recording recording;
  recording.bytes = std::make_unique<const std::string>(std::move(bytes));
  const std::string_view all = *recording.bytes;
  Cursor cursor(all);
  cursor.Take(kMagic.size());
  const auto version = cursor.TakeNumber<uint32_t>();
  if (!cursor.ok()) return absl::InvalidArgumentError("is cut in its header");
  if (version != kFormatVersion) {
    return absl::InvalidArgumentError(StrCat("has format version ", version, ", not ", kFormatVersion));
  }
  uint64_t last_us = 0;
  while (cursor.left() > 0) {
    const size_t at = all.size() - cursor.left();
    recording.cut_bytes = cursor.left();
    const std::string_view size_bytes = cursor.Take(sizeof(uint32_t));
    const auto size_checksum = cursor.TakeNumber<uint32_t>();
    if (!cursor.ok()) return recording;
    const auto damaged = [at](std::string_view rule) {
      return absl::DataLossError(StrCat("the record at byte ", at, " is damaged: ", rule));
    };
    if (Checksum(size_bytes) != size_checksum) return damaged("the checksum of its size is wrong");
    const std::string_view payload = cursor.Take(Cursor(size_bytes).TakeNumber<uint32_t>());
    const auto checksum = cursor.TakeNumber<uint32_t>();
    if (!cursor.ok()) return recording;
    if (Checksum(payload) != checksum) return damaged("its checksum is wrong");
    if (const std::string_view wrong = Apply(payload, last_us, recording); !wrong.empty())
      return damaged(wrong);
    recording.cut_bytes = 0;
  }
  return recording;
}

absl::StatusOr<Recording> ReadRecording(const std::string& path) {
  std::error_code no_size;  // ReadSmallFile then says what is wrong
  const uint64_t size = std::filesystem::file_size(path, no_size);
  WS_ASSIGN_OR_RETURN(std::string bytes, ReadSmallFile(path, no_size ? 0 : size));
  absl::StatusOr<Recording> recording = ParseRecording(std::move(bytes));
  if (recording.ok()) return recording;
  return absl::Status(recording.status().code(), StrCat(Quoted(path), ": ", recording.status().message()));
}

}  // namespace waystone::client

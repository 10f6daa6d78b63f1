#include "server/fetch/object_download.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <span>
#include <system_error>

#include "absl/cleanup/cleanup.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr int kPartial = 206;

// The partial file while it grows.
class PartialFile {
 public:
  PartialFile(int file, uint64_t size_bytes) : file_(file), size_bytes_(size_bytes) {
    struct stat info {};
    if (::fstat(file_, &info) == 0) has_bytes_ = static_cast<uint64_t>(info.st_size);
    if (has_bytes_ > size_bytes_) BeginAnew();
  }

  uint64_t has_bytes() const { return has_bytes_; }
  bool is_whole() const { return has_bytes_ == size_bytes_; }
  FetchFault fault() const { return fault_; }
  void BeginAnew() {
    has_bytes_ = 0;
    (void)::ftruncate(file_, 0);
  }

  absl::Status Take(const HttpClient::Answer& head, std::span<const std::byte> piece) {
    if (!has_begun_) {
      has_begun_ = true;
      if (const absl::Status status = Begin(head); !status.ok()) return status;
    }
    if (piece.size() > size_bytes_ - has_bytes_)
      return Wrong(StrCat("is longer than the ", size_bytes_, " bytes that the index says"));
    while (!piece.empty()) {
      const ssize_t written = ::pwrite(file_, piece.data(), piece.size(), static_cast<off_t>(has_bytes_));
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) {
        fault_ = FetchFault::kNoRoom;
        return absl::UnavailableError(
            StrCat("cannot be written to the cache: ", std::generic_category().message(errno)));
      }
      has_bytes_ += static_cast<uint64_t>(written);
      piece = piece.subspan(static_cast<size_t>(written));
    }
    return absl::OkStatus();
  }

 private:
  absl::Status Wrong(const std::string& what) {
    fault_ = FetchFault::kWrong;
    return absl::DataLossError(what);
  }

  absl::Status Begin(const HttpClient::Answer& head) {
    if (head.code != kPartial) BeginAnew();
    const uint64_t of = head.code == kPartial ? head.range_of.value_or(size_bytes_)
                                              : head.content_bytes.value_or(size_bytes_);
    if (of != size_bytes_) return Wrong(StrCat("has ", of, " bytes, and the index says ", size_bytes_));
    if (head.code == kPartial && head.range_from != has_bytes_)
      return absl::UnavailableError("the source sent another range than was asked for");
    return absl::OkStatus();
  }

  const int file_;
  const uint64_t size_bytes_;
  uint64_t has_bytes_ = 0;
  bool has_begun_ = false;
  FetchFault fault_ = FetchFault::kUnreachable;
};

DownloadEnd EndOfCode(const HttpClient::Answer& answer, PartialFile& file) {
  constexpr int kNotFound = 404;
  constexpr int kGone = 410;
  constexpr int kTimeout = 408;
  constexpr int kBadRange = 416;
  constexpr int kTooMany = 429;
  constexpr int kServerError = 500;
  const std::string what = StrCat("the source answers with HTTP ", answer.code);
  if (answer.code == kNotFound || answer.code == kGone)
    return {.status = absl::NotFoundError(what), .fault = FetchFault::kMissing};
  if (answer.code == kBadRange) file.BeginAnew();
  const bool may_retry = answer.code == kBadRange || answer.code == kTimeout || answer.code == kTooMany ||
                         answer.code >= kServerError;
  return {.status = absl::UnavailableError(what),
          .fault = FetchFault::kRefused,
          .may_retry = may_retry,
          .retry_after = answer.retry_after};
}

}  // namespace

DownloadEnd DownloadOnce(HttpClient& http, const std::string& request_path, const std::string& partial_path,
                         uint64_t size_bytes) {
  constexpr int kOk = 200;
  const int file = ::open(partial_path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) {
    const absl::Status status = absl::UnavailableError(
        StrCat("cannot be written to the cache: ", std::generic_category().message(errno)));
    return {.status = status, .fault = FetchFault::kNoRoom};
  }
  const absl::Cleanup close_file = [file] { ::close(file); };
  PartialFile partial(file, size_bytes);
  if (partial.is_whole()) return {};
  const uint64_t before = partial.has_bytes();
  const auto sink = [&partial](const HttpClient::Answer& head, std::span<const std::byte> piece) {
    return partial.Take(head, piece);
  };
  const auto answer = http.Get({.path = request_path, .from = before}, sink);
  DownloadEnd end{.status = answer.status(), .fault = partial.fault()};
  if (answer.ok() && answer->code != kOk && answer->code != kPartial) return EndOfCode(*answer, partial);
  if (answer.ok() && !partial.is_whole()) {
    const std::string what = StrCat("the source sent ", partial.has_bytes(), " of ", size_bytes, " bytes");
    end = {.status = absl::UnavailableError(what), .fault = FetchFault::kUnreachable};
  }
  if (end.status.ok() && ::fsync(file) != 0) {
    end = {.status = absl::UnavailableError("cannot be written to the cache"), .fault = FetchFault::kNoRoom};
  }
  if (end.fault == FetchFault::kWrong || end.fault == FetchFault::kNoRoom) partial.BeginAnew();
  end.gained_bytes = partial.has_bytes() > before ? partial.has_bytes() - before : 0;
  end.may_retry = absl::IsUnavailable(end.status) && end.fault == FetchFault::kUnreachable;
  return end;
}

}  // namespace waystone

#include "bake/import/source_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr size_t kMaxPrintableBytes = 80;

// Closes its descriptor.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

absl::Status ErrnoStatus(const std::string& path) {
  return absl::ErrnoToStatus(errno, StrCat(Printable(path), ": cannot be read"));
}

absl::StatusOr<size_t> CheckedSize(const std::string& path, int fd) {
  struct stat info {};
  if (fstat(fd, &info) != 0) return ErrnoStatus(path);
  if (S_ISDIR(info.st_mode)) {
    return absl::InvalidArgumentError(StrCat(Printable(path), ": is a folder, not a file"));
  }
  if (!S_ISREG(info.st_mode)) {
    return absl::InvalidArgumentError(StrCat(Printable(path), ": is not a regular file"));
  }
  if (info.st_size == 0) return absl::InvalidArgumentError(StrCat(Printable(path), ": is empty"));
  const auto size = static_cast<uint64_t>(info.st_size);
  if (size > kMaxSourceBytes) {
    return absl::InvalidArgumentError(
        StrCat(Printable(path), ": has ", size, " bytes, above the limit of ", kMaxSourceBytes));
  }
  return static_cast<size_t>(size);
}

}  // namespace

absl::StatusOr<std::string> ReadSourceFile(const std::string& path) {
  if (path.find('\0') != std::string::npos) {
    return absl::InvalidArgumentError(StrCat(Printable(path), ": the path has a NUL byte"));
  }
  // O_NONBLOCK: opening a named pipe must not wait for a writer.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return ErrnoStatus(path);
  const absl::StatusOr<size_t> size = CheckedSize(path, file.get());
  if (!size.ok()) return size.status();
  std::string bytes(*size, '\0');
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = read(file.get(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return ErrnoStatus(path);
    if (count == 0) return absl::InvalidArgumentError(StrCat(Printable(path), ": shrank while it was read"));
    done += static_cast<size_t>(count);
  }
  return bytes;
}

std::string Printable(std::string_view name) {
  if (name.size() <= kMaxPrintableBytes) return absl::Utf8SafeCHexEscape(ToAbsl(name));
  return StrCat(absl::Utf8SafeCHexEscape(ToAbsl(name.substr(0, kMaxPrintableBytes))), "...");
}

std::string SourceExtension(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  return extension.empty() ? "" : absl::AsciiStrToLower(extension.substr(1));
}

}  // namespace waystone

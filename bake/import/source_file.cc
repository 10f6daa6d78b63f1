#include "bake/import/source_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "core/base/invalid_argument.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

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

absl::Status ErrnoStatus() {
  const std::string message = StrCat("cannot be read: ", std::strerror(errno));
  return errno == ENOENT ? absl::NotFoundError(message) : absl::InvalidArgumentError(message);
}

absl::StatusOr<size_t> CheckedSize(int fd) {
  struct stat info {};
  if (fstat(fd, &info) != 0) return ErrnoStatus();
  if (S_ISDIR(info.st_mode)) return InvalidArgument("is a folder, not a file");
  if (!S_ISREG(info.st_mode)) return InvalidArgument("is not a regular file");
  if (info.st_size == 0) return InvalidArgument("is empty");
  const auto size = static_cast<uint64_t>(info.st_size);
  if (size > kMaxSourceBytes) {
    return InvalidArgument("has ", size, " bytes, above the limit of ", kMaxSourceBytes);
  }
  return static_cast<size_t>(size);
}

absl::StatusOr<std::string> ReadWhole(const std::string& path) {
  if (path.find('\0') != std::string::npos) return InvalidArgument("the path has a NUL byte");
  // O_NONBLOCK: opening a named pipe must not wait for a writer.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return ErrnoStatus();
  const absl::StatusOr<size_t> size = CheckedSize(file.get());
  if (!size.ok()) return size.status();
  std::string bytes(*size, '\0');
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = read(file.get(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return ErrnoStatus();
    if (count == 0) return InvalidArgument("shrank while it was read");
    done += static_cast<size_t>(count);
  }
  return bytes;
}

}  // namespace

absl::Status CheckReferencedPath(std::string_view path) {
  const std::string shown = StrCat("path '", Printable(path), "' ");
  if (path.empty()) return absl::InvalidArgumentError("the path is empty");
  for (const char c : path) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      return InvalidArgument(shown, "has a control character");
    }
  }
  if (path.front() == '/' || path.find('\\') != std::string_view::npos ||
      path.find(':') != std::string_view::npos) {
    return InvalidArgument(shown, "must be relative, without '\\' and ':'");
  }
  for (const absl::string_view part : absl::StrSplit(ToAbsl(path), '/')) {
    if (part == "..") return InvalidArgument(shown, "must not contain '..'");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> ReadSourceFile(const std::string& path) {
  absl::StatusOr<std::string> bytes = ReadWhole(path);
  if (!bytes.ok()) bytes = InFile(path, bytes.status());
  return bytes;
}

absl::Status InFile(const std::string& path, const absl::Status& status) {
  constexpr absl::string_view kHasFile = "waystone/file";
  if (status.ok() || status.GetPayload(kHasFile)) return status;
  absl::Status named(status.code(), StrCat(PrintablePath(path), ": ", status.message()));
  named.SetPayload(kHasFile, {});
  return named;
}

std::string FileName(const std::string& path) { return std::filesystem::path(path).filename().string(); }

std::string SourceExtension(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  return extension.empty() ? "" : absl::AsciiStrToLower(extension.substr(1));
}

}  // namespace waystone

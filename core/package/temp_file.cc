// A writer killed between creating its file and renaming it leaves the file behind. A lock tells who may
// remove it: flock is released by the kernel when its holder dies, so a temporary file that can be locked has
// no writer. A sweeper may win the lock of a file created just now; its writer then sees that the lock is
// taken or that its file has no name left, and tries another name.
#include "core/package/temp_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <random>
#include <string_view>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr std::string_view kPrefix = ".waystone-";
constexpr std::string_view kSuffix = ".tmp";
constexpr int kNameAttempts = 100;

std::string RandomName() {
  std::random_device device;
  return StrCat(kPrefix, absl::Hex(device(), absl::kZeroPad8), absl::Hex(device(), absl::kZeroPad8), kSuffix);
}

// Whether the file is ours to keep: locked, and not swept away between creation and lock. A file system
// without locks has no sweepers either.
bool LockNewFile(int fd) {
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0) return errno != EWOULDBLOCK;
  struct stat info {};
  return ::fstat(fd, &info) == 0 && info.st_nlink > 0;
}

absl::Status SyncBy(int (*sync)(int), const std::string& folder, std::string_view step) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return absl::ErrnoToStatus(errno, StrCat(folder, ": open folder"));
  const absl::Cleanup close_fd = [fd] { ::close(fd); };
  if (sync(fd) != 0) return absl::ErrnoToStatus(errno, StrCat(folder, step));
  return absl::OkStatus();
}

}  // namespace

absl::Status SyncFolder(const std::string& folder) { return SyncBy(&::fsync, folder, ": fsync folder"); }

absl::Status SyncFileSystem(const std::string& folder) { return SyncBy(&::syncfs, folder, ": syncfs"); }

absl::StatusOr<TempFile> TempFile::Create(const std::string& folder) {
  const std::string place = folder.empty() ? "." : folder;
  for (int attempt = 0; attempt < kNameAttempts; ++attempt) {
    std::string path = StrCat(place, "/", RandomName());
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0 && LockNewFile(fd)) return TempFile(place, std::move(path), fd);
    if (fd >= 0) {
      ::close(fd);
    } else if (errno != EEXIST) {
      return absl::ErrnoToStatus(errno, StrCat(path, ": create"));
    }
  }
  return absl::UnavailableError(StrCat(place, ": no free name for a temporary file"));
}

TempFile::TempFile(TempFile&& other) noexcept
    : folder_(std::move(other.folder_)),
      path_(std::exchange(other.path_, {})),
      fd_(std::exchange(other.fd_, -1)) {}

TempFile::~TempFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
  if (fd_ >= 0) ::close(fd_);
}

absl::Status TempFile::Write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return absl::ErrnoToStatus(errno, StrCat(path_, ": write"));
    bytes = bytes.subspan(static_cast<size_t>(written));
  }
  return absl::OkStatus();
}

absl::Status TempFile::CommitAs(const std::string& path) {
  if (::fsync(fd_) != 0) return absl::ErrnoToStatus(errno, StrCat(path_, ": fsync"));
  if (const absl::Status status = RenameTo(path); !status.ok()) return status;
  return SyncFolder(folder_);
}

absl::Status TempFile::RenameTo(const std::string& path) {
  if (::rename(path_.c_str(), path.c_str()) != 0) {
    return absl::ErrnoToStatus(errno, StrCat(path_, ": rename to ", path));
  }
  path_.clear();
  return absl::OkStatus();
}

void TempFile::SweepLeftovers(const std::string& folder) {
  DIR* dir = ::opendir(folder.empty() ? "." : folder.c_str());
  if (dir == nullptr) return;
  const absl::Cleanup close_dir = [dir] { ::closedir(dir); };
  while (const dirent* entry = ::readdir(dir)) {
    const std::string_view name = entry->d_name;
    if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) continue;
    const int fd = ::openat(::dirfd(dir), entry->d_name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) continue;
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0) ::unlinkat(::dirfd(dir), entry->d_name, 0);
    ::close(fd);
  }
}

}  // namespace waystone

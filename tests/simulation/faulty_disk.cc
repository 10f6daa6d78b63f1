#include "tests/simulation/faulty_disk.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstring>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/check.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

namespace fs = std::filesystem;

FaultyDisk* active = nullptr;  // null: all calls go to the system

// The next definition of a function behind this program's own.
template <typename Function>
Function* Next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

// While it lives, all calls go to the system.
class Aside {
 public:
  Aside() : disk_(std::exchange(active, nullptr)) {}
  ~Aside() { active = disk_; }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;

 private:
  FaultyDisk* disk_;
};

dirent* NextEntry(DIR* dir) {
  static auto* const kNext = Next<dirent*(DIR*)>("readdir");
  return kNext(dir);
}

uint64_t InodeAt(const std::string& path) {
  const Aside aside;
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 ? info.st_ino : 0;
}

uint64_t InodeOf(int fd) {
  const Aside aside;
  struct stat info {};
  return ::fstat(fd, &info) == 0 ? info.st_ino : 0;
}

}  // namespace

FaultyDisk::FaultyDisk(std::string folder) : folder_(std::move(folder)), kept_folder_(folder_ + ".kept") {
  fs::create_directory(kept_folder_);
  WS_CHECK(active == nullptr);
  active = this;
}

FaultyDisk::~FaultyDisk() {
  active = nullptr;
  std::error_code ignored;
  fs::remove_all(kept_folder_, ignored);
}

bool FaultyDisk::Has(const char* path) const {
  const std::string_view text(path);
  return text == folder_ || (text.starts_with(folder_) && text[folder_.size()] == '/');
}

void FaultyDisk::Opened(int fd, const std::string& path) { descriptors_[fd] = path; }

void FaultyDisk::Mapped(const void* data, int fd) { mappings_[data] = InodeOf(fd); }

// Sorted by name: the order of a folder is the system's business, and a story's must be the same everywhere.
dirent* FaultyDisk::NextListed(int fd, DIR* dir) {
  const auto [listing, is_new] = listings_.try_emplace(fd);
  if (is_new) {
    while (const dirent* entry = NextEntry(dir)) {
      listing->second.emplace_back();
      std::memcpy(&listing->second.back(), entry, entry->d_reclen);
    }
    listing->second.sort(
        [](const dirent& a, const dirent& b) { return std::strcmp(a.d_name, b.d_name) < 0; });
    listing->second.emplace_front();
  }
  listing->second.pop_front();
  return listing->second.empty() ? nullptr : &listing->second.front();
}

void FaultyDisk::Closed(int fd) {
  descriptors_.erase(fd);
  listings_.erase(fd);
}

// Forgets inodes that have neither a name nor a user, so that their numbers are free.
void FaultyDisk::DropGone() {
  const Aside aside;
  std::set<uint64_t> used;
  for (const std::string& root : {folder_, kept_folder_}) {
    for (const auto& entry : fs::recursive_directory_iterator(root))
      used.insert(InodeAt(entry.path().string()));
  }
  for (const auto& [data, inode] : mappings_) used.insert(inode);
  for (const auto& [fd, path] : descriptors_) used.insert(InodeOf(fd));
  std::erase_if(inodes_, [&](const auto& item) { return !used.contains(item.first); });
}

void FaultyDisk::Changed(uint64_t inode, bool is_dirty) {
  InfoOf(inode);
  inodes_[inode].info.changed_ns = now_ns;
  if (is_dirty) inodes_[inode].is_dirty = true;
}

FaultyDisk::Info FaultyDisk::InfoOf(uint64_t inode) {
  const auto found = inodes_.find(inode);
  if (found != inodes_.end()) return found->second.info;
  DropGone();
  std::set<uint64_t> taken;
  for (const auto& [real, other] : inodes_) taken.insert(other.info.number);
  uint64_t number = 1;
  while (taken.contains(number)) ++number;
  return (inodes_[inode] = {{number, now_ns}, false}).info;
}

void FaultyDisk::Synced(int fd) {
  const std::string& path = descriptors_.at(fd);
  const auto found = inodes_.find(InodeOf(fd));
  if (found != inodes_.end()) found->second.is_dirty = false;
  // A folder's names, and what was journaled before them.
  size_t synced = 0;
  for (size_t i = 0; i < renames_.size(); ++i) {
    if (fs::path(renames_[i].to).parent_path() == path) synced = i + 1;
  }
  const Aside aside;
  for (size_t i = 0; i < synced; ++i) {
    if (!renames_[i].kept.empty()) ::unlink(renames_[i].kept.c_str());
  }
  renames_.erase(renames_.begin(), renames_.begin() + static_cast<ptrdiff_t>(synced));
}

void FaultyDisk::BeforeRename(const std::string& from, const std::string& to) {
  const Aside aside;
  next_rename_ = {from, to, StrCat(kept_folder_, "/", kept_count_++)};
  if (::link(to.c_str(), next_rename_.kept.c_str()) != 0) next_rename_.kept.clear();
}

void FaultyDisk::Renamed(bool is_done) {
  if (is_done) {
    Changed(InodeAt(next_rename_.to), false);
    renames_.push_back(next_rename_);
  } else if (!next_rename_.kept.empty()) {
    const Aside aside;
    ::unlink(next_rename_.kept.c_str());
  }
}

void FaultyDisk::CutPower(Random& random) {
  {
    const Aside aside;
    std::error_code ignored;
    for (uint32_t undone = random.NextBelow(static_cast<uint32_t>(renames_.size()) + 1); undone > 0;
         --undone) {
      const Rename& last = renames_.back();
      fs::create_directories(fs::path(last.from).parent_path(), ignored);
      fs::rename(last.to, last.from, ignored);
      if (!last.kept.empty()) fs::rename(last.kept, last.to, ignored);
      renames_.pop_back();
    }
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      const auto found = inodes_.find(InodeAt(entry.path().string()));
      if (found == inodes_.end() || !found->second.is_dirty || !entry.is_regular_file()) continue;
      fs::resize_file(entry.path(), random.NextBelow(static_cast<uint32_t>(entry.file_size()) + 1), ignored);
    }
  }
  SyncAll();
}

void FaultyDisk::SyncAll() {
  const Aside aside;
  renames_.clear();
  for (auto& [real, inode] : inodes_) inode.is_dirty = false;
  for (const auto& entry : fs::directory_iterator(kept_folder_)) fs::remove(entry.path());
}

namespace {

bool Fails(DiskCall call) {
  if (active->is_stopped && (call == DiskCall::kChange || call == DiskCall::kSync)) {
    errno = EIO;
    return true;
  }
  const int errno_before = errno;
  const int error = active->before(call);
  errno = error == 0 ? errno_before : error;
  return error != 0;
}

bool IsActive(const char* path) { return active != nullptr && active->Has(path); }
bool IsActive(int fd) { return active != nullptr && active->HasDescriptor(fd); }

int Open(int folder, const char* path, int flags, mode_t mode) {
  static auto* const kNext = Next<int(int, const char*, int, ...)>("openat");
  const bool is_below = IsActive(path) || IsActive(folder);
  const bool is_new = (flags & O_CREAT) != 0;
  if (is_below && Fails(is_new ? DiskCall::kChange : DiskCall::kOpen)) return -1;
  const int fd = kNext(folder, path, flags, mode);
  if (!is_below || fd < 0 || active == nullptr) return fd;
  active->Opened(fd, IsActive(path) ? path : StrCat(active->PathOf(folder), "/", path));
  if (is_new) active->Changed(InodeOf(fd), true);
  return fd;
}

// Of a function that changes what is at a path.
template <typename Function>
int Change(bool is_below, const Function& change) {
  return is_below && Fails(DiskCall::kChange) ? -1 : change();
}

}  // namespace
}  // namespace waystone

using waystone::active;
using waystone::DiskCall;

extern "C" {

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const auto mode = static_cast<mode_t>((flags & O_CREAT) != 0 ? va_arg(arguments, int) : 0);
  va_end(arguments);
  return waystone::Open(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const auto mode = static_cast<mode_t>((flags & O_CREAT) != 0 ? va_arg(arguments, int) : 0);
  va_end(arguments);
  return waystone::Open(folder, path, flags, mode);
}

int close(int fd) {
  static auto* const kNext = waystone::Next<int(int)>("close");
  if (waystone::IsActive(fd)) active->Closed(fd);
  return kNext(fd);
}

DIR* opendir(const char* path) {
  static auto* const kNext = waystone::Next<DIR*(const char*)>("opendir");
  const bool is_below = waystone::IsActive(path);
  if (is_below && waystone::Fails(DiskCall::kOpen)) return nullptr;
  DIR* const dir = kNext(path);
  if (is_below && dir != nullptr && active != nullptr) active->Opened(dirfd(dir), path);
  return dir;
}

int closedir(DIR* dir) {
  static auto* const kNext = waystone::Next<int(DIR*)>("closedir");
  if (waystone::IsActive(dirfd(dir))) active->Closed(dirfd(dir));
  return kNext(dir);
}

dirent* readdir(DIR* dir) {
  if (!waystone::IsActive(dirfd(dir))) return waystone::NextEntry(dir);
  return waystone::Fails(DiskCall::kList) ? nullptr : active->NextListed(dirfd(dir), dir);
}

int stat(const char* path, struct stat* info) noexcept {
  static auto* const kNext = waystone::Next<int(const char*, struct stat*)>("stat");
  const bool is_below = waystone::IsActive(path);
  if (is_below && waystone::Fails(DiskCall::kStat)) return -1;
  const int end = kNext(path, info);
  if (end != 0 || !is_below || active == nullptr) return end;
  const waystone::FaultyDisk::Info simulated = active->InfoOf(info->st_ino);
  info->st_ino = simulated.number;
  info->st_ctim = {simulated.changed_ns / 1'000'000'000, simulated.changed_ns % 1'000'000'000};
  return end;
}

int fstat(int fd, struct stat* info) noexcept {
  static auto* const kNext = waystone::Next<int(int, struct stat*)>("fstat");
  if (waystone::IsActive(fd) && waystone::Fails(DiskCall::kStat)) return -1;
  return kNext(fd, info);
}

void* mmap(void* at, size_t size, int protection, int flags, int fd, off_t offset) noexcept {
  static auto* const kNext = waystone::Next<void*(void*, size_t, int, int, int, off_t)>("mmap");
  const bool is_below = fd >= 0 && waystone::IsActive(fd);
  if (is_below && waystone::Fails(DiskCall::kMap)) return MAP_FAILED;
  void* const data = kNext(at, size, protection, flags, fd, offset);
  if (is_below && data != MAP_FAILED && active != nullptr) active->Mapped(data, fd);
  return data;
}

int munmap(void* at, size_t size) noexcept {
  static auto* const kNext = waystone::Next<int(void*, size_t)>("munmap");
  if (active != nullptr && active->HasMapping(at)) active->Unmapped(at);
  return kNext(at, size);
}

ssize_t write(int fd, const void* bytes, size_t size) {
  static auto* const kNext = waystone::Next<ssize_t(int, const void*, size_t)>("write");
  if (!waystone::IsActive(fd)) return kNext(fd, bytes, size);
  if (waystone::Fails(DiskCall::kChange)) return -1;
  if (active->is_full && size <= 1) {
    errno = ENOSPC;
    return -1;
  }
  active->Changed(waystone::InodeOf(fd), true);
  return kNext(fd, bytes, active->is_full ? size / 2 : size);
}

int fsync(int fd) {
  static auto* const kNext = waystone::Next<int(int)>("fsync");
  if (!waystone::IsActive(fd)) return kNext(fd);
  if (waystone::Fails(DiskCall::kSync)) return -1;
  active->Synced(fd);
  return 0;
}

int rename(const char* from, const char* to) noexcept {
  static auto* const kNext = waystone::Next<int(const char*, const char*)>("rename");
  if (!waystone::IsActive(to)) return kNext(from, to);
  if (waystone::Fails(DiskCall::kChange)) return -1;
  active->BeforeRename(from, to);
  const int end = kNext(from, to);
  const int error = errno;
  active->Renamed(end == 0);
  errno = error;
  return end;
}

int unlink(const char* path) noexcept {
  static auto* const kNext = waystone::Next<int(const char*)>("unlink");
  return waystone::Change(waystone::IsActive(path), [&] { return kNext(path); });
}

int unlinkat(int folder, const char* path, int flags) noexcept {
  static auto* const kNext = waystone::Next<int(int, const char*, int)>("unlinkat");
  const bool is_below = waystone::IsActive(path) || waystone::IsActive(folder);
  return waystone::Change(is_below, [&] { return kNext(folder, path, flags); });
}

int remove(const char* path) noexcept {
  static auto* const kNext = waystone::Next<int(const char*)>("remove");
  return waystone::Change(waystone::IsActive(path), [&] { return kNext(path); });
}

int rmdir(const char* path) noexcept {
  static auto* const kNext = waystone::Next<int(const char*)>("rmdir");
  return waystone::Change(waystone::IsActive(path), [&] { return kNext(path); });
}

int mkdir(const char* path, mode_t mode) noexcept {
  static auto* const kNext = waystone::Next<int(const char*, mode_t)>("mkdir");
  return waystone::Change(waystone::IsActive(path), [&] { return kNext(path, mode); });
}

}  // extern "C"

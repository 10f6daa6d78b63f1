#include "server/fetch/object_cache.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/digest/sha256.h"
#include "core/package/temp_file.h"

namespace waystone {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPartialEnding = ".part";

uint64_t SizeOf(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 ? static_cast<uint64_t>(info.st_size) : 0;
}

}  // namespace

absl::StatusOr<std::unique_ptr<ObjectCache>> ObjectCache::Open(const std::string& folder,
                                                               uint64_t max_bytes) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return absl::ErrnoToStatus(error.value(), StrCat(folder, ": create"));
  const std::string lock_path = (fs::path(folder) / "lock").string();
  const int lock = ::open(lock_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock < 0) return absl::ErrnoToStatus(errno, StrCat(lock_path, ": create"));
  std::unique_ptr<ObjectCache> cache(new ObjectCache(folder, max_bytes, lock));
  if (::flock(lock, LOCK_EX | LOCK_NB) != 0)
    return absl::FailedPreconditionError(StrCat(folder, ": another server has this cache of packages"));
  TempFile::SweepLeftovers(folder);
  WS_RETURN_IF_ERROR(cache->Look());
  return cache;
}

ObjectCache::~ObjectCache() { ::close(lock_); }

// Files were last used when they were last modified: Hold says so.
absl::Status ObjectCache::Look() {
  std::vector<std::tuple<fs::file_time_type, std::string, bool>> found;
  std::error_code error;
  for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error)) {
    std::string name = it->path().filename().string();
    const bool is_whole = !name.ends_with(kPartialEnding);
    if (!is_whole) name.resize(name.size() - kPartialEnding.size());
    std::error_code ignored;
    if (IsSha256Hex(name) && it->is_regular_file(ignored))
      found.emplace_back(fs::last_write_time(it->path(), ignored), name, is_whole);
  }
  if (error) return absl::ErrnoToStatus(error.value(), StrCat(folder_, ": list"));
  std::sort(found.begin(), found.end());
  for (const auto& [time, sha256, is_whole] : found) {
    Entry& entry = entries_[sha256];
    if (entry.is_whole) {
      ::unlink(PartialPathOf(sha256).c_str());
      continue;
    }
    if (is_whole && entry.bytes > 0) ::unlink(PartialPathOf(sha256).c_str());
    bytes_ -= entry.bytes;
    entry = {.bytes = SizeOf(is_whole ? PathOf(sha256) : PartialPathOf(sha256)),
             .is_whole = is_whole,
             .used_at = ++uses_};
    bytes_ += entry.bytes;
  }
  return absl::OkStatus();
}

std::string ObjectCache::PathOf(const std::string& sha256) const {
  return (fs::path(folder_) / sha256).string();
}

std::string ObjectCache::PartialPathOf(const std::string& sha256) const {
  return PathOf(sha256).append(kPartialEnding);
}

bool ObjectCache::Has(const std::string& sha256) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(sha256);
  return found != entries_.end() && found->second.is_whole;
}

std::shared_ptr<const ObjectCache::Held> ObjectCache::Hold(const std::string& sha256) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(sha256);
  if (found == entries_.end() || !found->second.is_whole) return nullptr;
  if (::utimensat(AT_FDCWD, PathOf(sha256).c_str(), nullptr, 0) != 0 && errno == ENOENT) {
    Erase(found);  // somebody has removed the file
    return nullptr;
  }
  Entry& entry = found->second;
  entry.used_at = ++uses_;
  std::shared_ptr<const Held> held = entry.held.lock();
  if (held == nullptr) {
    held = std::make_shared<const Held>(Held{PathOf(sha256)});
    entry.held = held;
  }
  return held;
}

void ObjectCache::EvictUntil(uint64_t most_bytes) {
  std::vector<Entries::iterator> evictable;
  for (auto it = entries_.begin(); it != entries_.end(); ++it) {
    if (it->second.IsEvictable()) evictable.push_back(it);
  }
  const auto goes_later = [](Entries::iterator a, Entries::iterator b) {
    return std::pair(a->second.is_whole, a->second.used_at) >
           std::pair(b->second.is_whole, b->second.used_at);
  };
  std::ranges::make_heap(evictable, goes_later);
  while (bytes_ > most_bytes && !evictable.empty()) {
    std::ranges::pop_heap(evictable, goes_later);
    Erase(evictable.back());
    evictable.pop_back();
    ++evicted_;
  }
}

void ObjectCache::Erase(Entries::iterator entry) {
  bytes_ -= entry->second.bytes;
  ::unlink(PathOf(entry->first).c_str());
  ::unlink(PartialPathOf(entry->first).c_str());
  entries_.erase(entry);
}

absl::Status ObjectCache::Reserve(const std::string& sha256, uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  uint64_t in_use = 0;
  for (const auto& [other, entry] : entries_) {
    if (other != sha256 && !entry.IsEvictable()) in_use += entry.bytes;
  }
  if (bytes > max_bytes_ || in_use > max_bytes_ - bytes) {
    return absl::UnavailableError(StrCat("the cache of packages has no room for ", bytes, " bytes: of ",
                                         max_bytes_, ", ", in_use, " are in use"));
  }
  Entry& own = entries_[sha256];
  bytes_ += bytes - own.bytes;  // modulo 2^64 if it is less
  own = {.bytes = bytes, .is_reserved = true, .used_at = ++uses_};
  if (bytes_ > max_bytes_) EvictUntil(max_bytes_);
  return absl::OkStatus();
}

absl::Status ObjectCache::Commit(const std::string& sha256) {
  const std::string path = PathOf(sha256);
  if (::rename(PartialPathOf(sha256).c_str(), path.c_str()) != 0)
    return absl::ErrnoToStatus(errno, StrCat(path, ": rename"));
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_[sha256];
  entry.is_reserved = false;
  entry.is_whole = true;
  return SyncFolder(folder_);
}

void ObjectCache::Release(const std::string& sha256) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(sha256);
  if (found != entries_.end() && found->second.is_reserved) ReleaseEntry(found);
}

void ObjectCache::ReleaseEntry(Entries::iterator entry) {
  const uint64_t bytes = SizeOf(PartialPathOf(entry->first));
  bytes_ += bytes - entry->second.bytes;
  entry->second.bytes = bytes;
  entry->second.is_reserved = false;
  if (bytes == 0) Erase(entry);
}

void ObjectCache::Remove(const std::string& sha256) {
  const std::lock_guard lock(mutex_);
  if (const auto found = entries_.find(sha256); found != entries_.end()) Erase(found);
}

void ObjectCache::KeepPartialsOf(const std::set<std::string>& sha256s) {
  const std::lock_guard lock(mutex_);
  for (auto it = entries_.begin(); it != entries_.end();) {
    const auto entry = it++;
    const bool is_left = !entry->second.is_whole && !entry->second.is_reserved;
    if (is_left && !sha256s.contains(entry->first)) Erase(entry);
  }
}

ObjectCache::Counts ObjectCache::counts() const {
  const std::lock_guard lock(mutex_);
  Counts counts{.bytes = bytes_, .evicted = evicted_};
  for (const auto& [sha256, entry] : entries_) counts.objects += entry.is_whole ? 1 : 0;
  return counts;
}

}  // namespace waystone

// A folder of objects, each named by the SHA-256 of its bytes, within a limit.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace waystone {

// An object is whole, or partial while it is fetched (SHA256.part). Knows what lies in the folder by having looked once: nobody else may
// write there, which a lock keeps from other servers. Other files of the folder are left alone and not counted. Thread-safe.
class ObjectCache {
 public:
  // An object in use: as long as somebody holds it, it is not evicted. Immutable.
  struct Held {
    std::string path;
  };
  struct Counts {
    uint64_t bytes = 0;    // of all files, and what is reserved for those being fetched
    uint64_t objects = 0;  // whole ones
    uint64_t evicted = 0;  // objects and partial files, since it was opened
  };

  // Creates the folder if need be. FailedPrecondition if another process has it.
  static absl::StatusOr<std::unique_ptr<ObjectCache>> Open(const std::string& folder, uint64_t max_bytes);
  ~ObjectCache();
  ObjectCache(const ObjectCache&) = delete;
  ObjectCache& operator=(const ObjectCache&) = delete;

  const std::string& folder() const { return folder_; }
  uint64_t max_bytes() const { return max_bytes_; }
  std::string PathOf(const std::string& sha256) const;
  std::string PartialPathOf(const std::string& sha256) const;

  bool Has(const std::string& sha256) const;
  // The whole object, from now on the most recently used; null if it is not there.
  std::shared_ptr<const Held> Hold(const std::string& sha256);
  // Makes room for the object, whatever of it there is: evicts partial files that nobody fetches, then whole objects that nobody holds,
  // the least recently used first. Unavailable if that would not be enough: then nothing is evicted. Room is kept until Commit or Release.
  absl::Status Reserve(const std::string& sha256, uint64_t bytes);
  // The partial file is whole: gives it its name. Errors name the step.
  absl::Status Commit(const std::string& sha256);
  // Nobody fetches it any more. What there is of a partial file stays, and counts.
  void Release(const std::string& sha256);
  // Removes the object, and its partial file.
  void Remove(const std::string& sha256);
  // Removes partial files of all other objects that nobody fetches.
  void KeepPartialsOf(const std::set<std::string>& sha256s);
  Counts counts() const;

 private:
  struct Entry {
    uint64_t bytes = 0;  // of the file, or reserved
    bool is_whole = false;
    bool is_reserved = false;
    uint64_t used_at = 0;  // greater: later
    std::weak_ptr<const Held> held = {};

    bool IsEvictable() const { return !is_reserved && held.expired(); }
  };
  using Entries = std::map<std::string, Entry>;

  ObjectCache(std::string folder, uint64_t max_bytes, int lock)
      : folder_(std::move(folder)), max_bytes_(max_bytes), lock_(lock) {}
  absl::Status Look();
  // Run under the lock.
  void EvictUntil(uint64_t most_bytes);
  void Erase(Entries::iterator entry);
  void ReleaseEntry(Entries::iterator entry);

  const std::string folder_;
  const uint64_t max_bytes_;
  const int lock_;
  mutable std::mutex mutex_;
  Entries entries_;
  uint64_t bytes_ = 0;
  uint64_t uses_ = 0;
  uint64_t evicted_ = 0;
};

}  // namespace waystone

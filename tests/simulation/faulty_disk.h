// A folder of a file system that fails, stops and loses power as a test says.
//
// The program that links this has its own open, mmap, rename and their like: calls that name a path below the folder, or a
// descriptor of one, are counted here and fail as told; all others go to the system.
#pragma once

#include <dirent.h>

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <string>
#include <vector>

#include "core/base/random.h"

namespace waystone {

enum class DiskCall : uint8_t { kOpen, kStat, kMap, kList, kChange, kSync };

// One at a time in a process; one thread. Inode numbers and times of change are simulated: the number of a file that is gone
// is given to the next one, and the clock says what the test sets.
class FaultyDisk {
 public:
  // REQUIRES: `folder` exists and holds nothing.
  explicit FaultyDisk(std::string folder);
  ~FaultyDisk();
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;

  // Asked before each call: 0, or the errno that it fails with.
  std::function<int(DiskCall call)> before = [](DiskCall) { return 0; };
  int64_t now_ns = 0;
  // Whoever writes was killed: nothing is changed any more.
  bool is_stopped = false;
  // Of these bytes only half are written, and then ENOSPC.
  bool is_full = false;

  // What was not synced is lost in part: of the renames since the last sync of their folder the first few hold, and files
  // whose content was not synced are cut. REQUIRES: nothing of the folder is open.
  void CutPower(Random& random);
  // Takes the folder's names and contents as they are for synced.
  void SyncAll();

  uint64_t descriptors() const { return descriptors_.size(); }
  uint64_t mappings() const { return mappings_.size(); }

  // For the calls.
  struct Info {
    uint64_t number = 0;
    int64_t changed_ns = 0;
  };
  bool Has(const char* path) const;
  bool HasDescriptor(int fd) const { return descriptors_.contains(fd); }
  bool HasMapping(const void* data) const { return mappings_.contains(data); }
  void Opened(int fd, const std::string& path);
  void Closed(int fd);
  dirent* NextListed(int fd, DIR* dir);
  std::string PathOf(int fd) const { return descriptors_.at(fd); }
  void Mapped(const void* data, int fd);
  void Unmapped(const void* data) { mappings_.erase(data); }
  void Changed(uint64_t inode, bool is_dirty);
  void Synced(int fd);
  void BeforeRename(const std::string& from, const std::string& to);
  void Renamed(bool is_done);
  Info InfoOf(uint64_t inode);

 private:
  struct Rename {
    std::string from;
    std::string to;
    std::string kept;  // a link to what `to` was; empty: there was nothing
  };
  struct Inode {
    Info info;
    bool is_dirty = false;  // its content is not synced
  };
  void DropGone();

  const std::string folder_;
  const std::string kept_folder_;
  std::map<int, std::string> descriptors_;     // to their paths
  std::map<int, std::list<dirent>> listings_;  // of folders: from the entry that was listed last on
  std::map<const void*, uint64_t> mappings_;   // to their inodes
  std::map<uint64_t, Inode> inodes_;           // by the system's number
  std::vector<Rename> renames_;                // not synced, in order
  Rename next_rename_;
  uint64_t kept_count_ = 0;
};

}  // namespace waystone

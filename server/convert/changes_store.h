// Sets of changes that the server keeps, so that requests may name them instead of carrying them. A set is known by a hash
// of its content: whether a request names a set or carries it, its answer is the same.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "absl/status/statusor.h"
#include "core/surface/route_changes.h"
#include "server/convert/request_scope.h"
#include "waystone/v1/changes.pb.h"

namespace waystone {

// What a set means for one package as one agent sees it, or for one world.
struct ReadSet {
  struct Key {
    std::string generation;  // of the package or the world
    std::string map_id;   // of the batch: what changes without a map_id are about; empty: the request's map
    std::string profile;  // of the agent, and its abilities; empty: a world
    uint64_t abilities = 0;

    bool operator==(const Key&) const = default;
  };
  Key key;
  RouteChanges changes;         // what is closed is shared
  std::vector<bool> is_closed;  // of a world, by PortalId

  // [bytes]
  uint64_t HeapBytes() const;
};

// The sets that were used last; if there is no room for all, those of whoever holds most go first. Any thread; every call but
// those that add takes well below a microsecond.
class ChangesStore {
 public:
  // [bytes] Of all sets, with what was read of them.
  explicit ChangesStore(uint64_t max_bytes) : max_bytes_(max_bytes) {}

  struct Added {
    std::string ref;
    uint64_t bytes;
  };
  // Keeps a set, which has no changes_ref, for `holder`, who is who first adds it. InvalidArgument if it is larger than all
  // sets may be. O(its size + sets kept).
  absl::StatusOr<Added> Add(const v1::Changes& changes, std::string_view holder = "",
                            const Deadline& deadline = {});
  // Null if it is not kept.
  std::shared_ptr<const v1::Changes> Find(std::string_view ref);

  // What was read of a set under a key; null if it is to be read. Keep keeps it, if there is room beside the set.
  std::shared_ptr<const ReadSet> FindRead(std::string_view ref, const ReadSet::Key& key);
  void Keep(std::string_view ref, std::shared_ptr<const ReadSet> read);

  uint64_t bytes() const;

 private:
  static constexpr size_t kMaxReads = 16;  // of one set

  struct Entry {
    std::string ref;
    std::string holder;
    std::shared_ptr<const v1::Changes> changes;
    std::list<std::shared_ptr<const ReadSet>> reads;  // used last first
    uint64_t bytes;
  };
  using Entries = std::list<Entry>;

  // Null if it is not kept; otherwise it is now the one used last. REQUIRES: the lock.
  Entry* Use(std::string_view ref);
  void Shrink();
  std::string_view LargestHolder() const;

  const uint64_t max_bytes_;
  mutable std::mutex mutex_;
  Entries entries_;  // used last first
  std::unordered_map<std::string_view, Entries::iterator> by_ref_;
  uint64_t bytes_ = 0;
};

// The set that changes name; null if they name none. InvalidArgument if it is no name; NotFound, with
// ERROR_REASON_UNKNOWN_CHANGES_REF, if the set is not kept. Messages begin with "changes_ref".
absl::StatusOr<std::shared_ptr<const v1::Changes>> FindSet(const v1::Changes& changes,
                                                           const RequestScope& scope);

// Whether they name a set and say nothing else; whether they say nothing at all.
bool IsOnlySet(const v1::Changes& changes);
bool IsNone(const v1::Changes& changes);

}  // namespace waystone

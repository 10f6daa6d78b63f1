#include "server/convert/changes_store.h"

#include <openssl/sha.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "core/base/field_error.h"
#include "core/base/limit_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "server/convert/status_mapping.h"

namespace waystone {
namespace {

constexpr uint64_t kEntryBytes = 512;  // of a set besides its message
constexpr size_t kRefDigits = 2 * SHA256_DIGEST_LENGTH;

// Fields are written in the order of their numbers, and there are no maps: equal messages have equal bytes.
std::string RefOf(const v1::Changes& changes) {
  const std::string bytes = changes.SerializeAsString();
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest);
  return absl::BytesToHexString(absl::string_view(reinterpret_cast<const char*>(digest), sizeof(digest)));
}

bool IsRef(std::string_view ref) {
  return ref.size() == kRefDigits && std::all_of(ref.begin(), ref.end(), [](char c) {
           return absl::ascii_isdigit(c) || (c >= 'a' && c <= 'f');
         });
}

bool HasFields(const v1::Changes& changes) {
  return changes.maps_size() > 0 || changes.closed_portals_size() > 0 || changes.excluded_maps_size() > 0;
}

}  // namespace

uint64_t ReadSet::HeapBytes() const {
  uint64_t bytes = sizeof(ReadSet) + waystone::HeapBytes(changes.area_factors) + is_closed.capacity() / 8;
  if (changes.shared != nullptr) bytes += changes.shared->HeapBytes();
  if (changes.cells != nullptr) bytes += changes.cells->HeapBytes();
  return bytes;
}

absl::StatusOr<ChangesStore::Added> ChangesStore::Add(const v1::Changes& changes, std::string_view holder,
                                                      const Deadline& deadline) {
  WS_RETURN_IF_ERROR(CheckInTime(deadline));
  auto kept = std::make_shared<v1::Changes>(changes);
  WS_RETURN_IF_ERROR(CheckInTime(deadline));
  kept->DiscardUnknownFields();
  std::string ref = RefOf(*kept);
  WS_RETURN_IF_ERROR(CheckInTime(deadline));
  const uint64_t bytes = kept->SpaceUsedLong() + kEntryBytes;
  if (bytes > max_bytes_) {
    return LimitError("changes",
                      StrCat(bytes, " bytes to keep are over the limit of ", max_bytes_, " for all sets"),
                      {max_bytes_, bytes});
  }
  const std::lock_guard lock(mutex_);
  if (Use(ref) == nullptr) {
    entries_.push_front({ref, std::string(holder), std::move(kept), {}, bytes});
    by_ref_.emplace(entries_.front().ref, entries_.begin());
    bytes_ += bytes;
    Shrink();
  }
  return Added{std::move(ref), bytes};
}

std::shared_ptr<const v1::Changes> ChangesStore::Find(std::string_view ref) {
  const std::lock_guard lock(mutex_);
  const Entry* const entry = Use(ref);
  return entry == nullptr ? nullptr : entry->changes;
}

std::shared_ptr<const ReadSet> ChangesStore::FindRead(std::string_view ref, const ReadSet::Key& key) {
  const std::lock_guard lock(mutex_);
  Entry* const entry = Use(ref);
  if (entry == nullptr) return nullptr;
  const auto found = std::find_if(entry->reads.begin(), entry->reads.end(),
                                  [&](const auto& read) { return read->key == key; });
  if (found == entry->reads.end()) return nullptr;
  entry->reads.splice(entry->reads.begin(), entry->reads, found);
  return entry->reads.front();
}

void ChangesStore::Keep(std::string_view ref, std::shared_ptr<const ReadSet> read) {
  const uint64_t bytes = read->HeapBytes();
  const std::lock_guard lock(mutex_);
  Entry* const entry = Use(ref);
  if (entry == nullptr) return;
  const auto drop = [&](auto at) {
    entry->bytes -= (*at)->HeapBytes();
    bytes_ -= (*at)->HeapBytes();
    entry->reads.erase(at);
  };
  const auto same = std::find_if(entry->reads.begin(), entry->reads.end(),
                                 [&](const auto& other) { return other->key == read->key; });
  if (same != entry->reads.end()) drop(same);
  while (!entry->reads.empty() && (entry->reads.size() >= kMaxReads || entry->bytes + bytes > max_bytes_)) {
    drop(std::prev(entry->reads.end()));
  }
  if (entry->bytes + bytes > max_bytes_) return;
  entry->reads.push_front(std::move(read));
  entry->bytes += bytes;
  bytes_ += bytes;
  Shrink();
}

uint64_t ChangesStore::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

ChangesStore::Entry* ChangesStore::Use(std::string_view ref) {
  const auto found = by_ref_.find(ref);
  if (found == by_ref_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found->second);
  return &entries_.front();
}

// Each set alone is within the limit.
void ChangesStore::Shrink() {
  while (bytes_ > max_bytes_) {
    const std::string_view holder = LargestHolder();
    const auto last = std::find_if(entries_.rbegin(), entries_.rend(),
                                   [&](const Entry& entry) { return entry.holder == holder; });
    bytes_ -= last->bytes;
    by_ref_.erase(last->ref);
    entries_.erase(std::prev(last.base()));
  }
}

// Of equal ones the one whose set was used last.
std::string_view ChangesStore::LargestHolder() const {
  std::unordered_map<std::string_view, uint64_t> bytes;
  std::string_view largest = entries_.front().holder;
  for (const Entry& entry : entries_) bytes[entry.holder] += entry.bytes;
  for (const Entry& entry : entries_) {
    if (bytes[entry.holder] > bytes[largest]) largest = entry.holder;
  }
  return largest;
}

absl::StatusOr<std::shared_ptr<const v1::Changes>> FindSet(const v1::Changes& changes,
                                                           const RequestScope& scope) {
  const std::string& ref = changes.changes_ref();
  if (ref.empty()) return nullptr;
  if (scope.batch_set != nullptr && &changes == &scope.batch->changes()) return scope.batch_set;
  if (!IsRef(ref)) {
    return FieldError("changes_ref", StrCat("must be ", kRefDigits, " hex digits in lower case"));
  }
  std::shared_ptr<const v1::Changes> set = scope.sets == nullptr ? nullptr : scope.sets->Find(ref);
  if (set != nullptr) return set;
  return WithReason(
      FieldError("changes_ref", StrCat("no set ", ref, " is kept; PrepareChanges gives it again"),
                 absl::StatusCode::kNotFound),
      v1::ERROR_REASON_UNKNOWN_CHANGES_REF);
}

bool IsNone(const v1::Changes& changes) { return changes.changes_ref().empty() && !HasFields(changes); }

bool IsOnlySet(const v1::Changes& changes) { return !changes.changes_ref().empty() && !HasFields(changes); }

}  // namespace waystone

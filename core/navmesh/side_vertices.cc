#include "core/navmesh/side_vertices.h"

namespace waystone {
namespace {

// The finalizer of MurmurHash3.
uint64_t Mixed(uint64_t key) {
  key = (key ^ key >> 33) * 0xff51afd7ed558ccd;
  key = (key ^ key >> 33) * 0xc4ceb9fe1a85ec53;
  return key ^ key >> 33;
}

}  // namespace

size_t SideVertices::BucketOf(uint64_t key) const {
  const uint64_t hash = Mixed(key);
  const size_t bucket = hash & (base_ - 1);
  return bucket < split_ ? hash & (2 * base_ - 1) : bucket;
}

uint32_t SideVertices::SameFrom(uint32_t entry, uint64_t key) const {
  while (entry != kNone && entries_[entry].key != key) entry = entries_[entry].next;
  return entry;
}

uint32_t SideVertices::First(uint64_t key) const {
  if (buckets_.empty()) return kNone;
  const Bucket& bucket = buckets_[BucketOf(key)];
  return bucket.first_and_1 == 0 ? kNone : SameFrom(bucket.first_and_1 - 1, key);
}

void SideVertices::Append(uint32_t entry) {
  Bucket& bucket = buckets_[BucketOf(entries_[entry].key)];
  if (bucket.first_and_1 == 0) {
    bucket.first_and_1 = entry + 1;
  } else {
    entries_[bucket.last].next = entry;
  }
  bucket.last = entry;
  entries_[entry].next = kNone;
}

// Both halves keep their order.
void SideVertices::SplitNext() {
  const uint32_t first_and_1 = buckets_[split_].first_and_1;
  buckets_[split_] = {};
  buckets_.push_back({});
  if (++split_ == base_) {
    base_ *= 2;
    split_ = 0;
  }
  for (uint32_t entry = first_and_1 == 0 ? kNone : first_and_1 - 1; entry != kNone;) {
    const uint32_t next = entries_[entry].next;
    Append(entry);
    entry = next;
  }
}

void SideVertices::Add(uint64_t key, uint32_t vertex) {
  if (buckets_.empty()) buckets_.push_back({});
  entries_.push_back({key, vertex, kNone});
  Append(static_cast<uint32_t>(entries_.size() - 1));
  if (entries_.size() > buckets_.size()) SplitNext();
}

}  // namespace waystone

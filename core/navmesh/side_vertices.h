// The vertices that cuts put on each side, in a table that grows by one bucket at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/growing_array.h"

namespace waystone {

// A multimap from the key of a side to ids of vertices, in the order in which they were added. Linear hashing (Litwin, VLDB
// 1980): no addition takes long, however many there are, and neither does the end of it. One thread.
class SideVertices {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  // The first entry of a key, or kNone. O(1) expected, as Next.
  uint32_t First(uint64_t key) const;
  // The entry of the same key after one, or kNone.
  uint32_t Next(uint32_t entry) const { return SameFrom(entries_[entry].next, entries_[entry].key); }
  uint32_t vertex(uint32_t entry) const { return entries_[entry].vertex; }
  // O(entries of the key), expected.
  void Add(uint64_t key, uint32_t vertex);

 private:
  struct Entry {
    uint64_t key;
    uint32_t vertex;
    uint32_t next;  // of the bucket
  };
  // A list of entries; zero is an empty one.
  struct Bucket {
    uint32_t first_and_1;
    uint32_t last;
  };
  size_t BucketOf(uint64_t key) const;
  uint32_t SameFrom(uint32_t entry, uint64_t key) const;
  void Append(uint32_t entry);
  void SplitNext();

  GrowingArray<Entry> entries_;
  GrowingArray<Bucket> buckets_;
  size_t base_ = 1;   // buckets when the last round of splits began, a power of two
  size_t split_ = 0;  // of them are split; there are base_ + split_ buckets
};

}  // namespace waystone

// An open list of buckets, for keys that never fall below the one taken last.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/heap_bytes.h"

namespace waystone {

// A ring of buckets, a quarter of a cell wide: the ids in one come back in any order of their keys, the one
// pushed last first. An operation takes a few nanoseconds; a heap's takes tens. One owner, one thread.
class BucketQueue {
 public:
  // Empties the queue for keys of which none is more than `spread` above the key taken last. O(spread / 64);
  // the first call is O(spread).
  void Clear(uint64_t spread) {
    const uint64_t count = std::bit_ceil(std::max<uint64_t>(spread + 2, 64));
    mask_ = count - 1;
    if (heads_.size() < count) heads_.resize(count);
    is_used_.assign(count / 64, 0);
    entries_.clear();
    size_ = 0;
    at_ = 0;
  }

  bool empty() const { return size_ == 0; }

  // REQUIRES: at most `spread` above the last key taken, and not below it.
  void Push(uint64_t key, uint32_t id) {
    const uint64_t place = key & mask_;
    uint64_t& word = is_used_[place / 64];
    const uint64_t bit = uint64_t{1} << (place % 64);
    const uint32_t next = (word & bit) != 0 ? heads_[place] : kEnd;
    word |= bit;
    heads_[place] = static_cast<uint32_t>(entries_.size());
    entries_.push_back({id, next});
    if (entries_.size() == 1) at_ = key;
    ++size_;
  }

  // The least key. REQUIRES: not empty.
  uint64_t NextKey() {
    const uint64_t place = at_ & mask_;
    uint64_t word_index = place / 64;
    uint64_t word = is_used_[word_index] & (~uint64_t{0} << (place % 64));
    while (word == 0) {
      word_index = (word_index + 1) & (mask_ / 64);
      word = is_used_[word_index];
    }
    const uint64_t found = word_index * 64 + static_cast<uint64_t>(std::countr_zero(word));
    at_ += (found - place) & mask_;
    return at_;
  }
  // Removes an entry of the least key. REQUIRES: NextKey() was called since the last Push or Pop.
  uint32_t Pop() {
    const uint64_t place = at_ & mask_;
    const Entry entry = entries_[heads_[place]];
    heads_[place] = entry.next;
    if (entry.next == kEnd) is_used_[place / 64] &= ~(uint64_t{1} << (place % 64));
    --size_;
    return entry.id;
  }

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(heads_, is_used_, entries_); }

 private:
  static constexpr uint32_t kEnd = ~uint32_t{0};
  struct Entry {
    uint32_t id;
    uint32_t next;
  };

  uint64_t mask_ = 0;
  uint64_t at_ = 0;  // key
  uint64_t size_ = 0;
  std::vector<uint32_t> heads_;    // by key modulo the ring's size; valid only if is_used_ is set
  std::vector<uint64_t> is_used_;  // a bit per bucket
  std::vector<Entry> entries_;
};

}  // namespace waystone

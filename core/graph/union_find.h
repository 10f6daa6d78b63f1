// Disjoint sets of numbered elements.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace waystone {

// Elements 0 to size() - 1, initially each a set of its own. A set's root is its lowest element, whatever the
// order of joins. One owner, one thread. All operations but Labels take O(log size) time, amortised.
class UnionFind {
 public:
  explicit UnionFind(uint32_t size = 0) { Grow(size); }

  uint32_t size() const { return static_cast<uint32_t>(parent_.size()); }
  uint32_t set_count() const { return set_count_; }

  // Makes each element a set of its own again. O(size).
  void Reset(uint32_t size) {
    parent_.clear();
    set_count_ = 0;
    Grow(size);
  }
  // Each new element is a set of its own; a size below size() changes nothing. O(new elements).
  void Grow(uint32_t size) {
    const uint32_t before = this->size();
    if (size <= before) return;
    parent_.resize(size);
    std::iota(parent_.begin() + before, parent_.end(), before);
    set_count_ += size - before;
  }

  // REQUIRES: element < size().
  uint32_t Root(uint32_t element) {
    while (parent_[element] != element) {
      parent_[element] = parent_[parent_[element]];  // halves the path for the next one
      element = parent_[element];
    }
    return element;
  }

  bool AreJoined(uint32_t a, uint32_t b) { return Root(a) == Root(b); }

  // Merges two sets. False if they were one before. REQUIRES: a, b < size().
  bool Join(uint32_t a, uint32_t b) {
    a = Root(a);
    b = Root(b);
    if (a == b) return false;
    parent_[std::max(a, b)] = std::min(a, b);
    --set_count_;
    return true;
  }

  // [element] the number of its set; sets are numbered by their lowest elements. O(size).
  std::vector<uint32_t> Labels() && {
    uint32_t count = 0;
    for (uint32_t element = 0; element < parent_.size(); ++element) {
      // Parents are never above their children, so the parent's slot already holds its set's number.
      const uint32_t parent = parent_[element];
      parent_[element] = parent == element ? count++ : parent_[parent];
    }
    return std::move(parent_);
  }

 private:
  std::vector<uint32_t> parent_;
  uint32_t set_count_ = 0;
};

}  // namespace waystone

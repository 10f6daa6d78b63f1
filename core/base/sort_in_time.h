// Sorts long lists within a deadline.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

#include "core/base/deadline_poll.h"

namespace waystone {

// Sorts a vector or a GrowingArray as std::stable_sort does. False if the deadline passed first; then the items are in
// any order. Items are small and copied. O(n log n), and as much memory again.
template <typename Items, typename Less = std::less<>>
bool SortInTime(Items& items, const Deadline& deadline, const Less& less = {}) {
  constexpr size_t kBlock = 2048;  // [items] sorted, or merged, between two looks
  DeadlinePoll poll(deadline, 1);
  for (size_t first = 0; first < items.size(); first += kBlock) {
    if (poll.Expired()) return false;
    const size_t end = std::min(first + kBlock, items.size());
    std::stable_sort(items.begin() + static_cast<ptrdiff_t>(first),
                     items.begin() + static_cast<ptrdiff_t>(end), less);
  }
  Items merged;
  for (size_t run = kBlock; run < items.size(); run *= 2) {
    merged.clear();
    if constexpr (requires { merged.reserve(items.size()); }) merged.reserve(items.size());
    for (size_t first = 0; first < items.size(); first += 2 * run) {
      const size_t middle = std::min(first + run, items.size());
      const size_t end = std::min(first + 2 * run, items.size());
      for (size_t a = first, b = middle; a < middle || b < end;) {
        if (merged.size() % kBlock == 0 && poll.Expired()) return false;
        const bool takes_b = a == middle || (b < end && less(items[b], items[a]));
        merged.push_back(items[takes_b ? b++ : a++]);
      }
    }
    std::swap(items, merged);
  }
  return true;
}

}  // namespace waystone

#include "core/skeleton/length_order.h"

#include <array>
#include <bit>
#include <numeric>
#include <utility>

namespace waystone {

std::vector<uint32_t> AscendingOrder(std::span<const float> lengths, const Deadline& deadline) {
  constexpr uint32_t kBits = 11;
  constexpr uint32_t kBuckets = 1U << kBits;
  struct Item {
    uint32_t bits;
    uint32_t index;
  };
  std::vector<Item> items(lengths.size());
  for (uint32_t i = 0; i < items.size(); ++i) items[i] = {std::bit_cast<uint32_t>(lengths[i] + 0.0F), i};
  std::vector<Item> sorted(items.size());
  for (uint32_t shift = 0; shift < 32; shift += kBits) {
    if (deadline.Expired()) return {};
    std::array<uint32_t, kBuckets + 1> first{};
    for (const Item& item : items) ++first[(item.bits >> shift & (kBuckets - 1)) + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    for (const Item& item : items) sorted[first[item.bits >> shift & (kBuckets - 1)]++] = item;
    std::swap(items, sorted);
  }
  if (deadline.Expired()) return {};
  std::vector<uint32_t> order(items.size());
  for (size_t i = 0; i < items.size(); ++i) order[i] = items[i].index;
  return order;
}

}  // namespace waystone

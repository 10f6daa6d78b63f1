#include "core/placement/piece_pool.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"

namespace waystone {

void PiecePool::Add(const GroundPiece& piece, double weight) {
  int exponent = 0;
  std::frexp(weight, &exponent);
  const int k = exponent - 1 + kZeroClass;
  if (!(weight > 0) || k < 0) return;
  WS_CHECK(k < kClassCount);
  const auto weight_class = static_cast<uint32_t>(k);
  classes_[weight_class].push_back({piece, weight});
  lowest_ = std::min(lowest_, weight_class);
  highest_ = std::max(highest_, weight_class);
  ++size_;
}

PiecePool::Slot PiecePool::Draw(Random& random) const {
  const auto bound = [](uint32_t k) { return std::ldexp(1.0, static_cast<int>(k) - kZeroClass + 1); };
  double total = 0;
  for (uint32_t k = lowest_; k <= highest_; ++k) total += static_cast<double>(classes_[k].size()) * bound(k);
  for (;;) {
    double rest = random.NextUnit() * total;
    uint32_t chosen = lowest_;
    for (uint32_t k = highest_ + 1; k-- > lowest_;) {
      if (classes_[k].empty()) continue;
      chosen = k;
      rest -= static_cast<double>(classes_[k].size()) * bound(k);
      if (rest < 0) break;
    }
    const std::vector<Item>& items = classes_[chosen];
    if (items.empty()) continue;
    const uint32_t index = random.NextBelow(static_cast<uint32_t>(items.size()));
    if (random.NextUnit() * bound(chosen) < items[index].weight) return {chosen, index};
  }
}

void PiecePool::Remove(Slot slot) {
  std::vector<Item>& items = classes_[slot.weight_class];
  items[slot.index] = items.back();
  items.pop_back();
  --size_;
}

}  // namespace waystone

#include "core/skeleton/exact_order.h"

#include <limits>

namespace waystone {

std::vector<uint32_t> ShortestOrder(const StopDistances& distances) {
  const uint32_t last = distances.count() - 1;
  const uint32_t inner = last - 1;  // stop k + 1 is bit k
  const uint32_t all = (1U << inner) - 1;
  // [set][stop]: the least length from the stop, through the set, to the last.
  std::vector<double> onward_m((size_t{all} + 1) * last, std::numeric_limits<double>::infinity());
  const auto at = [&](uint32_t set, uint32_t stop) -> double& { return onward_m[size_t{set} * last + stop]; };
  for (uint32_t stop = 0; stop < last; ++stop) at(0, stop) = distances.At(stop, last);
  for (uint32_t set = 1; set <= all; ++set) {
    for (uint32_t stop = 0; stop < last; ++stop) {
      if (stop > 0 && (set >> (stop - 1) & 1U) != 0) continue;
      for (uint32_t k = 0; k < inner; ++k) {
        if ((set >> k & 1U) == 0) continue;
        const double length_m = distances.At(stop, k + 1) + at(set & ~(1U << k), k + 1);
        if (length_m < at(set, stop)) at(set, stop) = length_m;
      }
    }
  }
  std::vector<uint32_t> order = {0};
  for (uint32_t set = all; set != 0;) {
    const uint32_t stop = order.back();
    for (uint32_t k = 0; k < inner; ++k) {
      if ((set >> k & 1U) == 0) continue;
      if (distances.At(stop, k + 1) + at(set & ~(1U << k), k + 1) > at(set, stop)) continue;
      order.push_back(k + 1);
      set &= ~(1U << k);
      break;
    }
  }
  order.push_back(last);
  return order;
}

}  // namespace waystone

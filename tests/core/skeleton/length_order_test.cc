#include "core/skeleton/length_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/base/random.h"

namespace waystone {
namespace {

TEST(AscendingOrder, IsThatOfAStableSort) {
  Random random(5);
  for (uint32_t count : {0U, 1U, 2U, 17U, 5000U}) {
    std::vector<float> lengths(count);
    for (float& length : lengths) {
      // Many equals, and sizes from one end of the floats to the other.
      length = static_cast<float>(random.NextBelow(20)) * (random.NextBelow(3) == 0 ? 1e-38F : 1e10F);
    }
    if (count > 2) lengths[1] = std::numeric_limits<float>::infinity();
    if (count > 2) lengths[2] = -0.0F;
    std::vector<uint32_t> expected(count);
    std::iota(expected.begin(), expected.end(), 0U);
    std::stable_sort(expected.begin(), expected.end(),
                     [&](uint32_t a, uint32_t b) { return lengths[a] < lengths[b]; });
    EXPECT_EQ(AscendingOrder(lengths), expected);
  }
}

}  // namespace
}  // namespace waystone

#include "bake/navmesh/hilbert.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <utility>

namespace waystone {
namespace {

TEST(Hilbert, VisitsEveryCellOfACornerOnceStepByStep) {
  constexpr uint32_t kSide = 64;  // a power of four cells: the curve fills the corner before it leaves it
  std::map<uint32_t, std::pair<int, int>> cell_at;
  for (uint32_t x = 0; x < kSide; ++x) {
    for (uint32_t z = 0; z < kSide; ++z)
      cell_at[HilbertIndex(x, z)] = {static_cast<int>(x), static_cast<int>(z)};
  }
  ASSERT_EQ(cell_at.size(), kSide * kSide);
  EXPECT_EQ(cell_at.rbegin()->first, kSide * kSide - 1);
  for (uint32_t i = 1; i < kSide * kSide; ++i) {
    const auto [x, z] = cell_at.at(i);
    const auto [before_x, before_z] = cell_at.at(i - 1);
    ASSERT_EQ(std::abs(x - before_x) + std::abs(z - before_z), 1) << i;
  }
}

TEST(Hilbert, CoversTheWholeRange) {
  EXPECT_EQ(HilbertIndex(0, 0), 0U);
  EXPECT_EQ(HilbertIndex(0xffff, 0), 0xffffffffU);
}

}  // namespace
}  // namespace waystone

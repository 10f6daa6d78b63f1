// Every drawing of 4 x 4 cells. Slow: tens of seconds.
#include <gtest/gtest.h>

#include <string>

#include "tests/core/navmesh/any_angle_check.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

TEST(AnyAngleExhaustive, IsExactOnAllDrawingsOfSixteenCells) {
  Random random(1);
  AnyAngleCheck check;
  for (uint32_t bits = 0; bits < 0xffff && !HasFailure(); ++bits) {
    const std::string drawing = DrawingOfBits(bits, 4, 4);
    check.Compare(SharedCells(drawing), drawing, 16, random);
  }
  EXPECT_GT(check.tally().turns, 100'000);
}

}  // namespace
}  // namespace waystone

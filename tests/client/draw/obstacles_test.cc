#include "client/draw/obstacles.h"

#include <gtest/gtest.h>

#include "client/draw/region.h"

namespace waystone::draw {
namespace {

PageLoop Square(int32_t x, int32_t y, int32_t side) {
  return {{x, y}, {x + side, y}, {x + side, y + side}, {x, y + side}};
}
PageLoop Hole(int32_t x, int32_t y, int32_t side) {
  const PageLoop square = Square(x, y, side);
  return {square.rbegin(), square.rend()};
}

TEST(Obstacles, HolesAreBlocksAndTheOutsideIsNot) {
  const Obstacles obstacles = FindObstacles({Square(0, 0, 100), Hole(10, 10, 20), Hole(50, 50, 5)}, {}, 1000);
  EXPECT_EQ(obstacles.blocks, (std::vector<PageLoop>{Hole(10, 10, 20), Hole(50, 50, 5)}));
}

TEST(Obstacles, AnIslandIsCutOutOfItsHole) {
  const Obstacles obstacles =
      FindObstacles({Square(0, 0, 100), Hole(10, 10, 50), Square(20, 20, 10), Square(200, 0, 10)}, {}, 0);
  EXPECT_EQ(obstacles.blocks, (std::vector<PageLoop>{Hole(10, 10, 50), Square(20, 20, 10)}));
}

TEST(Obstacles, OnlySmallHolesInGreenGroundAreBushes) {
  std::set<PagePoint> green;
  for (const PageLoop& loop : {Hole(10, 10, 5), Hole(50, 50, 30)}) green.insert(loop.begin(), loop.end());
  const Obstacles obstacles =
      FindObstacles({Square(0, 0, 100), Hole(10, 10, 5), Hole(30, 10, 5), Hole(50, 50, 30)}, green, 25);
  EXPECT_EQ(obstacles.bushes, std::vector<PageLoop>{Hole(10, 10, 5)});
}

}  // namespace
}  // namespace waystone::draw

// Cells under solids, against every square by itself.
#include "core/surface/solid_cells.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "core/base/random.h"
#include "core/geom/segment.h"

namespace waystone {
namespace {

constexpr CellExtent kGrid{12, 9, 0.5, {100, 2, -50}};

double Distance_m(Vec2 a, Vec2 b, Vec2 point) {
  const Vec2 along = b - a;
  const double length_sq = Dot(along, along);
  const double share = length_sq == 0 ? 0 : std::clamp(Dot(point - a, along) / length_sq, 0.0, 1.0);
  return Distance(point, a + along * share);
}

bool Holds(const std::vector<Vec2>& corners, Vec2 point) {
  for (size_t i = 0; i < corners.size(); ++i) {
    const Vec2 a = corners[i];
    if (Cross(corners[(i + 1) % corners.size()] - a, point - a) < 0) return false;
  }
  return corners.size() > 1;
}

// [m] From a point to a convex part of the plane.
double Distance_m(const std::vector<Vec2>& corners, Vec2 point) {
  if (Holds(corners, point)) return 0;
  double least_m = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < corners.size(); ++i)
    least_m = std::min(least_m, Distance_m(corners[i], corners[(i + 1) % corners.size()], point));
  return least_m;
}

// [m] Between two convex parts of the plane that are apart, or one of which has a corner in the other, or whose sides
// cross; less than nothing if they overlap.
double Between_m(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
  double gap_m = -std::numeric_limits<double>::infinity();  // along the normal that parts them best
  for (const auto& [of, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    for (size_t i = 0; of->size() > 1 && i < of->size(); ++i) {
      const Vec2 along = (*of)[(i + 1) % of->size()] - (*of)[i];
      const Vec2 out = Vec2{along.z, -along.x} * (1 / Length(along));
      double least_m = std::numeric_limits<double>::infinity();
      for (const Vec2 corner : *other) least_m = std::min(least_m, Dot(corner - (*of)[i], out));
      gap_m = std::max(gap_m, least_m);
    }
  }
  if (gap_m <= 0) return gap_m;
  double least_m = std::numeric_limits<double>::infinity();
  for (const Vec2 corner : a) least_m = std::min(least_m, Distance_m(b, corner));
  for (const Vec2 corner : b) least_m = std::min(least_m, Distance_m(a, corner));
  return least_m;
}

std::set<uint32_t> Slowly(const std::vector<Solid>& solids, const AgentProfile& agent) {
  std::set<uint32_t> cells;
  for (uint32_t id = 0; id < kGrid.columns * kGrid.rows; ++id) {
    const Vec2 low = kGrid.corner.Plane() + Vec2{kGrid.cell_m * (id % kGrid.columns),
                                                 kGrid.cell_m * static_cast<double>(id / kGrid.columns)};
    const double side = kGrid.cell_m;
    const std::vector<Vec2> square = {low, low + Vec2{side, 0}, low + Vec2{side, side}, low + Vec2{0, side}};
    for (const Solid& solid : solids) {
      const bool is_high = solid.min_y >= kGrid.corner.y + agent.height_m;
      if (is_high || solid.max_y <= kGrid.corner.y) continue;
      const double room_m = solid.radius_m + agent.radius_m;
      if (Between_m(square, solid.corners) < solid.radius_m - 1e-6 ||
          Distance_m(solid.corners, low + Vec2{side, side} * 0.5) < room_m - 1e-6) {
        cells.insert(id);
      }
    }
  }
  return cells;
}

std::set<uint32_t> Blocked(const std::vector<Solid>& solids, const AgentProfile& agent) {
  std::vector<CellRect> rects;
  EXPECT_TRUE(BlockUnder(solids, kGrid, agent, 10'000, {}, rects).ok());
  std::set<uint32_t> cells;
  for (const CellRect& rect : rects) {
    EXPECT_TRUE(rect.column + rect.columns <= kGrid.columns && rect.row + rect.rows <= kGrid.rows);
    for (uint32_t row = rect.row; row < rect.row + rect.rows; ++row) {
      for (uint32_t column = rect.column; column < rect.column + rect.columns; ++column)
        cells.insert(row * kGrid.columns + column);
    }
  }
  return cells;
}

Solid Box(Vec2 middle, double half_x, double half_z, double turn) {
  const Vec2 along_x = Vec2{std::cos(turn), -std::sin(turn)} * half_x;
  const Vec2 along_z = Vec2{std::sin(turn), std::cos(turn)} * half_z;
  return {.corners = {middle - along_x - along_z, middle + along_x - along_z, middle + along_x + along_z,
                      middle - along_x + along_z},
          .min_y = 2,
          .max_y = 3};
}

TEST(SolidCells, AreThoseThatASolidOverlapsOrIsTooNearTo) {
  Random random(1);
  size_t blocked = 0;
  for (int i = 0; i < 4000 && !testing::Test::HasFailure(); ++i) {
    AgentProfile agent;
    agent.radius_m = random.NextBelow(3) == 0 ? 0 : random.NextInRange(0, 1);
    std::vector<Solid> solids;
    for (uint32_t k = random.NextBelow(3); k < 3; ++k) {
      const Vec2 middle = kGrid.corner.Plane() + Vec2{random.NextInRange(-1, 7), random.NextInRange(-1, 5.5)};
      const bool is_turned = random.NextBelow(2) == 0;
      Solid solid = Box(middle, random.NextInRange(0.01, 2), random.NextInRange(0.01, 1),
                        is_turned ? random.NextInRange(0, 6) : 0);
      if (random.NextBelow(3) == 0) solid.corners.pop_back();  // a triangle
      if (random.NextBelow(3) == 0) solid = {.corners = {middle}, .min_y = 2, .max_y = 3};
      if (solid.corners.size() == 1 || random.NextBelow(4) == 0)
        solid.radius_m = random.NextInRange(0.01, 1.5);
      solid.min_y = random.NextInRange(0, 5);
      solid.max_y = solid.min_y + random.NextInRange(0, 2);
      solids.push_back(solid);
    }
    const std::set<uint32_t> cells = Blocked(solids, agent);
    ASSERT_EQ(cells, Slowly(solids, agent)) << i;
    blocked += cells.size();
  }
  EXPECT_GT(blocked, 20'000U);
}

TEST(SolidCells, ABoxOnTheLinesOfCellsBlocksThoseUnderItAndNoOthers) {
  AgentProfile thin;
  thin.radius_m = 0.2;  // less than half a cell
  const Solid box = Box({101, -49}, 0.5, 0.5, 0);
  EXPECT_EQ(Blocked({box}, thin), (std::set<uint32_t>{13, 14, 25, 26}));
  AgentProfile wide;
  wide.radius_m = 0.3;
  const std::set<uint32_t> around = {1, 2, 12, 13, 14, 15, 24, 25, 26, 27, 37, 38};
  EXPECT_EQ(Blocked({box}, wide), around)
      << "and the four beside each side, but not those beside its corners";
}

TEST(SolidCells, OnlyCountWhereAnAgentWouldTouchTheSolid) {
  AgentProfile agent;
  agent.height_m = 1.5;
  Solid box = Box({101, -49}, 0.5, 0.5, 0);
  const auto blocks = [&](double low, double high) {
    box.min_y = low;
    box.max_y = high;
    return !Blocked({box}, agent).empty();
  };
  EXPECT_TRUE(blocks(3.4, 9));
  EXPECT_FALSE(blocks(3.5, 9)) << "overhead";
  EXPECT_TRUE(blocks(0, 2.1));
  EXPECT_FALSE(blocks(0, 2)) << "below the ground";
}

TEST(SolidCells, ARowOfRunsIsOneRectangleAndThereIsALimit) {
  std::vector<CellRect> rects;
  const AgentProfile agent{.radius_m = 0};
  ASSERT_TRUE(BlockUnder(std::vector{Box({103, -48}, 1e8, 1e8, 0)}, kGrid, agent, 1, {}, rects).ok());
  ASSERT_EQ(rects.size(), 1U);
  EXPECT_EQ(rects[0].columns * rects[0].rows, kGrid.columns * kGrid.rows);
  const std::vector<Solid> turned = {Box({103, -48}, 1, 1, 0.7)};
  const absl::Status status = BlockUnder(turned, kGrid, agent, 3, {}, rects);
  EXPECT_EQ(status.code(), absl::StatusCode::kOutOfRange);
  EXPECT_THAT(std::string(status.message()), ::testing::HasSubstr("obstacles: they block more than 3"));
}

}  // namespace
}  // namespace waystone

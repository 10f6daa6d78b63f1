#include "core/reach/reach_contours.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace waystone {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

const ReachContours::IsOpen kOpen = [](const NavLocation& /*from*/, const NavLocation& /*to*/) {
  return true;
};

// Cells of 1 m whose middles lie at whole numbers, at height 0; `cost` gives each its cost.
template <typename Cost>
std::vector<ReachCell> Square(int size, const Cost& cost, std::vector<double>& costs_m) {
  std::vector<ReachCell> cells;
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      cells.push_back({column, row, {PolyId(0), Vec3{column * 1.0, 0, row * 1.0}}});
      costs_m.push_back(cost(column, row));
    }
  }
  return cells;
}

size_t Points(const ReachContour& contour) {
  size_t points = 0;
  for (const uint32_t count : contour.point_counts) points += count;
  return points;
}

TEST(ReachContours, ALineAroundAStartIsClosedAndRound) {
  std::vector<double> costs_m;
  const auto cells = Square(
      21, [](int x, int z) { return std::hypot(x - 10, z - 10); }, costs_m);
  const ReachContour line = ReachContours(cells, costs_m, 1, 2, kOpen).LinesAt(7.3);
  ASSERT_EQ(line.point_counts.size(), 1U);
  EXPECT_EQ(Points(line), line.points.size());
  EXPECT_EQ(line.points.front(), line.points.back());
  for (const Vec3& point : line.points) EXPECT_NEAR(std::hypot(point.x - 10, point.z - 10), 7.3, 0.08);
}

TEST(ReachContours, ALineThatLeavesTheGroundIsOpen) {
  std::vector<double> costs_m;
  const auto cells = Square(
      11, [](int x, int /*z*/) { return x * 1.0; }, costs_m);
  const ReachContour line = ReachContours(cells, costs_m, 1, 2, kOpen).LinesAt(4.5);
  ASSERT_EQ(line.point_counts.size(), 1U);
  for (const Vec3& point : line.points) EXPECT_NEAR(point.x, 4.5, 1e-9);
  EXPECT_NEAR(std::abs(line.points.front().z - line.points.back().z), 10, 1e-9);
}

TEST(ReachContours, NoLineCrossesAWall) {
  std::vector<double> costs_m;  // beyond column 5 one comes by a long way
  const auto cells = Square(
      11, [](int x, int /*z*/) { return x < 5 ? x * 1.0 : 40.0 + x; }, costs_m);
  const ReachContours contours(cells, costs_m, 1, 2, kOpen);
  EXPECT_EQ(contours.LinesAt(20).points.size(), 0U);
  EXPECT_EQ(contours.LinesAt(3.5).point_counts.size(), 1U);
}

// On both sides of a wall the costs may be the same.
TEST(ReachContours, NoLineGoesThroughAWallBetweenEqualCosts) {
  std::vector<double> costs_m;
  const auto cells = Square(
      11, [](int /*x*/, int z) { return z * 1.0; }, costs_m);
  const auto is_open = [](const NavLocation& from, const NavLocation& to) {
    return (from.point.x < 5.5) == (to.point.x < 5.5);
  };
  const ReachContour line = ReachContours(cells, costs_m, 1, 2, is_open).LinesAt(4.5);
  EXPECT_EQ(line.point_counts.size(), 2U);
  size_t begin = 0;
  for (const uint32_t count : line.point_counts) {
    for (size_t i = begin; i < begin + count; ++i)
      EXPECT_EQ(line.points[i].x < 5.5, line.points[begin].x < 5.5);
    begin += count;
  }
}

TEST(ReachContours, WhatIsUnknownHasNoLines) {
  std::vector<double> costs_m;
  const auto cells = Square(
      11, [](int x, int /*z*/) { return x < 5 ? x * 1.0 : kUnknown; }, costs_m);
  EXPECT_EQ(ReachContours(cells, costs_m, 1, 2, kOpen).LinesAt(4.5).points.size(), 0U);
}

// Every crossing of two joined cells lies on exactly one line.
TEST(ReachContours, LinesAreWhole) {
  std::vector<double> costs_m;
  const auto cells = Square(
      15, [](int x, int z) { return 3 + std::sin(x * 1.1) + std::cos(z * 1.3) + 0.01 * x; }, costs_m);
  const ReachContours contours(cells, costs_m, 1, 9, kOpen);
  for (const double cost_m : {2.2, 2.9, 3.4, 4.1}) {
    const ReachContour lines = contours.LinesAt(cost_m);
    EXPECT_EQ(Points(lines), lines.points.size());
    size_t crossings = 0;  // of rows, columns and diagonals from right to below
    const auto at = [&](int x, int z) { return costs_m[static_cast<size_t>(z * 15 + x)] < cost_m; };
    for (int z = 0; z < 15; ++z) {
      for (int x = 0; x < 15; ++x) {
        if (x < 14) crossings += at(x, z) != at(x + 1, z) ? 1 : 0;
        if (z < 14) crossings += at(x, z) != at(x, z + 1) ? 1 : 0;
        if (x < 14 && z < 14) crossings += at(x + 1, z) != at(x, z + 1) ? 1 : 0;
      }
    }
    size_t closed = 0;
    size_t begin = 0;
    for (const uint32_t count : lines.point_counts) {
      closed += lines.points[begin] == lines.points[begin + count - 1] ? 1 : 0;
      begin += count;
    }
    EXPECT_EQ(lines.points.size(), crossings + closed) << cost_m;  // which end where they begin
  }
}

}  // namespace
}  // namespace waystone

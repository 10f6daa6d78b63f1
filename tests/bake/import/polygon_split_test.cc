#include "bake/import/polygon_split.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/base/random.h"

namespace waystone {
namespace {

using Triangles = std::vector<std::array<uint32_t, 3>>;
using testing::ElementsAre;

Vec3 TriangleVector(std::span<const Vec3> corners, const std::array<uint32_t, 3>& t) {
  return Cross(corners[t[1]] - corners[t[0]], corners[t[2]] - corners[t[0]]) * 0.5;
}

Vec3 PolygonVector(std::span<const Vec3> corners) {
  Vec3 sum;
  for (size_t i = 0; i < corners.size(); ++i) {
    sum = sum + Cross(corners[i], corners[(i + 1) % corners.size()]) * 0.5;
  }
  return sum;
}

// A flat, simple polygon is covered once where all triangles face its path and their areas sum to its own.
void ExpectCoveredOnce(std::span<const Vec3> corners, const Triangles& triangles) {
  const Vec3 whole = PolygonVector(corners);
  double sum = 0;
  for (const auto& t : triangles) {
    const Vec3 part = TriangleVector(corners, t);
    EXPECT_GE(Dot(part, whole), -1e-9 * Dot(whole, whole));
    sum += Length(part);
  }
  EXPECT_NEAR(sum, Length(whole), 1e-9 * Length(whole));
}

TEST(SplitPolygon, ATriangleStaysOne) {
  Triangles triangles;
  EXPECT_TRUE(SplitPolygon(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, triangles));
  EXPECT_THAT(triangles, ElementsAre(std::array<uint32_t, 3>{0, 1, 2}));
}

TEST(SplitPolygon, AConvexPolygonBecomesTheFanFromItsFirstCorner) {
  Triangles triangles;
  EXPECT_TRUE(
      SplitPolygon(std::vector<Vec3>{{0, 0, 0}, {2, 0, 0}, {3, 2, 0}, {1, 3, 0}, {-1, 2, 0}}, triangles));
  EXPECT_THAT(triangles, ElementsAre(std::array<uint32_t, 3>{0, 1, 2}, std::array<uint32_t, 3>{0, 2, 3},
                                     std::array<uint32_t, 3>{0, 3, 4}));
}

TEST(SplitPolygon, AConcavePolygonIsCoveredOnceWhateverItsPlaneAndWinding) {
  const std::vector<Vec2> shape = {{0, 0}, {6, 0}, {6, 4}, {5, 4}, {5, 1}, {3, 1},
                                   {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 4}, {0, 4}};
  for (const bool reversed : {false, true}) {
    for (int plane = 0; plane < 3; ++plane) {
      std::vector<Vec3> corners;
      corners.reserve(shape.size());
      for (const Vec2& p : shape) {
        corners.push_back(plane == 0   ? Vec3(p.x, p.z, 7)
                          : plane == 1 ? Vec3(p.x, -2, p.z)
                                       : Vec3(3, p.x, p.z));
      }
      if (reversed) std::reverse(corners.begin(), corners.end());
      Triangles triangles;
      EXPECT_TRUE(SplitPolygon(corners, triangles));
      ExpectCoveredOnce(corners, triangles);
    }
  }
}

TEST(SplitPolygon, RandomStarsOnRandomPlanesAreCoveredOnce) {
  Random random(7);
  for (int round = 0; round < 300; ++round) {
    const size_t count = 4 + random.NextBelow(40);
    const Vec3 u(random.NextInRange(-1, 1), random.NextInRange(-1, 1), random.NextInRange(0.1, 1));
    const Vec3 across(random.NextInRange(-1, 1), random.NextInRange(0.1, 1), random.NextInRange(-1, 1));
    const Vec3 v = Cross(u, across);
    std::vector<Vec3> corners;
    for (size_t i = 0; i < count; ++i) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
      const double radius = random.NextInRange(0.5, 5);
      corners.push_back(u * (radius * std::cos(angle)) + v * (radius * std::sin(angle)) + Vec3(100, 20, -50));
    }
    Triangles triangles;
    EXPECT_TRUE(SplitPolygon(corners, triangles)) << "round " << round;
    ExpectCoveredOnce(corners, triangles);
  }
}

TEST(SplitPolygon, CornersInALineAndDoubledCornersAreNoFault) {
  const std::vector<Vec3> corners = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 0, 0},
                                     {2, 2, 0}, {1, 2, 0}, {0, 2, 0}};
  Triangles triangles;
  EXPECT_TRUE(SplitPolygon(corners, triangles));
  ExpectCoveredOnce(corners, triangles);
}

TEST(SplitPolygon, APolygonThatCrossesItselfIsToldAndKept) {
  Triangles triangles;
  EXPECT_FALSE(
      SplitPolygon(std::vector<Vec3>{{0, 0, 0}, {4, 4, 0}, {4, 0, 0}, {0, 2, 0}, {1, 5, 0}}, triangles));
  EXPECT_FALSE(triangles.empty());
}

TEST(SplitPolygon, APolygonWithoutAreaIsTold) {
  Triangles triangles;
  EXPECT_FALSE(SplitPolygon(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, triangles));
}

}  // namespace
}  // namespace waystone

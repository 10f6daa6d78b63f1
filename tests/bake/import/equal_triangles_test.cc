#include "bake/import/equal_triangles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/random.h"

namespace waystone {
namespace {

using testing::ElementsAre;

SourceMap Corners(std::vector<Vec3> vertices, std::vector<SourceTriangle> triangles) {
  SourceMap map;
  map.vertices = std::move(vertices);
  map.triangles = std::move(triangles);
  return map;
}

TEST(EqualTriangles, TheFirstOfThemStaysWhicheverCornerTheyBeginWith) {
  const SourceMap map = Corners({{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {-0.0, 0, -0.0}},
                                {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {3, 1, 2}});
  std::vector<TriangleClass> classes(4, 1);
  EXPECT_EQ(IgnoreEqualTriangles(map, classes), 3U);
  EXPECT_THAT(classes, ElementsAre(1, kIgnored, kIgnored, kIgnored));
}

TEST(EqualTriangles, FloorAndCeilingAndOtherClassesStay) {
  const SourceMap map = Corners({{0, 0, 0}, {0, 0, 1}, {1, 0, 0}},
                                {{0, 1, 2}, {0, 2, 1}, {0, 1, 2}, {0, 1, 2}, {0, 1, 2}, {0, 1, 2}});
  std::vector<TriangleClass> classes = {1, 1, 2, kNotSolid, kNotSolid, 2};
  EXPECT_EQ(IgnoreEqualTriangles(map, classes), 1U);
  EXPECT_THAT(classes, ElementsAre(1, 1, 2, kNotSolid, kNotSolid, kIgnored));
}

bool AreEqual(const SourceMap& map, uint32_t a, uint32_t b) {
  const auto corner = [&](uint32_t triangle, size_t k) {
    return map.vertices[map.triangles[triangle][k % 3]];
  };
  for (size_t turn = 0; turn < 3; ++turn) {
    bool is_equal = true;
    for (size_t k = 0; k < 3; ++k) is_equal = is_equal && corner(a, k) == corner(b, k + turn);
    if (is_equal) return true;
  }
  return false;
}

// Few places, so that many triangles are equal: each against every one before it.
TEST(EqualTriangles, AreThoseThatComparingAllFinds) {
  Random random(7);
  for (int round = 0; round < 50; ++round) {
    SourceMap map;
    for (int i = 0; i < 12; ++i) {
      map.vertices.push_back(
          {static_cast<double>(random.NextBelow(2)), static_cast<double>(random.NextBelow(2)), 0});
    }
    std::vector<TriangleClass> classes;
    for (int i = 0; i < 60; ++i) {
      map.triangles.push_back({random.NextBelow(12), random.NextBelow(12), random.NextBelow(12)});
      classes.push_back(static_cast<TriangleClass>(random.NextBelow(3)));
    }
    std::vector<TriangleClass> expected = classes;
    for (uint32_t i = 0; i < classes.size(); ++i) {
      for (uint32_t k = 0; k < i; ++k) {
        if (classes[k] == classes[i] && AreEqual(map, k, i)) expected[i] = kIgnored;
      }
    }
    const auto ignored = static_cast<uint64_t>(std::ranges::count(expected, kIgnored));
    EXPECT_EQ(IgnoreEqualTriangles(map, classes), ignored);
    EXPECT_EQ(classes, expected);
  }
}

}  // namespace
}  // namespace waystone

#include "bake/import/source_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace waystone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

SourceMap OneTriangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  SourceMap map;
  map.vertices = {a, b, c};
  map.vertex_places = {11, 12, 13};
  map.triangles = {{0, 1, 2}};
  return map;
}

TEST(SourceCheck, TakesATriangleAtTheLimit) {
  const SourceMap map = OneTriangle({16000, 0, 0}, {-16000, 0, 16000}, {0, -16000, 0});
  std::vector<TriangleClass> classes = {1};
  std::vector<std::string> warnings;
  EXPECT_TRUE(CheckSource(map, classes, warnings).ok());
  EXPECT_THAT(warnings, IsEmpty());
}

TEST(SourceCheck, NamesThePlaceOfWhatIsTooFarOrNotANumber) {
  for (const double bad :
       {16000.1, -1e30, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    const SourceMap map = OneTriangle({0, 0, 0}, {bad, 0, 1}, {0, 0, 1});
    std::vector<TriangleClass> classes = {1};
    std::vector<std::string> warnings;
    const absl::Status status = CheckSource(map, classes, warnings);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), HasSubstr("line 12: vertex"));
  }
}

TEST(SourceCheck, LetsIgnoredTrianglesLieAnywhere) {
  SourceMap map = OneTriangle({0, 0, 0}, {0, 0, 9}, {9, 0, 0});
  map.vertices.emplace_back(1e9, 1e9, 1e9);
  map.vertex_places.push_back(14);
  map.triangles.push_back({0, 1, 3});
  std::vector<TriangleClass> classes = {1, kIgnored};
  std::vector<std::string> warnings;
  EXPECT_TRUE(CheckSource(map, classes, warnings).ok());
  EXPECT_EQ(SolidBounds(map, classes).max, Vec3(9, 0, 9));
}

TEST(SourceCheck, DropsTrianglesWithoutAreaAndCountsThem) {
  SourceMap map = OneTriangle({0, 0, 0}, {0, 0, 9}, {9, 0, 0});
  map.triangles.push_back({1, 1, 2});
  map.triangles.push_back({2, 2, 2});
  std::vector<TriangleClass> classes = {1, 1, 0};
  std::vector<std::string> warnings;
  EXPECT_TRUE(CheckSource(map, classes, warnings).ok());
  EXPECT_THAT(classes, ElementsAre(1, kIgnored, kIgnored));
  EXPECT_THAT(warnings,
              ElementsAre(HasSubstr(
                  "2 of 3 triangles have no area and were dropped; the first one's corner is of line 12")));
}

TEST(SourceCheck, RefusesASourceOfAirAlone) {
  const SourceMap map = OneTriangle({0, 0, 0}, {0, 0, 9}, {9, 0, 0});
  std::vector<TriangleClass> classes = {kNotSolid};
  std::vector<std::string> warnings;
  EXPECT_EQ(CheckSource(map, classes, warnings).code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace waystone

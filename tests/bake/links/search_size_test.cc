#include "bake/links/search_size.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "bake/links/border_places.h"
#include "core/base/random.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

using testing::HasSubstr;

const AgentProfile kAgent{
    .name = "a", .radius_m = 0.4, .height_m = 1.8, .max_climb_m = 0.5, .max_slope_deg = 45};

// Pairs by definition: every place on a border with every one, and with the first corner of every polygon.
uint64_t CountSlowly(const NavmeshView& mesh, double spacing_m, double reach_m) {
  std::vector<Vec3> starts;
  std::vector<Vec3> landings;
  for (uint32_t e = 0; e < mesh.arrays().edges.size(); ++e) {
    if (mesh.edge(EdgeId(e)).twin != kNoEdge) continue;
    ForEachPlaceOf(mesh, EdgeId(e), spacing_m, [&](const Vec3& place, Vec2) { starts.push_back(place); });
  }
  landings = starts;
  for (const NavPoly& poly : mesh.arrays().polys) landings.push_back(mesh.EdgeStart(EdgeId(poly.first_edge)));
  uint64_t pairs = 0;
  for (const Vec3& start : starts) {
    for (const Vec3& landing : landings) pairs += PlaneDistance(start, landing) <= reach_m ? 1 : 0;
  }
  return pairs;
}

TEST(LinkSearchSize, IsThatOfTheDefinitionForRoughDistances) {
  // Two places of squares whose centres are one reach apart are by at most the diagonal of a square nearer or
  // farther.
  const double rough = std::sqrt(2.0) / 4 + 1e-9;
  Random random(5);
  for (int round = 0; round < 60; ++round) {
    std::string drawing;
    for (int row = 0; row < 12; ++row) {
      for (int column = 0; column < 12; ++column) drawing += random.NextBelow(3) == 0 ? '#' : '0';
      drawing += '\n';
    }
    drawing[0] = '0';
    const NavmeshData data = AsciiNavmesh(drawing, {.cell_m = random.NextInRange(0.3, 4)});
    const LinkGenOptions options{.jump_distance_m = random.NextInRange(0, 20),
                                 .spacing_m = random.NextInRange(0.2, 2)};
    const double reach_m = LinkReach_m(kAgent, options);
    const uint64_t pairs = SizeLinkSearch(ViewOf(data), kAgent, options).pairs;
    EXPECT_GE(pairs, CountSlowly(ViewOf(data), options.spacing_m, reach_m * (1 - rough)));
    EXPECT_LE(pairs, CountSlowly(ViewOf(data), options.spacing_m, reach_m * (1 + rough)));
  }
}

TEST(LinkSearchSize, OneThatWouldTakeHoursIsRefusedWithItsFigures) {
  // 900 pieces of ground, each 4 m around.
  std::string drawing;
  for (int row = 0; row < 60; ++row) {
    for (int column = 0; column < 60; ++column) drawing += row % 2 == 0 && column % 2 == 0 ? '0' : '#';
    drawing += '\n';
  }
  const NavmeshData data = AsciiNavmesh(drawing);
  const NavmeshView mesh = ViewOf(data);
  EXPECT_EQ(CheckLinkSearch(mesh, kAgent, {.jump_distance_m = 10, .spacing_m = 0.5}), absl::OkStatus());
  const absl::Status refused = CheckLinkSearch(mesh, kAgent, {.jump_distance_m = 100, .spacing_m = 0.1});
  EXPECT_EQ(refused.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(
      std::string(refused.message()),
      testing::AllOf(HasSubstr("jump_distance_m 100"), HasSubstr("spacing_m 0.1"),
                     HasSubstr("1328400000 flights between 36000 places"), HasSubstr("at most 100000000")));
}

}  // namespace
}  // namespace waystone

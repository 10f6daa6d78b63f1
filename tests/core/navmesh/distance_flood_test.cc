#include "core/navmesh/distance_flood.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "core/navmesh/any_angle_search.h"
#include "tests/core/navmesh/any_angle_check.h"
#include "tests/oracle/path_oracle.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Distances from one place against the oracle's, grown step by step.
void CompareWithOracle(const NavmeshView& mesh, const LinkView& links, uint64_t abilities, Random& random,
                       DistanceFlood& flood, int& known) {
  const PathOracle oracle(mesh, kCheckScale, links, abilities);
  const NavLocation start = RandomLatticePlace(mesh, random);
  flood.Begin(mesh, links, abilities, start);
  for (const double limit_m : {random.NextInRange(0, 6), kInfinite}) {
    ASSERT_EQ(flood.GrowTo(limit_m, {}), SearchOutcome::kExhausted);
    for (int i = 0; i < 12; ++i) {
      const NavLocation place = RandomLatticePlace(mesh, random);
      const double exact_m = oracle.Length(start, place);
      const double measured_m = flood.DistanceTo(place);
      if (std::isinf(exact_m) || exact_m > limit_m * (1 + 1e-9)) {
        EXPECT_EQ(measured_m, kInfinite);
      } else if (exact_m < limit_m * (1 - 1e-9)) {
        EXPECT_NEAR(measured_m, exact_m, 1e-9 * (1 + exact_m));
        const std::span<const uint32_t> entered = flood.EnteredPolys();
        EXPECT_EQ(std::count(entered.begin(), entered.end(), place.poly.value()), 1);
        ++known;
      }
    }
  }
}

TEST(DistanceFlood, IsExactWithAndWithoutLinks) {
  Random random(1);
  DistanceFlood flood;
  int known = 0;
  for (int i = 0; i < 900 && !HasFailure(); ++i) {
    const std::string drawing =
        RandomDrawing(3 + static_cast<int>(random.NextBelow(5)), 3 + static_cast<int>(random.NextBelow(5)),
                      random.NextInRange(0.1, 0.6), random);
    SCOPED_TRACE(testing::Message() << i << "\n" << drawing);
    PolygonSoup soup = i % 2 == 0 ? SharedCells(drawing) : JitteredCells(drawing, 0.4, random);
    if (i % 4 < 2) MergeSome(soup, 60, random);
    if (i % 8 == 7) CloseSome(soup, 0.25, random);
    if (soup.polygons.empty()) continue;
    const absl::StatusOr<NavmeshData> data = BuildNavmesh(soup);
    ASSERT_TRUE(data.ok()) << data.status();
    const NavmeshView mesh = ViewOf(*data);
    const LinkData link_data = RandomLinks(mesh, random.NextBelow(6), i % 3 == 0, random);
    const absl::StatusOr<LinkView> links = LinkView::Create(link_data, mesh);
    ASSERT_TRUE(links.ok()) << links.status();
    CompareWithOracle(mesh, *links, random.NextBelow(4), random, flood, known);
  }
  EXPECT_GT(known, 8000);
}

// What was known when the flood ended is exact, and a later call goes on.
TEST(DistanceFlood, SaysHowFarItCameAndGoesOn) {
  Random random(2);
  const NavmeshData data = AsciiNavmesh(RandomDrawing(30, 30, 0.3, random));
  const NavmeshView mesh = ViewOf(data);
  const LinkView links;
  const NavLocation start{PolyId(0), ClosestPointOnPoly(mesh, PolyId(0), {0.5, 0, 0.5})};
  DistanceFlood whole;
  whole.Begin(mesh, links, 0, start);
  ASSERT_EQ(whole.GrowTo(kInfinite, {}), SearchOutcome::kExhausted);
  EXPECT_EQ(whole.grown_to_m(), kInfinite);
  DistanceFlood flood;
  flood.Begin(mesh, links, 0, start);
  FloodOptions options;
  options.max_nodes = 200;
  ASSERT_EQ(flood.GrowTo(kInfinite, options), SearchOutcome::kExpansionLimit);
  const double reached_m = flood.grown_to_m();
  EXPECT_GT(reached_m, 1);
  EXPECT_LT(reached_m, 30);
  const auto expect_known = [&] {
    for (uint32_t i = 0; i < mesh.poly_count(); ++i) {
      const NavLocation place{PolyId(i), ClosestPointOnPoly(mesh, PolyId(i), {9, 0, 9})};
      const double exact_m = whole.DistanceTo(place);
      EXPECT_EQ(flood.DistanceTo(place), exact_m <= flood.grown_to_m() ? exact_m : kInfinite);
    }
  };
  expect_known();
  EXPECT_EQ(flood.GrowTo(kInfinite, {}), SearchOutcome::kExhausted);
  expect_known();
}

TEST(DistanceFlood, StopsWhenCancelled) {
  const NavmeshData data = AsciiNavmesh("....\n....\n....\n");
  const NavmeshView mesh = ViewOf(data);
  const LinkView links;
  const NavLocation start{PolyId(0), {0.5, 0, 0.5}};
  const std::atomic<bool> cancelled = true;
  DistanceFlood flood;
  flood.Begin(mesh, links, 0, start);
  FloodOptions options;
  options.deadline = Deadline(Deadline::Clock::time_point::max(), &cancelled);
  EXPECT_EQ(flood.GrowTo(kInfinite, options), SearchOutcome::kCancelled);
  EXPECT_EQ(flood.DistanceTo(start), 0);
}

}  // namespace
}  // namespace waystone

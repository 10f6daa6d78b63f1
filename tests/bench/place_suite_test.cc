#include "bench/place/place_suite.h"

#include <gtest/gtest.h>

#include "tests/bench/bench_package.h"
#include "tests/oracle/place_oracle.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

TEST(PlaceSuite, PrintsALinePerRequestAndChecksWhatIsPlaced) {
  const TempFolder folder;
  // Two islands of 40 m by 16 m with pillars; the second one is not reachable.
  WriteBenchPackage(folder.File("f.waymap"),
                    "..........\n.#......#.\n..........\n..........\n##########\n.........\n..#......\n");
  absl::Status status;
  const std::vector<nlohmann::json> lines = LinesOf(
      [&] {
        return RunPlaceSuite({.package_path = folder.File("f.waymap"), .seconds = 0.01, .large_count = 4000},
                             BenchLines(true));
      },
      status);
  EXPECT_TRUE(status.ok()) << status;
  ASSERT_EQ(lines.size(), 7U);
  for (const nlohmann::json& line : lines) {
    EXPECT_GT(line["us"]["median"], 0.0) << line;
    EXPECT_GT(line["per_second"], 0.0) << line;
    EXPECT_GT(line["per_second_batch_64"], 0.0) << line;
    if (line["request"] == "audit_1000") {
      EXPECT_GT(line["rejected"]["isolated"], 0U) << line;
      EXPECT_GT(line["rejected"]["clearance"], 0U) << line;
      EXPECT_TRUE(line["checked"].is_null()) << line;
      continue;
    }
    EXPECT_GT(line["checked"], 0U) << line;
    EXPECT_EQ(line["check_failures"], 0U) << line;
  }
  EXPECT_GT(lines.back()["rejected"]["no_room"], 0U) << "4000 positions 2 m apart do not fit";
}

TEST(PlaceSuite, FailsOnAPackageThatIsNotThere) {
  const absl::Status status = RunPlaceSuite({.package_path = "no/such.waymap"}, BenchLines(true));
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
}

// The check itself: one position for each fault, on a map whose main ground leads one way into a pit, and
// from a ledge.
TEST(PlaceOracle, FindsEveryFault) {
  NavmeshData drawn = AsciiNavmesh("............. ...\n");
  const auto poly_at = [&](double x) { return PolyAt(ViewOf(drawn), x, 0.5); };
  MakeOneWay(drawn, poly_at(2.5), poly_at(3.5));
  MakeOneWay(drawn, poly_at(10.5), poly_at(11.5));
  const NavmeshView mesh = ViewOf(drawn);
  PlaceOracle oracle(mesh, {}, 0, {poly_at(5.5)});
  const auto check = [&](double x, double y = 0, const PlaceOracleRules& rules = {}) {
    return oracle.Check({{x, y, 0.5}}, rules);
  };
  EXPECT_EQ(check(5.5).Sum(), 0U);
  EXPECT_EQ(check(1.5).unreachable, 1U);
  EXPECT_EQ(check(15.5).unreachable, 1U);
  EXPECT_EQ(check(12.5).no_return, 1U);
  EXPECT_EQ(check(5.5, 2.2).off_surface, 1U);
  EXPECT_EQ(check(13.5).off_surface, 1U);
  EXPECT_EQ(check(5.5, 0, {.clearance_m = 0.49}).Sum(), 0U);
  EXPECT_EQ(check(5.5, 0, {.clearance_m = 0.51}).clearance, 1U);
  // The passage from the ledge cannot be walked back: it is a border for what lies below it alone.
  EXPECT_EQ(check(3.2, 0, {.clearance_m = 0.3}).clearance, 1U);
  EXPECT_EQ(check(2.8, 0, {.clearance_m = 0.3}).clearance, 0U);
  EXPECT_EQ(check(5.5, 0, {.centre = Vec3(7, 0, 0.5), .ball_radius_m = 1.4}).outside_region, 1U);
  EXPECT_EQ(check(5.5, 0, {.centre = Vec3(7, 0, 0.5), .ball_radius_m = 1.6}).Sum(), 0U);
  const std::vector<Vec3> three = {{4.2, 0, 0.5}, {5.1, 0, 0.5}, {7, 0, 0.5}};
  EXPECT_EQ(oracle.Check(three, {.spacing_m = 1}).too_close, 2U);
  EXPECT_EQ(oracle.Check(three, {.spacing_m = 0.9}).Sum(), 0U);
  EXPECT_EQ(oracle.Check(three, {.spacing_m = 2}).too_close, 3U);
}

}  // namespace
}  // namespace waystone

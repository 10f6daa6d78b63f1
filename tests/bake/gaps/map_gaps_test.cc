#include "bake/gaps/map_gaps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

#include "bake/collision/collision_builder.h"
#include "bake/recast/gap_windows.h"
#include "bake/recast/open_spans.h"
#include "core/base/str_cat.h"
#include "tests/bake/recast/box_scene.h"

namespace waystone {
namespace {

// Bakes the scene and joins its gaps, those across the borders of tiles among them.
GapData GapsOf(const BoxScene& scene, const AgentProfile& agent, int threads = 1, double tile_size_m = 0,
               bool with_windows = true) {
  const VoxelSettings settings = *MakeVoxelSettings(agent, {.tile_size_m = tile_size_m});
  const BakeInput input{scene.map, scene.classes, SolidBounds(scene.map, scene.classes), Vec3(), {}};
  const auto plan = PlanTiles(input, settings);
  WS_CHECK(plan.ok());
  auto outcome = BakePolygons(input, settings, *plan, agent.max_climb_m, threads, nullptr);
  WS_CHECK(outcome.ok());
  const auto mesh_data = BuildNavmesh(outcome->soup);
  WS_CHECK(mesh_data.ok());
  const auto mesh = NavmeshView::Create(*mesh_data);
  std::vector<TileGap> gaps = outcome->found.gaps;
  if (with_windows) {
    auto all = FindGapsOfMap(input, settings, *plan, agent, *mesh, outcome->found, threads);
    WS_CHECK(all.ok());
    gaps = std::move(all->gaps);
  }
  std::vector<Vec3f> vertices;
  std::vector<CollisionTriangle> triangles;
  for (const Vec3& vertex : scene.map.vertices) vertices.push_back(vertex.ToFloat());
  for (const auto& t : scene.map.triangles) triangles.push_back({{t[0], t[1], t[2]}});
  const auto data = BuildCollision(vertices, triangles);
  WS_CHECK(data.ok());
  const auto solid = CollisionView::Create(data->vertices, data->triangles, data->nodes);
  return JoinGaps(*mesh, gaps, agent, GapRulesOf(settings), *solid, threads);
}

// Of the gap at the floor; with a ceiling there is ground on it, too.
std::vector<GapFix> FixesAtFloor(const GapData& gaps) {
  for (const Gap& gap : gaps.gaps) {
    const std::span<const GapFix> fixes = std::span(gaps.fixes).subspan(gap.first_fix, gap.fix_count);
    const auto is_low = [](const GapFix& fix) { return fix.at[1] < 1 && fix.to[1] < 1; };
    if (std::ranges::all_of(fixes, is_low)) return {fixes.begin(), fixes.end()};
  }
  return {};
}

// Two floors, the second one higher.
BoxScene Step(double height, double length = 20) {
  BoxScene scene;
  scene.AddFloor(0, 0, length / 2, 10, 0);
  scene.AddBox({length / 2, -1, 0}, {length, height, 10});
  return scene;
}

TEST(MapGaps, AStepIsMeasuredByTheTrianglesNotByVoxels) {
  const GapData gaps = GapsOf(Step(0.87), {});
  ASSERT_EQ(gaps.gaps.size(), 1U);
  ASSERT_EQ(gaps.fixes.size(), 1U);
  EXPECT_EQ(gaps.fixes[0].kind, GapKind::kStep);
  EXPECT_NEAR(gaps.fixes[0].measure, 0.87, 1e-3);
  EXPECT_FLOAT_EQ(gaps.fixes[0].limit, 0.5F);
  EXPECT_NEAR(gaps.fixes[0].at[0], 10, 0.5);
}

TEST(MapGaps, AHighStepIsNoNarrowPassageToo) {
  for (const double height_m : {2.9, 3.0, 3.1, 6.0, 12.0}) {
    for (const double low_m : {-1.0, 0.0, 2.0, 8.0}) {
      SCOPED_TRACE(StrCat(height_m, " m from ", low_m));
      BoxScene scene;
      scene.AddBox({0, low_m + height_m - 1, 0}, {10, low_m + height_m, 10});  // nothing is below it
      scene.AddBox({10, low_m - 1, 0}, {20, low_m, 10});
      const GapData gaps = GapsOf(scene, {});
      ASSERT_EQ(gaps.fixes.size(), 1U);
      EXPECT_EQ(gaps.fixes[0].kind, GapKind::kStep);
      EXPECT_NEAR(gaps.fixes[0].measure, height_m, 1e-3);
    }
  }
}

TEST(MapGaps, ARampOf50To80DegreesIsOneSlope) {
  for (const double slope_deg : {50, 60, 70, 75, 80}) {
    for (const double rise_m : {1.5, 2.0, 3.0}) {
      SCOPED_TRACE(StrCat(slope_deg, " degrees, ", rise_m, " m"));
      const double run_m = rise_m / std::tan(slope_deg * std::numbers::pi / 180);
      BoxScene scene;
      scene.AddFloor(0, 0, 10, 10, 0);
      scene.AddSlope(10, 0, 10 + run_m, 10, 0, rise_m);
      scene.AddFloor(10 + run_m, 0, 20 + run_m, 10, rise_m);
      const GapData gaps = GapsOf(scene, {});
      ASSERT_EQ(gaps.fixes.size(), 1U);
      EXPECT_EQ(gaps.fixes[0].kind, GapKind::kSlope);
      EXPECT_NEAR(gaps.fixes[0].measure, slope_deg, 0.1);
    }
  }
}

TEST(MapGaps, WhatOnlyVoxelsCloseIsNamedWithItsMeasure) {
  for (const double height_m : {1.85, 1.9}) {
    BoxScene low;
    low.AddFloor(0, 0, 20, 4, 0);
    low.AddBox({9, height_m, 0}, {11, 4, 4});
    for (const double z : {-0.5, 4.0}) low.AddBox({0, -1, z}, {20, 4, z + 0.5});
    const std::vector<GapFix> fixes = FixesAtFloor(GapsOf(low, {}));
    ASSERT_EQ(fixes.size(), 1U) << height_m;
    EXPECT_EQ(fixes[0].kind, GapKind::kHeadroom);
    EXPECT_NEAR(fixes[0].measure, height_m, 1e-3);
  }
  for (const double width_m : {0.8, 0.9, 1.0}) {
    BoxScene plank;
    plank.AddFloor(0, 0, 10, 10, 0);
    plank.AddBox({10, -0.5, 5 - width_m / 2}, {14, 0, 5 + width_m / 2});
    plank.AddFloor(14, 0, 24, 10, 0);
    const GapData gaps = GapsOf(plank, {});
    ASSERT_EQ(gaps.fixes.size(), 1U) << width_m;
    EXPECT_EQ(gaps.fixes[0].kind, GapKind::kWidth);
    EXPECT_NEAR(gaps.fixes[0].measure, width_m, 2e-3);
  }
}

TEST(MapGaps, GroundAsSteepAsTheLimitIsASlope) {
  for (const double limit_deg : {40.0, 45.0}) {
    BoxScene scene;
    const double rise_m = 3 * std::tan((limit_deg + 1e-3) * std::numbers::pi / 180);
    scene.AddFloor(0, 0, 10, 10, 0);
    scene.AddSlope(10, 0, 13, 10, 0, rise_m);
    scene.AddFloor(13, 0, 23, 10, rise_m);
    const GapData gaps = GapsOf(scene, {.max_slope_deg = limit_deg});
    ASSERT_EQ(gaps.fixes.size(), 1U);
    EXPECT_EQ(gaps.fixes[0].kind, GapKind::kSlope);
    EXPECT_NEAR(gaps.fixes[0].measure, limit_deg, 0.01);
  }
}

TEST(MapGaps, ASteepNarrowRampIsBoth) {
  const double run_m = 2 / std::tan(52 * std::numbers::pi / 180);
  BoxScene scene;
  scene.AddFloor(0, 0, 10, 10, 0);
  scene.AddSlope(10, 4.7, 10 + run_m, 5.3, 0, 2);
  scene.AddFloor(10 + run_m, 0, 20 + run_m, 10, 2);
  const GapData gaps = GapsOf(scene, {});
  ASSERT_EQ(gaps.fixes.size(), 2U);
  const size_t width = gaps.fixes[0].kind == GapKind::kWidth ? 0 : 1;  // both are at one place
  EXPECT_NEAR(gaps.fixes[width].measure, 0.6, 0.05);
  EXPECT_EQ(gaps.fixes[1 - width].kind, GapKind::kSlope);
  EXPECT_NEAR(gaps.fixes[1 - width].measure, 52, 0.1);
}

// Nobody walks over a hole, nor on the top of the wall beside it.
TEST(MapGaps, AHoleIsNoPassage) {
  for (const double width_m : {0.4, 1.0, 2.5}) {
    for (const bool has_walls : {false, true}) {
      SCOPED_TRACE(StrCat(width_m, has_walls ? " m, walls" : " m"));
      BoxScene scene;
      scene.AddFloor(0, 0, 10, 4, 0);
      scene.AddFloor(10 + width_m, 0, 20, 4, 0);
      for (const double z : {-0.3, 4.0}) {
        if (has_walls) scene.AddBox({0, -1, z}, {20, 4, z + 0.3});
      }
      EXPECT_TRUE(FixesAtFloor(GapsOf(scene, {})).empty());
      EXPECT_TRUE(GapsOf(scene, {}).gaps.empty());
    }
  }
}

// The parapet of a roof is stepped on, and off again.
TEST(MapGaps, BehindAHighStepALowWallLeadsDown) {
  BoxScene scene = Step(5.3);
  scene.AddBox({10, 5.3, 0}, {10.25, 6, 10});
  const GapData gaps = GapsOf(scene, {});
  ASSERT_EQ(gaps.fixes.size(), 2U);
  EXPECT_EQ(gaps.fixes[0].kind, GapKind::kStep);
  EXPECT_NEAR(gaps.fixes[0].measure, 6, 1e-3);
  EXPECT_EQ(gaps.fixes[1].kind, GapKind::kStep);
  EXPECT_NEAR(gaps.fixes[1].measure, 0.7, 1e-3);
}

// Which gap leads from the floor on one side of x = 10 to that on the other.
std::vector<GapFix> FixesOver(const GapData& gaps, double x, double top_m) {
  for (const Gap& gap : gaps.gaps) {
    const std::span<const GapFix> fixes = std::span(gaps.fixes).subspan(gap.first_fix, gap.fix_count);
    const bool is_low = fixes.front().at[1] < 0.1F && fixes.back().to[1] < top_m;
    const bool is_over =
        (static_cast<double>(fixes.front().at[0]) - x) * (static_cast<double>(fixes.back().to[0]) - x) <= 0.3;
    if (is_low && is_over && fixes.size() == 1) return {fixes.begin(), fixes.end()};
  }
  return {};
}

// Roofs from which one could step down onto the wall are no part of the way over it.
TEST(MapGaps, AWallBetweenRoofsIsOneFix) {
  BoxScene scene;
  scene.AddFloor(0, 0, 20, 10, 0);
  scene.AddBox({8, 0, 0}, {12, 4, 3.5});
  scene.AddBox({8, 0, 6.5}, {12, 4, 10});
  scene.AddBox({9.8, 0, 3.5}, {10.1, 2.6, 6.5});
  const std::vector<GapFix> fixes = FixesOver(GapsOf(scene, {}), 10, 2.7);
  ASSERT_EQ(fixes.size(), 1U);
  EXPECT_EQ(fixes[0].kind, GapKind::kStep);
  EXPECT_EQ(fixes[0].shape, StepShape::kWall);
  EXPECT_NEAR(fixes[0].measure, 2.6, 1e-3);
}

// Columns of usual voxels fit through at most the widest of them.
TEST(MapGaps, VeryNarrowDoorwaysAreFoundInFinerVoxels) {
  for (const double width_m : {0.26, 0.3, 0.36}) {
    for (const double wall_m : {2.0, 3.0}) {  // high; the ceiling is at 3
      SCOPED_TRACE(StrCat(width_m, " m wide"));
      BoxScene scene;
      scene.AddFloor(0, 0, 20, 10, 0);
      scene.AddBox({10.07, 0, 0}, {10.3, wall_m, 5.03 - width_m / 2});
      scene.AddBox({10.07, 0, 5.03 + width_m / 2}, {10.3, wall_m, 10});
      scene.AddBox({0, 3, 0}, {20, 3.2, 10});
      const std::vector<GapFix> fixes = FixesAtFloor(GapsOf(scene, {}));
      ASSERT_EQ(fixes.size(), 1U);
      EXPECT_EQ(fixes[0].kind, GapKind::kWidth);
      EXPECT_NEAR(fixes[0].measure, width_m, 1e-3);
      if (width_m > 0.3) continue;
      EXPECT_TRUE(FixesAtFloor(GapsOf(scene, {}, 1, 0, false)).empty()) << "by the usual voxels";
    }
  }
}

TEST(MapGaps, NoneAreBetweenGroundThatIsOne) { EXPECT_TRUE(GapsOf(Step(0.4), {}).gaps.empty()); }

// Two halves of a floor and a wall between them, with a doorway in it.
BoxScene Doorway(double width_m, double height_m, double thick_m, bool has_ceiling) {
  BoxScene scene;
  scene.AddFloor(0, 0, 20, 10, 0);
  const double low = 5 - width_m / 2;
  const double high = 5 + width_m / 2;
  scene.AddBox({10, 0, 0}, {10 + thick_m, 3, low});
  scene.AddBox({10, 0, high}, {10 + thick_m, 3, 10});
  scene.AddBox({10, height_m, low}, {10 + thick_m, 3, high});
  if (has_ceiling) scene.AddBox({0, 3, 0}, {20, 3.2, 10});
  return scene;
}

TEST(MapGaps, ALowDoorwayThatIsWideEnoughIsOnlyLow) {
  for (const bool has_ceiling : {false, true}) {
    for (const double thick_m : {0.1, 0.2, 0.3, 0.4, 1.0}) {
      for (const double width_m : {1.0, 1.2, 2.0}) {
        SCOPED_TRACE(StrCat(width_m, " m wide, ", thick_m, " m thick, ceiling ", has_ceiling));
        const std::vector<GapFix> fixes =
            FixesAtFloor(GapsOf(Doorway(width_m, 1.5, thick_m, has_ceiling), {}));
        ASSERT_EQ(fixes.size(), 1U);
        EXPECT_EQ(fixes[0].kind, GapKind::kHeadroom);
        EXPECT_NEAR(fixes[0].measure, 1.5, 1e-3);
      }
    }
  }
}

TEST(MapGaps, ALowNarrowDoorwayIsBoth) {
  for (const double thick_m : {0.1, 0.2, 0.4, 1.0}) {
    SCOPED_TRACE(thick_m);
    const std::vector<GapFix> fixes = FixesAtFloor(GapsOf(Doorway(0.6, 1.5, thick_m, true), {}));
    ASSERT_EQ(fixes.size(), 2U);
    const size_t width = fixes[0].kind == GapKind::kWidth ? 0 : 1;  // both are at one place
    EXPECT_EQ(fixes[width].kind, GapKind::kWidth);
    EXPECT_NEAR(fixes[width].measure, 0.6, 1e-3);
    EXPECT_EQ(fixes[1 - width].kind, GapKind::kHeadroom);
    EXPECT_NEAR(fixes[1 - width].measure, 1.5, 1e-3);
  }
}

TEST(MapGaps, TwoNarrowDoorwaysAreTwoFixes) {
  BoxScene scene;
  scene.AddFloor(0, 0, 20, 10, 0);
  for (const auto& [x, half_m] : {std::pair(10.0, 0.3), std::pair(11.2, 0.2)}) {
    scene.AddBox({x, 0, 0}, {x + 0.2, 3, 5 - half_m});
    scene.AddBox({x, 0, 5 + half_m}, {x + 0.2, 3, 10});
  }
  const std::vector<GapFix> fixes = FixesAtFloor(GapsOf(scene, {}));
  ASSERT_EQ(fixes.size(), 2U);
  EXPECT_NEAR(fixes[0].measure, 0.6, 1e-3);
  EXPECT_NEAR(fixes[1].measure, 0.4, 1e-3);
}

// Stairs of 0.6 m, each a fix as far as there is room for them.
TEST(MapGaps, EachStepOfStairsIsAFix) {
  for (const int count : {5, 12}) {
    SCOPED_TRACE(count);
    BoxScene scene;
    scene.AddFloor(0, 0, 10, 10, 0);
    for (int i = 1; i <= count; ++i)
      scene.AddBox({9.0 + i, -1, 0}, {i == count ? 19.0 + i : 10.0 + i, 0.6 * i, 10});
    const GapData gaps = GapsOf(scene, {});
    uint32_t steps = 0;
    for (const GapFix& fix : gaps.fixes) {
      EXPECT_EQ(fix.kind, GapKind::kStep);
      EXPECT_NEAR(fix.measure, 0.6, 1e-3);
      steps += 1U + fix.more_places;
    }
    EXPECT_EQ(steps, static_cast<uint32_t>(count));
    EXPECT_LE(gaps.fixes.size(), kMostPlacesOfRule);
  }
}

TEST(MapGaps, OfManyTilesThereIsOneOfEachPairOfIslands) {
  const GapData gaps = GapsOf(Step(0.8, 60), {}, 1, 16);
  ASSERT_EQ(gaps.gaps.size(), 1U);
  EXPECT_NEAR(gaps.fixes[0].measure, 0.8, 1e-3);
}

TEST(MapGaps, StepsAreFoundWhereverTheBordersOfTilesLie) {
  uint32_t without = 0;
  for (int i = 0; i < 24; ++i) {
    // Tiles are 16 cells of 0.2 m wide: some of these steps lie on a border.
    BoxScene scene;
    const double at = 8 + 0.2 * i;
    scene.AddFloor(0, 0, at, 3, 0);
    scene.AddBox({at, -1, 0}, {20, 0.8, 3});
    const GapData gaps = GapsOf(scene, {}, 1, 3.2);
    ASSERT_EQ(gaps.gaps.size(), 1U) << at;
    EXPECT_EQ(gaps.fixes[0].kind, GapKind::kStep) << at;
    EXPECT_NEAR(gaps.fixes[0].at[0], at, 0.5) << at;
    EXPECT_EQ(gaps.fixes.size(), 1U) << at;
    without += GapsOf(scene, {}, 1, 3.2, false).gaps.empty() ? 1 : 0;
  }
  EXPECT_GT(without, 0U) << "some are found in windows only";
}

TEST(MapGaps, AreTheSameWithAnyNumberOfThreads) {
  BoxScene scene = Step(0.8, 60);
  scene.AddBox({3, 0, 3}, {7, 1.2, 7});
  scene.AddBox({13, 0, 2}, {17, 0.9, 8});
  const GapData one = GapsOf(scene, {}, 1, 16);
  const GapData three = GapsOf(scene, {}, 3, 16);
  ASSERT_EQ(one.fixes.size(), three.fixes.size());
  EXPECT_GE(one.gaps.size(), 3U);
  for (size_t i = 0; i < one.fixes.size(); ++i) EXPECT_EQ(one.fixes[i].measure, three.fixes[i].measure);
}

}  // namespace
}  // namespace waystone

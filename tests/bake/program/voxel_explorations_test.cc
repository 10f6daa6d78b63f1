// Explorations of swimmers and flyers through baked volumes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/explore/route_explorer.h"
#include "core/store/loaded_map.h"
#include "core/surface/volume/volumes_of_map.h"
#include "core/volume/voxel_line.h"
#include "core/volume/voxel_sight.h"
#include "tests/bake/program/bake_run.h"
#include "tests/oracle/plain_volume_search.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using testing::HasSubstr;

constexpr std::array kOrders = {WalkOrder::kBreadthFirst, WalkOrder::kDepthFirst, WalkOrder::kPocketFirst,
                                WalkOrder::kShortest};

// The shortest walk is improved as long as that; the others need not be over sooner.
std::chrono::milliseconds BudgetOf(WalkOrder order) {
  return std::chrono::milliseconds(order == WalkOrder::kShortest ? 50 : 60'000);
}

class VoxelExplorations : public testing::Test {
 protected:
  // Voxels of 2 m from (0, 0, 0) on, as WriteFile: "voxel 3 3 3\n" and what is blocked.
  void Load(const std::string& text, const std::string& settings = "skeleton: {reach_m: 8}\n") {
    WriteFile(folder_.File("cave.3dmap"), text);
    WriteFile(folder_.File("cave.3dmap.bake.yaml"), "cell_size_m: 2\n" + settings);
    const ProgramRun run = Bake({folder_.File("cave.3dmap"), "-o", folder_.path()});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    err_ = run.err;
    map_ = *LoadedMap::Load(folder_.File("cave.waymap"));
    view_ = *map_->View("");
  }
  void LoadRandom(int x, int y, int z, uint32_t percent, Random& random) {
    std::string text = StrCat("voxel ", x, " ", y, " ", z, "\n");
    for (int i = 0; i < x * y * z; ++i) {
      if (random.NextBelow(100) < percent) StrAppend(text, i % x, " ", i / x % y, " ", i / x / y, "\n");
    }
    Load(text);
  }
  // Layers from the top down, as DrawnVoxels.
  void LoadDrawn(const std::vector<std::vector<std::string_view>>& layers, const std::string& settings) {
    std::string text = StrCat("voxel ", layers[0][0].size(), " ", layers.size(), " ", layers[0].size(), "\n");
    for (size_t y = 0; y < layers.size(); ++y) {
      const std::vector<std::string_view>& layer = layers[layers.size() - 1 - y];
      for (size_t z = 0; z < layer.size(); ++z) {
        for (size_t x = 0; x < layer[z].size(); ++x) {
          if (layer[z][x] == '#') StrAppend(text, x, " ", y, " ", z, "\n");
        }
      }
    }
    Load(text, settings);
  }

  const VolumeView& volume() const { return VolumeOf(view_); }
  Vec3 origin() const { return map_->manifest().origin; }
  Voxel VoxelAt(const Vec3& absolute) const { return volume().VoxelAt(absolute - origin()); }
  Vec3 KeyPointAt(uint32_t id) const { return view_.skeleton->Position(KeyPointId(id)) + origin(); }
  Vec3 RandomFree(Random& random) const {
    Voxel voxel;
    do {
      voxel = volume().size().VoxelOf(random.NextBelow(static_cast<uint32_t>(volume().size().VoxelCount())));
    } while (!volume().IsFree(voxel));
    const auto within = [&] { return random.NextInRange(-0.9, 0.9); };
    return volume().MiddleOf(voxel) + origin() + Vec3(within(), within(), within());
  }
  uint32_t PointsInPartOf(const Vec3& at) const {
    const uint32_t part = *volume().PartOf(VoxelAt(at));
    return static_cast<uint32_t>(
        std::ranges::count(view_.skeleton->key_points(), part, [](const KeyPoint& k) { return k.poly; }));
  }

  ExplorationAnswer Explore(const ExplorationQuery& query) {
    const auto answer = ExploreRoute(view_, query, scratch_);
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.value_or(ExplorationAnswer());
  }

  // The line of a walk is free, its one leg tells its length, and it comes to its key points in their order.
  void ExpectSound(const ExplorationQuery& query, const ExplorationWalk& walk, LinkKind kind) {
    ExpectSoundIn(volume(), query, walk, kind);
  }
  void ExpectSoundIn(const VolumeView& space, const ExplorationQuery& query, const ExplorationWalk& walk,
                     LinkKind kind) {
    const RouteAnswer& route = walk.route;
    ASSERT_FALSE(route.points.empty());
    EXPECT_LT(Distance(route.points[0], query.start), 1e-9);
    double length_m = 0;
    for (size_t i = 1; i < route.points.size(); ++i) {
      length_m += Distance(route.points[i - 1], route.points[i]);
      const bool ends_walk = query.max_length_m > 0 && i + 1 == route.points.size();
      if (!ends_walk) {
        ASSERT_TRUE(IsLineFree(space, VoxelAt(route.points[i - 1]), VoxelAt(route.points[i])));
      }
    }
    EXPECT_NEAR(route.length_m, length_m, 1e-6);
    ASSERT_LE(route.legs.size(), 1U);
    if (route.legs.empty()) return;
    EXPECT_EQ(route.legs[0].kind, kind);
    EXPECT_EQ(route.legs[0].point_count, route.points.size());
    EXPECT_NEAR(route.legs[0].length_m, length_m, 1e-6);
    EXPECT_GT(route.legs[0].cost_m, 0);
    size_t next = 0;
    for (const Vec3& point : route.points) {
      while (next < walk.key_points.size() && Distance(KeyPointAt(walk.key_points[next]), point) < 1e-3)
        ++next;
    }
    EXPECT_EQ(next, walk.key_points.size());
  }

  const TempFolder folder_;
  std::string err_;
  std::shared_ptr<const LoadedMap> map_;
  MapView view_;
  Scratch scratch_;
};

TEST_F(VoxelExplorations, EveryOrderVisitsAllOfThePartOverFreeLines) {
  Random random(3);
  size_t visits = 0;
  for (int round = 0; round < 12; ++round) {
    ASSERT_NO_FATAL_FAILURE(LoadRandom(16, 12, 14, 5 + random.NextBelow(45), random));
    for (const WalkOrder order : kOrders) {
      ExplorationQuery query;
      query.start = RandomFree(random);
      query.order = order;
      query.return_to_start = random.NextBelow(2) == 0;
      query.walkers = 1 + random.NextBelow(2);
      query.search_budget = BudgetOf(query.order);
      const ExplorationAnswer answer = Explore(query);
      EXPECT_EQ(answer.status, RouteStatus::kComplete) << answer.explanation;
      EXPECT_EQ(answer.end, ExploreEnd::kCovered);
      EXPECT_EQ(answer.coverage, 1);
      EXPECT_EQ(answer.basis, RouteBasis::kBaked);
      EXPECT_EQ(answer.reachable_key_points, PointsInPartOf(query.start));
      EXPECT_EQ(answer.unjoinable_key_points, 0U);
      ASSERT_EQ(answer.walks.size(), query.walkers);
      std::set<uint32_t> visited;
      double length_m = 0;
      for (const ExplorationWalk& walk : answer.walks) {
        ASSERT_NO_FATAL_FAILURE(ExpectSound(query, walk, LinkKind::kFly));
        EXPECT_TRUE(!query.return_to_start || Distance(walk.route.points.back(), query.start) < 1e-9);
        visited.insert(walk.key_points.begin(), walk.key_points.end());
        length_m += walk.route.length_m;
      }
      EXPECT_EQ(visited.size(), answer.reachable_key_points);
      EXPECT_LE(answer.lower_bound_m, length_m + 1e-3);
      visits += visited.size();
    }
  }
  EXPECT_GT(visits, 1500U);
}

TEST_F(VoxelExplorations, BeginWithTheShortestPathToTheNearestKeyPoint) {
  Random random(5);
  ASSERT_NO_FATAL_FAILURE(LoadRandom(24, 14, 20, 30, random));
  PlainVolumeSearch oracle(volume());
  for (int i = 0; i < 25; ++i) {
    ExplorationQuery query;
    query.start = RandomFree(random);
    query.coverage = 0;
    const ExplorationAnswer answer = Explore(query);
    ASSERT_EQ(answer.walks.size(), 1U);
    std::optional<VoxelLength> least;
    uint32_t nearest = 0;
    for (uint32_t k = 0; k < view_.skeleton->size(); ++k) {
      const auto length = oracle.Find(VoxelAt(query.start), VoxelAt(KeyPointAt(k)));
      if (!length || (least && *length >= *least)) continue;
      least = length;
      nearest = k;
    }
    ASSERT_TRUE(least.has_value());
    EXPECT_EQ(answer.walks[0].key_points, std::vector<uint32_t>{nearest});
    EXPECT_NEAR(answer.walks[0].route.cost_m, InVoxels(*least) * 2, 1e-6);
    const double least_m = InVoxels(*least) * 2;
    query.max_join_m = least_m / 2;
    if (least_m > 0) {
      EXPECT_EQ(Explore(query).reason, RouteReason::kLengthLimit);
    }
    query.max_join_m = least_m + 0.1;
    EXPECT_EQ(Explore(query).status, RouteStatus::kComplete);
  }
}

TEST_F(VoxelExplorations, PreferAKeyPointAheadThatIsNotMuchFarther) {
  ASSERT_NO_FATAL_FAILURE(Load("voxel 40 3 3\n", "skeleton: {reach_m: 6}\n"));
  ExplorationQuery query;
  query.coverage = 0;
  for (double x = 3; x < 77; x += 2) {
    for (const double ahead : {-1.0, 1.0}) {
      query.start = {x, 3, 3};
      query.movement = std::nullopt;
      const Vec3 nearest = KeyPointAt(Explore(query).walks[0].key_points[0]);
      query.movement = Vec2{ahead, 0};
      const Vec3 found = KeyPointAt(Explore(query).walks[0].key_points[0]);
      const bool is_ahead = (found.x - x) * ahead >= 0;
      EXPECT_TRUE(is_ahead || found == nearest);
      EXPECT_LE(std::abs(found.x - x), std::abs(nearest.x - x) + kMovementDetour_m);
    }
  }
}

TEST_F(VoxelExplorations, LimitsCoverageAndWhatIsKnownHoldInThreeDimensions) {
  Random random(9);
  ASSERT_NO_FATAL_FAILURE(LoadRandom(14, 20, 12, 25, random));
  for (int i = 0; i < 40; ++i) {
    ExplorationQuery query;
    query.start = RandomFree(random);
    query.order = kOrders[random.NextBelow(4)];
    query.search_budget = BudgetOf(query.order);
    const ExplorationAnswer whole = Explore(query);
    query.max_length_m = whole.walks[0].route.length_m * random.NextInRange(0.1, 0.9);
    const ExplorationAnswer cut = Explore(query);
    ASSERT_NO_FATAL_FAILURE(ExpectSound(query, cut.walks[0], LinkKind::kFly));
    EXPECT_LE(cut.walks[0].route.length_m, query.max_length_m + 1e-9);
    query.max_length_m = 0;
    query.coverage = 0.5;
    const ExplorationAnswer half = Explore(query);
    EXPECT_GE(half.coverage, 0.5);
    EXPECT_LE(half.walks[0].route.length_m, whole.walks[0].route.length_m + 1e-9);
    query.coverage = 1;
    query.visited = whole.walks[0].key_points;
    EXPECT_LE(Explore(query).walks[0].key_points.size(), 1U);
  }
}

TEST_F(VoxelExplorations, TheShareSeenIsThatOfTheVoxelsInSight) {
  Random random(7);
  for (int round = 0; round < 4; ++round) {
    ASSERT_NO_FATAL_FAILURE(LoadRandom(13, 9, 11, 20 + 5 * static_cast<uint32_t>(round), random));
    ExplorationQuery query;
    query.start = RandomFree(random);
    query.coverage = 0;  // it only goes to the nearest key point
    for (const double radius_m : {3.0, 7.0, 100.0}) {
      query.sight_radius_m = radius_m;
      const ExplorationAnswer answer = Explore(query);
      const std::vector<Vec3>& points = answer.walks[0].route.points;
      const uint32_t part = *volume().PartOf(VoxelAt(query.start));
      int seen = 0;
      int all = 0;
      for (uint32_t id = 0; id < volume().size().VoxelCount(); ++id) {
        const Voxel voxel = volume().size().VoxelOf(id);
        if (volume().PartOf(voxel) != part) continue;
        const Vec3 at = volume().MiddleOf(voxel) + origin();
        bool is_seen = false;
        for (size_t i = 0; i < points.size(); ++i) {
          const Vec3 over = points[std::min(i + 1, points.size() - 1)] - points[i];
          for (double k = 0; k <= 1; k += 0.02) {
            const Vec3 from = points[i] + over * k;
            is_seen = is_seen || (Distance(from, at) <= radius_m &&
                                  !BlocksSight(volume(), from - origin(), at - origin()));
          }
        }
        seen += is_seen ? 1 : 0;
        ++all;
      }
      EXPECT_LT(answer.ground_coverage, double{1} * seen / all + 0.02);
      EXPECT_GT(answer.ground_coverage, double{1} * seen / all - 0.05);
    }
    query.coverage = 1;
    EXPECT_GT(Explore(query).ground_coverage,
              0.98);  // the key points see all, but it is looked at from near them, too
  }
}

TEST_F(VoxelExplorations, GoOnInWaterFromChamberToChamber) {
  // Two chambers, a tunnel between them, and a well under the second.
  ASSERT_NO_FATAL_FAILURE(LoadDrawn({{"####################",  //
                                      "#.......############",  //
                                      "#.......#####....###",  //
                                      "#................###",  //
                                      "#.......#####....###",  //
                                      "#.......############",  //
                                      "####################"},
                                     {"####################",  //
                                      "#.......############",  //
                                      "#.......#####....###",  //
                                      "#.......#####....###",  //
                                      "#.......#####....###",  //
                                      "#.......############",  //
                                      "####################"},
                                     {"####################",  //
                                      "####################",  //
                                      "####################",  //
                                      "###############.####",  //
                                      "####################",  //
                                      "####################",  //
                                      "####################"}},
                                    "volume: {medium: water}\nskeleton: {reach_m: 10}\n"));
  for (const WalkOrder order : kOrders) {
    ExplorationQuery query;
    query.start = {3, 3, 3};
    query.order = order;
    const ExplorationAnswer answer = Explore(query);
    EXPECT_EQ(answer.status, RouteStatus::kComplete);
    ASSERT_NO_FATAL_FAILURE(ExpectSound(query, answer.walks[0], LinkKind::kSwim));
    // What it comes to first is in the first chamber, then the tunnel, then the second one.
    double last_x = 0;
    for (const uint32_t id : answer.walks[0].key_points) {
      EXPECT_GE(KeyPointAt(id).x, last_x - 1e-3);
      last_x = std::max(last_x, KeyPointAt(id).x);
    }
    EXPECT_GT(last_x, 26);
    EXPECT_LT(answer.walks[0].route.length_m, 60);
  }
}

TEST_F(VoxelExplorations, ChangesCloseKeyPointsAndArcsAreLedRound) {
  Random random(11);
  uint32_t closed = 0;
  uint32_t off = 0;
  uint32_t apart = 0;
  for (int round = 0; round < 60; ++round) {
    if (round % 10 == 0) {
      ASSERT_NO_FATAL_FAILURE(LoadRandom(18, 12, 16, 2 + 3 * static_cast<uint32_t>(round / 10), random));
    }
    ExplorationQuery query;
    query.start = RandomFree(random);
    query.order = kOrders[random.NextBelow(4)];
    query.return_to_start = round % 3 == 0;
    query.sight_radius_m = round % 5 == 0 ? 10 : 0;
    query.search_budget = BudgetOf(query.order);
    query.snap = {0, 0, 0};
    if (round % 4 == 3) query.changes.min_clearance_m = 0.5;
    for (uint32_t k = random.NextBelow(12); k > 0; --k) {
      Solid& solid = query.changes.solids.emplace_back();
      const Vec3 middle = RandomFree(random) - origin();
      const Vec3 half(random.NextInRange(0.1, 6), random.NextInRange(0.1, 6), random.NextInRange(0.1, 6));
      const Vec3 low = middle - half;
      const Vec3 high = middle + half;
      solid.corners = {{low.x, low.z}, {high.x, low.z}, {high.x, high.z}, {low.x, high.z}};
      solid.min_y = low.y;
      solid.max_y = high.y;
    }
    const MapView applied = *view_.surface->Apply(view_, query.changes, ZonesNeed::kCompute, Deadline());
    const VolumeView& left = VolumeOf(applied);
    const ExplorationAnswer answer = Explore(query);
    const std::optional<uint32_t> part = left.PartOf(VoxelAt(query.start));
    if (!part) {
      EXPECT_EQ(answer.status, RouteStatus::kStartOffMesh);
      ++off;
      continue;
    }
    std::set<uint32_t> open;
    for (uint32_t k = 0; k < view_.skeleton->size(); ++k) {
      if (left.PartOf(VoxelAt(KeyPointAt(k))) == part) open.insert(k);
    }
    if (open.empty()) {
      EXPECT_EQ(answer.status, RouteStatus::kUnreachable);
      EXPECT_EQ(answer.reason,
                query.changes.solids.empty() ? RouteReason::kClearance : RouteReason::kClosedByChanges);
      ++apart;
      continue;
    }
    closed += PointsInPartOf(query.start) - static_cast<uint32_t>(open.size());
    EXPECT_EQ(answer.status, RouteStatus::kComplete) << answer.explanation;
    EXPECT_EQ(answer.reachable_key_points, open.size());
    ASSERT_EQ(answer.walks.size(), 1U);
    ASSERT_NO_FATAL_FAILURE(ExpectSoundIn(left, query, answer.walks[0], LinkKind::kFly));
    const std::set<uint32_t> visited(answer.walks[0].key_points.begin(), answer.walks[0].key_points.end());
    EXPECT_EQ(visited, open);
    if (query.return_to_start) {
      EXPECT_LT(Distance(answer.walks[0].route.points.back(), query.start), 1e-9);
    }
    // The same again comes from what was kept.
    EXPECT_EQ(Explore(query).reachable_key_points, open.size());
  }
  EXPECT_GT(closed, 300U);
  EXPECT_GT(off, 5U);
  EXPECT_GT(apart, 0U);
}

TEST_F(VoxelExplorations, WhatIsNotServedIsRefusedByName) {
  ASSERT_NO_FATAL_FAILURE(Load("voxel 9 3 3\n"));
  ExplorationQuery query;
  query.start = {3, 3, 3};
  query.start = {3, 300, 3};
  EXPECT_EQ(Explore(query).status, RouteStatus::kStartOffMesh);
  ASSERT_NO_FATAL_FAILURE(Load("voxel 9 3 3\n", "skeleton: false\n"));
  EXPECT_TRUE(absl::IsFailedPrecondition(ExploreRoute(view_, query, scratch_).status()));
}

TEST_F(VoxelExplorations, TooManyKeyPointsAreAWarningOfTheBake) {
  // Each voxel is a part of its own.
  constexpr int kSide = 48;
  std::string text = StrCat("voxel ", kSide, " ", kSide, " ", kSide, "\n");
  for (int i = 0; i < kSide * kSide * kSide; ++i) {
    const int x = i % kSide;
    const int y = i / kSide % kSide;
    const int z = i / kSide / kSide;
    if ((x + y + z) % 2 == 0) StrAppend(text, x, " ", y, " ", z, "\n");
  }
  ASSERT_NO_FATAL_FAILURE(Load(text, ""));
  EXPECT_THAT(
      err_,
      HasSubstr("no skeletons, for explorations: to see all of the volume takes more than 50000 key points"));
  EXPECT_EQ(view_.skeleton, nullptr);
}

}  // namespace
}  // namespace waystone

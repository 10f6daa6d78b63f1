// Routes, cuts and placements in baked volumes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/distances/distance_matrix.h"
#include "core/place/place_audit.h"
#include "core/place/resource_placer.h"
#include "core/route/alternative_routes.h"
#include "core/store/loaded_map.h"
#include "core/surface/volume/volumes_of_map.h"
#include "tests/bake/program/baked_volume.h"
#include "tests/oracle/plain_volume_search.h"
#include "tests/oracle/slow_capsule.h"
#include "tests/support/plan_route.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

class VolumeRouteTest : public testing::Test {
 protected:
  VolumeRouteTest() : map_(BakeAndLoad(folder_, "wall", Wall())), view_(*map_->View("")) {}

  const TempFolder folder_;
  const std::shared_ptr<const LoadedMap> map_;
  const MapView view_;
};

TEST_F(VolumeRouteTest, LeadsThroughTheHole) {
  const RouteAnswer answer = Plan(view_, Query({0.5, 3.25, 0.5}, {6.5, 0.5, 4.75}));
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.method, RouteMethod::kVoxelJumps);
  EXPECT_EQ(answer.cost_ratio, 1);
  ASSERT_EQ(answer.legs.size(), 1U);
  EXPECT_EQ(answer.legs[0].kind, LinkKind::kFly);
  EXPECT_EQ(answer.legs[0].point_count, answer.points.size());
  EXPECT_EQ(answer.points.front(), Vec3(0.5, 3.25, 0.5));
  EXPECT_EQ(answer.points.back(), Vec3(6.5, 0.5, 4.75));
  // A planar and a spatial step to before the hole, straight through it, two spatial steps.
  EXPECT_NEAR(answer.cost_m, std::sqrt(2) + std::sqrt(3) + 2 + 2 * std::sqrt(3), 1e-9);
  bool passes_hole = false;
  for (const Vec3& point : answer.points) passes_hole = passes_hole || (point.y == 2.5 && point.z == 2.5);
  EXPECT_TRUE(passes_hole);
}

TEST_F(VolumeRouteTest, ShapesAreOfTheSamePath) {
  RouteQuery query = Query({0.5, 3.5, 0.5}, {6.5, 0.5, 4.5});
  const RouteAnswer turns = Plan(view_, query);
  query.shape = RouteShape::kEveryCell;
  const RouteAnswer cells = Plan(view_, query);
  query.shape = RouteShape::kSmoothed;
  const RouteAnswer taut = Plan(view_, query);
  EXPECT_EQ(cells.points.size(), 7U);
  EXPECT_EQ(cells.cost_m, turns.cost_m);
  EXPECT_NEAR(cells.length_m, turns.length_m, 1e-9);
  EXPECT_NEAR(turns.length_m, turns.cost_m, 1e-9);
  EXPECT_EQ(taut.cost_m, turns.cost_m);
  EXPECT_LE(taut.length_m, turns.length_m);
  EXPECT_LE(taut.points.size(), turns.points.size());
}

TEST_F(VolumeRouteTest, OtherPartsCannotBeReached) {
  RouteQuery query = Query({6.5, 3.5, 4.5}, {0.5, 0.5, 0.5});
  const RouteAnswer partial = Plan(view_, query);
  EXPECT_EQ(partial.status, RouteStatus::kPartial);
  EXPECT_EQ(partial.reason, RouteReason::kIsolated);
  EXPECT_EQ(partial.basis, RouteBasis::kBaked);
  ASSERT_FALSE(partial.points.empty());
  EXPECT_LT(partial.gap_m, 1.0);
  query.allow_partial = false;
  EXPECT_EQ(Plan(view_, query).status, RouteStatus::kUnreachable);
}

TEST(VolumeRoutes, PartialOnesLeadAsFarAsTheyCan) {
  const TempFolder folder;
  std::string source = "voxel 1000 1 1\n900 0 0\n";
  const auto map = BakeAndLoad(folder, "tunnel", source);
  const RouteAnswer answer = Plan(*map->View(""), Query({2.5, 0.5, 0.5}, {990.5, 0.5, 0.5}));
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  ASSERT_FALSE(answer.points.empty());
  EXPECT_NEAR(answer.points.back().x, 900, 0.01);
}

// A tunnel one voxel wide that turns at every other voxel.
TEST(VolumeRoutes, EndInTimeHoweverManyTurnsTheyHave) {
  const TempFolder folder;
  std::string source = "voxel 301 1 300\n";
  for (int z = 0; z < 300; ++z) {
    for (int x = 0; x < 301; ++x) {
      if (z % 2 == 1 && x != (z % 4 == 1 ? 300 : 0)) StrAppend(source, x, " 0 ", z, "\n");
    }
  }
  const auto map = BakeAndLoad(folder, "zigzag", source);
  const MapView view = *map->View("");
  RouteQuery query = Query({0.5, 0.5, 0.5}, {0.5, 0.5, 298.5});
  query.shape = RouteShape::kSmoothed;
  EXPECT_EQ(Plan(view, query).status, RouteStatus::kComplete);
  const std::atomic<bool> is_cancelled = true;
  query.deadline = Deadline(Deadline::Clock::time_point::max(), &is_cancelled);
  const RouteAnswer cut = Plan(view, query);
  EXPECT_EQ(cut.reason, RouteReason::kCancelled);
  EXPECT_LT(cut.expansions, 1100U);
}

TEST_F(VolumeRouteTest, PositionsComeIntoFreeVoxels) {
  const RouteAnswer answer = Plan(view_, Query({3.4, 1.5, 2.5}, {-1, 3.5, 0.5}));
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_NEAR(answer.start_snap_m, 0.4, 0.01);
  EXPECT_NEAR(answer.goal_snap_m, 1, 0.01);
  EXPECT_EQ(Plan(view_, Query({0.5, 3.5, 0.5}, {0.5, 30, 0.5})).status, RouteStatus::kGoalOffMesh);
}

TEST_F(VolumeRouteTest, OfSeveralGoalsTheCheapestWins) {
  const RouteAnswer answer =
      Plan(view_, Query({0.5, 3.5, 0.5}, {{4.5, 3.5, 0.5}, {0.5, 0.5, 0.5}, {0.5, 1.5, 4.5}}));
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.goal_index, 2U);
}

TEST_F(VolumeRouteTest, LengthAndNodesHaveLimits) {
  RouteQuery query = Query({0.5, 3.5, 0.5}, {6.5, 0.5, 4.5});
  query.max_length_m = 3;
  const RouteAnswer cut = Plan(view_, query);
  EXPECT_EQ(cut.status, RouteStatus::kPartial);
  EXPECT_EQ(cut.reason, RouteReason::kLengthLimit);
  EXPECT_NEAR(cut.length_m, 3, 1e-9);
  query.max_length_m = 0;
  query.max_expansions = 1;
  EXPECT_EQ(Plan(view_, query).reason, RouteReason::kExpansionLimit);
}

TEST_F(VolumeRouteTest, WhatItDoesNotServeIsRefused) {
  Scratch scratch;
  RouteQuery query = Query({0.5, 3.5, 0.5}, {6.5, 0.5, 4.5});
  query.method = RouteMethod::kGridJps;
  EXPECT_EQ(PlanRoute(view_, query, scratch).status().code(), absl::StatusCode::kInvalidArgument);
  query.method = RouteMethod::kNone;
  query.changes.blocked_polys = {PolyId(0)};
  EXPECT_EQ(PlanRoute(view_, query, scratch).status().code(), absl::StatusCode::kUnimplemented);
}

// As drawn: '#' solid, '.' free and in the main zone, 'o' free elsewhere; the last row first.
std::vector<std::string> Drawn(const SurfaceCut& cut) {
  std::vector<std::string> rows;
  for (uint32_t row = cut.rows; row-- > 0;) {
    std::string& text = rows.emplace_back();
    for (uint32_t column = 0; column < cut.columns; ++column) {
      const uint32_t zone = cut.At(column, row);
      text.push_back(zone == SurfaceCut::kSolid ? '#' : zone == 1 ? '.' : 'o');
    }
  }
  return rows;
}

TEST_F(VolumeRouteTest, CutsShowWhatIsSolid) {
  const Vec3& origin = map_->manifest().origin;
  const auto level = view_.surface->Cut(view_, {true, 0.5 - origin.y, {}, {}});
  ASSERT_TRUE(level.has_value());
  EXPECT_EQ(level->corner, Vec2(-origin.x, -origin.z));
  EXPECT_THAT(Drawn(*level), testing::ElementsAre("...#...", "...#...", "...#...", "#..#...", "o#.#..."));
  const auto through_hole =
      view_.surface->Cut(view_, {false, 0, {-origin.x, 2.5 - origin.z}, {7 - origin.x, 2.5 - origin.z}});
  ASSERT_TRUE(through_hole.has_value());
  EXPECT_THAT(Drawn(*through_hole), testing::ElementsAre("...#...", ".......", "...#...", "...#..."));
  const auto beyond = view_.surface->Cut(view_, {false, 0, {-origin.x, 9}, {2 - origin.x, 9}});
  EXPECT_THAT(Drawn(*beyond), testing::Each(std::string("##")));
  // Most of the main part is free at the hole.
  EXPECT_DOUBLE_EQ(view_.surface->FullestHeight(view_).value_or(-1) + origin.y, 2.5);
}

TEST(VolumeAlternatives, DoNotTurnBackWhereTheyWereLedOver) {
  const TempFolder folder;
  Random random(31);
  std::string text = "voxel 30 14 22\n";
  for (int box = 0; box < 24; ++box) {
    const uint32_t x = 4 + random.NextBelow(20);
    const uint32_t y = random.NextBelow(10);
    const uint32_t z = random.NextBelow(18);
    for (uint32_t k = 0; k < 64; ++k) StrAppend(text, x + k % 4, " ", y + k / 4 % 4, " ", z + k / 16, "\n");
  }
  const auto map = BakeAndLoad(folder, "blocks", text);
  ASSERT_NE(map, nullptr);
  const MapView view = *map->View("");
  int told = 0;
  for (int k = 0; k < 12; ++k) {
    RouteQuery query = Query({1.5, random.NextBelow(14) + 0.5, random.NextBelow(22) + 0.5},
                             {28.5, random.NextBelow(14) + 0.5, random.NextBelow(22) + 0.5});
    query.shape = k % 2 == 0 ? RouteShape::kTurningPoints : RouteShape::kSmoothed;
    Scratch scratch;
    const RouteAnswer best = Plan(view, query);
    ASSERT_EQ(best.status, RouteStatus::kComplete);
    const auto others = FindAlternatives(view, query, best, 4, scratch);
    ASSERT_TRUE(others.ok()) << others.status();
    for (const RouteAnswer& other : *others) {
      ++told;
      double length_m = 0;
      for (size_t i = 1; i < other.points.size(); ++i) {
        length_m += Distance(other.points[i - 1], other.points[i]);
        EXPECT_TRUE(i + 1 == other.points.size() || other.points[i - 1] != other.points[i + 1]);
      }
      EXPECT_NEAR(other.length_m, length_m, 1e-6);
      ASSERT_EQ(other.legs.size(), 1U);
      EXPECT_EQ(other.legs[0].point_count, other.points.size());
      EXPECT_NEAR(other.legs[0].length_m, length_m, 1e-6);
    }
  }
  EXPECT_GT(told, 8);
}

class VolumePlaceTest : public VolumeRouteTest {
 protected:
  PlaceAnswer Place(const PlaceQuery& query) {
    Scratch scratch;
    const absl::StatusOr<PlaceAnswer> answer = PlaceResource(view_, query, scratch);
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.value_or(PlaceAnswer());
  }
  AuditAnswer Audit(const AuditQuery& query) {
    Scratch scratch;
    const absl::StatusOr<AuditAnswer> answer = AuditPlaces(view_, query, scratch);
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.value_or(AuditAnswer());
  }
  bool IsFree(const Vec3& position) const {
    const VolumeView& volume = VolumeOf(view_);
    const Voxel voxel = volume.VoxelAt(position - map_->manifest().origin);
    return volume.size().Contains(voxel) && volume.IsFree(voxel);
  }
  // [m] Within `limit_m`, by trying all voxels around: to a blocked one or the end of the volume.
  double SlowRoom_m(const Vec3& position) const {
    double least_m = 1e9;
    for (int x = -1; x <= 7; ++x) {
      for (int y = -1; y <= 4; ++y) {
        for (int z = -1; z <= 5; ++z) {
          if (IsFree(Vec3(x + 0.5, y + 0.5, z + 0.5))) continue;
          const Vec3 nearest(std::clamp(position.x, x + 0.0, x + 1.0),
                             std::clamp(position.y, y + 0.0, y + 1.0),
                             std::clamp(position.z, z + 0.0, z + 1.0));
          least_m = std::min(least_m, Distance(nearest, position));
        }
      }
    }
    return least_m;
  }
};

TEST_F(VolumePlaceTest, PositionsFillTheVolumeEvenly) {
  PlaceQuery query;
  query.count = 11'800;
  query.seed = 5;
  const PlaceAnswer answer = Place(query);
  ASSERT_EQ(answer.positions.size(), 11'800U);
  EXPECT_EQ(answer.positions, Place(query).positions);
  std::vector<int> in_voxel(7 * 4 * 5);
  for (const Vec3& position : answer.positions) {
    ASSERT_TRUE(IsFree(position));
    const auto number = [](double at) { return static_cast<size_t>(at); };
    ++in_voxel[(number(position.z) * 4 + number(position.y)) * 7 + number(position.x)];
  }
  EXPECT_EQ(in_voxel[0], 0) << "nobody comes into the hollow";
  for (size_t id = 1; id < in_voxel.size(); ++id) {
    const bool is_free = IsFree({id % 7 + 0.5, id / 7 % 4 + 0.5, id / 28 + 0.5});
    // 117 voxels with 101 positions each, give or take five deviations.
    EXPECT_NEAR(in_voxel[id], is_free ? 101 : 0, is_free ? 51 : 0) << id;
  }
}

TEST_F(VolumePlaceTest, RulesHoldInThreeDimensions) {
  PlaceQuery query;
  query.count = 40;
  query.terms.rules.between_m = 0.8;
  query.terms.rules.clearance_m = 0.3;
  query.terms.rules.region = PrismRegion{{{0, 0}, {7, 0}, {7, 5}, {0, 5}}, 1.0, 3.5};
  const PlaceAnswer answer = Place(query);
  ASSERT_EQ(answer.positions.size(), 40U);
  for (size_t i = 0; i < answer.positions.size(); ++i) {
    const Vec3& position = answer.positions[i];
    EXPECT_GE(position.y, 1);
    EXPECT_LE(position.y, 3.5);
    EXPECT_GE(SlowRoom_m(position), 0.3 - 1e-9);
    for (size_t k = 0; k < i; ++k) EXPECT_GE(Distance(position, answer.positions[k]), 0.8);
  }
}

TEST_F(VolumePlaceTest, TellsThatThereIsNoRoomLeft) {
  PlaceQuery query;
  query.count = 500;
  query.terms.rules.between_m = 1.5;
  const PlaceAnswer answer = Place(query);
  EXPECT_GT(answer.positions.size(), 20U);
  EXPECT_LT(answer.positions.size(), 100U);
  EXPECT_EQ(answer.rejections[static_cast<size_t>(PlaceReason::kNoRoom)], 500 - answer.positions.size());
  query.terms.rules.between_m = 0;
  query.terms.rules.region = BoxRegion{{3.5, 0.5, 0.5}, {0.4, 0.4, 0.4}, 0};
  EXPECT_TRUE(Place(query).positions.empty()) << "all of it is wall";
}

TEST_F(VolumePlaceTest, WalksLeadThroughTheHole) {
  PlaceQuery query;
  query.count = 300;
  query.terms.anchors = {{6.5, 2.5, 2.5}};
  query.terms.rules.max_walk_m = 4.5;
  const PlaceAnswer answer = Place(query);
  ASSERT_EQ(answer.positions.size(), 300U);
  bool beyond_wall = false;
  for (const Vec3& position : answer.positions) {
    const RouteAnswer route = Plan(view_, Query(position, {6.5, 2.5, 2.5}));
    ASSERT_LE(route.cost_m, 4.5 + 1e-9);
    beyond_wall = beyond_wall || position.x < 3;
  }
  EXPECT_TRUE(beyond_wall);
}

TEST_F(VolumePlaceTest, WallsHide) {
  PlaceQuery query;
  query.count = 100;
  query.terms.rules.sight = {{.point = {6.5, 2.5, 2.5}, .hidden = true, .eye_height_m = 0}};
  for (const Vec3& position : Place(query).positions) EXPECT_LT(position.x, 3);
  query.terms.rules.sight[0].hidden = false;
  query.terms.rules.region = BoxRegion{{1.5, 2, 2.5}, {1.5, 2, 2.5}, 0};
  const PlaceAnswer seen = Place(query);
  ASSERT_EQ(seen.positions.size(), 100U);
  for (const Vec3& position : seen.positions) {
    // The line to the point passes x = 4 and x = 3 within the hole.
    for (const double x : {3.0, 4.0}) {
      const double share = (6.5 - x) / (6.5 - position.x);
      const Vec3 at = Vec3(6.5, 2.5, 2.5) + (position - Vec3(6.5, 2.5, 2.5)) * share;
      EXPECT_TRUE(at.y >= 2 && at.y <= 3 && at.z >= 2 && at.z <= 3);
    }
  }
}

TEST_F(VolumePlaceTest, AuditsJudgeAndSuggest) {
  AuditQuery query;
  query.suggest = true;
  query.positions = {{1.5, 1.5, 1.5}, {0.5, 0.5, 0.5}, {3.5, 0.5, 0.5}, {90, 0, 0}};
  query.terms.snap = {0.1, 0.1, 0.1};
  query.max_distance_m = 3;
  const AuditAnswer answer = Audit(query);
  ASSERT_EQ(answer.verdicts.size(), 4U);
  EXPECT_EQ(answer.verdicts[0], PlaceReason::kNone);
  EXPECT_EQ(answer.verdicts[1], PlaceReason::kIsolated);
  EXPECT_EQ(answer.verdicts[2], PlaceReason::kOffMesh);
  EXPECT_EQ(answer.found[0], 1);
  EXPECT_EQ(answer.positions[0], Vec3(1.5, 1.5, 1.5));
  EXPECT_EQ(answer.found[1], 1);
  EXPECT_NEAR(Distance(answer.positions[1], {0.5, 0.5, 0.5}), std::sqrt(0.5), 0.01);
  EXPECT_EQ(answer.found[2], 1);
  EXPECT_NEAR(Distance(answer.positions[2], {3.5, 0.5, 0.5}), 0.5, 0.01);
  EXPECT_EQ(answer.found[3], 0);
}

TEST(VolumeRoutes, AreAsLongAsThePlainSearchSays) {
  const TempFolder folder;
  Random random(8);
  std::string source = "voxel 24 18 20\n";
  for (int i = 0; i < 2500; ++i) {
    StrAppend(source, random.NextBelow(24), " ", random.NextBelow(18), " ", random.NextBelow(20), "\n");
  }
  const auto map = BakeAndLoad(folder, "sponge", source, {});
  ASSERT_NE(map, nullptr);
  const MapView view = *map->View("");
  const VolumeView& volume = VolumeOf(view);
  PlainVolumeSearch plain(volume);
  DistanceQuery distances;
  for (int i = 0; i < 200; ++i) {
    const auto draw = [&] {
      Voxel voxel;
      do {
        voxel = volume.size().VoxelOf(random.NextBelow(24 * 18 * 20));
      } while (!volume.IsFree(voxel));
      return voxel;
    };
    const Voxel start = draw();
    const Voxel goal = draw();
    const std::optional<VoxelLength> length = plain.Find(start, goal);
    const Vec3 from = volume.MiddleOf(start) + map->manifest().origin;
    const Vec3 to = volume.MiddleOf(goal) + map->manifest().origin;
    const RouteAnswer answer = Plan(view, Query(from, to));
    ASSERT_EQ(answer.status == RouteStatus::kComplete, length.has_value());
    if (length.has_value()) {
      ASSERT_NEAR(answer.cost_m, InVoxels(*length), 1e-9);
    }
    distances.sources = {from};
    distances.targets = {to};
    Scratch scratch;
    const absl::StatusOr<DistanceAnswer> measured = MeasureDistances(view, distances, scratch);
    ASSERT_TRUE(measured.ok()) << measured.status();
    ASSERT_NEAR(measured->distance_m[0], length.has_value() ? InVoxels(*length) : -1, 1e-9);
  }
}

}  // namespace
}  // namespace waystone

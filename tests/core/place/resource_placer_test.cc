#include "core/place/resource_placer.h"

#include <gtest/gtest.h>

#include <atomic>

#include "core/base/scratch.h"
#include "core/navmesh/surface_queries.h"
#include "tests/support/drawn_map.h"

namespace waystone {
namespace {

absl::StatusOr<PlaceAnswer> Place(const DrawnMap& map, uint32_t count, uint64_t seed) {
  PlaceQuery query;
  query.count = count;
  query.seed = seed;
  Scratch scratch;
  return PlaceResource(map.view(), query, scratch);
}

TEST(PlaceResource, PutsEveryPositionOnItsPolygon) {
  const DrawnMap map({"..1#\n..2.\n"});
  const PlaceAnswer answer = *Place(map, 500, 7);
  ASSERT_EQ(answer.positions.size(), 500U);
  ASSERT_EQ(answer.polys.size(), 500U);
  for (size_t i = 0; i < answer.positions.size(); ++i) {
    const Vec3 local = answer.positions[i] - map.view().manifest->origin;
    const PolyId poly(answer.polys[i]);
    EXPECT_TRUE(IsOverPoly(map.mesh(), poly, local.Plane()));
    EXPECT_NEAR(local.y, HeightOnPoly(map.mesh(), poly, local.Plane()), 1e-9);
  }
}

TEST(PlaceResource, GivesTheSamePositionsForTheSameSeed) {
  const DrawnMap map({"...\n...\n"});
  const PlaceAnswer once = *Place(map, 100, 3);
  const PlaceAnswer again = *Place(map, 100, 3);
  EXPECT_EQ(once.positions, again.positions);
  EXPECT_NE(Place(map, 1, 4)->positions[0], once.positions[0]);
}

TEST(PlaceResource, IsUniformByAreaNotByPolygon) {
  // One polygon of 9 cells and one of a single cell.
  AsciiOptions options;
  options.merge_rows = true;
  const DrawnMap map({"#########.\n.........#\n"}, options);
  ASSERT_EQ(map.mesh().poly_count(), 2U);
  Scratch scratch;
  PlaceQuery query;
  query.count = 20'000;
  query.seed = 11;
  query.terms.rules.reachability = Reachability::kAny;
  const PlaceAnswer answer = *PlaceResource(map.view(), query, scratch);
  EXPECT_EQ(answer.basis, PlaceBasis::kSurface);
  int in_small = 0;
  for (const Vec3& at : answer.positions) in_small += at.z < -499 ? 1 : 0;
  EXPECT_NEAR(in_small, 2000, 5 * 42.4);  // five standard deviations
}

TEST(PlaceResource, RefusesCountsOutOfRange) {
  const DrawnMap map({"..\n"});
  EXPECT_EQ(Place(map, 0, 0).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Place(map, 100'001, 0).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(Place(map, 100'000, 0).ok());
}

TEST(PlaceResource, SaysWhenThereIsNoSurfaceOrNoTime) {
  const auto missing = [](const PlaceAnswer& answer, PlaceReason reason) {
    return answer.rejections[static_cast<size_t>(reason)];
  };
  const DrawnMap empty({"#\n"});
  EXPECT_EQ(missing(*Place(empty, 4, 0), PlaceReason::kNoRoom), 4U);
  const DrawnMap map({"..\n"});
  Scratch scratch;
  PlaceQuery query;
  query.deadline = Deadline::After(std::chrono::seconds(-1));
  EXPECT_EQ(missing(*PlaceResource(map.view(), query, scratch), PlaceReason::kDeadline), 1U);
  const std::atomic<bool> cancelled = true;
  query.deadline = Deadline(Deadline::Clock::time_point::max(), &cancelled);
  EXPECT_EQ(PlaceResource(map.view(), query, scratch).status().code(), absl::StatusCode::kCancelled);
}

// Everything that has coordinates is given in the map's own, far from its origin.
TEST(PlaceResource, TakesAllCoordinatesAbsolute) {
  const DrawnMap map({"..........\n..........\n"});
  PlaceQuery query;
  query.count = 200;
  query.terms.rules.region = BallRegion{map.Abs(5, 0, 1), 3};
  query.terms.rules.from_existing_m = 1;
  query.terms.rules.existing = {map.Abs(5, 0, 1)};
  query.terms.rules.clearance_m = 0.25;
  query.terms.anchors = {map.Abs(1, 0, 1)};
  Scratch scratch;
  const PlaceAnswer answer = *PlaceResource(map.view(), query, scratch);
  ASSERT_EQ(answer.positions.size(), 200U);
  for (const Vec3& at : answer.positions) {
    const double distance_m = Distance(at, map.Abs(5, 0, 1));
    EXPECT_GE(distance_m, 1);
    EXPECT_LE(distance_m, 3);
    EXPECT_GE(at.z, map.Abs(0, 0, 0.25).z);
    EXPECT_LE(at.z, map.Abs(0, 0, 1.75).z);
  }
}

TEST(PlaceResource, SharesPositionsOutFairlyAlsoWhereTheMapDoesNot) {
  // Most of the ground lies beside the first team.
  const DrawnMap map({"......................\n......................\n######################\n"});
  PlaceQuery query;
  query.terms.rules.region = BoxRegion{map.Abs(8, 0, 1), {8, 1, 1}, 0};
  query.fairness = PlaceFairness{{map.Abs(1, 0, 1), map.Abs(21, 0, 1)}, 1.1};
  Scratch scratch;
  for (const uint32_t count : {1U, 2U, 7U, 60U}) {
    query.count = count;
    query.seed = count;
    const PlaceAnswer answer = *PlaceResource(map.view(), query, scratch);
    ASSERT_EQ(answer.positions.size(), count);
    double sum_m[2] = {0, 0};
    for (const Vec3& at : answer.positions) {
      for (size_t team = 0; team < 2; ++team) sum_m[team] += PlaneDistance(at, query.fairness->teams[team]);
    }
    EXPECT_LE(std::max(sum_m[0], sum_m[1]), 1.1 * std::min(sum_m[0], sum_m[1]) + 1e-9) << count;
    EXPECT_NEAR(answer.team_walk_m[0], sum_m[0] / count, 1e-9);
    EXPECT_NEAR(answer.team_walk_m[1], sum_m[1] / count, 1e-9);
  }
  query.terms.rules.region = BoxRegion{map.Abs(2, 0, 1), {2, 1, 1}, 0};
  query.max_candidates = 1000;
  const PlaceAnswer none = *PlaceResource(map.view(), query, scratch);
  EXPECT_TRUE(none.positions.empty()) << "all of it is the first team's";
  EXPECT_GT(none.rejections[static_cast<size_t>(PlaceReason::kUnfair)], 0U);
}

TEST(PlaceResource, RefusesTermsOutOfRangeByName) {
  const DrawnMap map({"..\n"});
  Scratch scratch;
  MapView view = map.view();
  view.zones = nullptr;
  const auto refusal = [&](const PlaceTerms& terms) {
    PlaceQuery query;
    query.terms = terms;
    return std::string(PlaceResource(view, query, scratch).status().message());
  };
  PlaceTerms terms;
  terms.rules.region = BallRegion{{0, 0, 0}, -1};
  EXPECT_EQ(refusal(terms), "rules.region.sphere.radius_m: must be in 0..1e+06, is -1");
  terms = {};
  terms.anchors = {map.Abs(0.5, 0, 0.5), map.Abs(50, 0, 0.5)};
  EXPECT_EQ(refusal(terms), "rules.anchor_xyz[3]: no surface within the snap limits of this anchor");
  terms.anchors = {{0, NAN, 0}};
  EXPECT_EQ(refusal(terms), "rules.anchor_xyz[1]: must be finite, is nan");
  terms = {};
  terms.rules.reachability = Reachability::kFrom;
  EXPECT_EQ(refusal(terms), "rules.reachability: map drawn has no zone labels for this agent");
  terms = {};
  terms.rules.sight.emplace_back();
  EXPECT_EQ(refusal(terms), "rules.sight: map drawn has no collision geometry");
  terms = {};
  terms.rules.area_weights = {1, -1};
  EXPECT_EQ(refusal(terms), "rules.area_weights.weight: must be in 1e-06..1000, is -1");
}

}  // namespace
}  // namespace waystone

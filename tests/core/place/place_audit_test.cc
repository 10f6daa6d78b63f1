#include "core/place/place_audit.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"
#include "core/base/scratch.h"
#include "core/navmesh/border_distance.h"
#include "core/navmesh/surface_queries.h"
#include "core/placement/nearest_place.h"
#include "tests/support/drawn_map.h"

namespace waystone {
namespace {

//  The main zone, a wall, and an island of two cells.
constexpr const char* kTwoGrounds = "........#..\n........###\n........\n........\n";

AuditAnswer Audit(const DrawnMap& map, const AuditQuery& query) {
  Scratch scratch;
  return *AuditPlaces(map.view(), query, scratch);
}

TEST(AuditPlaces, NamesTheFirstBrokenRuleOfEachPosition) {
  const DrawnMap map({kTwoGrounds});
  AuditQuery query;
  query.positions = {map.Abs(2, 0, 2),      // good
                     map.Abs(2.5, 0, 2),    // near the first
                     map.Abs(9.5, 0, 0.5),  // on the island
                     map.Abs(2, 50, 2),     // in the air
                     map.Abs(0.1, 0, 2),    // at the border
                     map.Abs(7.5, 0, 3.5),  // outside the region
                     map.Abs(4, 0, 2)};     // good
  query.terms.rules.between_m = 1;
  query.terms.rules.clearance_m = 0.3;
  query.terms.rules.region = BallRegion{map.Abs(2, 0, 2), 4};
  const AuditAnswer answer = Audit(map, query);
  EXPECT_EQ(answer.verdicts,
            (std::vector<PlaceReason>{PlaceReason::kNone, PlaceReason::kTooClose, PlaceReason::kIsolated,
                                      PlaceReason::kOffMesh, PlaceReason::kClearance,
                                      PlaceReason::kOutsideRegion, PlaceReason::kNone}));
  EXPECT_TRUE(answer.positions.empty());
}

TEST(AuditPlaces, SuggestsPlacesThatKeepTheRulesAmongThemselves) {
  const DrawnMap map({kTwoGrounds});
  AuditQuery query;
  query.suggest = true;
  query.terms.rules.between_m = 1.5;
  query.terms.rules.clearance_m = 0.25;
  for (int i = 0; i < 8; ++i) query.positions.push_back(map.Abs(9.5, 0, 0.5));
  query.positions.push_back(map.Abs(4, 0, 2));
  const AuditAnswer answer = Audit(map, query);
  SurfaceWorkspace surface;
  for (size_t i = 0; i < answer.positions.size(); ++i) {
    ASSERT_EQ(answer.found[i], 1);
    const Vec3 local = answer.positions[i] - map.view().manifest->origin;
    EXPECT_GE(BorderDistance(map.mesh(), {PolyId(answer.polys[i]), local}, 1, surface), 0.25);
    for (size_t j = 0; j < i; ++j) EXPECT_GE(Distance(answer.positions[i], answer.positions[j]), 1.5);
  }
  EXPECT_EQ(answer.positions[8], map.Abs(4, 0, 2)) << "what is good stays where it is";
  // The first one is as near as can be: beside the wall, as far from it as asked for.
  EXPECT_NEAR(Distance(answer.positions[0], map.Abs(7.75, 0, 0.5)), 0, 2 * kNearestTolerance_m);
}

TEST(AuditPlaces, SaysWhereNothingIsNearEnough) {
  const DrawnMap map({kTwoGrounds});
  AuditQuery query;
  query.suggest = true;
  query.positions = {map.Abs(9.5, 0, 0.5), map.Abs(1, 0, 1)};
  query.max_distance_m = 1.4;
  const AuditAnswer answer = Audit(map, query);
  EXPECT_EQ(answer.found, (std::vector<uint8_t>{0, 1}));
  EXPECT_EQ(answer.rejections[static_cast<size_t>(PlaceReason::kNoRoom)], 1U);
  EXPECT_EQ(answer.polys[0], PolyId::kNoneValue);
}

TEST(AuditPlaces, NoProbeIsBetterThanThePlaceFound) {
  Random random(5);
  const DrawnMap map({"..........#...\n..##..1234....\n......#..5....\n.#.....#.6..#.\n", ".....\n.....\n"});
  Scratch scratch;
  const MapView view = map.view();
  for (int round = 0; round < 60; ++round) {
    AuditQuery query;
    query.suggest = true;
    const Vec3 at(random.NextInRange(-1, 15), random.NextInRange(-1, 5), random.NextInRange(-1, 5));
    query.positions = {at + view.manifest->origin};
    query.terms.snap = {0.001, 0.001, 0.001};
    query.terms.rules.clearance_m = round % 3 == 0 ? 0 : 0.2;
    query.terms.rules.from_existing_m = 1.5;
    for (int i = 0; i < 6; ++i) {
      query.terms.rules.existing.push_back(RandomPoint(map.mesh(), random).point + view.manifest->origin);
    }
    const AuditAnswer answer = *AuditPlaces(view, query, scratch);
    ASSERT_EQ(answer.found[0], 1);
    const double found_m = Distance(answer.positions[0], query.positions[0]);
    PlaceRules rules = query.terms.rules;
    for (Vec3& position : rules.existing) position = position - view.manifest->origin;
    PlaceJudge judge({&map.mesh(), view.zones, nullptr}, rules, {}, {}, *scratch.Borrow<SurfaceWorkspace>());
    for (int i = 0; i < 5000; ++i) {
      const NavLocation probe = RandomPoint(map.mesh(), random);
      if (judge.OfPoly(probe.poly) != PlaceReason::kNone || judge.OfPlace(probe) != PlaceReason::kNone)
        continue;
      ASSERT_LE(found_m, Distance(probe.point, at) + 3 * kNearestTolerance_m) << round;
    }
  }
}

TEST(AuditPlaces, LeavesWhatThereIsNoTimeFor) {
  const DrawnMap map({kTwoGrounds});
  AuditQuery query;
  query.positions = {map.Abs(1, 0, 1)};
  query.deadline = Deadline::After(std::chrono::seconds(-1));
  EXPECT_EQ(Audit(map, query).verdicts[0], PlaceReason::kDeadline);
}

}  // namespace
}  // namespace waystone

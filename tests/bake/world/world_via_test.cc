// Routes over maps through places on the way, and their limits of length.
#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/package/package_writer.h"
#include "core/world_route/world_route.h"
#include "tests/bake/world/drawn_world.h"
#include "tests/bake/world/random_world.h"

namespace waystone {
namespace {

double LengthOf(const WorldRouteAnswer& answer) {
  double length_m = 0;
  for (const WorldStretch& stretch : answer.stretches) length_m += stretch.walk.length_m;
  return length_m;
}

// Whether a walk over the map of the place ends a leg there, or begins or ends there.
bool Passes(const WorldRouteAnswer& answer, const WorldPosition& place) {
  for (const WorldStretch& stretch : answer.stretches) {
    if (stretch.map != place.map) continue;
    for (const Vec3& point : stretch.walk.points) {
      if (Distance(point, place.point) < 1e-9) return true;
    }
  }
  return false;
}

TEST(WorldVia, StretchesCostWhatASlowSearchSays) {
  Random random(21);
  Scratch scratch;
  int found = 0;
  int over_maps = 0;
  int none = 0;
  for (int round = 0; round < 40; ++round) {
    const SlowWorld drawing = RandomWorld(random);
    const DrawnWorld drawn(drawing);
    const std::shared_ptr<WorldStore> store = drawn.Serve();
    const WorldView& world = store->world().view();
    for (int i = 0; i < 20; ++i) {
      std::vector<SlowPlace> places;
      for (uint32_t k = 0; k < 3 + random.NextBelow(2); ++k) places.push_back(RandomPlace(drawing, random));
      WorldRouteQuery query;
      query.start = drawn.PositionOf(places.front(), world);
      query.goals = {drawn.PositionOf(places.back(), world)};
      double slow_m = 0;
      for (size_t k = 1; k < places.size(); ++k) {
        if (k + 1 < places.size()) query.via.push_back(drawn.PositionOf(places[k], world));
        slow_m += drawing.CostsOf(places[k - 1], places[k], query.mode).Least();
      }
      const absl::StatusOr<WorldRouteAnswer> answer = PlanWorldRoute(*store, query, scratch);
      ASSERT_TRUE(answer.ok()) << answer.status();
      const bool is_found = slow_m < std::numeric_limits<double>::infinity();
      ASSERT_EQ(answer->status == RouteStatus::kComplete, is_found) << Draw(drawing);
      none += is_found ? 0 : 1;
      if (!is_found) {
        ASSERT_TRUE(answer->stretches.empty());
        continue;
      }
      ASSERT_NEAR(answer->cost_m, slow_m, 1e-6) << Draw(drawing);
      for (const WorldPosition& via : query.via) ASSERT_TRUE(Passes(*answer, via));
      for (size_t k = 0; k < answer->stretches.size(); ++k) {
        const WorldStretch& stretch = answer->stretches[k];
        ASSERT_EQ(stretch.portal.IsNone(), k + 1 == answer->stretches.size());
        for (const RouteLeg& leg : stretch.walk.legs) {
          ASSERT_LE(leg.first_point + leg.point_count, stretch.walk.points.size());
        }
      }
      ++found;
      over_maps += answer->stretches.size() > 2 ? 1 : 0;
      query.max_length_m = LengthOf(*answer) * 0.99;
      if (query.max_length_m == 0) continue;
      const absl::StatusOr<WorldRouteAnswer> longer = PlanWorldRoute(*store, query, scratch);
      ASSERT_EQ(longer->status, RouteStatus::kLimitReached);
      ASSERT_EQ(longer->reason, RouteReason::kLengthLimit);
      ASSERT_TRUE(longer->stretches.empty());
      query.max_length_m = LengthOf(*answer) * 1.01;
      ASSERT_EQ(PlanWorldRoute(*store, query, scratch)->status, RouteStatus::kComplete);
    }
  }
  EXPECT_GT(found, 100);
  EXPECT_GT(over_maps, 20);
  EXPECT_GT(none, 100);
}

// map0 to map1 by portal0, and back by portal1.
class TwoMaps : public ::testing::Test {
 protected:
  TwoMaps() {
    query_.start = At({0, 0, 0});
    query_.via = {At({1, 2, 0})};
    query_.goals = {At({0, 4, 0})};
    query_.limits.is_limited = true;
  }
  WorldPosition At(const SlowPlace& place) const { return drawn_.PositionOf(place, store_->world().view()); }
  WorldRouteAnswer Plan() { return *PlanWorldRoute(*store_, query_, scratch_); }

  const DrawnWorld drawn_{{.maps = {{"....."}, {"...."}},
                           .portals = {{.from_map = 0, .cells = {1, 0, 1, 0}, .to_map = 1, .cell = {0, 0}},
                                       {.from_map = 1, .cells = {3, 0, 3, 0}, .to_map = 0, .cell = {3, 0}}}}};
  const std::shared_ptr<WorldStore> store_ = drawn_.Serve();
  WorldRouteQuery query_;
  Scratch scratch_;
};

TEST_F(TwoMaps, AStretchHasWhatTheOnesBeforeLeave) {
  ASSERT_EQ(Plan().status, RouteStatus::kComplete);
  EXPECT_EQ(Plan().stretches.size(), 3U);
  query_.limits.max_portals = 2;
  EXPECT_EQ(Plan().status, RouteStatus::kComplete);
  query_.limits.max_portals = 1;
  const WorldRouteAnswer answer = Plan();
  EXPECT_EQ(answer.status, RouteStatus::kBudgetExceeded);
  EXPECT_EQ(answer.explanation,
            "the cheapest path there needs 1 portals (max_portals is 1, and 1 were used before)");
  query_.goals = {At({1, 3, 0})};
  EXPECT_EQ(Plan().status, RouteStatus::kComplete);
}

TEST_F(TwoMaps, TheFirstPlaceThatCannotBeReachedIsNamed) {
  query_.via.push_back(At({0, 2, 0}));
  query_.limits.is_closed = {false, true};
  const WorldRouteAnswer closed = Plan();
  EXPECT_EQ(closed.reason, RouteReason::kClosedByChanges);
  EXPECT_EQ(closed.explanation.substr(0, 8), "via[1]: ");
  query_.via[0].point.y += 100;
  EXPECT_EQ(Plan().status, RouteStatus::kViaOffMesh);
  EXPECT_EQ(Plan().explanation.substr(0, 6), "via[0]");
}

TEST_F(TwoMaps, OnlyTheMapsAskedForComeInFull) {
  query_.via = {At({0, 2, 0}), At({0, 0, 0}), At({1, 2, 0})};
  query_.maps_in_full = 1;
  const WorldRouteAnswer answer = Plan();
  ASSERT_EQ(answer.status, RouteStatus::kComplete);
  ASSERT_EQ(answer.stretches.size(), 3U);
  EXPECT_EQ(answer.stretches[0].walk.legs.size(), 3U);
  EXPECT_TRUE(answer.stretches[1].walk.legs.empty());
  EXPECT_EQ(answer.stretches[1].walk.points.size(), 2U);
}

TEST_F(TwoMaps, AGroupIsUsedOnceByAllStretchesTogether) {
  WorldManifest manifest = drawn_.manifest();
  for (PortalSpec& portal : manifest.portals) portal.group = "day";
  const absl::StatusOr<BuiltWorld> built = BuildWorld(manifest, drawn_.package_paths(), {.thread_count = 1});
  ASSERT_TRUE(built.ok());
  ASSERT_TRUE(WritePackageFile(StrCat(drawn_.folder(), "/", kWorldFileName), built->bytes).ok());
  const std::shared_ptr<WorldStore> store = drawn_.Serve();
  const WorldRouteAnswer answer = *PlanWorldRoute(*store, query_, scratch_);
  EXPECT_EQ(answer.status, RouteStatus::kBudgetExceeded);
  EXPECT_EQ(answer.explanation,
            "the cheapest path there needs a portal of group \"day\", of which one was used before");
}

}  // namespace
}  // namespace waystone

// The town as an agent of the default profile finds it.
#include <string>

#include "gtest/gtest.h"
#include "samples/generator/bridge.h"
#include "samples/generator/waypoints.h"
#include "tests/samples/baked_scene.h"

namespace waystone::samples {
namespace {

const TownLayout& Layout() {
  static const TownLayout kLayout;
  return kLayout;
}

const BakedScene& Scene() {
  static const BakedScene kScene = BakedScene::Of(BuildTown(Layout()));
  return kScene;
}

std::vector<bool> FromSquare() { return Scene().ReachedFrom(Scene().PlaceOf("square")); }

bool EndsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

TEST(BakedTown, EveryHouseCanBeEnteredAndClimbed) {
  const std::vector<bool> reached = FromSquare();
  size_t floors = 0;
  for (const Landmark& landmark : Scene().landmarks()) {
    if (!EndsWith(landmark.name, "_ground") && !EndsWith(landmark.name, "_upper")) continue;
    ++floors;
    EXPECT_EQ(Scene().IsIn(reached, landmark.point), true) << landmark.name;
  }
  EXPECT_EQ(floors, 2 * Layout().houses().size());
}

TEST(BakedTown, StairsAreTheOnlyWayUp) {
  for (const HouseSite& site : Layout().houses()) {
    const Frame frame = Layout().HouseFrame(site);
    Aabb stairs;
    for (const double v : {2.3, 6.9}) {
      for (const double u : {0.0, 2.4}) stairs.Extend(frame.At(u - site.plan.width_m / 2, 0.3, v));
    }
    stairs.max.y += kStoreyHeight - 0.6;
    const std::vector<bool> reached = Scene().ReachedFrom(Scene().PlaceOf("square"), stairs);
    EXPECT_EQ(Scene().IsIn(reached, GroundFloorPoint(frame, site.plan)), true);
    EXPECT_EQ(Scene().IsIn(reached, UpperFloorPoint(frame, site.plan)), false);
  }
}

TEST(BakedTown, FlatRoofsAreWalkableButNobodyGetsThere) {
  const std::vector<bool> reached = FromSquare();
  size_t roofs = 0;
  for (const Landmark& landmark : Scene().landmarks()) {
    if (!EndsWith(landmark.name, "_roof")) continue;
    ++roofs;
    EXPECT_EQ(Scene().IsIn(reached, landmark.point), false) << landmark.name;
  }
  EXPECT_EQ(roofs, 9U);
}

TEST(BakedTown, GabledRoofsAreNotWalkable) {
  for (const HouseSite& site : Layout().houses()) {
    if (site.plan.roof != RoofKind::kGabled) continue;
    EXPECT_FALSE(Scene().Locate(RoofPoint(Layout().HouseFrame(site), site.plan)));
  }
}

TEST(BakedTown, TheYardIsAnIslandOfItsOwn) {
  const std::vector<bool> reached = Scene().ReachedFrom(Scene().PlaceOf("yard"));
  EXPECT_EQ(Scene().IsIn(reached, Scene().PlaceOf("square")), false);
  EXPECT_EQ(Scene().IsIn(reached, Scene().PlaceOf("yard_outside")), false);
  EXPECT_NEAR(Scene().AreaOf(reached), 138, 6);
}

TEST(BakedTown, OnlyTheBridgeJoinsTheBanks) {
  const Vec3 east = Scene().PlaceOf("street_east");
  EXPECT_EQ(Scene().IsIn(FromSquare(), east), true);
  // The deck, but not the water below it.
  const Frame bridge = Layout().BridgeFrame();
  Aabb deck;
  deck.Extend(bridge.At(-10, -0.3, -3.2));
  deck.Extend(bridge.At(10, 2, 3.2));
  const std::vector<bool> without = Scene().ReachedFrom(Scene().PlaceOf("square"), deck);
  EXPECT_EQ(Scene().IsIn(without, east), false);
  EXPECT_EQ(Scene().IsIn(without, Scene().PlaceOf("under_bridge")), true);
}

TEST(BakedTown, TheBridgeAndTheWaterBelowAreTwoFloors) {
  const auto above = Scene().Locate(Scene().PlaceOf("bridge_middle"));
  const auto below = Scene().Locate(Scene().PlaceOf("under_bridge"));
  ASSERT_TRUE(above && below);
  EXPECT_NE(above->poly, below->poly);
  EXPECT_NEAR(above->point.x, below->point.x, 0.7);
  EXPECT_GT(above->point.y - below->point.y, 2);
}

TEST(BakedTown, OnlyTheRampLeadsUpTheTerrace) {
  const Vec3 top = Scene().PlaceOf("terrace_top");
  EXPECT_EQ(Scene().IsIn(FromSquare(), top), true);
  const std::vector<bool> without =
      Scene().ReachedFrom(Scene().PlaceOf("square"), {{-17, -1, -35}, {-11, 4, -25}});
  EXPECT_EQ(Scene().IsIn(without, top), false);
  EXPECT_EQ(Scene().IsIn(without, Scene().PlaceOf("terrace_foot")), true);
}

TEST(BakedTown, RoadsAndWaterAreAreasOfTheirOwn) {
  const auto area_at = [](const Vec3& point) {
    return Scene().mesh().poly(Scene().Locate(point)->poly).area;
  };
  EXPECT_EQ(area_at(Scene().PlaceOf("yard")), 1);
  EXPECT_EQ(area_at(Scene().PlaceOf("street_west")), 2);
  EXPECT_EQ(area_at(Scene().PlaceOf("river_south")), 3);
}

TEST(BakedTown, AlmostAllGroundIsOnePiece) { EXPECT_GT(Scene().AreaOf(FromSquare()), 0.96 * Scene().Area()); }

TEST(BakedTown, ThePatrolWalksOnTheMeshAndItsWalksNeedNoLink) {
  const PatrolRoute patrol = BuildPatrol(Layout());
  const std::vector<bool> reached = FromSquare();
  for (const WaypointLink& link : patrol.links) {
    const auto from = Scene().IsIn(reached, patrol.nodes[link.from].point);
    const auto to = Scene().IsIn(reached, patrol.nodes[link.to].point);
    ASSERT_TRUE(from && to) << link.from << " -> " << link.to;
    if (link.kind == LinkKind::kWalk) {
      EXPECT_EQ(*from, *to) << link.from << " -> " << link.to;
    }
  }
}

}  // namespace
}  // namespace waystone::samples

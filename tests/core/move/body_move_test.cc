#include "core/move/body_move.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "bake/collision/collision_builder.h"
#include "core/base/field_error.h"

namespace waystone {
namespace {

const AgentProfile kHuman;  // 0.4 m and 1.8 m

// Owns plates: parallelograms a, a + u, a + u + v, a + v.
class PlateWorld {
 public:
  PlateWorld& Add(const Vec3& a, const Vec3& u, const Vec3& v) {
    const auto first = static_cast<uint32_t>(vertices_.size());
    for (const Vec3& p : {a, a + u, a + u + v, a + v}) vertices_.push_back(p.ToFloat());
    triangles_.push_back({{first, first + 1, first + 2}});
    triangles_.push_back({{first, first + 2, first + 3}});
    return *this;
  }
  PlateWorld& Floor(double y, double x0 = -50, double x1 = 50) {
    return Add({x0, y, -50}, {0, 0, 100}, {x1 - x0, 0, 0});
  }
  PlateWorld& Wall(double x, double y0 = -50, double y1 = 50) {
    return Add({x, y0, -50}, {0, y1 - y0, 0}, {0, 0, 100});
  }
  absl::StatusOr<BodyMoveAnswer> Move(const Vec3& from, const Vec3& displacement,
                                      const AgentProfile& agent = kHuman) const {
    const CollisionData data = *BuildCollision(vertices_, triangles_);
    return MoveBody(*CollisionView::Create(data.vertices, data.triangles, data.nodes), agent, from,
                    displacement);
  }

 private:
  std::vector<Vec3f> vertices_;
  std::vector<CollisionTriangle> triangles_;
};

void ExpectMove(const absl::StatusOr<BodyMoveAnswer>& answer, BodyMovePart part, const Vec3& end) {
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->part, part);
  EXPECT_LT(Distance(answer->end, end), 1e-12)
      << answer->end.x << " " << answer->end.y << " " << answer->end.z;
  EXPECT_EQ(answer->contact.has_value(), part != BodyMovePart::kAll);
}

TEST(BodyMove, OverAFloorAllOfALevelMoveIsAllowed) {
  const PlateWorld world = PlateWorld().Floor(0);
  ExpectMove(world.Move({0, 0, 0}, {20, 0, 3}), BodyMovePart::kAll, {20, 0, 3});
  ExpectMove(world.Move({0, 0, 0}, {1, 2, 0}), BodyMovePart::kAll, {1, 2, 0});
  // Standing a little in the floor, or over it, as positions from the network do.
  ExpectMove(world.Move({0, -0.015, 0}, {5, 0, 0}), BodyMovePart::kAll, {5, -0.015, 0});
  ExpectMove(world.Move({0, 0.01, 0}, {5, -0.02, 0}), BodyMovePart::kAll, {5, -0.01, 0});
}

TEST(BodyMove, AMoveIntoTheFloorBecomesItsHorizontalPart) {
  const auto answer = PlateWorld().Floor(0).Move({0, 1, 0}, {3, -2, 0});
  ExpectMove(answer, BodyMovePart::kHorizontal, {3, 1, 0});
  EXPECT_NEAR(answer->contact->fraction, (1 + kBodySkin_m) / 2, 1e-9);
  EXPECT_NEAR(answer->contact->at.y, 0, 1e-9);
  EXPECT_LT(Distance(answer->contact->normal, {0, 1, 0}), 1e-9);
}

TEST(BodyMove, AMoveIntoAWallBecomesItsVerticalPart) {
  const auto answer = PlateWorld().Wall(2).Move({0, 0, 0}, {4, 3, 0});
  ExpectMove(answer, BodyMovePart::kVertical, {0, 3, 0});
  EXPECT_NEAR(answer->contact->fraction, (2 - 0.4 + kBodySkin_m) / 4, 1e-9);
  EXPECT_LT(Distance(answer->contact->normal, {-1, 0, 0}), 1e-9);
}

TEST(BodyMove, InACornerNothingIsLeft) {
  const PlateWorld world = PlateWorld().Floor(0).Wall(1);
  ExpectMove(world.Move({0, 0, 0}, {2, -1, 0}), BodyMovePart::kNone, {0, 0, 0});
  ExpectMove(world.Move({0, 0, 0}, {0.5, -1, 0}), BodyMovePart::kHorizontal, {0.5, 0, 0});
}

TEST(BodyMove, APartOfZeroLengthIsNoGift) {
  ExpectMove(PlateWorld().Wall(1).Move({0, 0, 0}, {2, 0, 0}), BodyMovePart::kNone, {0, 0, 0});
  ExpectMove(PlateWorld().Floor(0).Move({0, 0, 0}, {0, -2, 0}), BodyMovePart::kNone, {0, 0, 0});
}

TEST(BodyMove, NoMoveAtAllIsAllowedAnywhere) {
  ExpectMove(PlateWorld().Floor(1).Move({0, 0, 0}, {0, 0, 0}), BodyMovePart::kAll, {0, 0, 0});
}

TEST(BodyMove, ASwimmerNeedsNoGround) {
  const PlateWorld sea = PlateWorld().Floor(-100).Wall(30);
  ExpectMove(sea.Move({0, -20, 0}, {10, -15, 4}), BodyMovePart::kAll, {10, -35, 4});
  ExpectMove(sea.Move({25, -20, 0}, {10, -15, 4}), BodyMovePart::kVertical, {25, -35, 0});
}

TEST(BodyMove, OverALedgeItMayGoAndThenDown) {
  const PlateWorld ledge = PlateWorld().Floor(0, -50, 0).Wall(0, -10, 0).Floor(-10, 0, 50);
  ExpectMove(ledge.Move({-1, 0, 0}, {2, 0, 0}), BodyMovePart::kAll, {1, 0, 0});
  ExpectMove(ledge.Move({1, 0, 0}, {0, -10, 0}), BodyMovePart::kAll, {1, -10, 0});
  ExpectMove(ledge.Move({-1, 0, 0}, {2, -10, 0}), BodyMovePart::kHorizontal, {1, 0, 0});
}

TEST(BodyMove, AStepAsHighAsAnAgentClimbsStillBlocksItsBody) {
  const PlateWorld step = PlateWorld().Floor(0, -50, 1).Wall(1, 0, 0.4).Floor(0.4, 1, 50);
  ExpectMove(step.Move({0, 0, 0}, {2, 0, 0}), BodyMovePart::kNone, {0, 0, 0});
  ExpectMove(step.Move({0, 0.4, 0}, {2, 0, 0}), BodyMovePart::kAll, {2, 0.4, 0});
}

TEST(BodyMove, NoSpeedLeadsThroughAThinWall) {
  const PlateWorld world = PlateWorld().Floor(0).Wall(7);
  for (const double reach_m : {10.0, 1e3, 1e6, 1e8}) {
    ExpectMove(world.Move({0, 0, 0}, {reach_m, 0, 0}), BodyMovePart::kNone, {0, 0, 0});
  }
}

TEST(BodyMove, TheBodyIsACapsuleOrASphereOrARodLessASkin) {
  const Capsule human = BodyCapsule(kHuman, {1, 2, 3});
  EXPECT_NEAR(human.radius_m, 0.38, 1e-12);
  EXPECT_NEAR(human.axis_m, 1, 1e-12);
  EXPECT_NEAR(human.low.y, 2.4, 1e-12);
  const Capsule ball = BodyCapsule({.radius_m = 3, .height_m = 1}, {0, 0, 0});
  EXPECT_NEAR(ball.radius_m, 0.48, 1e-12);
  EXPECT_NEAR(ball.axis_m, 0, 1e-12);
  EXPECT_NEAR(ball.low.y, 0.5, 1e-12);
  const Capsule rod = BodyCapsule({.radius_m = 0, .height_m = 2}, {0, 0, 0});
  EXPECT_EQ(rod.radius_m, kLeastCapsuleRadius_m);
  EXPECT_NEAR(rod.low.y - rod.radius_m, kBodySkin_m, 1e-12);
  EXPECT_NEAR(rod.low.y + rod.axis_m + rod.radius_m, 2 - kBodySkin_m, 1e-12);
}

TEST(BodyMove, AnAgentWithoutARadiusIsStoppedByWallsAndStandsOnFloors) {
  const AgentProfile rod{.radius_m = 0, .height_m = 2};
  const PlateWorld world = PlateWorld().Floor(0).Wall(1);
  ExpectMove(world.Move({0, 0, 0}, {0.99, 0, 0}, rod), BodyMovePart::kAll, {0.99, 0, 0});
  ExpectMove(world.Move({0, 0, 0}, {1.01, 0, 0}, rod), BodyMovePart::kNone, {0, 0, 0});
}

TEST(BodyMove, WhatIsNotFiniteOrTooFarIsRefusedByName) {
  const PlateWorld world = PlateWorld().Floor(0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refused = [&](const Vec3& from, const Vec3& displacement) {
    const auto answer = world.Move(from, displacement);
    EXPECT_EQ(answer.status().code(), absl::StatusCode::kInvalidArgument);
    return FieldOf(answer.status());
  };
  EXPECT_EQ(refused({0, nan, 0}, {1, 0, 0}), "from.y");
  EXPECT_EQ(refused({0, 0, 0}, {0, 0, INFINITY}), "to.z");
  EXPECT_EQ(refused({0, 0, 0}, {1e9, 0, 0}), "to.x");
}

}  // namespace
}  // namespace waystone

#include "core/collision/body_room.h"

#include <gtest/gtest.h>

#include <vector>

#include "bake/collision/collision_builder.h"

namespace waystone {
namespace {

// Quads, as solid triangles.
class Room {
 public:
  Room& Quad(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const auto first = static_cast<uint32_t>(vertices_.size());
    for (const Vec3& v : {a, b, c, d}) vertices_.push_back(v.ToFloat());
    triangles_.push_back({{first, first + 1, first + 2}});
    triangles_.push_back({{first, first + 2, first + 3}});
    return *this;
  }
  Room& Floor(double x0, double x1, double z0, double z1, double y0 = 0, double y1 = 0) {
    return Quad({x0, y0, z0}, {x0, y0, z1}, {x1, y1, z1}, {x1, y1, z0});
  }
  // Without thickness, across the x axis.
  Room& Wall(double x, double z0, double z1, double y0 = 0, double y1 = 3) {
    return Quad({x, y0, z0}, {x, y0, z1}, {x, y1, z1}, {x, y1, z0});
  }
  CollisionView Solid() {
    data_ = *BuildCollision(vertices_, triangles_);
    return *CollisionView::Create(data_.vertices, data_.triangles, data_.nodes);
  }

 private:
  std::vector<Vec3f> vertices_;
  std::vector<CollisionTriangle> triangles_;
  CollisionData data_;
};

constexpr BodySize kBody{.radius_m = 0.4, .height_m = 1.8, .climb_m = 0.5};

TEST(BodyRoom, ADoorwayInAWallWithoutThicknessHasItsWidth) {
  Room room;
  const CollisionView solid = room.Floor(0, 10, 0, 10).Wall(5, 0, 4).Wall(5, 4.7, 10).Solid();
  for (const double x : {4.9, 5.0, 5.1}) {
    const Passage passage = PassageAt(solid, {x, 0, 4.4}, kBody, 2, 0.1);
    EXPECT_NEAR(passage.width_m, 0.7, 1e-5) << x;
    EXPECT_NEAR(passage.middle.x, 5, 1e-5) << x;
    EXPECT_NEAR(passage.middle.z, 4.35, 1e-5) << x;
  }
}

TEST(BodyRoom, APlankHasItsWidthBetweenItsEdges) {
  Room room;
  const CollisionView solid = room.Floor(0, 10, 0, 0.6).Solid();
  EXPECT_NEAR(PassageAt(solid, {5, 0, 0.2}, kBody, 2, 0.1).width_m, 0.6, 0.02);
}

TEST(BodyRoom, ALedgeIsAsWideAsFromItsWallToItsEdge) {
  Room room;
  const CollisionView solid =
      room.Floor(0, 10, 0, 0.8).Quad({0, 0, 0}, {10, 0, 0}, {10, 3, 0}, {0, 3, 0}).Solid();
  EXPECT_NEAR(PassageAt(solid, {5, 0, 0.3}, kBody, 2, 0.1).width_m, 0.8, 0.02);
}

TEST(BodyRoom, OpenGroundSteepGroundAndLowStepsAreNoPassage) {
  Room room;
  const CollisionView solid =
      room.Floor(0, 10, 0, 10).Wall(5, 0, 10, 0, 0.4).Floor(10, 14, 0, 10, 0, 8).Solid();
  EXPECT_GE(PassageAt(solid, {4, 0, 5}, kBody, 2, 0.1).width_m, 2);
  EXPECT_GE(PassageAt(solid, {12, 4, 5}, kBody, 1.5, 0.25).width_m, 1.5) << "63 degrees";
}

TEST(BodyRoom, WhatIsAWallDependsOnTheBody) {
  Room room;
  const CollisionView solid = room.Floor(0, 10, 0, 0.9).Floor(10, 11, 0, 0.9, 0, 4).Solid();  // 76 degrees
  const Vec3 foot(9.9, 0, 0.45);
  BodySize body = kBody;
  EXPECT_LT(PassageAt(solid, foot, body, 2, 0.1, 0).width_m, 4) << "the ramp is a wall";
  body.wall_deg = 85;
  EXPECT_EQ(PassageAt(solid, foot, body, 2, 0.1, 0).width_m, 4) << "nothing is";
}

TEST(BodyRoom, HeadroomAndSlopeAreThoseOfTheTriangles) {
  Room room;
  const CollisionView solid = room.Floor(0, 10, 0, 10, 0, 10).Floor(0, 4, 0, 10, 6, 6).Solid();
  EXPECT_NEAR(*SlopeBelow(solid, {5, 5.1, 5}, 1), 45, 1e-4);
  EXPECT_FALSE(SlopeBelow(solid, {20, 0, 5}, 1).has_value());
  EXPECT_NEAR(*HeadroomAt(solid, {2, 2, 5}, 9), 4, 1e-5);
  EXPECT_FALSE(HeadroomAt(solid, {5, 5, 5}, 9).has_value());
}

}  // namespace
}  // namespace waystone

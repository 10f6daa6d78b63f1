#include "core/collision/capsule_sweep.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "bake/collision/collision_builder.h"
#include "core/base/random.h"
#include "tests/oracle/slow_capsule.h"

namespace waystone {
namespace {

// From y = 0 to y = 2, at x = z = 0.
constexpr Capsule kBody{.low = {0, 0.5, 0}, .axis_m = 1, .radius_m = 0.5};

// Owns triangles, kept in the order given.
class SweptSolid {
 public:
  SweptSolid& Triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
    triangles_.push_back(
        {{static_cast<uint32_t>(vertices_.size()), static_cast<uint32_t>(vertices_.size() + 1),
          static_cast<uint32_t>(vertices_.size() + 2)}});
    for (const Vec3& p : {a, b, c}) vertices_.push_back(p.ToFloat());
    return *this;
  }
  // The parallelogram a, a + u, a + u + v, a + v.
  SweptSolid& Plate(const Vec3& a, const Vec3& u, const Vec3& v) {
    return Triangle(a, a + u, a + u + v).Triangle(a, a + u + v, a + v);
  }
  std::optional<CapsuleContact> Sweep(const Vec3& displacement, const Capsule& capsule = kBody) const {
    const CollisionData data = *BuildCollision(vertices_, triangles_);
    return SweepCapsule(*CollisionView::Create(data.vertices, data.triangles, data.nodes), capsule,
                        displacement);
  }
  // With the feet at `feet`.
  std::optional<CapsuleContact> SweepFrom(const Vec3& feet, const Vec3& displacement) const {
    Capsule capsule = kBody;
    capsule.low = feet + Vec3(0, 0.5, 0);
    return Sweep(displacement, capsule);
  }

 private:
  std::vector<Vec3f> vertices_;
  std::vector<CollisionTriangle> triangles_;
};

SweptSolid FloorAt(double y) { return SweptSolid().Plate({-50, y, -50}, {100, 0, 0}, {0, 0, 100}); }
SweptSolid WallAt(double x) { return SweptSolid().Plate({x, -5, -50}, {0, 10, 0}, {0, 0, 100}); }

void ExpectAt(const std::optional<CapsuleContact>& contact, double fraction, const Vec3& at,
              const Vec3& normal) {
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->fraction, fraction, 1e-8);
  EXPECT_LT(Distance(contact->at, at), 1e-6) << contact->at.x << " " << contact->at.y << " " << contact->at.z;
  EXPECT_LT(Distance(contact->normal, normal), 1e-6)
      << contact->normal.x << " " << contact->normal.y << " " << contact->normal.z;
}

TEST(CapsuleSweep, FallsOntoAFloorAndRisesAgainstACeiling) {
  ExpectAt(FloorAt(-3).Sweep({0, -4, 0}), 0.75, {0, -3, 0}, {0, 1, 0});
  ExpectAt(FloorAt(4).Sweep({0, 8, 0}), 0.25, {0, 4, 0}, {0, -1, 0});
  EXPECT_FALSE(FloorAt(-3).Sweep({0, -2.9, 0}));
}

TEST(CapsuleSweep, MeetsAWallWithItsSide) {
  const auto contact = WallAt(3).Sweep({10, 0, 0});
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->fraction, 0.25, 1e-9);
  EXPECT_NEAR(contact->at.x, 3, 1e-9);
  EXPECT_GE(contact->at.y, 0.5 - 1e-9);
  EXPECT_LE(contact->at.y, 1.5 + 1e-9);
  EXPECT_LT(Distance(contact->normal, {-1, 0, 0}), 1e-9);
}

TEST(CapsuleSweep, MeetsASlopeWithTheRoundOfItsLowerEnd) {
  // Rises by 45 degrees from x = 2 on: the sphere around (x, 0.5, 0) touches it at a distance of 0.5.
  const SweptSolid ramp = SweptSolid().Plate({2, 0, -5}, {10, 10, 0}, {0, 0, 10});
  const double half = std::numbers::sqrt2 / 2;
  const double x = 2.5 - std::numbers::sqrt2 / 2;
  ExpectAt(ramp.Sweep({4, 0, 0}), x / 4, {x + half / 2, 0.5 - half / 2, 0}, {-half, half, 0});
}

TEST(CapsuleSweep, MeetsAnEdgeAndACorner) {
  // A plate's edge at x = 2, as high as the body's middle; and one that ends at z = 0.3.
  ExpectAt(SweptSolid().Plate({2, 1, -5}, {5, 0, 0}, {0, 0, 10}).Sweep({3, 0, 0}), 0.5, {2, 1, 0},
           {-1, 0, 0});
  const SweptSolid tip = SweptSolid().Triangle({2, 1, 0.3}, {4, 1, 0.3}, {4, 1, 2});
  ExpectAt(tip.Sweep({4, 0, 0}), 0.4, {2, 1, 0.3}, {-0.8, 0, -0.6});
  // A needle from above, beside the middle of the head.
  const SweptSolid needle = SweptSolid().Triangle({0.3, 5, 0}, {0.3, 9, 0}, {0.4, 9, 0});
  ExpectAt(needle.Sweep({0, 10, 0}), 0.31, {0.3, 5, 0}, {-0.6, -0.8, 0});
}

TEST(CapsuleSweep, PassesByWhatItMerelyGrazes) {
  const SweptSolid beside = SweptSolid().Plate({-5, -5, 0.5}, {20, 0, 0}, {0, 10, 0});
  EXPECT_FALSE(beside.Sweep({10, 0, 0}));
  const SweptSolid nearer = SweptSolid().Plate({2, -5, 0.499}, {20, 0, 0}, {0, 10, 0});
  EXPECT_TRUE(nearer.Sweep({10, 0, 0}));
}

TEST(CapsuleSweep, NothingIsTooThinOrTooFast) {
  for (const double length_m : {10.0, 1e3, 1e6, 1e8}) {
    const auto contact = WallAt(3).Sweep({length_m, 0, 0});
    ASSERT_TRUE(contact) << length_m;
    EXPECT_NEAR(contact->fraction * length_m, 2.5, 1e-6) << length_m;
  }
  // A wire, thinner than a hair.
  const SweptSolid wire = SweptSolid().Triangle({3, 1, -5}, {3, 1, 5}, {3, 1.00001, 5});
  EXPECT_NEAR(wire.Sweep({1e4, 0, 0})->fraction * 1e4, 2.5, 1e-6);
  // A triangle without area is as solid as its sides.
  EXPECT_NEAR(SweptSolid().Triangle({3, 1, -5}, {3, 1, 5}, {3, 1, 0}).Sweep({10, 0, 0})->fraction, 0.25,
              1e-9);
  EXPECT_NEAR(SweptSolid().Triangle({3, 1, 0}, {3, 1, 0}, {3, 1, 0}).Sweep({10, 0, 0})->fraction, 0.25, 1e-9);
}

TEST(CapsuleSweep, BothSidesAreSolid) {
  EXPECT_NEAR(WallAt(3).Sweep({10, 0, 0})->fraction, 0.25, 1e-9);
  EXPECT_NEAR(WallAt(-3).Sweep({-10, 0, 0})->fraction, 0.25, 1e-9);
}

TEST(CapsuleSweep, SlidesOverWhatItTouchesAndLeavesItAndIsBlockedOnlyInto) {
  const SweptSolid floor = FloorAt(0);
  EXPECT_FALSE(floor.Sweep({20, 0, 0}));
  EXPECT_FALSE(floor.Sweep({13, 0, 11}));
  EXPECT_FALSE(floor.Sweep({1, 1, 0}));
  EXPECT_FALSE(floor.Sweep({1, -kCapsuleTouch_m / 2, 0}));
  ExpectAt(floor.Sweep({0, -1, 0}), 0, {0, 0, 0}, {0, 1, 0});
  ExpectAt(floor.Sweep({5, -0.01, 0}), 0, {0, 0, 0}, {0, 1, 0});
  const SweptSolid wall = WallAt(0.5);
  EXPECT_FALSE(wall.Sweep({0, 2, 20}));
  EXPECT_FALSE(wall.Sweep({-1, 0, 1}));
  EXPECT_EQ(wall.Sweep({0.01, 0, 1})->fraction, 0);
}

// From every contact the body comes on along the surface, for surfaces in every direction.
TEST(CapsuleSweep, GoesOnAlongEverySurfaceThatItMet) {
  Random random(5);
  for (int round = 0; round < 500; ++round) {
    const Vec3 u(random.NextInRange(-1, 1), random.NextInRange(-1, 1), random.NextInRange(-1, 1));
    const Vec3 w(random.NextInRange(-1, 1), random.NextInRange(-1, 1), random.NextInRange(-1, 1));
    const Vec3 normal = Cross(u, w);
    if (Length(normal) < 0.2) continue;
    const Vec3 at = normal * (3 / Length(normal)) + Vec3(0, 1, 0);
    // Many small plates: there are edges everywhere.
    SweptSolid sheet;
    for (int i = -10; i < 10; ++i) {
      for (int k = -10; k < 10; ++k) sheet.Plate(at + u * i + w * k, u, w);
    }
    const Vec3 displacement = normal * (4 / Length(normal)) + (u + w) * random.NextInRange(-1, 1);
    const auto contact = sheet.Sweep(displacement);
    ASSERT_TRUE(contact) << round;
    const Vec3 feet = displacement * contact->fraction;
    const Vec3 along = (displacement - contact->normal * Dot(displacement, contact->normal));
    EXPECT_FALSE(sheet.SweepFrom(feet, along)) << round;
    EXPECT_FALSE(sheet.SweepFrom(feet, along * -1)) << round;
    EXPECT_FALSE(sheet.SweepFrom(feet, displacement * -1)) << round;
    EXPECT_LT(sheet.SweepFrom(feet, displacement)->fraction, 1e-6) << round;
  }
}

TEST(CapsuleSweep, MayLeaveWhatItOverlapsAndGoAlongItButNotDeeper) {
  // A wall 0.2 m deep in the body.
  const SweptSolid wall = SweptSolid().Triangle({0.3, -50, -50}, {0.3, 50, -50}, {0.3, 0, 90});
  EXPECT_FALSE(wall.Sweep({-1, 0, 0}));
  EXPECT_FALSE(wall.Sweep({-0.1, -1, 3}));
  EXPECT_FALSE(wall.Sweep({0, 1, 0}));
  for (const Vec3& into : {Vec3(0.001, 0, 0), Vec3(0.1, 3, 3), Vec3(100, 0, 0)}) {
    const auto contact = wall.Sweep(into);
    ASSERT_TRUE(contact);
    EXPECT_EQ(contact->fraction, 0);
    EXPECT_LT(Distance(contact->normal, {-1, 0, 0}), 1e-9);
  }
}

TEST(CapsuleSweep, ABodyWhoseAxisCrossesAFloorIsOnTheSideOfItsMiddle) {
  const SweptSolid low = FloorAt(0.9);
  EXPECT_FALSE(low.Sweep({0, 5, 0}));
  EXPECT_FALSE(low.Sweep({1, 0, 0}));
  ExpectAt(low.Sweep({0, -1, 0}), 0, {0, 0.9, 0}, {0, 1, 0});
  const SweptSolid high = FloorAt(1.1);
  EXPECT_FALSE(high.Sweep({0, -5, 0}));
  ExpectAt(high.Sweep({0, 1, 0}), 0, {0, 1.1, 0}, {0, -1, 0});
  EXPECT_FALSE(WallAt(0).Sweep({1, 0, 0})) << "the middle lies in the wall: both sides lead out";
  EXPECT_FALSE(WallAt(0).Sweep({-1, 0, 0}));
}

TEST(CapsuleSweep, WhatItLeavesDoesNotHideWhatComesNext) {
  SweptSolid walls = WallAt(0.3);
  walls.Plate({-4, -5, -50}, {0, 10, 0}, {0, 0, 100});
  EXPECT_NEAR(walls.Sweep({-7, 0, 0})->fraction, 0.5, 1e-9);
}

TEST(CapsuleSweep, InACornerOnlyTheWayOutIsFree) {
  SweptSolid corner = WallAt(0.5);
  corner.Plate({-50, -5, 0.5}, {100, 0, 0}, {0, 10, 0}).Plate({-50, 0, -50}, {0, 0, 100}, {100, 0, 0});
  EXPECT_TRUE(corner.Sweep({1, 0, 0}));
  EXPECT_TRUE(corner.Sweep({-1, 0, 1}));
  EXPECT_TRUE(corner.Sweep({-1, -1, -1}));
  EXPECT_FALSE(corner.Sweep({-1, 0, 0}));
  EXPECT_FALSE(corner.Sweep({-3, 2, -1}));
}

TEST(CapsuleSweep, TheFirstTriangleCountsAndAmongEqualsTheLowestIndex) {
  SweptSolid walls = WallAt(4);
  for (int i = 0; i < 40; ++i) walls.Triangle({2, -9, -9}, {2, 9, 0}, {2, -9, 9});
  const auto contact = walls.Sweep({10, 0, 0});
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->fraction, 0.15, 1e-9);
  SweptSolid equals;
  for (int i = 0; i < 40; ++i) equals.Triangle({2, -9, -9}, {2, 9, 0}, {2, -9, 9});
  EXPECT_EQ(equals.Sweep({10, 0, 0})->triangle, 0U);
}

TEST(CapsuleSweep, WithoutMotionOrSolidsNothingIsMet) {
  EXPECT_FALSE(WallAt(0.1).Sweep({0, 0, 0}));
  EXPECT_FALSE(SweptSolid().Sweep({100, 0, 0}));
}

TEST(CapsuleSweep, ASphereAndARodMeetWallsToo) {
  EXPECT_NEAR(WallAt(3).Sweep({10, 0, 0}, {.low = {0, 1, 0}, .axis_m = 0, .radius_m = 0.5})->fraction, 0.25,
              1e-9);
  const Capsule rod{.low = {0, 1, 0}, .axis_m = 1, .radius_m = kLeastCapsuleRadius_m};
  EXPECT_NEAR(WallAt(3).Sweep({10, 0, 0}, rod)->fraction, 0.2999, 1e-9);
}

// Soups of large, small and thin triangles.
TEST(CapsuleSweep, AgreesWithTryingEveryTriangleSlowly) {
  Random random(8);
  uint32_t blocked = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<Vec3f> vertices;
    std::vector<CollisionTriangle> mixed;
    const uint32_t count = 1 + random.NextBelow(60);
    for (uint32_t i = 0; i < 3 * count; i += 3) {
      const double size_m = std::pow(10, random.NextInRange(-2, 1));
      const Vec3 a(random.NextInRange(-6, 6), random.NextInRange(-6, 6), random.NextInRange(-6, 6));
      const auto off = [&](double m) {
        return Vec3(random.NextInRange(-m, m), random.NextInRange(-m, m), random.NextInRange(-m, m));
      };
      const Vec3 b = a + off(size_m);
      const Vec3 c = i % 5 == 0 ? b + off(0.001) : a + off(size_m);
      for (const Vec3& p : {a, b, c}) vertices.push_back(p.ToFloat());
      mixed.push_back({{i, i + 1, i + 2}});
    }
    const CollisionData data = *BuildCollision(vertices, mixed);
    const CollisionView view = *CollisionView::Create(data.vertices, data.triangles, data.nodes);
    std::vector<SlowTriangle> triangles;
    for (const CollisionTriangle& t : data.triangles) {
      triangles.push_back(
          {data.vertices[t.vertex[0]], data.vertices[t.vertex[1]], data.vertices[t.vertex[2]]});
    }
    const SlowSolid solid(std::move(triangles));
    for (int k = 0; k < 100; ++k) {
      Capsule capsule = kBody;
      capsule.low = {random.NextInRange(-7, 7), random.NextInRange(-7, 7), random.NextInRange(-7, 7)};
      capsule.radius_m = random.NextInRange(0.01, 0.6);
      capsule.axis_m = k % 4 == 0 ? 0 : random.NextInRange(0, 2);
      Vec3 displacement(random.NextInRange(-9, 9), random.NextInRange(-9, 9), random.NextInRange(-9, 9));
      if (k % 3 == 0) displacement = displacement * 0.01;
      const auto fast = SweepCapsule(view, capsule, displacement);
      const auto slow = solid.Sweep(capsule, displacement);
      ASSERT_EQ(fast.has_value(), slow.has_value()) << round << " " << k;
      if (!fast) continue;
      ++blocked;
      ASSERT_NEAR(fast->fraction * Length(displacement), *slow * Length(displacement), 1e-6)
          << round << " " << k;
    }
  }
  EXPECT_GT(blocked, 1000U);
}

}  // namespace
}  // namespace waystone

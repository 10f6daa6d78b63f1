#include "bake/links/body_sweep.h"

#include <gtest/gtest.h>

#include <vector>

#include "bake/collision/collision_builder.h"
#include "core/base/random.h"
#include "core/geom/segment.h"

namespace waystone {
namespace {

struct Triangle {
  Vec3 corners[3];
};

bool Meets(const std::vector<Triangle>& triangles, const SweptVolume& volume) {
  std::vector<Vec3f> vertices;
  std::vector<CollisionTriangle> indices;
  for (const Triangle& t : triangles) {
    const auto first = static_cast<uint32_t>(vertices.size());
    for (const Vec3& p : t.corners) vertices.push_back(p.ToFloat());
    indices.push_back({{first, first + 1, first + 2}});
  }
  const CollisionData data = BuildCollision(vertices, indices).value();
  return MeetsSolid(CollisionView::Create(data.vertices, data.triangles, data.nodes).value(), volume);
}

// By points all over the triangles; `slack_m` makes the volume larger, or smaller where it is negative.
bool MeetsByPoints(const std::vector<Triangle>& triangles, const SweptVolume& volume, double slack_m) {
  constexpr int kPoints = 60;
  for (const Triangle& t : triangles) {
    for (int i = 0; i <= kPoints; ++i) {
      for (int j = 0; i + j <= kPoints; ++j) {
        const Vec3 p = t.corners[0] + (t.corners[1] - t.corners[0]) * (1.0 * i / kPoints) +
                       (t.corners[2] - t.corners[0]) * (1.0 * j / kPoints);
        if (p.y > volume.low_m - slack_m && p.y < volume.high_m + slack_m &&
            SegmentDistance(volume.a, volume.b, p.Plane()) < volume.radius_m + slack_m) {
          return true;
        }
      }
    }
  }
  return false;
}

TEST(BodySweep, AgreesWithPointsAllOverRandomTriangles) {
  Random random(3);
  const auto coordinate = [&] { return random.NextInRange(-1.0, 1.0); };
  int met = 0;
  int passed = 0;
  for (int round = 0; round < 3000; ++round) {
    std::vector<Triangle> triangles(1 + random.NextBelow(3));
    for (Triangle& t : triangles) {
      for (Vec3& p : t.corners) p = Vec3(Vec3{coordinate(), coordinate(), coordinate()}.ToFloat());
    }
    const double low = coordinate();
    const SweptVolume volume{.a = {coordinate(), coordinate()},
                             .b = {coordinate(), coordinate()},
                             .radius_m = random.NextInRange(0.0, 0.5),
                             .low_m = low,
                             .high_m = low + random.NextInRange(0.0, 1.0)};
    // Points lie at most 2.9 / 60 m apart.
    if (MeetsByPoints(triangles, volume, -1e-9)) {
      ++met;
      EXPECT_TRUE(Meets(triangles, volume)) << round;
    } else if (!MeetsByPoints(triangles, volume, 0.06)) {
      ++passed;
      EXPECT_FALSE(Meets(triangles, volume)) << round;
    }
  }
  EXPECT_GT(met, 500);
  EXPECT_GT(passed, 500);
}

TEST(BodySweep, WhatOnlyTouchesIsNoHit) {
  const Triangle floor{{{-9, 0, -9}, {9, 0, -9}, {0, 0, 9}}};
  const SweptVolume body{.a = {0, 0}, .b = {1, 0}, .radius_m = 0.5, .low_m = 0, .high_m = 2};
  EXPECT_FALSE(Meets({floor}, body));
  SweptVolume lower = body;
  lower.low_m = -0.001;
  EXPECT_TRUE(Meets({floor}, lower));
  // A wall in the plane x = 1.5.
  const Triangle wall{{{1.5, -5, -9}, {1.5, -5, 9}, {1.5, 9, 0}}};
  EXPECT_FALSE(Meets({wall}, body));
  SweptVolume wider = body;
  wider.radius_m = 0.501;
  EXPECT_TRUE(Meets({wall}, wider));
  SweptVolume flat = body;
  flat.high_m = flat.low_m;
  EXPECT_FALSE(Meets({wall, floor}, flat));
}

}  // namespace
}  // namespace waystone

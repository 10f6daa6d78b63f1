#include "tests/core/collision/sweep_agreement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "bake/collision/collision_builder.h"
#include "bake/import/obj_importer.h"
#include "core/base/check.h"
#include "core/base/random.h"
#include "core/geom/aabb.h"
#include "samples/generator/town.h"
#include "tests/oracle/slow_capsule.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

constexpr double kSame_m = 1e-7;
constexpr double kSameDistance_m = 1e-8;

struct Motion {
  Capsule capsule;
  Vec3 displacement;
};

Vec3 RandomDirection(Random& random) {
  Vec3 direction;
  do {
    direction = {random.NextInRange(-1, 1), random.NextInRange(-1, 1), random.NextInRange(-1, 1)};
  } while (Length(direction) > 1 || Length(direction) < 0.1);
  return direction * (1 / Length(direction));
}

Vec3 PointOn(const SlowTriangle& triangle, Random& random) {
  const double u = random.NextUnit();
  const double v = random.NextUnit() * (1 - u);
  return triangle[0] + (triangle[1] - triangle[0]) * u + (triangle[2] - triangle[0]) * v;
}

// The triangle's normal, to either side; up if it has no area.
Vec3 NormalOf(const SlowTriangle& triangle, Random& random) {
  const Vec3 normal = Cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
  if (Length(normal) < 1e-9) return {0, 1, 0};
  return normal * ((random.NextBelow(2) == 0 ? 1 : -1) / Length(normal));
}

Motion RandomMotion(const std::vector<SlowTriangle>& triangles, const Aabb& bounds, Random& random) {
  const SlowTriangle& triangle = triangles[random.NextBelow(static_cast<uint32_t>(triangles.size()))];
  const Vec3 normal = NormalOf(triangle, random);
  Motion motion;
  Capsule& capsule = motion.capsule;
  capsule.radius_m = random.NextInRange(0.02, 0.6);
  capsule.axis_m = random.NextBelow(4) == 0 ? 0 : random.NextInRange(0.1, 2);
  const double gaps_m[] = {0, random.NextInRange(0, 0.5), -random.NextInRange(0, capsule.radius_m), -5};
  const double gap_m = gaps_m[random.NextBelow(4)];
  const double off_m = std::max(capsule.radius_m + gap_m, 0.0);
  capsule.low = PointOn(triangle, random) + normal * off_m;
  if (normal.y < 0 || off_m == 0) capsule.low.y -= capsule.axis_m * (off_m == 0 ? random.NextUnit() : 1);
  if (random.NextBelow(4) == 0) {
    capsule.low = {random.NextInRange(bounds.min.x, bounds.max.x),
                   random.NextInRange(bounds.min.y, bounds.max.y),
                   random.NextInRange(bounds.min.z, bounds.max.z)};
  }
  Vec3 direction = RandomDirection(random);
  const uint32_t kind = random.NextBelow(6);
  if (kind == 1) direction.y = 0;
  if (kind == 2) direction = {0, direction.y < 0 ? -1.0 : 1.0, 0};
  if (kind == 3) direction = direction - normal * Dot(direction, normal);
  if (kind == 4) direction = normal * -1;
  motion.displacement = direction * (0.01 * std::pow(2000, random.NextUnit()));
  return motion;
}

double SlowDistanceAt(const SlowTriangle& triangle, const Motion& motion, double fraction) {
  const Vec3 low = motion.capsule.low + motion.displacement * fraction;
  return SlowDistance(low, low + Vec3(0, motion.capsule.axis_m, 0), triangle);
}

// Two fractions are as good as equal if the places are, or the distances there.
bool IsSamePlace(const SlowTriangle& triangle, const Motion& motion, double one, double two) {
  if (std::abs(one - two) * Length(motion.displacement) < kSame_m) return true;
  const double radius_m = motion.capsule.radius_m;
  return std::abs(SlowDistanceAt(triangle, motion, one) - radius_m) < kSameDistance_m &&
         std::abs(SlowDistanceAt(triangle, motion, two) - radius_m) < kSameDistance_m;
}

void ExpectSoundContact(const CapsuleContact& contact, const Motion& motion, const SlowTriangle& triangle) {
  EXPECT_NEAR(Length(contact.normal), 1, 1e-9);
  EXPECT_LT(SlowDistance(contact.at, contact.at, triangle), 1e-8);
  EXPECT_LT(Dot(contact.normal, motion.displacement), 0);
  const std::optional<double> alone = SlowBlock(triangle, motion.capsule, motion.displacement);
  ASSERT_TRUE(alone);
  EXPECT_TRUE(IsSamePlace(triangle, motion, *alone, contact.fraction)) << *alone << " " << contact.fraction;
  if (contact.fraction == 0) return;
  // The normal leads from the triangle to the axis.
  const Vec3 on_axis = contact.at + contact.normal * motion.capsule.radius_m;
  const Vec3 low = motion.capsule.low + motion.displacement * contact.fraction;
  const double up_m = on_axis.y - low.y;
  EXPECT_LT(PlaneDistance(on_axis, low), 1e-7);
  EXPECT_GT(up_m, -1e-7);
  EXPECT_LT(up_m, motion.capsule.axis_m + 1e-7);
}

CollisionData Pack(const std::vector<Vec3>& vertices, const std::vector<CollisionTriangle>& triangles) {
  Aabb bounds;
  for (const Vec3& vertex : vertices) bounds.Extend(vertex);
  const Vec3 middle = (bounds.min + bounds.max) * 0.5;
  std::vector<Vec3f> local;
  local.reserve(vertices.size());
  for (const Vec3& vertex : vertices) local.push_back((vertex - middle).ToFloat());
  absl::StatusOr<CollisionData> data = BuildCollision(local, triangles);
  WS_CHECK(data.ok());
  return *std::move(data);
}

}  // namespace

CollisionData SolidOfObj(const std::string& path) {
  std::vector<std::string> warnings;
  const absl::StatusOr<SourceMap> source = ImportObj(ReadTestFile(path), warnings);
  WS_CHECK(source.ok());
  std::vector<CollisionTriangle> triangles;
  for (const SourceTriangle& t : source->triangles) triangles.push_back({{t[0], t[1], t[2]}});
  return Pack(source->vertices, triangles);
}

CollisionData SolidOfTown() {
  std::vector<Vec3> vertices;
  std::vector<CollisionTriangle> triangles;
  const samples::SceneWithLandmarks town = samples::BuildTown(samples::TownLayout());
  for (const samples::MeshPart& part : town.mesh.parts()) {
    const auto first = static_cast<uint32_t>(vertices.size());
    for (const samples::PointMm& p : part.vertices) vertices.push_back(Vec3(p.x, p.y, p.z) * 0.001);
    for (size_t i = 0; i + 2 < part.indices.size(); i += 3) {
      triangles.push_back(
          {{first + part.indices[i], first + part.indices[i + 1], first + part.indices[i + 2]}});
    }
  }
  return Pack(vertices, triangles);
}

SweepCounts ExpectAgreement(const CollisionData& data, uint64_t seed, uint32_t sweeps) {
  const auto view = CollisionView::Create(data.vertices, data.triangles, data.nodes);
  WS_CHECK(view.ok());
  std::vector<SlowTriangle> triangles;
  Aabb bounds;
  for (const CollisionTriangle& t : data.triangles) {
    SlowTriangle& triangle = triangles.emplace_back();
    for (size_t k = 0; k < 3; ++k) bounds.Extend(triangle[k] = data.vertices[t.vertex[k]]);
  }
  const SlowSolid solid(std::move(triangles));
  Random random(seed);
  SweepCounts counts;
  for (uint32_t i = 0; i < sweeps; ++i) {
    const Motion motion = RandomMotion(solid.triangles(), bounds, random);
    SCOPED_TRACE(i);
    const std::optional<CapsuleContact> fast = SweepCapsule(*view, motion.capsule, motion.displacement);
    const std::optional<double> slow = solid.Sweep(motion.capsule, motion.displacement);
    EXPECT_EQ(fast.has_value(), slow.has_value());
    if (!fast || !slow) {
      ++counts.free;
      continue;
    }
    ++counts.blocked;
    counts.at_start += *slow == 0 ? 1 : 0;
    const SlowTriangle& triangle = solid.triangles()[fast->triangle];
    EXPECT_TRUE(IsSamePlace(triangle, motion, fast->fraction, *slow)) << fast->fraction << " " << *slow;
    ExpectSoundContact(*fast, motion, triangle);
  }
  return counts;
}

}  // namespace waystone

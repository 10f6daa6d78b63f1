#include "core/move/nearest_reached.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/navmesh/surface_queries.h"
#include "tests/core/move/move_scene.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

// [m] A flood's places nearest to a point are to be found to this.
constexpr double kNear_m = 0.05;
// [m] And if the places admitted form no discs, to this.
constexpr double kNearIfAdmitted_m = 0.5;
constexpr double kSpacing_m = 1.0 / 32;

// The nearest to `point` of all places, kSpacing_m apart, that the flood reaches within `max_m` and that are
// admitted; infinitely far if there is none.
template <typename Admit>
Vec3 SlowNearest(const NavmeshView& mesh, DistanceFlood& flood, double max_m, const Vec3& point,
                 double size_m, const Admit& admit) {
  Vec3 nearest(INFINITY, 0, 0);
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    for (double x = kSpacing_m / 2; x < size_m; x += kSpacing_m) {
      for (double z = kSpacing_m / 2; z < size_m; z += kSpacing_m) {
        if (!IsOverPoly(mesh, PolyId(p), {x, z})) continue;
        const NavLocation place{PolyId(p), {x, HeightOnPoly(mesh, PolyId(p), {x, z}), z}};
        if (Distance(place.point, point) >= Distance(nearest, point)) continue;
        const double walk_m = flood.DistanceTo(place);
        if (walk_m <= max_m && admit(ReachedPlace{place, walk_m})) nearest = place.point;
      }
    }
  }
  return nearest;
}

std::string Text(const Vec3& v) {
  return "(" + std::to_string(v.x) + ", " + std::to_string(v.y) + ", " + std::to_string(v.z) + ")";
}

TEST(NearestReached, IsTheBestOfADenseSampling) {
  Random random(301);
  int short_of = 0;
  for (int round = 0; round < 120; ++round) {
    const std::string drawing = RandomDrawing(6, 6, 0.3, random);
    MoveScene scene({drawing});
    const NavmeshView& mesh = scene.map.mesh();
    if (mesh.poly_count() < 2) continue;
    const NavLocation from = RandomPoint(mesh, random);
    const double max_m = random.NextInRange(0.2, 6);
    const Vec3 point(random.NextInRange(-1, 7), random.NextInRange(-0.5, 0.5), random.NextInRange(-1, 7));
    DistanceFlood flood;
    flood.Begin(mesh, {}, 0, from);
    flood.GrowTo(max_m, {});
    const auto found = NearestReached(mesh, flood, max_m, point, [](const ReachedPlace&) { return true; });
    ASSERT_TRUE(found);
    const Vec3 slow = SlowNearest(mesh, flood, max_m, point, 6, [](const ReachedPlace&) { return true; });
    const double found_m = Distance(found->place.point, point);
    ASSERT_LE(found_m, Distance(slow, point) + kNear_m)
        << drawing << Text(from.point) << " " << max_m << " to " << Text(point) << ": found "
        << Text(found->place.point) << ", not " << Text(slow);
    ASSERT_LE(found->walk_m, max_m);
    ASSERT_NEAR(found->walk_m, flood.DistanceTo(found->place), 1e-9);
    short_of += found_m > 0.6 ? 1 : 0;
  }
  EXPECT_GT(short_of, 30);
}

// What an untimed step may cost: so much for each metre of its straight line.
TEST(NearestReached, OfPlacesThatAreAdmittedByTheirStraightLineIsNearlyTheBest) {
  Random random(302);
  for (int round = 0; round < 120; ++round) {
    const std::string drawing = RandomDrawing(6, 6, 0.3, random);
    MoveScene scene({drawing});
    const NavmeshView& mesh = scene.map.mesh();
    if (mesh.poly_count() < 2) continue;
    const NavLocation from = RandomPoint(mesh, random);
    const Vec3 point(random.NextInRange(0, 6), 0, random.NextInRange(0, 6));
    const double ratio = random.NextInRange(1, 2);
    const double max_m = ratio * PlaneDistance(from.point, point) + 0.5;
    const auto admit = [&](const ReachedPlace& reached) {
      return reached.walk_m <= ratio * PlaneDistance(from.point, reached.place.point) + 0.5;
    };
    DistanceFlood flood;
    flood.Begin(mesh, {}, 0, from);
    flood.GrowTo(max_m, {});
    const auto found = NearestReached(mesh, flood, max_m, point, admit);
    ASSERT_TRUE(found);
    ASSERT_TRUE(admit(*found));
    const Vec3 slow = SlowNearest(mesh, flood, max_m, point, 6, admit);
    EXPECT_LE(Distance(found->place.point, point), Distance(slow, point) + kNearIfAdmitted_m)
        << drawing << Text(from.point) << " " << max_m << " to " << Text(point) << ": found "
        << Text(found->place.point) << ", not " << Text(slow);
  }
}

TEST(NearestReached, KnowsFloorsApart) {
  MoveScene scene({"....\n", ".   \n"});
  const NavmeshView& mesh = scene.map.mesh();
  const NavLocation from{PolyAt(mesh, 3.5, 0.5), {3.5, 0, 0.5}};
  DistanceFlood flood;
  flood.Begin(mesh, {}, 0, from);
  flood.GrowTo(9, {});
  const auto found =
      NearestReached(mesh, flood, 9, {0.5, 4.5, 0.5}, [](const ReachedPlace&) { return true; });
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->place.point.y, 0) << "the upper floor cannot be reached";
  EXPECT_NEAR(found->place.point.x, 0.5, 1e-9);
}

TEST(NearestReached, MayBeginOnASideOrAtACorner) {
  MoveScene scene({"....\n....\n"});
  const NavmeshView& mesh = scene.map.mesh();
  for (const Vec3& at : {Vec3(1, 0, 0.5), Vec3(1, 0, 1)}) {
    DistanceFlood flood;
    flood.Begin(mesh, {}, 0, {PolyAt(mesh, 0.5, 0.5), at});
    flood.GrowTo(2, {});
    const auto found = NearestReached(mesh, flood, 2, {9, 0, at.z}, [](const ReachedPlace&) { return true; });
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->place.point.x, 3, 1e-5);
    EXPECT_NEAR(found->place.point.z, at.z, 1e-3);
  }
}

TEST(NearestReached, IsEmptyIfNothingIsAdmitted) {
  MoveScene scene({"....\n"});
  const NavmeshView& mesh = scene.map.mesh();
  DistanceFlood flood;
  flood.Begin(mesh, {}, 0, {PolyAt(mesh, 0.5, 0.5), {0.5, 0, 0.5}});
  flood.GrowTo(9, {});
  EXPECT_FALSE(NearestReached(mesh, flood, 9, {3, 0, 0.5}, [](const ReachedPlace&) { return false; }));
}

}  // namespace
}  // namespace waystone

// Positions all over whole scenes stand on the source's triangles.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <vector>

#include "core/geom/triangle.h"
#include "core/place/place_audit.h"
#include "core/place/resource_placer.h"
#include "tests/bake/walks/baked_scenes.h"

namespace waystone {
namespace {

constexpr double kTolerance_m = 0.05;

enum class Stand { kOnGround, kOff, kNoGround };

// Whether the position stands on a triangle that faces up with nothing solid just above it, by a look at all
// triangles. kNoGround if no such triangle lies within a step of the surface.
Stand StandOf(const CollisionView& solid, const Vec3& position, double surface_y, double climb_m) {
  std::vector<double> heights;
  std::vector<double> facing_up;
  for (const CollisionTriangle& t : solid.triangles()) {
    const Vec3 a(solid.vertices()[t.vertex[0]]);
    const Vec3 b(solid.vertices()[t.vertex[1]]);
    const Vec3 c(solid.vertices()[t.vertex[2]]);
    if (PlaneDistanceBound(a, b, c, position.Plane()) > 0) continue;
    const std::optional<double> height = HeightOnTriangle(a, b, c, position.Plane());
    if (!height) continue;
    heights.push_back(*height);
    if (Cross(b - a, c - a).y > 0) facing_up.push_back(*height);
  }
  bool has_ground = false;
  for (const double ground : facing_up) {
    if (std::abs(ground - surface_y) > climb_m) continue;
    const auto is_just_above = [&](double y) {
      return y > ground + 0.01 && y < ground + climb_m + kTolerance_m;
    };
    if (std::any_of(heights.begin(), heights.end(), is_just_above)) continue;
    has_ground = true;
    if (std::abs(position.y - ground) <= kTolerance_m) return Stand::kOnGround;
  }
  return has_ground ? Stand::kOff : Stand::kNoGround;
}

TEST(PlacedHeights, AreThoseOfTheSourcesTriangles) {
  int placed = 0;
  int off = 0;
  int no_ground = 0;
  int lifted = 0;  // positions that would be off by the surface's height
  ForEachScene([&](const SceneWithAgent& scene) {
    const MapView& view = scene.view;
    const double climb_m = view.variant->agent.max_climb_m;
    const Vec3 origin = view.manifest->origin;
    Scratch scratch;
    PlaceQuery query;
    query.count = 300;
    query.seed = 5;
    const PlaceAnswer answer = *PlaceResource(view, query, scratch);
    for (size_t i = 0; i < answer.positions.size(); ++i) {
      const Vec3 at = answer.positions[i] - origin;
      const double surface_y = HeightOnPoly(*view.navmesh, PolyId(answer.polys[i]), at.Plane());
      const Stand stand = StandOf(*view.collision, at, surface_y, climb_m);
      ++placed;
      no_ground += stand == Stand::kNoGround;
      lifted += StandOf(*view.collision, {at.x, surface_y, at.z}, surface_y, climb_m) == Stand::kOff;
      if (stand != Stand::kOff) continue;
      ++off;
      std::cout << scene.scene << " " << scene.agent << ": (" << answer.positions[i].x << ", "
                << answer.positions[i].y << ", " << answer.positions[i].z
                << ") is off the ground, surface at " << surface_y + origin.y << "\n";
    }
    // The same positions, a little above the ground, audited: suggestions are where they would be placed.
    AuditQuery audit;
    audit.suggest = true;
    for (const Vec3& position : answer.positions) audit.positions.push_back(position + Vec3(0, 0.2, 0));
    const AuditAnswer audited = *AuditPlaces(view, audit, scratch);
    for (size_t i = 0; i < audited.positions.size(); ++i) {
      if (audited.found[i] == 0) continue;
      const Vec3 at = audited.positions[i] - origin;
      const double surface_y = HeightOnPoly(*view.navmesh, PolyId(audited.polys[i]), at.Plane());
      EXPECT_NE(StandOf(*view.collision, at, surface_y, climb_m), Stand::kOff) << scene.scene;
    }
  });
  std::cout << "of " << placed << " positions " << off << " are off the ground by more than " << kTolerance_m
            << " m, " << no_ground << " have no ground of their own; by the surface's heights " << lifted
            << " would be off\n";
  EXPECT_GT(placed, 5000);
  EXPECT_GT(lifted, 50);
  EXPECT_EQ(off, 0);
}

}  // namespace
}  // namespace waystone

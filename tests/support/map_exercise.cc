#include "tests/support/map_exercise.h"

#include "core/base/check.h"
#include "core/base/random.h"
#include "core/navmesh/surface_queries.h"
#include "core/navmesh/surface_walk.h"

namespace waystone {
namespace {

void CheckLocation(const NavmeshView& mesh, const NavLocation& location) {
  WS_CHECK(location.poly.value() < mesh.poly_count());
  WS_CHECK(location.point.IsFinite());
}

void ExerciseSurface(const NavmeshView& mesh, Random& random) {
  SurfaceWorkspace workspace;
  const NavmeshHeader& header = mesh.arrays().header;
  const auto coordinate = [&](int axis) {
    return random.NextInRange(header.bounds_min[axis] - 1.0, header.bounds_max[axis] + 1.0);
  };
  for (int i = 0; i < 4; ++i) {
    const Vec3 point(coordinate(0), coordinate(1), coordinate(2));
    const Vec3 target(coordinate(0), coordinate(1), coordinate(2));
    const auto nearest = NearestPoly(mesh, point, Aabb::Around(point, {2, 2, 2}), workspace);
    if (nearest) CheckLocation(mesh, *nearest);
    if (mesh.poly_count() == 0) continue;
    const NavLocation start = nearest ? *nearest : RandomPoint(mesh, random);
    CheckLocation(mesh, start);
    CheckLocation(mesh, Raycast(mesh, start, target.Plane()).end);
    CheckLocation(mesh, MoveAlongSurface(mesh, start, target.Plane(), workspace));
  }
}

}  // namespace

void ExerciseMap(const LoadedMap& map, uint64_t seed) {
  Random random(seed);
  for (const MapVariant& variant : map.manifest().variants) {
    const auto view = map.View(variant.agent.name, variant.abilities);
    WS_CHECK(view.ok());
    ExerciseSurface(*view->navmesh, random);
  }
}

}  // namespace waystone

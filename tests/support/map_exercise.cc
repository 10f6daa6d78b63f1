#include "tests/support/map_exercise.h"

#include "core/base/check.h"
#include "core/base/random.h"
#include "core/query/move_validator.h"
#include "core/query/resource_placer.h"
#include "core/query/route_planner.h"
#include "core/query/workspace.h"

namespace waystone {
namespace {

// Anywhere in the map's bounds, or a little outside.
Vec3 PointAround(const Aabb& bounds, Random& random) {
  if (bounds.IsEmpty()) return {};
  const auto between = [&](double low, double high) { return random.NextInRange(low - 1, high + 1); };
  return {between(bounds.min.x, bounds.max.x), between(bounds.min.y, bounds.max.y),
          between(bounds.min.z, bounds.max.z)};
}

void ExerciseRoute(const MapView& map, const Vec3& start, const Vec3& goal, Workspace& workspace) {
  RouteQuery query;
  query.start = start;
  query.goals = {goal};
  query.max_expansions = 10'000;
  const auto answer = PlanRoute(map, query, workspace);
  WS_CHECK(answer.ok());
  for (const Vec3& point : answer->points) WS_CHECK(point.IsFinite());
}

void ExerciseMove(const MapView& map, const Vec3& from, const Vec3& to, Workspace& workspace) {
  const Vec3 ends[] = {from, to};
  MoveQuery query;
  query.samples = ends;
  const auto answer = ValidateMove(map, query, workspace);
  WS_CHECK(answer.ok() && (answer->verdict == MoveVerdict::kIllegal || answer->end->IsFinite()));
  for (const MoveCorrection& correction : answer->corrections) WS_CHECK(correction.at.IsFinite());
}

}  // namespace

void ExerciseMap(const LoadedMap& map, uint64_t seed) {
  Random random(seed);
  Workspace workspace;
  for (const MapVariant& variant : map.manifest().variants) {
    const auto view = map.View(variant.agent.name, variant.abilities);
    WS_CHECK(view.ok());
    const Aabb& bounds = map.manifest().bounds;
    ExerciseRoute(*view, PointAround(bounds, random), PointAround(bounds, random), workspace);
    ExerciseMove(*view, PointAround(bounds, random), PointAround(bounds, random), workspace);
    PlaceQuery place;
    place.count = 2;
    place.seed = seed;
    const auto places = PlaceResource(*view, place, workspace);
    if (!places.ok()) {
      WS_CHECK(view->navmesh->poly_count() == 0);
      continue;
    }
    WS_CHECK(places->polys[0] < view->navmesh->poly_count());
    ExerciseRoute(*view, places->positions[0], places->positions[1], workspace);
    ExerciseMove(*view, places->positions[0], places->positions[1], workspace);
  }
}

}  // namespace waystone

#include "tests/support/map_exercise.h"

#include <chrono>

#include "core/base/check.h"
#include "core/base/random.h"
#include "core/base/scratch.h"
#include "core/explore/route_explorer.h"
#include "core/move/move_validator.h"
#include "core/place/resource_placer.h"
#include "core/route/route_planner.h"
#include "core/surface/grid/grid_of_map.h"
#include "core/surface/navmesh/navmesh_indexes.h"
#include "core/surface/search_surface.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "core/why/route_why.h"

namespace waystone {
namespace {

// Anywhere in the map's bounds, or a little outside.
Vec3 PointAround(const Aabb& bounds, Random& random) {
  if (bounds.IsEmpty()) return {};
  const auto between = [&](double low, double high) { return random.NextInRange(low - 1, high + 1); };
  return {between(bounds.min.x, bounds.max.x), between(bounds.min.y, bounds.max.y),
          between(bounds.min.z, bounds.max.z)};
}

void ExerciseRoute(const MapView& map, const Vec3& start, const Vec3& goal, Scratch& scratch) {
  RouteQuery query;
  query.start = start;
  query.goals = {goal};
  query.max_expansions = 10'000;
  const GridView* const grid = FindGrid(map);
  const bool has_clusters = grid != nullptr
                                ? grid->clusters() != nullptr
                                : FindWaypoints(map) == nullptr && IndexesOf(map).clusters != nullptr;
  if (has_clusters) {
    query.method = RouteMethod::kClusters;
  }
  const auto answer = PlanRoute(map, query, scratch);
  WS_CHECK(answer.ok());
  for (const Vec3& point : answer->points) WS_CHECK(point.IsFinite());
}

// Nobody has checked where key points are and whether arcs can be walked: DataLoss is an answer.
void ExerciseExploration(const MapView& map, const Vec3& start, uint64_t seed, Scratch& scratch) {
  if (map.skeleton == nullptr) return;
  ExplorationQuery query;
  query.start = start;
  query.max_expansions = 10'000;
  query.search_budget = std::chrono::milliseconds(20);
  query.return_to_start = seed / 4 % 2 == 0;
  query.sight_radius_m = seed % 16 == 0 ? 1000 : 1;
  query.deadline = Deadline::After(std::chrono::milliseconds(200));  // arcs may be kilometres long
  query.max_length_m = 1e6;
  const SurfaceFields fields = map.surface->Fields();
  if (seed % 3 == 1 && fields.blocks_polys && map.navmesh->poly_count() > 0) {
    query.changes.blocked_polys = {PolyId(static_cast<uint32_t>(seed * 7919 % map.navmesh->poly_count()))};
  }
  if (seed % 3 == 2 && fields.serves_area_factors) query.changes.area_factors = {{1, 2.5}};
  const auto answer = ExploreRoute(map, query, scratch);
  WS_CHECK(answer.ok() || absl::IsDataLoss(answer.status()));
  if (!answer.ok()) return;
  for (const ExplorationWalk& walk : answer->walks) {
    for (const Vec3& point : walk.route.points) WS_CHECK(point.IsFinite());
    for (const uint32_t key_point : walk.key_points) WS_CHECK(key_point < map.skeleton->size());
  }
}

void ExerciseMove(const MapView& map, const Vec3& from, const Vec3& to, Scratch& scratch) {
  const Vec3 ends[] = {from, to};
  MoveQuery query;
  query.samples = ends;
  query.corrections = {MoveCorrection::Kind::kSlide, MoveCorrection::Kind::kFurthest,
                       MoveCorrection::Kind::kLastGood};
  const auto answer = ValidateMove(map, query, scratch);
  if (!map.surface->Fields().has_ground && absl::IsUnimplemented(answer.status())) return;
  WS_CHECK(answer.ok() && (!answer->end || answer->end->IsFinite()));
  for (const MoveCorrection& correction : answer->corrections) WS_CHECK(correction.at.IsFinite());
}

}  // namespace

void ExerciseMap(const LoadedMap& map, uint64_t seed) {
  Random random(seed);
  Scratch scratch;
  for (const MapVariant& variant : map.manifest().variants) {
    const auto view = map.View(variant.agent.name, variant.abilities);
    WS_CHECK(view.ok());
    const Aabb& bounds = map.manifest().bounds;
    ExerciseRoute(*view, PointAround(bounds, random), PointAround(bounds, random), scratch);
    ExerciseMove(*view, PointAround(bounds, random), PointAround(bounds, random), scratch);
    PlaceQuery place;
    place.count = 2;
    place.seed = seed;
    const auto places = PlaceResource(*view, place, scratch);
    if (!places.ok()) {
      WS_CHECK(view->navmesh->poly_count() == 0);
      continue;
    }
    WS_CHECK(places->polys[0] < view->navmesh->poly_count());
    ExplainWalk(*view, places->positions[0], PointAround(bounds, random), SnapOptions(), nullptr, Deadline(),
                scratch);
    ExerciseRoute(*view, places->positions[0], places->positions[1], scratch);
    ExerciseExploration(*view, places->positions[0], seed, scratch);
    ExerciseMove(*view, places->positions[0], places->positions[1], scratch);
  }
}

}  // namespace waystone

#include "bake/world/mesh_portal_baker.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/query/route_planner.h"
#include "core/query/snap.h"
#include "core/query/stored_walk.h"

namespace waystone {
namespace {

constexpr double kMaxSnap_m = 100;                // SnapOptions
constexpr uint32_t kMaxExpansions = 100'000'000;  // RouteQuery

// A walk as PlanRoute finds it; no points where there is none.
RouteAnswer Walk(const MapView& map, const Vec3& from, const Vec3& to, Workspace& workspace) {
  RouteQuery query;
  query.start = from;
  query.goals = {to};
  query.allow_partial = false;
  query.shape = RouteShape::kTurningPoints;
  query.max_expansions = kMaxExpansions;
  absl::StatusOr<RouteAnswer> walk = PlanRoute(map, query, workspace);
  return walk.ok() && walk->status == RouteStatus::kComplete ? *std::move(walk) : RouteAnswer{};
}

}  // namespace

PlacedTrigger PlaceMeshTrigger(const MapView& map, const Aabb& box) {
  const Vec3& origin = map.manifest->origin;
  PlacedTrigger trigger;
  trigger.box = box;
  const Vec3 middle = (box.min + box.max) * 0.5;
  const Vec3 half = (box.max - box.min) * 0.5;
  const SnapOptions within{.radius_m = std::min(kMaxSnap_m, std::max(half.x, half.z)),
                           .max_above_m = std::min(kMaxSnap_m, half.y),
                           .max_below_m = std::min(kMaxSnap_m, half.y)};
  SurfaceWorkspace workspace;
  const SnapResult snapped = Snap(*map.navmesh, middle - origin, within, workspace);
  if (!snapped.place.has_value()) return trigger;
  trigger.anchor = snapped.place->point + origin;
  trigger.has_ground = box.Contains(trigger.anchor);
  return trigger;
}

PlacedPoint PlaceMeshPoint(const MapView& map, const Vec3& point) {
  const Vec3& origin = map.manifest->origin;
  SurfaceWorkspace workspace;
  const SnapResult snapped = Snap(*map.navmesh, point - origin, {}, workspace);
  if (!snapped.place.has_value()) return {.place = point};
  return {.place = snapped.place->point + origin, .node = snapped.place->poly.value(), .has_ground = true};
}

BakedPortals BakeMeshPortals(const MapView& map, std::span<const MapExit> exits,
                             std::span<const PlacedPoint> arrivals) {
  BakedPortals baked;
  Workspace workspace;
  WalkTable& walks = baked.walks[0];
  for (const PlacedPoint& arrival : arrivals) {
    for (const MapExit& exit : exits) {
      const RouteAnswer walk = Walk(map, arrival.place, exit.trigger.anchor, workspace);
      walks.costs.push_back(walk.points.empty() ? std::numeric_limits<double>::infinity() : walk.cost_m);
      EncodeWalk(walk, map.manifest->origin, walks.paths.emplace_back());
    }
  }
  baked.walks[1] = walks;
  return baked;
}

}  // namespace waystone

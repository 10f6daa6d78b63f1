#include "bake/world/mesh_portal_baker.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/status_macros.h"
#include "core/query/route_planner.h"
#include "core/query/snap.h"
#include "core/query/stored_walk.h"
#include "core/query/trigger_walks.h"
#include "core/store/trigger_meshes.h"

namespace waystone {
namespace {

constexpr double kMaxSnap_m = 100;                // SnapOptions
constexpr uint32_t kMaxExpansions = 100'000'000;  // RouteQuery

void Keep(const RouteAnswer& walk, const MapView& map, WalkTable& walks) {
  walks.costs.push_back(walk.points.empty() ? std::numeric_limits<double>::infinity() : walk.cost_m);
  EncodeWalk(walk, map.manifest->origin, walks.paths.emplace_back());
}

// As PlanRoute finds it; no points where there is none.
RouteAnswer WalkOverWaypoints(const MapView& map, const Vec3& from, const Vec3& to, Workspace& workspace) {
  RouteQuery query;
  query.start = from;
  query.goals = {to};
  query.allow_partial = false;
  query.shape = RouteShape::kTurningPoints;
  query.max_expansions = kMaxExpansions;
  absl::StatusOr<RouteAnswer> walk = PlanRoute(map, query, workspace);
  return walk.ok() && walk->status == RouteStatus::kComplete ? *std::move(walk) : RouteAnswer{};
}

WalksByMode BakeWaypointPortals(const MapView& map, std::span<const MapExit> exits,
                                std::span<const PlacedPoint> arrivals) {
  WalksByMode baked;
  Workspace workspace;
  for (const PlacedPoint& arrival : arrivals) {
    for (const MapExit& exit : exits) {
      Keep(WalkOverWaypoints(map, arrival.place, exit.trigger.anchor, workspace), map, baked[0]);
    }
  }
  baked[1] = baked[0];
  return baked;
}

absl::StatusOr<WalkTable> BakeMode(const MapView& map, std::span<const MapExit> exits,
                                   std::span<const PlacedPoint> arrivals, WorldMode mode) {
  std::vector<CutBox> boxes;
  for (const MapExit& exit : exits) {
    boxes.push_back(CutBoxOf(exit.trigger.box, map.manifest->origin, exit.is_walk_in, mode));
  }
  WS_ASSIGN_OR_RETURN(const std::unique_ptr<const CutMesh> cut,
                      CutMesh::Make(*map.navmesh, *map.links, std::move(boxes)));
  WalkTable walks;
  Workspace workspace;
  std::vector<TriggerEntry> entries;
  const TriggerWalkOptions options{.max_expansions = kMaxExpansions, .deadline = {}};
  for (const PlacedPoint& arrival : arrivals) {
    const NavLocation start{PolyId(arrival.node), arrival.place - map.manifest->origin};
    if (arrival.has_ground) {
      FindTriggerEntries(map, *cut, start, options, workspace, entries);
    } else {
      entries.assign(exits.size(), {});
    }
    for (uint32_t exit = 0; exit < exits.size(); ++exit) {
      RouteAnswer walk;
      if (entries[exit].IsFound()) {
        const AnyAngleResult route = WalkToEntry(map, *cut, start, exit, entries[exit], options, workspace);
        walk = AnswerOf(map, route, RouteShape::kTurningPoints, {}, workspace);
      }
      Keep(walk, map, walks);
    }
  }
  return walks;
}

}  // namespace

std::optional<Vec3> FindGroundIn(const MapView& map, const Aabb& box) {
  const Vec3& origin = map.manifest->origin;
  const Vec3 middle = (box.min + box.max) * 0.5;
  const Vec3 half = (box.max - box.min) * 0.5;
  const SnapOptions within{.radius_m = std::min(kMaxSnap_m, std::max(half.x, half.z)),
                           .max_above_m = std::min(kMaxSnap_m, half.y),
                           .max_below_m = std::min(kMaxSnap_m, half.y)};
  SurfaceWorkspace workspace;
  const SnapResult snapped = Snap(*map.navmesh, middle - origin, within, workspace);
  if (!snapped.place.has_value()) return std::nullopt;
  const Vec3 ground = snapped.place->point + origin;
  return box.Contains(ground) ? std::optional(ground) : std::nullopt;
}

PlacedPoint PlaceMeshPoint(const MapView& map, const Vec3& point) {
  const Vec3& origin = map.manifest->origin;
  SurfaceWorkspace workspace;
  const SnapResult snapped = Snap(*map.navmesh, point - origin, {}, workspace);
  if (!snapped.place.has_value()) return {.place = point};
  return {.place = snapped.place->point + origin, .node = snapped.place->poly.value(), .has_ground = true};
}

absl::StatusOr<WalksByMode> BakeMeshPortals(const MapView& map, std::span<const MapExit> exits,
                                            std::span<const PlacedPoint> arrivals) {
  if (map.waypoints != nullptr) return BakeWaypointPortals(map, exits, arrivals);
  WalksByMode baked;
  for (uint32_t mode = 0; mode < kWorldModes; ++mode) {
    WS_ASSIGN_OR_RETURN(baked[mode], BakeMode(map, exits, arrivals, static_cast<WorldMode>(mode)));
  }
  return baked;
}

}  // namespace waystone

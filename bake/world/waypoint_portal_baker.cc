#include "bake/world/waypoint_portal_baker.h"

#include <optional>

#include "bake/world/mesh_portal_baker.h"
#include "core/base/check.h"
#include "core/base/scratch.h"
#include "core/navmesh/surface_queries.h"
#include "core/path/surface_path.h"
#include "core/surface/waypoint/waypoint_trigger_walks.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "core/waypoint/waypoint_triggers.h"

namespace waystone {
namespace {

constexpr uint32_t kMaxExpansions = 100'000'000;  // RouteQuery

WalkTable BakeMode(const MapView& map, std::span<const MapExit> exits, std::span<const PlacedPoint> arrivals,
                   WorldMode mode) {
  const WaypointTriggers triggers(*FindWaypoints(map), TriggerBoxesOf(exits, map.manifest->origin, mode));
  const TriggerWalkOptions options{.max_expansions = kMaxExpansions, .deadline = {}};
  WalkTable walks;
  Scratch scratch;
  for (const PlacedPoint& arrival : arrivals) {
    if (!arrival.has_ground) {
      for (size_t exit = 0; exit < exits.size(); ++exit) walks.Add({}, map.manifest->origin);
      continue;
    }
    const std::optional<NavLocation> start =
        StoredWaypointPlace(map, arrival.place - map.manifest->origin, *scratch.Borrow<SurfaceWorkspace>());
    WS_CHECK(start.has_value());  // it was placed there
    for (uint32_t exit = 0; exit < exits.size(); ++exit) {
      const SurfacePath route = FindWaypointEntry(map, triggers, *start, exit, options, scratch);
      walks.Add(WaypointAnswerOf(map, route, RouteShape::kTurningPoints), map.manifest->origin);
    }
  }
  return walks;
}

}  // namespace

std::optional<Vec3> FindWaypointGroundIn(const MapView& map, const Aabb& box) {
  const Vec3& origin = map.manifest->origin;
  const std::optional<Vec3> ground = FindGroundIn(map, box);
  const std::optional<Vec3> on_links =
      NearestOnWaypoints(*FindWaypoints(map), {box.min - origin, box.max - origin});
  if (!on_links.has_value()) return ground;
  const Vec3 middle = (box.min + box.max) * 0.5;
  const Vec3 place = *on_links + origin;
  const bool is_ground_nearer = ground.has_value() && Distance(*ground, middle) <= Distance(place, middle);
  return is_ground_nearer ? ground : std::optional(place);
}

PlacedPoint PlaceWaypointPoint(const MapView& map, const Vec3& point) {
  const Vec3& origin = map.manifest->origin;
  SurfaceWorkspace scratch;
  const SnapResult snapped = SnapToWaypoints(map, point - origin, {}, PlaceRole::kLeave, nullptr, scratch);
  if (!snapped.place.has_value()) return {.place = point};
  return {.place = snapped.place->point + origin, .node = snapped.place->poly.value(), .has_ground = true};
}

WalksByMode BakeWaypointPortals(const MapView& map, std::span<const MapExit> exits,
                                std::span<const PlacedPoint> arrivals) {
  WalksByMode baked;
  for (uint32_t i = 0; i < kWorldModes; ++i) {
    baked[i] = BakeMode(map, exits, arrivals, static_cast<WorldMode>(i));
  }
  return baked;
}

}  // namespace waystone

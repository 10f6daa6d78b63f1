#include <optional>

#include "bake/kinds/navmesh/mesh_portal_baker.h"
#include "bake/kinds/waypoint/waypoint_kind.h"
#include "bake/portals/surface_portal_baker.h"
#include "core/base/check.h"
#include "core/base/scratch.h"
#include "core/navmesh/surface_queries.h"
#include "core/path/surface_path.h"
#include "core/surface/waypoint/waypoint_surface.h"
#include "core/surface/waypoint/waypoint_trigger_walks.h"
#include "core/waypoint/waypoint_triggers.h"
#include "waystone/field_limits.h"

namespace waystone {
namespace {

constexpr uint32_t kMaxExpansions = limits::SearchLimits::max_expansions.max;

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
    const std::optional<NavLocation> start = StoredWaypointPlace(
        map, arrival.place - map.manifest->origin, nullptr, *scratch.Borrow<SurfaceWorkspace>());
    WS_CHECK(start.has_value());  // it was placed there
    for (uint32_t exit = 0; exit < exits.size(); ++exit) {
      const SurfacePath route = FindWaypointEntry(map, triggers, *start, exit, options, scratch);
      walks.Add(WaypointAnswerOf(map, route, RouteShape::kTurningPoints), map.manifest->origin);
    }
  }
  return walks;
}

// Ground is that of nodes, and links that are walked.
class WaypointPortalBaker : public SurfacePortalBaker {
 public:
  absl::StatusOr<WalksByMode> BakeWalks(const MapView& map, std::span<const MapExit> exits,
                                        std::span<const PlacedPoint> arrivals) const override {
    WalksByMode baked;
    for (uint32_t i = 0; i < kWorldModes; ++i) {
      baked[i] = BakeMode(map, exits, arrivals, static_cast<WorldMode>(i));
    }
    return baked;
  }

 private:
  std::optional<Vec3> GroundIn(const MapView& map, const Aabb& box) const override {
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

  SnapResult SnapLocal(const MapView& map, const Vec3& position) const override {
    SurfaceWorkspace workspace;
    return SnapToWaypoints(map, position, {}, PlaceRole::kLeave, nullptr, workspace);
  }
};

}  // namespace

const PortalBaker& PortalsOfWaypoints() {
  static const WaypointPortalBaker kBaker;
  return kBaker;
}

}  // namespace waystone

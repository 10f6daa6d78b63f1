// Bringing a position onto the surface, on the right floor.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "core/base/deadline.h"
#include "core/geom/vec.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/surface_queries.h"
#include "core/zones/zone_view.h"

namespace waystone {

// Whether an agent leaves a place (on maps of waypoints, NavLocation::poly is then the node that it goes on
// to) or arrives there (the node that it comes from).
enum class PlaceRole : uint8_t { kLeave, kArrive };

// How far from the surface a position may lie and still count as standing on it.
struct SnapOptions {
  double radius_m = 2.0;     // [m, 0-100, 2] horizontally
  double max_above_m = 2.0;  // [m, 0-100, 2] the surface may lie this far above the position
  double max_below_m = 4.0;  // [m, 0-100, 4] the surface may lie this far below the position
};

// How far a surface is searched if none lies within the limits, so that the answer can say how far off a
// position is: horizontally, below and above.
inline constexpr double kSnapReport_m = 100;

struct SnapResult {
  std::optional<NavLocation> place;  // within the limits; map-local
  // The nearest place of the surface (`place` if that is set); empty if none is within kSnapReport_m.
  std::optional<NavLocation> nearest;
  double distance_m = -1;  // 3D, to `nearest`; -1 if none
};

// The nearest place of the surface (3D, a surface straight below or above being closer by the mesh's
// max_climb_m) that lies within the limits and not above the position by more than a step (max_climb_m); only
// if there is none, the nearest that lies higher. So an agent between two floors stands on the lower one, and
// one on a bridge never under it. Blocked polygons of `exclusions` (null: none) are not there. `position` is
// map-local. O(log polygons + polygons around).
SnapResult Snap(const NavmeshView& mesh, const Vec3& position, const SnapOptions& options,
                SurfaceWorkspace& workspace, const Exclusions* exclusions = nullptr);

// Where a route begins, passes and may end.
template <typename Place>
struct RouteStops {
  Place start{};
  std::vector<Place> via;
  std::vector<Place> goals;
};
struct SnappedStops : RouteStops<SnapResult> {
  bool is_late = false;  // the deadline has passed: not all via points and goals were snapped
};

// Snaps each on its own by `snap`, until the deadline passes. O(positions) snaps.
SnappedStops SnapEach(const RouteStops<Vec3>& positions, const Deadline& deadline,
                      absl::FunctionRef<SnapResult(const Vec3&)> snap);

// Snaps all to one ground: `next_ground` goes on to the nearest ground of the start not yet named, false if
// there is none, and `snap_there` finds a place on it. Of the first 16 on which the via points and some goal
// find a place, takes the one with the least sum of distances, including the nearest goal's. Uses `alone`
// (SnapEach) if there is none, and for goals without a place there.
SnappedStops SnapTogether(const SnappedStops& alone, const RouteStops<Vec3>& positions,
                          const Deadline& deadline, absl::FunctionRef<bool()> next_ground,
                          absl::FunctionRef<std::optional<NavLocation>(const Vec3&)> snap_there);

// Snaps each on its own. Positions are map-local. O(positions) snaps.
SnappedStops SnapAll(const NavmeshView& mesh, const RouteStops<Vec3>& positions, const SnapOptions& options,
                     const Deadline& deadline, SurfaceWorkspace& workspace,
                     const Exclusions* exclusions = nullptr);

// Snaps start, via points and goals to mutually reachable ground by the zones: to one strong component within
// the limits of the start (the 16 nearest are looked at), of all via points and of at least one goal; of such
// components the one with the least sum of distances, including the nearest goal's. Goals without a place
// there, and all positions if there is no such component, snap as in SnapAll. The zones know nothing of the
// exclusions. O(components tried times positions) snaps.
SnappedStops SnapMutually(const NavmeshView& mesh, const ZoneView& zones, const RouteStops<Vec3>& positions,
                          const SnapOptions& options, const Deadline& deadline, SurfaceWorkspace& workspace,
                          const Exclusions* exclusions = nullptr);

// InvalidArgument naming the field ("snap.radius_m") that is out of its range.
absl::Status CheckSnapOptions(const SnapOptions& options);

}  // namespace waystone

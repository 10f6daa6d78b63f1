#include "bake/program/place_doubts.h"

#include <cmath>
#include <optional>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/navmesh_view.h"
#include "core/surface/snap.h"
#include "core/surface/waypoint/waypoint_place.h"
#include "core/surface/waypoint/waypoint_surface.h"

namespace waystone {
namespace {

SnapResult SnapTo(const NavmeshView& mesh, const WaypointView* waypoints, const Vec3& position,
                  const SnapOptions& limits, SurfaceWorkspace& workspace) {
  if (waypoints == nullptr) return Snap(mesh, position, limits, workspace);
  MapView map;
  map.navmesh = &mesh;
  const WaypointSurface surface(*waypoints);
  map.surface = &surface;
  map.abilities = ~uint64_t{0};
  return SnapToWaypoints(map, position, limits, PlaceRole::kLeave, nullptr, workspace);
}

double Hundredths(double value) { return std::round(value * 100) / 100; }

std::string Doubt(const std::string& name, const SnapResult& nearest, const Vec3& origin) {
  const std::string what = StrCat("place ", Quoted(name), " is off the surface: ");
  if (!nearest.nearest.has_value()) return StrCat(what, "nothing walkable is within ", kSnapReport_m, " m");
  const Vec3 at = nearest.nearest->point + origin;
  return StrCat(what, "the nearest walkable point, (", Hundredths(at.x), ", ", Hundredths(at.y), ", ",
                Hundredths(at.z), "), is ", Hundredths(nearest.distance_m), " m away");
}

}  // namespace

absl::StatusOr<std::vector<std::string>> DoubtsOfPlaces(const NamedPlaces& places,
                                                        const StandingGround& ground) {
  std::vector<NavmeshView> meshes;
  for (const NavmeshData* data : ground.meshes) {
    WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(*data));
    meshes.push_back(mesh);
  }
  std::optional<WaypointView> waypoints;
  if (ground.waypoints != nullptr) {
    WS_ASSIGN_OR_RETURN(waypoints, WaypointView::Create(*ground.waypoints));
  }
  const SnapOptions own_cell{.radius_m = 0, .max_above_m = kSnapReport_m, .max_below_m = kSnapReport_m};
  const SnapOptions limits = ground.is_grid ? own_cell : SnapOptions();
  SurfaceWorkspace workspace;
  std::vector<std::string> doubts;
  for (const auto& [name, point] : places) {
    SnapResult nearest;
    for (const NavmeshView& mesh : meshes) {
      const SnapResult snapped =
          SnapTo(mesh, waypoints ? &*waypoints : nullptr, point - ground.origin, limits, workspace);
      const bool is_nearer = snapped.nearest && (!nearest.nearest || snapped.distance_m < nearest.distance_m);
      if (snapped.place || (is_nearer && !nearest.place)) nearest = snapped;
    }
    if (!nearest.place) doubts.push_back(Doubt(name, nearest, ground.origin));
  }
  return doubts;
}

}  // namespace waystone

// Named places at which nobody can stand.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/geom/vec.h"
#include "core/map/named_places.h"
#include "core/navmesh/navmesh_data.h"
#include "core/waypoint/waypoint_view.h"

namespace waystone {

// Where agents can stand. Borrowed.
struct StandingGround {
  std::vector<const NavmeshData*> meshes;   // one per agent
  const WaypointData* waypoints = nullptr;  // of a map of waypoints
  bool is_grid = false;
  Vec3 origin;  // [m]
};

// One sentence for each place at which no agent can stand, with the nearest point where one can: by the
// limits in which positions of requests snap by default, and on a grid if the place's own cell is blocked; as
// in worlds. By name. O(log polygons) for each place and agent, more for places far from any surface.
absl::StatusOr<std::vector<std::string>> DoubtsOfPlaces(const NamedPlaces& places,
                                                        const StandingGround& ground);

}  // namespace waystone

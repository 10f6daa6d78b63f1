// What is drawn over a map: routes, placements, move checks, the skeleton and walks over it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/geom/vec.h"

namespace waystone::draw {

// A route, or the parts of it that lie on the map drawn.
struct RouteOverlay {
  // [m] absolute; a line for each visit of the map, in order: at least one, each with at least one point.
  std::vector<std::vector<Vec3>> visits;
  double length_m = 0;      // of the whole route
  bool is_complete = true;  // it ends where it was asked to
  std::string name;         // for the legend; may be empty
};

// A position for a resource. [m] absolute
struct PlacementOverlay {
  Vec3 at;
};

// A checked move. [m] absolute
struct MoveOverlay {
  Vec3 from;
  Vec3 to;
  bool is_legal = false;
  std::optional<Vec3> blocked_at;  // where it met a border
  std::optional<Vec3> corrected;   // where the mover may be put instead
  std::string reason;              // of an illegal move, for the legend
};

// A walk over the whole map, coloured by time.
struct WalkOverlay {
  std::vector<Vec3> points;  // [m] absolute; at least one
  double length_m = 0;
};

struct Overlays {
  std::vector<RouteOverlay> routes;
  std::vector<PlacementOverlay> placements;
  std::vector<MoveOverlay> moves;
  std::vector<WalkOverlay> walks;
  bool with_skeleton = false;  // the map's, where it has one
};

}  // namespace waystone::draw

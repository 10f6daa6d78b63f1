// What is drawn over a map: routes, placements, move checks, the skeleton and walks over it.
#pragma once

#include <cstddef>
#include <cstdint>
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

// A place where the mover of an illegal move may be put instead. [m] absolute
struct CorrectionOverlay {
  enum class Kind : uint8_t { kSlide, kFurthest, kLastGood };
  Kind kind = Kind::kFurthest;
  Vec3 at;
};

// A checked move. [m] absolute
struct MoveOverlay {
  std::vector<Vec3> samples;  // in order; at least one
  bool is_legal = false;
  // All that follows is of an illegal move.
  size_t bad_sample = 0;  // the first; the last sample if there are fewer
  std::optional<Vec3> violated_at;
  std::optional<Vec3> last_good;
  std::vector<Vec3> walk;  // the shortest that leads to the bad sample, if one was found
  std::vector<CorrectionOverlay> corrections;
  std::string reason;    // for the legend
  std::string evidence;  // a sentence, for the legend; may be empty
};

// A walk over the whole map, coloured by time.
struct WalkOverlay {
  std::vector<Vec3> points;  // [m] absolute; at least one
  double length_m = 0;
};

// A part of the ground plane. [m] absolute
struct PlaneBox {
  Vec2 min;
  Vec2 max;
};

struct Overlays {
  std::vector<RouteOverlay> routes;
  std::vector<PlacementOverlay> placements;
  std::vector<MoveOverlay> moves;
  std::vector<WalkOverlay> walks;
  bool with_skeleton = false;     // the map's, where it has one
  std::optional<PlaneBox> focus;  // what to draw of the map; none: all of it
};

}  // namespace waystone::draw

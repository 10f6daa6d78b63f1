// Whether an agent can have walked straight from one place to another.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/map_view.h"

namespace waystone {

// Links that one walk may use in a row, and places that are tried in all.
inline constexpr uint32_t kMaxWalkLinks = 4;
inline constexpr uint32_t kMaxWalkTries = 32;
// [m] no link is entered further than this from the line walked, whatever its radius.
inline constexpr double kMaxLinkReach_m = 2;

enum class WalkEnd : uint8_t {
  kReached,
  kWrongFloor,  // the straight walk ends below or above the goal
  kBlocked,     // a border stops it
};

// A straight piece of a walk over the surface.
struct WalkPiece {
  NavLocation from;
  Vec3 to;
};

// How a walk went.
struct StraightWalk {
  WalkEnd end = WalkEnd::kBlocked;
  NavLocation stop;  // where the straight walk ended: the goal, the other floor, or the border met
};

// Memory of one walk, borrowed from Scratch and reused.
struct WalkWorkspace {
  // A place from which the goal is tried.
  struct Try {
    NavLocation from;
    Vec3 left_at;         // where the walk before it left the surface
    uint32_t before = 0;  // index of the try before
    uint32_t links = 0;   // used to come here
    uint32_t link = 0;    // the last of them
  };
  std::vector<Try> tries;
  // If the last walk reached its goal: its pieces, with a link between each and the next one.
  std::vector<WalkPiece> pieces;

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(tries, pieces); }
};

// Walks straight over shared sides. If a border stops that, it strays up to `tolerance_m` from the line (so
// that corners may be cut by so much). The walk ends at the goal if it ends within a step and the tolerance
// of the goal's height.
//
// Otherwise it tries links that the map's abilities allow, each in its direction only, fewest links first.
// From the end of a link the walk goes straight for the goal again:
//   - A link of the source may be entered within its radius (at most kMaxLinkReach_m) and the tolerance of
//     the line walked.
//   - A generated link stands for the border that it leaves: it may be entered wherever the walk meets that
//     border, within the agent's radius and the tolerance, and lands as much aside, on the polygon that it
//     leads to.
// O(polygons crossed or near the line), times kMaxWalkTries if links are tried.
StraightWalk WalkStraight(const MapView& map, const NavLocation& from, const NavLocation& to,
                          double tolerance_m, SurfaceWorkspace& surface, WalkWorkspace& scratch);

// [m] the greatest difference of heights at which a walk still ends at its goal.
inline double SameFloor_m(const NavmeshView& mesh, double tolerance_m) {
  return mesh.arrays().header.max_climb_m + tolerance_m;
}

}  // namespace waystone

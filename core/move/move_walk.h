// Straight walks over polygons, and over the links beside them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/link_walk.h"
#include "core/surface/map_view.h"
#include "core/surface/move_ground.h"

namespace waystone {

// Links that one walk may use in a row, and places that are tried in all.
inline constexpr uint32_t kMaxWalkLinks = 4;
inline constexpr uint32_t kMaxWalkTries = 32;

// [m] How far a walk may stray from its straight line: places on the surface are rounded.
inline constexpr double kStray_m = 0.1;

// Memory of one walk, borrowed from Scratch and reused.
struct WalkWorkspace {
  // A place from which the goal is tried.
  struct Try {
    NavLocation from;
    Vec3 left_at;         // where the walk before it left the surface
    uint32_t before = 0;  // index of the try before
    uint32_t links = 0;   // used to come here
    double length_m = 0;  // of the walk and the links up to here
    uint32_t link = 0;    // the last of them
  };
  std::vector<Try> tries;
  std::vector<EdgeId> crossed;

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(tries, crossed); }
};

// What a straight walk goes over.
struct WalkTerms {
  const MapView& map;
  const Exclusions* exclusions = nullptr;  // null: nothing is excluded
};

// Walks straight over shared sides. It reaches its goal if it ends there within a step of the goal's height.
// O(polygons crossed).
StraightWalk WalkOverSides(const WalkTerms& terms, const NavLocation& from, const NavLocation& to,
                           std::vector<EdgeId>& crossed);

// [m] The shortest walk found that goes straight, strays kStray_m at most, and uses links that the map's
// abilities allow, each in its direction only, fewest links first; kFound with its length and pieces. From
// the end of a link the walk goes straight for the goal again:
//   - A link of the source may be entered within its radius (at most kMaxLinkReach_m) of the line walked; a
//     teleport, anywhere that near to the start of the walk.
//   - A generated link stands for the border that it leaves: it may be entered wherever the walk meets that
//     border, within the agent's radius, and lands as much aside, on the polygon that it leads to.
// O(polygons crossed or near the line), times kMaxWalkTries.
FoundWalk WalkByLinks(const WalkTerms& terms, const NavLocation& from, const NavLocation& to, double max_m,
                      SurfaceWorkspace& surface, WalkWorkspace& workspace);

// [m] the greatest difference of heights at which a walk still ends at its goal.
inline double SameFloor_m(const NavmeshView& mesh) { return mesh.arrays().header.max_climb_m + kStray_m; }

}  // namespace waystone

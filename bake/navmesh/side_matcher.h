// Joins polygons across sides that only partly coincide: tile borders, rectangles of different sizes.
#pragma once

#include <cstdint>
#include <vector>

#include "bake/navmesh/polygon_soup.h"

namespace waystone {

inline constexpr uint32_t kUnlinked = 0xffffffffU;

// A piece of a portal side, from its start vertex to the start of the next piece (or the end of the side).
struct SidePiece {
  uint32_t start_vertex = 0;  // of the soup, before welding
  uint32_t link = kUnlinked;  // the two pieces with the same link are neighbours
};

// The polygons of the two pieces with one link.
struct SideJoin {
  uint32_t poly_a = 0;
  uint32_t poly_b = 0;
};

struct SideMatches {
  // Per polygon, begin of its portal sides in `sides` (one more entry at the end).
  std::vector<uint32_t> first_side;
  // Portal sides by polygon, then side: the pieces of each in order, the first starting at the side's own
  // corner.
  std::vector<std::vector<SidePiece>> sides;
  std::vector<SideJoin> links;  // [link] -> the polygons it joins
  // Per soup vertex, the vertex it is welded to (the lowest of those welded together, often itself).
  std::vector<uint32_t> weld;
};

// Matches every portal side with the portal sides of other polygons that run in the opposite direction along
// the same line (within NavTolerance_m), if the surfaces meet within max_climb_m. If several floors match the
// same stretch, the closest in height takes it, then the lowest polygon. If the soup lists passages, only
// polygons with one between them match. Both pieces of a link end at the same two vertices once welded.
// REQUIRES: CheckSoup(soup) is OK. O(n log n + overlaps).
SideMatches MatchSides(const PolygonSoup& soup);

}  // namespace waystone

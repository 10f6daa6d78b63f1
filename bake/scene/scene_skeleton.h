// The skeleton of a map of scenes for agents that swim or fly: its polygons as a graph (S0 in three dimensions).
#pragma once

#include <cstdint>

#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/skeleton/skeleton_view.h"

namespace waystone {

// Polygons for which such a skeleton is made. More take minutes for their round walk.
inline constexpr uint32_t kMaxSkeletonPolygons = 50'000;

// A key point in the middle of each polygon and of each side that two share; arcs between those of one polygon, which are
// walked straight, and along links that `abilities` may use (bit k: ability k of the manifest): so many that whatever
// they join is joined, and each polygon has two or more if it can. With a round walk. O(n log n), and the round walk.
SkeletonData SkeletonOfPolygons(const NavmeshView& mesh, const LinkView& links, uint64_t abilities);

}  // namespace waystone

// Where there may be a passage for which the usual voxels are too coarse.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bake/gaps/open_field.h"
#include "bake/gaps/placed_gap.h"
#include "core/geom/vec.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Middles of squares of side_m in which the grounds of two islands, of 10 m2 and more, lie beside each other at about one height, and no
// chain of `gaps` that are hardly bad (up to kSeverityUnit) joins them. Relative to the map's origin. First one for each pair
// of grounds, the square in which most of them is near, the largest grounds first; then a second one for each, and so on: at
// most `most`. Near-linear in the polygons.
std::vector<Vec2> FindNearGrounds(const NavmeshView& mesh, std::span<const TileGap> gaps,
                                  const GapRules& rules, double side_m, size_t most);

}  // namespace waystone

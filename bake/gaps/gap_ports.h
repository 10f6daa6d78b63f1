// Gaps that lie across the borders of tiles.
#pragma once

#include <cstdint>
#include <vector>

#include "bake/gaps/open_field.h"
#include "bake/gaps/placed_gap.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Windows are worth a tile each; a map of very many islands has only so many.
inline constexpr size_t kMaxGapWindows = 4096;

// Where to look for gaps again: the ports at which the floods of two islands meet, of each pair of islands the one with the
// least severity, if no tile has a gap of theirs that is nearly as good. Those between the largest islands come first (by the
// smaller one of each pair). At most kMaxGapWindows. Near-linear in ports, gaps and polygons.
std::vector<TilePort> ChooseGapPorts(const NavmeshView& mesh, const TileFindings& found,
                                     const GapRules& rules);

}  // namespace waystone

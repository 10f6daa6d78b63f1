// From solids in the way to the cells of a grid that they block.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "core/base/deadline.h"
#include "core/changed/solid.h"
#include "core/grid/grid_changes.h"
#include "core/map/agent_profile.h"
#include "core/surface/search_surface.h"

namespace waystone {

// Appends the cells that map-local solids block: those whose square a solid overlaps, and those whose middle is nearer
// to it than the agent's radius. Solids only count if an agent on the grid would touch them: not wholly below its
// height, nor an agent's height or more above. Squares that a solid touches from outside, to a thousandth of a
// millimetre, stay free. Cells may be listed twice. OutOfRange if that makes more than `max_rects` rectangles;
// DeadlineExceeded, Cancelled. O(solids x rows x corners).
absl::Status BlockUnder(std::span<const Solid> solids, const CellExtent& grid, const AgentProfile& agent,
                        size_t max_rects, const Deadline& deadline, std::vector<CellRect>& blocked);

}  // namespace waystone

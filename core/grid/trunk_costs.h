// Costs of paths between the points of a trunk: measured, and checked against a package.
#pragma once

#include <cstdint>
#include <span>

#include "absl/status/status.h"
#include "core/grid/grid_path.h"
#include "core/grid/grid_view.h"
#include "core/grid/weighted_workspace.h"

namespace waystone {

// The map as it is baked, at its own costs, even if they are all the same.
GridGround BakedGround(const GridView& map);

// [cells] The cost of the path along the turns, ids of cells; infinite if something blocks it. O(cells).
double PathCost(const GridGround& ground, std::span<const uint32_t> turns);

// [cells] Writes the costs of the cheapest paths from a cell to all points, infinite if there is none.
// REQUIRES: ids of free cells, points ascending; as many costs as points. O(cells log cells).
void MeasureTrunkCosts(const GridGround& ground, std::span<const uint32_t> points, uint32_t from,
                       WeightedWorkspace& workspace, std::span<double> costs);

// Checks that no path costs less than the least costs say: searches from every point, as the baker does, on
// all processors. DataLoss if one does; OK if the map has no trunk. O(points * cells log cells).
absl::Status CheckLeastCosts(const GridView& map);

}  // namespace waystone

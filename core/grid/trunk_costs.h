// What ways between the points of a trunk cost: measured, and held against what a package says.
#pragma once

#include <cstdint>
#include <span>

#include "absl/status/status.h"
#include "core/grid/grid_path.h"
#include "core/grid/grid_view.h"
#include "core/grid/weighted_workspace.h"

namespace waystone {

// The map as it is baked, at its own costs, also where they are all the same.
GridGround BakedGround(const GridView& map);

// [cells] What the way along the turns, ids of cells, costs; infinite where something blocks it. O(cells).
double WayCost(const GridGround& ground, std::span<const uint32_t> turns);

// [cells] Writes what the cheapest ways from a cell to all points cost, infinite where there is none.
// REQUIRES: ids of free cells, points ascending; as many costs as points. O(cells log cells).
void MeasureTrunkCosts(const GridGround& ground, std::span<const uint32_t> points, uint32_t from,
                       WeightedWorkspace& workspace, std::span<double> costs);

// That no way costs less than the least costs say: searches from every point, as the baker does, on all
// processors. DataLoss; OK where the map has no trunk. O(points * cells log cells).
absl::Status CheckLeastCosts(const GridView& map);

}  // namespace waystone

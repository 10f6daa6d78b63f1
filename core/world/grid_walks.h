// Walks between the cells of a grid and its portals, along the baked trees.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/grid/grid_path.h"
#include "core/world/grid_portals.h"

namespace waystone {

struct GridWalk {
  double cost = std::numeric_limits<double>::infinity();  // [cells]
  GridSteps steps = {};
  bool found() const { return cost != std::numeric_limits<double>::infinity(); }
};

// From a free cell to the nearest cell of the exit's trigger. If the portal is walk-in and teleports, a walk
// that starts in its trigger goes to another cell of it, or leaves and enters it again. If `turns` is given,
// appends the turns. `ground` is the map as baked. O(steps). REQUIRES: the portals have tables, or the exit's
// is given.
GridWalk WalkAlong(const StepTable& to_exit, const GridGround& ground, const GridPortals& portals, Cell start,
                   std::vector<Cell>* turns = nullptr);
GridWalk WalkToExit(const GridGround& ground, const GridPortals& portals, WorldMode mode, MapExitId exit,
                    Cell start, std::vector<Cell>* turns = nullptr);

// From an arrival to a free cell, likewise. If the cell is in a walk-in portal that teleports, the walk ends
// with the step that enters it from outside all such cells, or from the arrival.
GridWalk WalkFromArrival(const GridGround& ground, const GridPortals& portals, WorldMode mode,
                         MapArrivalId arrival, Cell goal, std::vector<Cell>* turns = nullptr);

}  // namespace waystone

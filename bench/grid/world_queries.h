// Queries over a world of grids, with their right answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/grid/cell.h"
#include "core/world/world_format.h"

namespace waystone {

struct WorldQueryRow {
  WorldMapIndex from_map;
  Cell start;
  WorldMapIndex to_map;
  Cell goal;
  // By mode: the steps of the shortest path; none if there is no path.
  bool is_reachable[kWorldModes] = {};
  GridSteps steps[kWorldModes] = {};
};

class WorldView;

// A CSV file with a header, columns id, from_map, sx, sy, to_map, gx, gy, kind, and for both modes the steps
// straight and diagonal (-1 if there is no path) and the cost. NotFound; InvalidArgument naming the line and
// the rule.
absl::StatusOr<std::vector<WorldQueryRow>> ReadWorldQueries(const std::string& path, const WorldView& world);

class WorldStore;

// Starts drawn from all free cells of all maps, each with a goal from those of its map; without answers.
// Opens all maps. Errors of opening one; InvalidArgument if one is no grid.
absl::StatusOr<std::vector<WorldQueryRow>> DrawPairsOnOneMap(WorldStore& store, uint32_t count,
                                                             uint64_t seed);

}  // namespace waystone

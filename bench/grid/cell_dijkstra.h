// The yardstick of routes over a world of grids.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "bench/grid/world_queries.h"
#include "core/grid/bit_grid.h"
#include "core/store/world_store.h"

namespace waystone {

// Dijkstra's algorithm over all free cells of all maps and all portals, with a binary heap, and costs that a
// generation stamp makes infinite; it ends when the goal is settled. Knows the cells of the triggers, and
// none of the walks that the world keeps. 20 bytes a cell. One thread.
class CellDijkstra {
 public:
  // Opens all maps and holds them; InvalidArgument if one is no grid, or errors of opening it.
  absl::Status Open(WorldStore& store);

  // The steps of the shortest path; none if there is no path.
  std::optional<GridSteps> Find(const WorldQueryRow& query, WorldMode mode);
  // Cells, of the last call.
  uint64_t expanded() const { return expanded_; }

 private:
  struct Map {
    std::shared_ptr<const OpenedMap> entry;
    std::optional<GridPortals> portals;
    BitGrid bits;
    std::vector<uint32_t> free_before;
    std::vector<uint8_t> has_trigger;  // by free cell
  };
  struct Node {
    uint32_t cell = 0;
    uint32_t generation = 0;
    GridSteps steps;
  };
  struct Waiting {
    double cost;
    uint32_t node;
  };

  uint32_t NodeOf(uint32_t map, Cell cell) const;
  void Reach(uint32_t node, GridSteps steps);
  void UsePortals(uint32_t map, uint32_t cell, GridSteps steps, bool only_first);
  void Expand(uint32_t node, WorldMode mode);

  const WorldView* world_ = nullptr;
  std::vector<Map> maps_;
  std::vector<uint32_t> first_nodes_;  // by map: its free cells follow one another
  std::vector<Node> nodes_;
  std::vector<Waiting> open_;
  uint32_t generation_ = 0;
  uint64_t expanded_ = 0;
};

}  // namespace waystone

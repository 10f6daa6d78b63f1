// The grid of a map as one query has it.
#pragma once

#include <cstdint>
#include <memory>

#include "absl/status/statusor.h"
#include "core/grid/grid_changes.h"
#include "core/grid/grid_path.h"
#include "core/query/route_changes.h"

namespace waystone {

// Applies changes to a private copy of a map's bits, and keeps them there: a query with the same cells
// (RouteChanges::cells, by identity) and the same excluded areas as the one before finds them applied.
// One thread.
class GridGroundCache {
 public:
  // Free cells are those of the map and the opened ones, without the blocked ones and those of excluded
  // areas; opened cells that the map has blocked are of area 1. Costs are the map's, those given in their
  // place. The ground's bits hold until the next call. InvalidArgument naming the field where an id is no
  // cell of the map. O(areas) where no cell changes or all are applied; else PatchedBits::Apply, and O(cells)
  // where areas are excluded or rectangles overlap so much that they are merged first.
  absl::StatusOr<GridGround> GroundOf(const GridView& map, const RouteChanges& changes);

 private:
  bool IsApplied(const GridView& map, const RouteChanges& changes, uint64_t excluded_areas) const;

  PatchedBits patched_;
  // What is applied; nothing where the cells are gone.
  BitGrid bits_;
  uint64_t map_serial_ = 0;
  std::weak_ptr<const GridChanges> cells_;
  uint64_t excluded_areas_ = 0;
};

}  // namespace waystone

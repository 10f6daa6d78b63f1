// The grid of a map as one query has it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/grid/grid_changes.h"
#include "core/grid/grid_path.h"
#include "core/surface/route_changes.h"

namespace waystone {

// Applies changes to a private copy of a map's bits, and keeps them there: a query with the same cells
// (RouteChanges::cells, by identity) and the same excluded areas as the one before finds them applied; if
// only GridChanges::beneath is the same, it finds that applied. The bits that clearance left last are kept in the same manner. The bits without the excluded areas are kept
// for the four sets of areas used last, up to 64 MiB together. One thread.
class GridGroundCache {
 public:
  // Free cells are those of the map and the opened ones, without the blocked ones, those of excluded areas and those that
  // lack clearance (BlockNear). Opened cells that the map has blocked are of area 1. Costs are the map's unless others
  // are given.
  // The ground's bits stay valid until the next call. InvalidArgument naming the field if an id is no cell of
  // the map; DeadlineExceeded, Cancelled. O(areas) if no cell changes or all are applied; else
  // PatchedBits::Apply or Cover; O(cells) if areas are excluded for the first time or rectangles overlap so
  // much that they are merged first; with clearance what BlockNear takes.
  absl::StatusOr<GridGround> GroundOf(const GridView& map, const RouteChanges& changes,
                                      const Deadline& deadline = {});

  // [bytes]
  uint64_t HeapBytes() const;

 private:
  // The bits of a map without some areas.
  struct Remainder {
    uint64_t map_serial;
    uint64_t left_out_areas;
    std::vector<uint64_t> row_words;
    std::vector<uint64_t> column_words;

    size_t SizeBytes() const { return (row_words.size() + column_words.size()) * sizeof(uint64_t); }
  };

  // The bits that clearance leaves.
  struct Cleared {
    uint64_t map_serial = 0;
    uint64_t left_out_areas = 0;
    std::weak_ptr<const GridChanges> cells;
    bool has_cells = false;
    double clearance_m = 0;
    std::vector<uint64_t> row_words;
    std::vector<uint64_t> column_words;
  };

  absl::StatusOr<BitGrid> Clear(const GridGround& ground, const RouteChanges& changes,
                                const Deadline& deadline);
  absl::StatusOr<GridBase> BaseOf(const GridView& map, uint64_t left_out_areas, const Deadline& deadline);
  void KeepFew();
  absl::StatusOr<BitGrid> Patch(const GridBase& base, const std::shared_ptr<const GridChanges>& cells,
                                const Deadline& deadline);
  absl::Status Apply(const GridBase& base, const std::shared_ptr<const GridChanges>& cells,
                     const Deadline& deadline);

  std::vector<Remainder> remainders_;  // used last, first
  PatchedBits patched_;
  // The applied cells; nothing if the cells are gone.
  BitGrid bits_;
  uint64_t map_serial_ = 0;
  uint64_t left_out_areas_ = 0;
  std::weak_ptr<const GridChanges> beneath_;
  std::weak_ptr<const GridChanges> on_top_;
  bool is_covered_ = false;  // something is applied on top
  Cleared cleared_;          // made last
};

}  // namespace waystone

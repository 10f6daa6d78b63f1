// The nearest cells of targets that a search by jumps has met. For the .cc files of core/grid.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/grid_targets.h"
#include "core/grid/jump_scratch.h"

namespace waystone {

class JumpTargets {
 public:
  struct Met {
    JumpLength length = kNoLength;  // of the shortest way known
    uint32_t node = 0;
    bool has_cells = false;
  };

  // Cells ascend by their ids and outlive this; targets are below `count`. Ways of `bound` and more are not
  // looked for.
  JumpTargets(std::span<const TargetCell> cells, size_t count, uint32_t columns, JumpLength bound)
      : cells_(cells), columns_(columns), bound_(bound), met_(count) {
    for (const TargetCell& cell : cells) met_[cell.target].has_cells = true;
  }

  // A node to which a shorter way was found.
  void Meet(GridSpot spot, JumpLength length, uint32_t node) {
    const uint32_t id = (spot.y - 1) * columns_ + (spot.x - 1);
    const auto first = std::lower_bound(cells_.begin(), cells_.end(), TargetCell{.cell = id});
    for (auto at = first; at != cells_.end() && at->cell == id; ++at) {
      Met& met = met_[at->target];
      if (length >= met.length) continue;
      met.length = length;
      met.node = node;
    }
  }

  // Shorter ways than this may still lead to a target: the bound or, where all that have cells were met, the
  // way to the one farthest away.
  JumpLength Farthest() const {
    JumpLength farthest = 0;
    for (const Met& met : met_) farthest = std::max(farthest, met.has_cells ? met.length : 0);
    return std::min(farthest, bound_);
  }
  const std::vector<Met>& met() const { return met_; }

 private:
  std::span<const TargetCell> cells_;
  uint32_t columns_;
  JumpLength bound_;
  std::vector<Met> met_;  // by target
};

}  // namespace waystone

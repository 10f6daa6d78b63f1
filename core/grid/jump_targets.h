// For each target, the nearest of its cells that a search by jumps has met. For the .cc files of core/grid.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/grid/grid_targets.h"
#include "core/grid/jump_scratch.h"

namespace waystone {

class JumpTargets {
 public:
  struct Met {
    JumpLength length = kNoLength;  // of the shortest known path
    uint32_t node = 0;
    bool is_sought = false;
  };

  // Cells ascend by their ids; targets are below `count`. Cells and what the bounds borrow must outlive this.
  JumpTargets(std::span<const TargetCell> cells, size_t count, uint32_t columns, const TargetBounds& bounds)
      : cells_(cells), columns_(columns), bounds_(bounds), met_(count) {
    for (const TargetCell& cell : cells) met_[cell.target].is_sought = BeyondOf(cell.target) != kInfinite;
  }

  // Reports a node to which a shorter path was found.
  void Meet(GridSpot spot, JumpLength length, uint32_t node) {
    const uint32_t id = (spot.y - 1) * columns_ + (spot.x - 1);
    const auto first = std::lower_bound(cells_.begin(), cells_.end(), TargetCell{.cell = id});
    for (auto at = first; at != cells_.end() && at->cell == id; ++at) {
      Met& met = met_[at->target];
      if (length >= met.length) continue;
      met.length = length;
      met.node = node;
      if (bounds_.beyond.empty() || !met.is_sought) continue;
      const double cells = static_cast<double>(length) / static_cast<double>(kStraightStep);
      least_ = std::min(least_, TargetBounds::WithSlack(cells + BeyondOf(at->target)));
    }
  }

  // Paths shorter than this may still be worth finding. O(targets).
  JumpLength Farthest() const {
    JumpLength farthest = 0;
    for (uint32_t i = 0; i < met_.size(); ++i) {
      if (!met_[i].is_sought) continue;
      const double worth = std::min(bounds_.below_cost, least_ - BeyondOf(i));
      farthest = std::max(farthest, std::min(met_[i].length, LengthOf(worth)));
    }
    return farthest;
  }
  const std::vector<Met>& met() const { return met_; }

 private:
  static constexpr double kInfinite = std::numeric_limits<double>::infinity();

  double BeyondOf(uint32_t target) const { return bounds_.beyond.empty() ? 0 : bounds_.beyond[target]; }
  // Rounded up.
  static JumpLength LengthOf(double cells) {
    const double length = std::ceil(std::max(cells, 0.0) * static_cast<double>(kStraightStep));
    return length < 0x1p62 ? static_cast<JumpLength>(length) : kNoLength;
  }

  std::span<const TargetCell> cells_;
  uint32_t columns_;
  const TargetBounds bounds_;
  std::vector<Met> met_;      // by target
  double least_ = kInfinite;  // [cells] total over any target, with slack
};

}  // namespace waystone

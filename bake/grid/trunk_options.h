// How trunks are baked.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid/cell.h"
#include "core/grid/trunk_view.h"

namespace waystone {

struct TrunkOptions {
  // The points, each a free cell; if empty, SpreadTrunkPoints chooses them.
  std::vector<Cell> points = {};
  uint32_t point_count = 128;  // [2-kMaxTrunkPoints, default 128] of those that are chosen
  // [at least 1, default 1.05] A path between two points over the stretches of others costs at most this
  // many times the cheapest.
  double max_detour = 1.05;
  int thread_count = 0;  // 0 = one per core
};

}  // namespace waystone

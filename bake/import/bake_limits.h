// What one bake may cost at most. Each limit is a flag of waystone-bake: whoever has the machine raises it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace waystone {

// Config fields carry [range, default].
struct BakeLimits {
  // [1-64,000,000, 20,000,000] --max-triangles: of a source, instances counted.
  uint64_t triangles = 20'000'000;
  // [1-1e12, 2e8] --max-columns: voxel columns of the tiles that have triangles, margins included, of one agent.
  uint64_t columns = 200'000'000;
  // [1-1e15, 1e9] --max-drawn: voxel columns, or voxels of a volume, that triangles are drawn into, summed over triangles.
  uint64_t drawn = 1'000'000'000;
  // [1-100,000,000, 40,000,000] --max-launch-points: that a skeleton is thinned from.
  uint64_t launch_points = 40'000'000;
};

// "1.5e9"; whole below a million.
std::string RoughCount(double count);

// ResourceExhausted if `value` is over the limit: "1.0e9 voxel columns (DETAIL), the limit is --max-columns 2.0e8: raise it, or
// REMEDY". `what` and `detail` describe the value; no parentheses without a detail.
absl::Status CheckBakeLimit(std::string_view flag, double value, uint64_t limit, std::string_view what,
                            std::string_view detail, std::string_view remedy);

// ResourceExhausted, as CheckBakeLimit, if a source has more triangles than the limit.
absl::Status CheckTriangleCount(uint64_t count, uint64_t max_triangles);

}  // namespace waystone

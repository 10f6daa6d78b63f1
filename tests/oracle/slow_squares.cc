#include "tests/oracle/slow_squares.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

namespace waystone {

std::vector<SlowSquare> SlowSquares(const std::vector<Vec3>& points, double cell_m, double floor_m) {
  std::set<std::pair<double, uint32_t>> left;  // by height
  for (uint32_t id = 0; id < points.size(); ++id) left.insert({points[id].y, id});
  const auto cell_of = [&](uint32_t id) {
    return std::pair(std::floor(points[id].x / cell_m), std::floor(points[id].z / cell_m));
  };
  std::vector<SlowSquare> squares;
  while (!left.empty()) {
    const auto [low_y, lowest] = *left.begin();
    const auto [column, row] = cell_of(lowest);
    SlowSquare square;
    std::tuple<double, double, uint32_t> best{std::numeric_limits<double>::infinity(), 0, 0};
    for (const auto& [y, id] : left) {
      if (cell_of(id) != std::pair(column, row) || (y - low_y >= floor_m && id != lowest)) continue;
      square.members.push_back(id);
      const double dx = points[id].x - (column + 0.5) * cell_m;
      const double dz = points[id].z - (row + 0.5) * cell_m;
      best = std::min(best, std::tuple(dx * dx + dz * dz, y, id));
    }
    square.kept = std::get<2>(best);
    for (const uint32_t id : square.members) left.erase({points[id].y, id});
    squares.push_back(square);
  }
  std::ranges::sort(squares, {}, &SlowSquare::kept);
  return squares;
}

}  // namespace waystone

#include "client/draw/obstacles.h"

#include <algorithm>
#include <cstddef>

namespace waystone::draw {

Obstacles FindObstacles(const std::vector<PageLoop>& outline, const std::set<PagePoint>& green,
                        int64_t bush_area) {
  Obstacles obstacles;
  for (const PageLoop& loop : outline) {
    const int64_t area = -DoubleArea(loop) / 2;
    if (area <= 0) continue;
    obstacles.blocks.push_back(loop);
    const auto green_corners = std::ranges::count_if(loop, [&](PagePoint p) { return green.contains(p); });
    if (area <= bush_area && 2 * static_cast<size_t>(green_corners) > loop.size())
      obstacles.bushes.push_back(loop);
  }
  const size_t hole_count = obstacles.blocks.size();
  for (const PageLoop& loop : outline) {
    if (DoubleArea(loop) < 0) continue;
    const auto surrounds = [&](const PageLoop& hole) {
      return -DoubleArea(hole) > DoubleArea(loop) && Contains(hole, loop.front());
    };
    const auto holes_end = obstacles.blocks.begin() + static_cast<ptrdiff_t>(hole_count);
    if (std::any_of(obstacles.blocks.begin(), holes_end, surrounds)) obstacles.blocks.push_back(loop);
  }
  return obstacles;
}

}  // namespace waystone::draw

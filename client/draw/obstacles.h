// What stands in the way on the lowest floor: the holes in its outline.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "client/draw/page.h"
#include "client/draw/region.h"

namespace waystone::draw {

struct Obstacles {
  std::vector<PageLoop> blocks;  // holes, and the islands in them, which even-odd filling leaves out
  std::vector<PageLoop> bushes;  // small holes in green ground: trees, bushes, rocks; part of `blocks`
};

// `outline` is a Region's; `green` holds the corners of ground that grows; a bush's area on the page is at
// most `bush_area` square units. O(loops x holes + corners).
Obstacles FindObstacles(const std::vector<PageLoop>& outline, const std::set<PagePoint>& green,
                        int64_t bush_area);

}  // namespace waystone::draw

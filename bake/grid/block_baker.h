// Bakes blocks of a grid (S4.4, S4.5).
#pragma once

#include "bake/grid/block_options.h"
#include "core/grid/block_view.h"
#include "core/grid/grid_view.h"

namespace waystone {

// Entrances, costs and trees of the map as it is baked. The same for any number of threads. Runs of pairs of
// free cells along the side of two blocks have an entrance in the middle each, long ones several; one that is
// close to another in both blocks is left out. So cells that are joined on the map are joined over
// entrances. REQUIRES: options in range. O(cells * entrances of a block).
BlockData BakeBlocks(const GridView& grid, const BlockOptions& options);

}  // namespace waystone

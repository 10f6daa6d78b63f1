// Bakes clusters of a grid (S4.4, S4.5).
#pragma once

#include "bake/grid/grid_cluster_options.h"
#include "core/grid/grid_cluster_view.h"
#include "core/grid/grid_view.h"

namespace waystone {

// Entrances, costs and trees of the map as it is baked. The same for any number of threads. Runs of pairs of
// free cells along the side of two clusters have an entrance in the middle each, long ones several; one that
// is close to another in both clusters is left out. So cells that are joined on the map are joined over
// entrances. REQUIRES: options in range. O(cells * entrances of a cluster).
GridClusterData BakeGridClusters(const GridView& grid, const GridClusterOptions& options);

}  // namespace waystone

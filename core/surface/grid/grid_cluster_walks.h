// Walks between cells of a grid and its portals over the grid's clusters (core/grid/grid_cluster_search.h):
// mostly some per cent more expensive than those of SearchedWalks, but found faster on large maps.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/grid_path.h"
#include "core/grid/grid_targets.h"
#include "core/grid/grid_workspace.h"
#include "core/surface/grid/searched_walks.h"
#include "core/world/grid_portals.h"

namespace waystone {

// For the mode in which portals may be used but need not be. Its parts must outlive it. One thread.
class GridClusterWalks {
 public:
  // `limits`: of each search, its start and goal mean nothing. `searched` finds what the clusters do not, in
  // the same mode. REQUIRES: DoGridClustersServe(ground).
  GridClusterWalks(const GridGround& ground, const GridPortals& portals, const GridQuery& limits,
                   SearchedWalks& searched, GridWorkspace& workspace)
      : ground_(ground), portals_(portals), limits_(limits), searched_(searched), workspace_(workspace) {}

  // As those of SearchedWalks, but paths need not be the cheapest. For each piece of a trigger that is
  // connected within a cluster, searches for its cell nearest in a straight line, piece by piece until no
  // other can be nearer; the path ends at the first cell of the trigger that it comes to. If that takes more
  // than 16 searches, searches for the cheapest path. The path found depends neither on the bounds nor on the
  // other targets.
  SearchOutcome ToExits(Cell start, MapExitId first, const TargetBounds& bounds, std::span<GridPath> paths);
  SearchOutcome FromArrivals(std::span<const uint32_t> arrivals, Cell goal, const TargetBounds& bounds,
                             std::span<GridPath> paths);

 private:
  struct Target {
    double least;  // [cells] in all
    uint32_t index;
    std::span<const uint32_t> cells;
  };

  void AddTarget(Cell from, uint32_t index, std::span<const uint32_t> cells, const TargetBounds& bounds);
  void SearchPieces(Cell from, std::span<const uint32_t> cells, GridPath& path);
  SearchOutcome Search(Cell from, const TargetBounds& bounds, std::span<GridPath> paths);

  void TakeLost(std::span<GridPath> found, std::span<GridPath> paths) const;

  const GridGround& ground_;
  const GridPortals& portals_;
  const GridQuery limits_;
  SearchedWalks& searched_;
  GridWorkspace& workspace_;
  std::vector<Target> targets_;
  std::vector<uint32_t> lost_;  // targets to which the clusters give no path
  GridPath path_;
};

}  // namespace waystone

// The cells of a path over the clusters of a grid: followed along trees, then shortened.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/ids.h"
#include "core/grid/grid_cluster_view.h"
#include "core/grid/grid_path.h"

namespace waystone {

// [cells] The cost of the path from a cell of a cluster to the root of one of its trees; infinite if the tree
// does not lead there over free cells of the cluster. If `cells` is given, appends the cells after `from` to
// it. REQUIRES: `from` is a free cell of the cluster. O(steps).
double FollowGridClusterTree(const GridGround& ground, const GridClusterView& clusters, ClusterId cluster,
                             uint32_t tree, Cell from, std::vector<Cell>* cells);

// Shortens paths that are forced through a few cells. Owns scratch memory; one thread.
class PathShortener {
 public:
  // Writes turns, steps and cost of `path`: the path over the cells, but stretches between its turns are
  // replaced by a diagonal and a straight piece if these cost less. Never dearer than the input, and
  // deterministic. REQUIRES: the cells are joined by steps that the ground allows. O(turns * (kWindow +
  // length of a stretch)).
  void Shorten(const GridGround& ground, const std::vector<Cell>& cells, GridPath& path);

 private:
  static constexpr uint32_t kWindow = 24;  // most turns between the ends of a stretch
  static constexpr uint32_t kPiece = 16;   // [cells] a longer straight piece is split
  struct Stop {
    Cell cell;
    double cost = 0;  // of the cheapest known path
    uint32_t from = 0;
    Cell bend;  // on the path from there; equal to `cell` if that path is straight
  };

  void ReadStops(const GridGround& ground, const std::vector<Cell>& cells);
  static bool FindPieces(const GridGround& ground, Cell from, Cell to, double below, double& cost,
                         Cell& bend);
  void Write(const GridGround& ground, GridPath& path);

  std::vector<Stop> stops_;
  std::vector<uint32_t> chain_;
};

}  // namespace waystone

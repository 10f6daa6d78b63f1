// The cells of a way over the blocks of a grid: followed along trees, and made shorter.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid/block_view.h"
#include "core/grid/grid_path.h"

namespace waystone {

// [cells] What the way from a cell of a block to the root of one of its trees costs; infinite where the tree
// does not lead there over free cells of the block. Where `cells` is given, those behind `from` are appended.
// REQUIRES: `from` is a free cell of the block. O(steps).
double FollowBlockTree(const GridGround& ground, const BlockView& blocks, uint32_t block, uint32_t tree,
                       Cell from, std::vector<Cell>* cells);

// Makes ways shorter that pass the same few cells as others do. Owns scratch memory; one thread.
class WayShortener {
 public:
  // Writes turns, steps and cost of `path`: the way over the cells, but that stretches between its turns are
  // replaced by a diagonal and a straight piece where these cost less. Never dearer than the way itself, and
  // the same for the same way. REQUIRES: the cells are joined by steps that the ground allows.
  // O(turns * (kWindow + length of a stretch)).
  void Shorten(const GridGround& ground, const std::vector<Cell>& cells, GridPath& path);

 private:
  static constexpr uint32_t kWindow = 24;  // turns between the ends of a stretch, at most
  static constexpr uint32_t kPiece = 16;   // [cells] a straight piece is split behind as many
  struct Stop {
    Cell cell;
    double cost = 0;  // of the cheapest way known
    uint32_t from = 0;
    Cell bend;  // on the way from there: the same as `cell` where that is straight
  };

  void ReadStops(const GridGround& ground, const std::vector<Cell>& cells);
  static bool FindPieces(const GridGround& ground, Cell from, Cell to, double below, double& cost,
                         Cell& bend);
  void Write(const GridGround& ground, GridPath& path);

  std::vector<Stop> stops_;
  std::vector<uint32_t> chain_;
};

}  // namespace waystone

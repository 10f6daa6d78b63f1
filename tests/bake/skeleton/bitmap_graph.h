// Black and white drawings, and launch graphs over their black cells, for tests of thinning.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "bake/skeleton/launch_graph.h"
#include "bake/skeleton/skeleton_graph.h"
#include "core/base/random.h"

namespace waystone {

struct Bitmap {
  int width = 0;
  int height = 0;
  std::vector<uint8_t> cells;  // row by row; 1 = black

  size_t Index(int i, int j) const {
    return static_cast<size_t>(j) * static_cast<size_t>(width) + static_cast<size_t>(i);
  }
  bool At(int i, int j) const {
    return i >= 0 && j >= 0 && i < width && j < height && cells[Index(i, j)] != 0;
  }
  friend bool operator==(const Bitmap&, const Bitmap&) = default;
};

// Lines of equal length; '#' is black.
Bitmap DrawnBitmap(std::string_view drawing);
// For messages.
std::string Drawing(const Bitmap& bitmap);
// Bit k of `bits` is cell k, row by row.
Bitmap BitmapOfBits(uint32_t bits, int width, int height);
Bitmap RandomBitmap(int width, int height, double black_chance, Random& random);

// How many parts the black cells have, joined over sides and corners.
int BlackParts(const Bitmap& bitmap);
// How many parts of the white cells, joined over sides, lie enclosed.
int Holes(const Bitmap& bitmap);

// Which arcs join two black cells: bit 0 from the first to the second, bit 1 back, bit 2 they are leaps.
using ArcChoice = absl::FunctionRef<uint32_t()>;

// A launch point for every black cell, row by row, a metre apart.
LaunchGraph GraphOf(const Bitmap& bitmap, ArcChoice choose);
LaunchGraph GraphOf(const Bitmap& bitmap);
// The black cells that were kept.
Bitmap KeptBitmap(const Bitmap& bitmap, const std::vector<bool>& is_kept);

// [point] where one arc leads from each point, and on.
using ArcLists = std::vector<std::vector<uint32_t>>;
// Between points that are kept.
ArcLists ArcListsOf(const LaunchGraph& graph, const std::vector<bool>& is_kept);
ArcLists ArcListsOf(const LaunchGraph& graph, const std::vector<ThinArc>& arcs);

// [from][to] by any number of arcs.
std::vector<std::vector<bool>> ReachOf(const ArcLists& arcs);
// How many parts the points that are kept have, directions ignored.
int PartsOf(const ArcLists& arcs, const std::vector<bool>& is_kept);
// Independent loops, directions ignored.
int LoopsOf(const ArcLists& arcs, const std::vector<bool>& is_kept);
// Loops that are not filled by points that are all joined: by the characteristic of Euler. REQUIRES: arcs
// lead both ways.
int OpenLoopsOf(const ArcLists& arcs);

}  // namespace waystone

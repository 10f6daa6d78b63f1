// Skeletons of grids: every free cell is a launch point, so that a grid is thinned as a surface is (S0.6).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/skeleton/finish_skeleton.h"
#include "bake/skeleton/launch_graph.h"
#include "bake/skeleton/skeleton_options.h"
#include "core/geom/vec.h"

namespace waystone {

struct GridSource {
  uint32_t width = 0;                   // [cells] along x
  uint32_t height = 0;                  // [cells] along z
  std::span<const uint8_t> free_cells;  // row by row; 0 = blocked
  double cell_m = 1.0;                  // [m] side of a cell
  Vec3 origin = {};                     // [m] map-local, the corner of cell (0, 0)
  // The polygon of the surface that holds each cell; empty: key points stand on the cells themselves.
  std::span<const uint32_t> polys = {};
};

// A point in the middle of every free cell, row by row, the cells themselves in `cells`. Steps lead to and
// from the eight neighbours, a diagonal one only if both cells beside it are free. REQUIRES: as
// BuildGridSkeleton checks. O(cells).
LaunchGraph GridLaunchGraph(const GridSource& grid, std::vector<uint32_t>& cells);

// Whether the straight line between the middles of two free cells meets free cells only, both beside every
// corner that it runs through among them. O(cells met).
bool SeesCell(const GridSource& grid, uint32_t from_cell, uint32_t to_cell);

// The skeleton of all free cells: as FinishSkeleton makes it, straightened where SeesCell allows it. Ignores
// the options for casts and the spacing. Every component has a key point. InvalidArgument if the sizes do not
// fit each other or cell_m is not above 0, ResourceExhausted above kMaxLaunchPoints cells.
absl::StatusOr<FinishedSkeleton> BuildGridSkeleton(const GridSource& grid, const SkeletonOptions& options);

}  // namespace waystone

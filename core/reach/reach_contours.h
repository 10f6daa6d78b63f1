// Lines of equal cost over the cells that Reach found.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/reach/reach_cells.h"
#include "core/reach/reach_query.h"

namespace waystone {

// Cells beside each other count as joined if their places differ in height by at most `step_m` and in cost by at most
// `slope` times the distance, and `is_open` says that one can walk straight from one to the other. Lines cross triangles of joined
// cells (marching triangles), so they end at walls and at the limit of what is known. Infinite costs are unknown. `cells` as CellsOf
// gives them. All must outlive it. One thread. O(cells + crossings).
class ReachContours {
 public:
  using IsOpen = std::function<bool(const NavLocation& from, const NavLocation& to)>;
  ReachContours(std::span<const ReachCell> cells, std::span<const double> costs_m, double step_m,
                double slope, IsOpen is_open);

  // Map-local points.
  ReachContour LinesAt(double cost_m) const;

 private:
  struct Triangle {
    uint32_t corners[3];
  };
  void AddSquare(uint32_t first);
  uint32_t Beside(uint32_t cell, int32_t columns, int32_t rows) const;
  bool MayJoin(uint32_t a, uint32_t b) const;
  bool IsOpenTriangle(const Triangle& t) const;
  Vec3 Crossing(uint32_t a, uint32_t b, double cost_m) const;

  std::span<const ReachCell> cells_;
  std::span<const double> costs_m_;
  double step_m_;
  double slope_;
  IsOpen is_open_;
  std::vector<Triangle> triangles_;
};

}  // namespace waystone

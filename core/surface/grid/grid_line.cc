#include "core/surface/grid/grid_line.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/grid/cell_costs.h"
#include "core/grid/grid_point.h"

namespace waystone {
namespace {

constexpr double kTouch = 1e-9;  // [cells] rounding error of zero

// The middles of the cells, or the bends of a taut line, between the middles of the first and the last cell.
std::vector<GridPoint> BendsOf(const GridGround& ground, std::span<const Cell> turns, RouteShape shape,
                               PathSmoother& smoother) {
  std::vector<GridPoint> bends;
  if (shape == RouteShape::kSmoothed || shape == RouteShape::kAnyAngle) {
    smoother.Smooth(ground, turns, bends);
    return bends;
  }
  std::vector<Cell> cells(turns.begin(), turns.end());
  if (shape == RouteShape::kEveryCell) ExpandCells(turns, cells);
  for (const Cell& cell : cells) bends.push_back(MiddleOf(cell));
  return bends;
}

Vec3 PlaceOf(const GridView& map, GridPoint point) {
  const GridHeader& h = map.header();
  return {h.corner_x_m + point.x * (h.cell_size_m / 2), h.height_m,
          h.corner_z_m + point.z * (h.cell_size_m / 2)};
}

}  // namespace

FreeLine WalkLine(const GridGround& ground, const Vec3& from, const Vec3& to) {
  const GridHeader& h = ground.map->header();
  const double x = (from.x - h.corner_x_m) / h.cell_size_m;
  const double z = (from.z - h.corner_z_m) / h.cell_size_m;
  const double dx = (to.x - from.x) / h.cell_size_m;
  const double dz = (to.z - from.z) / h.cell_size_m;
  const double length = std::hypot(dx, dz);
  FreeLine line;
  if (length <= kTouch) return line;
  const int32_t step_x = dx < 0 ? -1 : 1;
  const int32_t step_z = dz < 0 ? -1 : 1;
  // The share at which the line leaves a column (or row) of cells.
  const auto leaves = [](double at, double delta, int32_t index) {
    if (delta == 0) return std::numeric_limits<double>::infinity();
    return std::max(0.0, (index + (delta > 0 ? 1 : 0) - at) / delta);
  };
  Cell cell{static_cast<int32_t>(std::floor(x)), static_cast<int32_t>(std::floor(z))};
  line.share = 0;
  // Each step enters another column or row of the grid, outside of which nothing is free.
  while (ground.bits.IsFree(cell)) {
    const double share_x = leaves(x, dx, cell.column);
    const double share_z = leaves(z, dz, cell.row);
    const double share = std::min({share_x, share_z, 1.0});
    line.cost += (share - line.share) * length * CostOf(ground, cell);
    line.share = share;
    if (share >= 1 - kTouch / length) {
      line.share = 1;
      return line;
    }
    const bool is_corner = std::abs(share_x - share_z) * length <= kTouch;
    const Cell beside_x{cell.column + step_x, cell.row};
    const Cell beside_z{cell.column, cell.row + step_z};
    if (is_corner && !(ground.bits.IsFree(beside_x) && ground.bits.IsFree(beside_z))) return line;
    if (is_corner || share_x < share_z) cell.column += step_x;
    if (is_corner || share_z < share_x) cell.row += step_z;
  }
  return line;
}

namespace {

// The line over bends, which begin and end in the middles of the cells of the two places.
void DrawOverBends(const GridGround& ground, std::span<const GridPoint> bends, const Vec3& from,
                   const Vec3& to, std::vector<Vec3>& line) {
  const GridView& map = *ground.map;
  const auto sees = [&](const Vec3& place, const Vec3& other) {
    return WalkLine(ground, place, other).share == 1;
  };
  line.assign(1, from);
  if (bends.size() > 1) {
    const bool is_straight = bends.size() == 2 && sees(from, to);
    if (!is_straight) {
      if (!sees(from, PlaceOf(map, bends[1]))) line.push_back(PlaceOf(map, bends[0]));
      for (size_t i = 1; i + 1 < bends.size(); ++i) line.push_back(PlaceOf(map, bends[i]));
      // A bend may be a corner of a blocked cell, seen from the place.
      if (!sees(to, line.back())) line.push_back(PlaceOf(map, bends.back()));
    }
  }
  line.push_back(to);
}

// Without the cells of a path at which it does not turn.
std::vector<Cell> TurnsOf(std::span<const Cell> cells) {
  const auto goes_straight = [](Cell a, Cell b, Cell c) {
    return b.column - a.column == c.column - b.column && b.row - a.row == c.row - b.row;
  };
  std::vector<Cell> turns;
  for (size_t i = 0; i < cells.size(); ++i) {
    const bool is_end = i == 0 || i + 1 == cells.size();
    if (is_end || !goes_straight(cells[i - 1], cells[i], cells[i + 1])) turns.push_back(cells[i]);
  }
  return turns;
}

}  // namespace

void DrawGridLine(const GridGround& ground, std::span<const Cell> turns, const Vec3& from, const Vec3& to,
                  RouteShape shape, PathSmoother& smoother, std::vector<Vec3>& line) {
  std::vector<GridPoint> bends;
  if (turns.size() > 1) bends = BendsOf(ground, turns, shape, smoother);
  DrawOverBends(ground, bends, from, to, line);
}

void DrawSmoothLineOver(const GridGround& open, std::span<const Cell> turns, const Vec3& from, const Vec3& to,
                        PathSmoother& smoother, std::vector<Vec3>& line) {
  std::vector<Cell> cells;
  ExpandCells(turns, cells);
  std::vector<GridPoint> bends;
  const std::span<const Cell> all = cells;
  for (size_t first = 0; first < all.size();) {
    size_t end = first + 1;
    while (end < all.size() && open.bits.IsFree(all[end - 1]) && open.bits.MayStep(all[end - 1], all[end])) {
      ++end;
    }
    const std::vector<GridPoint> piece =
        BendsOf(open, TurnsOf(all.subspan(first, end - first)), RouteShape::kSmoothed, smoother);
    bends.insert(bends.end(), piece.begin(), piece.end());
    first = end;
  }
  DrawOverBends(open, bends, from, to, line);
}

}  // namespace waystone

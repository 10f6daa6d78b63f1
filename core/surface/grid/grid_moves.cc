#include "core/surface/grid/grid_moves.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/navmesh/surface_queries.h"
#include "core/surface/grid/grid_line.h"
#include "core/surface/grid/grid_snap.h"

namespace waystone {
namespace {

// A path over cells, to the eight neighbours, is at most this much longer than a taut one: 1 / cos(pi / 8).
constexpr double kOverCells = 1.0823922002923940;
// [share] A walk that a border stops ends this much before it, in the cell that it came through.
constexpr double kBeforeBorder = 1e-3;
constexpr double kRounding = 1e-6;

}  // namespace

GridMoves::GridMoves(const MapView& map, Scratch::Lease<GridGroundCache> cache, const GridGround& ground,
                     uint32_t max_expansions, Scratch& scratch)
    : map_(map),
      cache_(std::move(cache)),
      ground_(ground),
      max_expansions_(max_expansions),
      scratch_(scratch),
      flood_(scratch.Borrow<CellFlood>()) {
  ground_.is_uniform = true;
}

SnapResult GridMoves::SnapTo(const Vec3& position, const SnapOptions& options, const NavLocation* /*near*/) {
  return SnapToGrid(map_, ground_, position, options, *scratch_.Borrow<SurfaceWorkspace>());
}

// The end of the free beginning of a straight line, in a free cell.
Vec3 GridMoves::Stop(const Vec3& from, const Vec3& to) const {
  const FreeLine line = WalkLine(ground_, from, to);
  if (line.share >= 1) return {to.x, from.y, to.z};
  const double length_m = PlaneDistance(from, to);
  const double before =
      std::max(0.0, line.share - kBeforeBorder * ground_.map->header().cell_size_m / length_m);
  return {from.x + (to.x - from.x) * before, from.y, from.z + (to.z - from.z) * before};
}

StraightWalk GridMoves::WalkStraight(const NavLocation& from, const NavLocation& to) {
  const Vec3 stop = Stop(from.point, to.point);
  const bool reached = stop.x == to.point.x && stop.z == to.point.z;
  return {reached, false, reached ? to : NavLocation{from.poly, stop}};
}

// All cells that a taut walk of `max_m` may lead to.
SearchOutcome GridMoves::FloodFrom(const Vec3& from, double max_m, const Deadline& deadline) {
  const double cell_m = ground_.map->header().cell_size_m;
  flood_->Begin(ground_, *ground_.map->CellAt(from));
  const SearchOutcome outcome =
      flood_->GrowTo(max_m / cell_m * kOverCells + std::numbers::sqrt2, max_expansions_, deadline);
  NoteLimit(outcome);
  return outcome;
}

// The cell before one on a cheapest path from the flood's start.
Cell GridMoves::Before(Cell cell) const {
  Cell best = cell;
  double least = flood_->CostTo(cell);
  for (int32_t row = -1; row <= 1; ++row) {
    for (int32_t column = -1; column <= 1; ++column) {
      const Cell next{cell.column + column, cell.row + row};
      if (!ground_.bits.Contains(next) || !ground_.bits.MayStep(cell, next)) continue;
      const double step = row != 0 && column != 0 ? std::numbers::sqrt2 : 1.0;
      const double cost = flood_->CostTo(next) + step;
      if (cost > flood_->CostTo(cell) + kRounding || flood_->CostTo(next) >= least) continue;
      least = flood_->CostTo(next);
      best = next;
    }
  }
  return best;
}

FoundWalk GridMoves::FindWalk(const NavLocation& from, const NavLocation& to, double max_m,
                              const Deadline& deadline) {
  const double cell_m = ground_.map->header().cell_size_m;
  const SearchOutcome outcome = FloodFrom(from.point, max_m, deadline);
  const Cell start = *ground_.map->CellAt(from.point);
  const Cell goal = *ground_.map->CellAt(to.point);
  const double cost = flood_->CostTo(goal);
  if (!std::isfinite(cost)) {
    FoundWalk none;
    none.outcome = IsCut(outcome) ? outcome : SearchOutcome::kCostLimit;
    return none;
  }
  const double taut_m = (cost - std::numbers::sqrt2) * cell_m / kOverCells;
  FoundWalk walk{SearchOutcome::kFound, std::max(taut_m, PlaneDistance(from.point, to.point)), false, {}};
  Vec3 behind = to.point;
  for (Cell cell = goal; !(cell == start);) {
    const Cell before = Before(cell);
    if (before == cell) break;
    const Vec3 at = before == start ? from.point : ground_.map->CenterOf(before);
    walk.pieces.push_back({{from.poly, at}, behind});
    behind = at;
    cell = before;
  }
  if (walk.pieces.empty()) walk.pieces.push_back({from, to.point});
  std::reverse(walk.pieces.begin(), walk.pieces.end());
  return walk;
}

// Tries the cells nearest to the point first.
ReachedPlace GridMoves::NearestWithin(const NavLocation& from, double max_m, const Vec3& point,
                                      const Admit& admit, const Deadline& deadline) {
  FloodFrom(from.point, max_m, deadline);
  struct Candidate {
    double gap_m;
    Cell cell;
  };
  std::vector<Candidate> candidates;
  const double cell_m = ground_.map->header().cell_size_m;
  const Cell start = *ground_.map->CellAt(from.point);
  const auto reach = static_cast<int32_t>(max_m / cell_m) + 1;
  for (int32_t row = start.row - reach; row <= start.row + reach; ++row) {
    for (int32_t column = start.column - reach; column <= start.column + reach; ++column) {
      const Cell cell{column, row};
      if (!ground_.bits.Contains(cell) || !std::isfinite(flood_->CostTo(cell))) continue;
      candidates.push_back({Distance(PlaceInCell(*ground_.map, cell, point), point), cell});
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.gap_m < b.gap_m; });
  for (const Candidate& candidate : candidates) {
    const ReachedPlace reached = PlaceWithin(from, candidate.cell, max_m, point);
    if (reached.walk_m <= max_m && Distance(reached.place.point, point) <= candidate.gap_m + cell_m &&
        admit(reached)) {
      return reached;
    }
  }
  return {from, 0};
}

// The place of a reached cell nearest to the point; on the straight line to it, no further than `max_m`.
ReachedPlace GridMoves::PlaceWithin(const NavLocation& from, Cell cell, double max_m, const Vec3& point) {
  const Vec3 at = PlaceInCell(*ground_.map, cell, point);
  const double straight_m = PlaneDistance(from.point, at);
  if (WalkStraight(from, {from.poly, at}).reached) {
    if (straight_m <= max_m) return {{from.poly, at}, straight_m};
    return {{from.poly, from.point + (at - from.point) * (max_m / straight_m)}, max_m};
  }
  const Vec3 first = ground_.map->CenterOf(*ground_.map->CellAt(from.point));
  const double over_cells_m = flood_->CostTo(cell) * ground_.map->header().cell_size_m;
  return {{from.poly, at},
          over_cells_m + PlaneDistance(from.point, first) + PlaneDistance(ground_.map->CenterOf(cell), at)};
}

// Borders of cells run along the axes: on along the one that leads further.
ReachedPlace GridMoves::Slide(const NavLocation& from, Vec2 target) {
  const Vec3 stop = Stop(from.point, {target.x, from.point.y, target.z});
  const Vec3 along_x = Stop(stop, {target.x, stop.y, stop.z});
  const Vec3 along_z = Stop(stop, {stop.x, stop.y, target.z});
  const Vec3 end = PlaneDistance(stop, along_x) >= PlaneDistance(stop, along_z) ? along_x : along_z;
  return {{from.poly, end}, PlaneDistance(from.point, stop) + PlaneDistance(stop, end)};
}

}  // namespace waystone

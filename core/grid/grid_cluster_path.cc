#include "core/grid/grid_cluster_path.h"

#include <algorithm>
#include <limits>

#include "core/grid/cell_costs.h"
#include "core/grid/exact_steps.h"
#include "core/grid/octile.h"
#include "core/grid/octile_legs.h"
#include "core/grid/step_table.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
// Differences up to this are rounding: the same length added up in another order.
constexpr double kRounding = 1e-9;

int32_t SignOf(int32_t value) { return (value > 0) - (value < 0); }
Cell DirectionOf(Cell from, Cell to) { return {SignOf(to.column - from.column), SignOf(to.row - from.row)}; }

// The cell reached by all diagonal steps of the octile path to another cell.
Cell AfterDiagonal(Cell from, Cell to) {
  const auto steps = static_cast<int32_t>(OctileSteps(from, to).diagonal);
  const Cell step = DirectionOf(from, to);
  return {from.column + step.column * steps, from.row + step.row * steps};
}

// Merges pieces that have the same direction.
void AppendTurn(Cell cell, std::vector<Cell>& turns) {
  if (!turns.empty() && turns.back() == cell) return;
  const size_t count = turns.size();
  const bool goes_on =
      count >= 2 && DirectionOf(turns[count - 2], turns[count - 1]) == DirectionOf(turns[count - 1], cell);
  if (goes_on) {
    turns.back() = cell;
  } else {
    turns.push_back(cell);
  }
}

}  // namespace

double FollowGridClusterTree(const GridGround& ground, const GridClusterView& clusters, ClusterId cluster,
                             uint32_t tree, Cell from, std::vector<Cell>* cells) {
  const GridClusterRecord& record = clusters.cluster(cluster);
  const GridClusterArea area = clusters.tiling().AreaOf(cluster);
  GridSteps steps;
  double cost = 0;
  Cell at = from;
  for (uint32_t count = 0; count < record.free_count; ++count) {
    const uint8_t step = clusters.StepAt(record, tree, at);
    if (step == kStepHere) return ground.is_uniform ? steps.Length() : cost;
    if (step >= kStepDirections) return kInfinite;
    const Cell next = CellAfter(at, step);
    if (!area.Contains(next) || !ground.bits.MayStep(at, next)) return kInfinite;
    ++(step < kStraightSteps ? steps.cardinal : steps.diagonal);
    if (!ground.is_uniform) cost += StepCost(ground, at, next);
    if (cells != nullptr) cells->push_back(next);
    at = next;
  }
  return kInfinite;
}

void PathShortener::ReadStops(const GridGround& ground, const std::vector<Cell>& cells) {
  stops_.clear();
  stops_.push_back({.cell = cells.front(), .bend = cells.front()});
  double cost = 0;
  uint32_t piece = 0;
  for (size_t i = 1; i < cells.size(); ++i) {
    cost +=
        ground.is_uniform ? OctileDistance(cells[i - 1], cells[i]) : StepCost(ground, cells[i - 1], cells[i]);
    ++piece;
    const bool is_end = i + 1 == cells.size();
    const bool turns =
        !is_end && !(DirectionOf(cells[i - 1], cells[i]) == DirectionOf(cells[i], cells[i + 1]));
    if (!is_end && !turns && piece < kPiece) continue;
    stops_.push_back(
        {.cell = cells[i], .cost = cost, .from = static_cast<uint32_t>(stops_.size() - 1), .bend = cells[i]});
    piece = 0;
  }
}

// Looks for a diagonal and a straight piece, in either order, that together cost less than `below`.
bool PathShortener::FindPieces(const GridGround& ground, Cell from, Cell to, double below, double& cost,
                               Cell& bend) {
  const Cell bends[2] = {AfterDiagonal(from, to), AfterDiagonal(to, from)};
  if (ground.is_uniform) {
    cost = OctileDistance(from, to);
    for (const bool is_diagonal_last : {false, true}) {
      bend = bends[is_diagonal_last ? 1 : 0];
      const bool is_free = is_diagonal_last ? IsDiagonalThenStraightFree(ground.bits, to, from)
                                            : IsDiagonalThenStraightFree(ground.bits, from, to);
      if (is_free) return true;
    }
    return false;
  }
  cost = below;
  for (const Cell& middle : bends) {
    const double whole = LegCost(ground, from, middle) + LegCost(ground, middle, to);
    if (!(whole < cost - kRounding)) continue;
    cost = whole;
    bend = middle;
  }
  return cost < below;
}

void PathShortener::Write(const GridGround& ground, GridPath& path) {
  chain_.clear();
  for (auto at = static_cast<uint32_t>(stops_.size() - 1); at != 0; at = stops_[at].from)
    chain_.push_back(at);
  path.turns.clear();
  path.turns.push_back(stops_.front().cell);
  path.steps = {};
  for (auto at = chain_.rbegin(); at != chain_.rend(); ++at) {
    const Stop& stop = stops_[*at];
    const GridSteps leg = OctileSteps(stops_[stop.from].cell, stop.cell);
    path.steps.cardinal += leg.cardinal;
    path.steps.diagonal += leg.diagonal;
    AppendTurn(stop.bend, path.turns);
    AppendTurn(stop.cell, path.turns);
  }
  path.cost = ground.is_uniform ? path.steps.Length() : stops_.back().cost;
}

void PathShortener::Shorten(const GridGround& ground, const std::vector<Cell>& cells, GridPath& path) {
  ReadStops(ground, cells);
  const auto least = static_cast<double>(LeastCost(ground));
  for (uint32_t to = 1; to < stops_.size(); ++to) {
    Stop& stop = stops_[to];
    // Start from the stop before, along the path itself: later comparisons then have the lowest known cost.
    for (uint32_t back = 1; back <= std::min(kWindow, to); ++back) {
      const uint32_t from = to - back;
      const Stop& before = stops_[from];
      const double bound = before.cost + least * OctileDistance(before.cell, stop.cell);
      if (!(bound < stop.cost - kRounding)) continue;
      double cost = 0;
      Cell bend;
      if (!FindPieces(ground, before.cell, stop.cell, stop.cost - before.cost, cost, bend)) continue;
      if (!(before.cost + cost < stop.cost - kRounding)) continue;
      stop.cost = before.cost + cost;
      stop.from = from;
      stop.bend = bend;
    }
  }
  Write(ground, path);
}

}  // namespace waystone

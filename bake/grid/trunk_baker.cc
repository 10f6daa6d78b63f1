#include "bake/grid/trunk_baker.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "bake/grid/trunk_points.h"
#include "core/base/parallel_for.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/graph/best_first.h"
#include "core/grid/trunk_costs.h"
#include "core/grid/weighted_search.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

absl::StatusOr<std::vector<uint32_t>> PointsOf(const GridView& grid, const TrunkOptions& options) {
  std::vector<uint32_t> points;
  for (size_t i = 0; i < options.points.size(); ++i) {
    const Cell cell = options.points[i];
    if (grid.bits().Contains(cell) && grid.IsFree(cell)) {
      points.push_back(grid.IdOf(cell));
      continue;
    }
    return absl::InvalidArgumentError(
        StrCat("trunk points[", i, "]: cell (", cell.column, ", ", cell.row, ") is not free"));
  }
  if (points.empty()) {
    points = SpreadTrunkPoints(grid, std::min(options.point_count, kMaxTrunkPoints));
  }
  std::ranges::sort(points);
  const auto twice = std::ranges::adjacent_find(points);
  if (twice != points.end()) {
    const Cell cell = grid.CellOf(*twice);
    return absl::InvalidArgumentError(
        StrCat("trunk points: cell (", cell.column, ", ", cell.row, ") is said twice"));
  }
  if (points.size() < 2 || points.size() > kMaxTrunkPoints) {
    return absl::InvalidArgumentError(
        StrCat("trunk points: ", points.size(), " of them, must be 2 to ", kMaxTrunkPoints));
  }
  return points;
}

struct Pair {
  uint32_t from;
  uint32_t to;
};

// The stretches chosen so far, as a graph.
class Spanner {
 public:
  explicit Spanner(uint32_t point_count) : rows_(point_count) {}

  void Add(Pair pair, double cost) {
    rows_[pair.from].push_back({cost, pair.to});
    rows_[pair.to].push_back({cost, pair.from});
  }

  // Whether a path over it costs at most `limit`.
  bool Joins(Pair pair, double limit) {
    search_.Begin(rows_.size());
    search_.Reach(pair.from, 0, pair.from);
    for (uint32_t point = search_.Settle(); point != search_.kNone; point = search_.Settle()) {
      if (point == pair.to) return true;
      for (const Arc& arc : rows_[point]) {
        const double cost = search_.CostOf(point) + arc.cost;
        if (cost <= limit) search_.Reach(arc.to, cost, point);
      }
    }
    return false;
  }

 private:
  struct Arc {
    double cost;
    uint32_t to;
  };

  std::vector<std::vector<Arc>> rows_;
  BestFirst<double> search_;
};

std::vector<Pair> ChooseStretches(std::span<const double> costs, uint32_t count, double max_detour) {
  std::vector<Pair> pairs;
  for (uint32_t i = 0; i < count; ++i) {
    for (uint32_t k = i + 1; k < count; ++k) {
      if (costs[size_t{i} * count + k] < kInfinite) pairs.push_back({i, k});
    }
  }
  const auto cost_of = [&](Pair pair) { return costs[size_t{pair.from} * count + pair.to]; };
  std::ranges::stable_sort(pairs, [&](Pair a, Pair b) { return cost_of(a) < cost_of(b); });
  Spanner spanner(count);
  std::vector<Pair> chosen;
  for (const Pair pair : pairs) {
    if (spanner.Joins(pair, max_detour * cost_of(pair))) continue;
    spanner.Add(pair, cost_of(pair));
    chosen.push_back(pair);
  }
  std::ranges::sort(chosen, [](Pair a, Pair b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
  return chosen;
}

}  // namespace

absl::StatusOr<TrunkData> BakeTrunk(const GridView& grid, const TrunkOptions& options) {
  TrunkData trunk;
  WS_ASSIGN_OR_RETURN(trunk.points, PointsOf(grid, options));
  const GridGround ground = BakedGround(grid);
  const auto count = static_cast<uint32_t>(trunk.points.size());
  std::vector<double> costs(size_t{count} * count);
  ParallelFor(count, options.thread_count, [&](size_t i) {
    thread_local WeightedWorkspace workspace;
    MeasureTrunkCosts(ground, trunk.points, trunk.points[i], workspace,
                      std::span(costs).subspan(i * count, count));
  });
  for (const double cost : costs) {
    const auto rounded = static_cast<float>(cost);
    const bool is_above = static_cast<double>(rounded) > cost;
    trunk.least_costs.push_back(is_above ? std::nextafter(rounded, 0.0F) : rounded);
  }
  const std::vector<Pair> chosen = ChooseStretches(costs, count, options.max_detour);
  std::vector<GridPath> paths(chosen.size());
  ParallelFor(chosen.size(), options.thread_count, [&](size_t i) {
    thread_local WeightedWorkspace workspace;
    GridQuery query;
    query.start = grid.CellOf(trunk.points[chosen[i].from]);
    query.goal = grid.CellOf(trunk.points[chosen[i].to]);
    FindWeightedPath(ground, query, workspace, paths[i]);
  });
  for (size_t i = 0; i < chosen.size(); ++i) {
    trunk.stretches.push_back({.from = chosen[i].from,
                               .to = chosen[i].to,
                               .first_turn = static_cast<uint32_t>(trunk.turns.size()),
                               .turn_count = static_cast<uint32_t>(paths[i].turns.size()),
                               .cost = paths[i].cost});
    for (const Cell turn : paths[i].turns) trunk.turns.push_back(grid.IdOf(turn));
  }
  return trunk;
}

}  // namespace waystone

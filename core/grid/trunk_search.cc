#include "core/grid/trunk_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "core/grid/cell_costs.h"
#include "core/grid/octile.h"
#include "core/grid/trunk_costs.h"
#include "core/grid/trunk_path.h"
#include "core/grid/weighted_frontier.h"
#include "core/grid/weighted_search.h"

namespace waystone {
namespace {

// How many points are joined at either end. More of them prove more and cost more.
constexpr size_t kJoins = 4;
// A trunk pays from this many times the distance between its points: joining both ends looks at some 2 *
// kJoins squares of that distance.
constexpr double kLongPath = 8;
// The share of the squared distance that may be expanded on trial, in cells.
constexpr double kTrialShare = 0.25;

// How far around a point the path is searched anew, in distances between points.
constexpr double kMendReach = 0.5;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

double GroundCost(const GridGround& ground, size_t area) {
  return ground.is_uniform ? 1 : static_cast<double>(ground.area_cost[area]);
}

// The least ratio of a cell's cost to its cost on the map as baked, and whether all costs are as baked.
struct CostScale {
  double least = kInfinite;
  bool is_same = true;
};
CostScale ScaleOf(const GridGround& ground) {
  CostScale scale;
  uint64_t areas = ground.map->used_areas() & ~ground.left_out_areas;
  for (; areas != 0; areas &= areas - 1) {
    const auto area = static_cast<size_t>(std::countr_zero(areas));
    const double ratio = GroundCost(ground, area) / static_cast<double>(ground.map->header().area_cost[area]);
    scale.least = std::min(scale.least, ratio);
    scale.is_same = scale.is_same && ratio == 1;
  }
  return scale;
}

bool HasOpenedCells(const GridGround& ground) {
  if (!ground.is_changed) return false;
  const BitGrid baked = ground.map->bits();
  const size_t count = BitLines{baked.rows, baked.columns}.WordCount();
  for (size_t i = 0; i < count; ++i) {
    if ((ground.bits.row_words[i] & ~baked.row_words[i]) != 0) return true;
  }
  return false;
}

// [cells] The approximate distance between points.
double Spacing(const GridGround& ground, const TrunkView& trunk) {
  return std::sqrt(static_cast<double>(ground.map->header().free_count) / trunk.point_count());
}

class TrunkSearch {
 public:
  TrunkSearch(const GridGround& ground, const TrunkView& trunk, const GridQuery& query,
              WeightedWorkspace& searches, TrunkWorkspace& workspace)
      : ground_(ground),
        trunk_(trunk),
        query_(query),
        searches_(searches),
        frontier_(ground, searches),
        space_(workspace),
        scale_(ScaleOf(ground)) {}

  bool Run(double max_ratio, GridPath& path) {
    if (Join(query_.start, query_.goal, space_.heads, path)) return true;
    if (Join(query_.goal, query_.start, space_.tails, path)) {
      std::ranges::reverse(path.turns);
      return true;
    }
    if (!MeasureStretches()) {
      path.outcome = LateOutcome(query_.deadline);
      return true;
    }
    FillRows();
    const std::optional<uint32_t> last = CrossTrunk();
    if (!last.has_value()) return false;
    TrunkPath spliced(ground_, trunk_, query_, searches_, space_, MendReach());
    spliced.Splice(*last);
    const double least = LeastThereIs();
    spliced.Write(least, path);
    if (path.cost_ratio <= max_ratio) return true;
    spliced.Mend(path);
    spliced.Write(least, path);
    return path.cost_ratio <= max_ratio;
  }

 private:
  // Searches from one end until it has met some points. True if that answers the query: it came across the
  // whole path, there is none, or a limit ended it.
  bool Join(Cell from, Cell other_end, std::vector<TrunkWorkspace::Join>& joins, GridPath& path) {
    joins.clear();
    const auto remaining = [](Cell) { return 0.0; };
    frontier_.Begin(from, remaining);
    while (joins.size() < kJoins) {
      const WeightedFrontier::NodeId node = frontier_.Settle();
      if (node == WeightedFrontier::kNone) {
        // The search saw all there is, but not the other end.
        path.outcome = SearchOutcome::kExhausted;
        return true;
      }
      const Cell cell = frontier_.CellOf(node);
      if (cell == other_end) {
        path.method = GridMethod::kAStar;
        frontier_.WritePath(node, path);
        return true;
      }
      const auto point = std::ranges::lower_bound(trunk_.points(), ground_.map->IdOf(cell));
      if (point != trunk_.points().end() && *point == ground_.map->IdOf(cell)) {
        joins.push_back({static_cast<uint32_t>(point - trunk_.points().begin()), {}});
        frontier_.WritePath(node, joins.back().path);
      }
      if (MustStop(query_, path)) return true;
      frontier_.Expand(node, remaining);
    }
    return false;
  }

  uint32_t MendReach() const { return static_cast<uint32_t>(kMendReach * Spacing(ground_, trunk_)); }

  // The costs of the stretches in this request. False if the deadline has passed.
  bool MeasureStretches() {
    space_.stretch_costs.clear();
    const bool is_as_baked = !ground_.is_changed && scale_.is_same;
    for (const TrunkStretch& stretch : trunk_.stretches()) {
      if (!is_as_baked && query_.deadline.Expired()) return false;
      space_.stretch_costs.push_back(is_as_baked ? stretch.cost : PathCost(ground_, trunk_.TurnsOf(stretch)));
    }
    return true;
  }

  // The stretches of each point, in both directions.
  void FillRows() {
    std::vector<uint32_t>& rows = space_.rows;
    rows.assign(trunk_.point_count() + 2, 0);
    for (const TrunkStretch& stretch : trunk_.stretches()) {
      ++rows[stretch.from + 2];
      ++rows[stretch.to + 2];
    }
    for (size_t i = 2; i < rows.size(); ++i) rows[i] += rows[i - 1];
    space_.row_stretches.resize(2 * trunk_.stretches().size());
    for (uint32_t i = 0; i < trunk_.stretches().size(); ++i) {
      space_.row_stretches[rows[trunk_.stretches()[i].from + 1]++] = i;
      space_.row_stretches[rows[trunk_.stretches()[i].to + 1]++] = i;
    }
  }

  // Dijkstra from the heads. Returns the index of the tail that makes the whole path cheapest; nullopt if the
  // trunk is cut.
  std::optional<uint32_t> CrossTrunk() {
    BestFirst<double>& points = space_.points;
    points.Begin(trunk_.point_count());
    for (const TrunkWorkspace::Join& head : space_.heads) {
      points.Reach(head.point, head.path.cost, TrunkWorkspace::kNoStretch);
    }
    std::optional<uint32_t> best;
    double best_cost = kInfinite;
    for (uint32_t point = points.Settle(); point != points.kNone && points.CostOf(point) < best_cost;
         point = points.Settle()) {
      for (uint32_t i = 0; i < space_.tails.size(); ++i) {
        const double whole = points.CostOf(point) + space_.tails[i].path.cost;
        if (space_.tails[i].point != point || whole >= best_cost) continue;
        best_cost = whole;
        best = i;
      }
      for (uint32_t i = space_.rows[point]; i < space_.rows[point + 1]; ++i) {
        const uint32_t stretch = space_.row_stretches[i];
        const double cost = points.CostOf(point) + space_.stretch_costs[stretch];
        if (cost < kInfinite) points.Reach(OtherEnd(stretch, point), cost, stretch);
      }
    }
    return best;
  }
  uint32_t OtherEnd(uint32_t stretch, uint32_t point) const {
    const TrunkStretch& s = trunk_.stretches()[stretch];
    return s.from == point ? s.to : s.from;
  }

  // Lower bound of the cost of any path from start to goal.
  double LeastThereIs() const {
    double least = static_cast<double>(LeastCost(ground_)) * OctileDistance(query_.start, query_.goal);
    if (HasOpenedCells(ground_)) return least;
    for (const TrunkWorkspace::Join& head : space_.heads) {
      for (const TrunkWorkspace::Join& tail : space_.tails) {
        const double between = scale_.least * static_cast<double>(trunk_.LeastCost(head.point, tail.point));
        least = std::max(least, between - head.path.cost - tail.path.cost);
      }
    }
    return least;
  }

  const GridGround& ground_;
  const TrunkView& trunk_;
  const GridQuery& query_;
  WeightedWorkspace& searches_;
  WeightedFrontier frontier_;
  TrunkWorkspace& space_;
  const CostScale scale_;
};

}  // namespace

bool DoesTrunkPay(const GridGround& ground, const TrunkView& trunk, Cell start, Cell goal) {
  return OctileDistance(start, goal) > kLongPath * Spacing(ground, trunk);
}

uint32_t TrunkTrialExpansions(Cell start, Cell goal) {
  const double distance = OctileDistance(start, goal);
  return static_cast<uint32_t>(kTrialShare * distance * distance);
}

bool FindTrunkPath(const GridGround& ground, const TrunkView& trunk, const GridQuery& query, double max_ratio,
                   WeightedWorkspace& searches, TrunkWorkspace& workspace, GridPath& path) {
  path = {.turns = std::move(path.turns)};
  path.turns.clear();
  return TrunkSearch(ground, trunk, query, searches, workspace).Run(max_ratio, path);
}

}  // namespace waystone

#include "core/grid/trunk_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "core/grid/cell_costs.h"
#include "core/grid/grid_shape.h"
#include "core/grid/octile.h"
#include "core/grid/weighted_frontier.h"
#include "core/grid/weighted_search.h"

namespace waystone {
namespace {

// How many points are joined at either end. More of them prove more and cost more.
constexpr size_t kJoins = 4;
// From how many times the distance between points on a trunk pays.
constexpr double kLongWay = 4;

// How far around a point the way is found anew, in distances between points.
constexpr double kMendReach = 0.5;

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr uint32_t kNoStretch = std::numeric_limits<uint32_t>::max();

double GroundCost(const GridGround& ground, size_t area) {
  return ground.is_uniform ? 1 : static_cast<double>(ground.area_cost[area]);
}

// No cell of the map costs less than this times what it costs on the map as baked; and whether all of them
// cost the same as there.
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

// [cells] About how far points are from each other.
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
        scale_(ScaleOf(ground)),
        mend_reach_(static_cast<uint32_t>(kMendReach * Spacing(ground, trunk))) {}

  bool Run(double max_ratio, GridPath& path) {
    if (Join(query_.start, query_.goal, space_.heads, path)) return true;
    if (Join(query_.goal, query_.start, space_.tails, path)) {
      std::ranges::reverse(path.turns);
      return true;
    }
    MeasureStretches();
    FillRows();
    const std::optional<uint32_t> last = CrossTrunk();
    if (!last.has_value()) return false;
    Splice(*last);
    const double least = LeastThereIs();
    WritePath(least, path);
    if (path.cost_ratio <= max_ratio) return true;
    // From the last on: what lies before keeps its place.
    for (size_t i = space_.joints.size(); i-- > 0;) Mend(space_.joints[i], path);
    WritePath(least, path);
    return path.cost_ratio <= max_ratio;
  }

 private:
  // Searches from one end until it has met some points. True where that answers the query: by the whole way,
  // found on the side, or as there is none, or by a limit.
  bool Join(Cell from, Cell other_end, std::vector<TrunkWorkspace::Join>& joins, GridPath& path) {
    joins.clear();
    const auto remaining = [](Cell) { return 0.0; };
    frontier_.Begin(from, remaining);
    while (joins.size() < kJoins) {
      const WeightedFrontier::NodeId node = frontier_.Settle();
      if (node == WeightedFrontier::kNone) {
        // It has seen all there is, without the other end.
        path.outcome = GridOutcome::kNoWay;
        return true;
      }
      const Cell cell = frontier_.CellOf(node);
      if (cell == other_end) {
        path.method = GridMethod::kAStar;
        frontier_.WriteWay(node, path);
        return true;
      }
      const auto point = std::ranges::lower_bound(trunk_.points(), ground_.map->IdOf(cell));
      if (point != trunk_.points().end() && *point == ground_.map->IdOf(cell)) {
        joins.push_back({static_cast<uint32_t>(point - trunk_.points().begin()), {}});
        frontier_.WriteWay(node, joins.back().way);
      }
      if (MustStop(query_, path)) return true;
      frontier_.Expand(node, remaining);
    }
    return false;
  }

  // What the stretches cost in this request.
  void MeasureStretches() {
    space_.stretch_costs.clear();
    const bool is_as_baked = !ground_.is_changed && scale_.is_same;
    for (const TrunkStretch& stretch : trunk_.stretches()) {
      space_.stretch_costs.push_back(is_as_baked ? stretch.cost : WayCost(stretch));
    }
  }
  double WayCost(const TrunkStretch& stretch) {
    double cost = 0;
    const auto turns = trunk_.TurnsOf(stretch);
    for (size_t i = 1; i < turns.size() && cost < kInfinite; ++i) {
      cost += LegCost(ground_, ground_.map->CellOf(turns[i - 1]), ground_.map->CellOf(turns[i]));
    }
    return cost;
  }

  // The stretches of each point, both ways.
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

  // Dijkstra from the heads to the tail, as an index, that makes the whole cheapest; none where the trunk is
  // cut.
  std::optional<uint32_t> CrossTrunk() {
    space_.point_costs.assign(trunk_.point_count(), kInfinite);
    space_.came_by.assign(trunk_.point_count(), kNoStretch);
    space_.open.Clear();
    for (const TrunkWorkspace::Join& head : space_.heads) {
      space_.point_costs[head.point] = head.way.cost;
      space_.open.Push({head.way.cost, head.point});
    }
    std::optional<uint32_t> best;
    double best_cost = kInfinite;
    while (!space_.open.empty() && space_.open.top().cost < best_cost) {
      const auto [cost, point] = space_.open.top();
      space_.open.Pop();
      if (cost > space_.point_costs[point]) continue;
      for (uint32_t i = 0; i < space_.tails.size(); ++i) {
        const double whole = cost + space_.tails[i].way.cost;
        if (space_.tails[i].point != point || whole >= best_cost) continue;
        best_cost = whole;
        best = i;
      }
      for (uint32_t i = space_.rows[point]; i < space_.rows[point + 1]; ++i) {
        const uint32_t stretch = space_.row_stretches[i];
        const uint32_t next = OtherEnd(stretch, point);
        const double next_cost = cost + space_.stretch_costs[stretch];
        if (next_cost >= space_.point_costs[next]) continue;
        space_.point_costs[next] = next_cost;
        space_.came_by[next] = stretch;
        space_.open.Push({next_cost, next});
      }
    }
    return best;
  }
  uint32_t OtherEnd(uint32_t stretch, uint32_t point) const {
    const TrunkStretch& s = trunk_.stretches()[stretch];
    return s.from == point ? s.to : s.from;
  }

  // No way from start to goal costs less.
  double LeastThereIs() const {
    double least = static_cast<double>(LeastCost(ground_)) * OctileDistance(query_.start, query_.goal);
    if (HasOpenedCells(ground_)) return least;
    for (const TrunkWorkspace::Join& head : space_.heads) {
      for (const TrunkWorkspace::Join& tail : space_.tails) {
        const double between = scale_.least * static_cast<double>(trunk_.LeastCost(head.point, tail.point));
        least = std::max(least, between - head.way.cost - tail.way.cost);
      }
    }
    return least;
  }

  // Head, stretches and tail in one.
  void Splice(uint32_t tail) {
    std::vector<uint32_t> chain;
    uint32_t point = space_.tails[tail].point;
    for (; space_.came_by[point] != kNoStretch; point = OtherEnd(chain.back(), point)) {
      chain.push_back(space_.came_by[point]);
    }
    const auto head = std::ranges::find(space_.heads, point, &TrunkWorkspace::Join::point);
    ExpandCells(head->way.turns, space_.cells);
    space_.joints.clear();
    std::vector<Cell> turns;
    for (size_t i = chain.size(); i-- > 0;) {
      const TrunkStretch& stretch = trunk_.stretches()[chain[i]];
      space_.joints.push_back(static_cast<uint32_t>(space_.cells.size() - 1));
      turns.clear();
      for (const uint32_t id : trunk_.TurnsOf(stretch)) turns.push_back(ground_.map->CellOf(id));
      if (stretch.from != point) std::ranges::reverse(turns);
      point = OtherEnd(chain[i], point);
      Append(turns);
    }
    space_.joints.push_back(static_cast<uint32_t>(space_.cells.size() - 1));
    turns = space_.tails[tail].way.turns;
    std::ranges::reverse(turns);
    Append(turns);
  }
  void Append(std::span<const Cell> turns) {
    ExpandCells(turns, space_.piece);
    space_.cells.insert(space_.cells.end(), space_.piece.begin() + 1, space_.piece.end());
  }
  // Around a point the way bends towards it: finds it anew between two of its cells.
  void Mend(uint32_t joint, GridPath& path) {
    const uint32_t first = joint - std::min(joint, mend_reach_);
    const auto last = static_cast<uint32_t>(std::min<size_t>(joint + mend_reach_, space_.cells.size() - 1));
    GridQuery query = query_;
    query.start = space_.cells[first];
    query.goal = space_.cells[last];
    query.max_expansions -= static_cast<uint32_t>(std::min<uint64_t>(path.expanded, query.max_expansions));
    FindWeightedPath(ground_, query, searches_, space_.mended);
    path.expanded += space_.mended.expanded;
    if (space_.mended.outcome != GridOutcome::kFound) return;
    ExpandCells(space_.mended.turns, space_.piece);
    const auto from = space_.cells.begin() + first;
    space_.cells.erase(from, from + (last - first + 1));
    space_.cells.insert(space_.cells.begin() + first, space_.piece.begin(), space_.piece.end());
  }
  // The cells into `piece`, without what is walked there and back.
  void CutLoops() {
    space_.visits.clear();
    for (uint32_t i = 0; i < space_.cells.size(); ++i) {
      space_.visits.push_back(uint64_t{ground_.map->IdOf(space_.cells[i])} << 32 | i);
    }
    std::ranges::sort(space_.visits);
    space_.last_visits.resize(space_.cells.size());
    for (size_t i = space_.visits.size(); i-- > 0;) {
      const bool is_last =
          i + 1 == space_.visits.size() || space_.visits[i] >> 32 != space_.visits[i + 1] >> 32;
      const auto index = static_cast<uint32_t>(space_.visits[i]);
      space_.last_visits[index] =
          is_last ? index : space_.last_visits[static_cast<uint32_t>(space_.visits[i + 1])];
    }
    space_.piece.clear();
    for (size_t i = 0; i < space_.cells.size(); ++i) {
      i = space_.last_visits[i];
      space_.piece.push_back(space_.cells[i]);
    }
  }
  // `least`: no way costs less.
  void WritePath(double least, GridPath& path) {
    CutLoops();
    const std::vector<Cell>& cells = space_.piece;
    path.outcome = GridOutcome::kFound;
    path.method = GridMethod::kTrunk;
    path.turns.assign(1, query_.start);
    path.steps = {};
    path.cost = 0;
    for (size_t i = 1; i < cells.size(); ++i) {
      const Cell a = cells[i - 1];
      const Cell b = cells[i];
      path.cost += StepCost(ground_, a, b);
      ++(a.column == b.column || a.row == b.row ? path.steps.cardinal : path.steps.diagonal);
      const bool is_end = i + 1 == cells.size();
      if (is_end || cells[i + 1].column - b.column != b.column - a.column ||
          cells[i + 1].row - b.row != b.row - a.row) {
        path.turns.push_back(b);
      }
    }
    path.cost_ratio = std::max(1.0, path.cost / least);
  }

  const GridGround& ground_;
  const TrunkView& trunk_;
  const GridQuery& query_;
  WeightedWorkspace& searches_;
  WeightedFrontier frontier_;
  TrunkWorkspace& space_;
  const CostScale scale_;
  const uint32_t mend_reach_;
};

}  // namespace

bool DoesTrunkPay(const GridGround& ground, const TrunkView& trunk, Cell start, Cell goal) {
  return OctileDistance(start, goal) > kLongWay * Spacing(ground, trunk);
}

bool FindTrunkPath(const GridGround& ground, const TrunkView& trunk, const GridQuery& query, double max_ratio,
                   WeightedWorkspace& searches, TrunkWorkspace& workspace, GridPath& path) {
  path = {.turns = std::move(path.turns)};
  path.turns.clear();
  return TrunkSearch(ground, trunk, query, searches, workspace).Run(max_ratio, path);
}

}  // namespace waystone

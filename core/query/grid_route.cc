#include "core/query/grid_route.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/grid/cell_costs.h"
#include "core/grid/grid_search.h"
#include "core/query/grid_method.h"
#include "core/query/grid_snap.h"
#include "core/query/grid_way.h"

namespace waystone {
namespace {

constexpr uint32_t kMaxAnyAngleExpansions = 20'000;  // some 10 ms
constexpr double kRounding = 1e-9;                   // [share] of sums of costs

AnyAngleOutcome ToOutcome(GridOutcome outcome) {
  switch (outcome) {
    case GridOutcome::kFound:
      return AnyAngleOutcome::kFound;
    case GridOutcome::kNoWay:
      return AnyAngleOutcome::kExhausted;
    case GridOutcome::kExpansionLimit:
      return AnyAngleOutcome::kExpansionLimit;
    case GridOutcome::kDeadline:
    case GridOutcome::kCancelled:
      return AnyAngleOutcome::kDeadline;
  }
  return AnyAngleOutcome::kExhausted;
}

RouteReason ReasonOf(GridOutcome limit) {
  if (limit == GridOutcome::kExpansionLimit) return RouteReason::kExpansionLimit;
  return limit == GridOutcome::kCancelled ? RouteReason::kCancelled : RouteReason::kDeadline;
}

// The least that any way between two cells takes.
GridSteps LeastSteps(Cell a, Cell b) {
  const auto columns = static_cast<uint32_t>(std::abs(a.column - b.column));
  const auto rows = static_cast<uint32_t>(std::abs(a.row - b.row));
  const uint32_t diagonal = std::min(columns, rows);
  return {std::max(columns, rows) - diagonal, diagonal};
}

class GridRouteSearch {
 public:
  GridRouteSearch(const MapView& map, const GridGround& ground, const NavLocation& start,
                  std::span<const NavLocation> goals, const GridRouteOptions& options, Workspace& workspace)
      : map_(map),
        grid_(*map.grid),
        ground_(ground),
        start_(start),
        goals_(goals),
        options_(options),
        ws_(workspace),
        start_cell_(CellOf(start.point)),
        cost_(CostOfCells(ground, start_cell_)) {
    const double least = LeastCost(ground) * (1 - kRounding);
    for (size_t i = 0; i < goals.size(); ++i) {
      open_.push_back({LeastSteps(start_cell_, CellOf(goals[i].point)).Length() * least, i});
    }
    std::ranges::stable_sort(open_, {}, &Candidate::least);
  }

  NearestRoute Find() {
    if (!options_.is_unreachable) SearchGoals();
    NearestRoute result = best_ ? Arrive() : limit_ ? HeadForGoal() : LeadToNearest();
    result.has_too_many_cells = is_too_long_;
    return result;
  }

 private:
  struct Candidate {
    double least;  // [cells] no way there costs less
    size_t goal;
  };
  struct Best {
    GridPath path;
    size_t goal;
  };

  Cell CellOf(const Vec3& place) const { return *grid_.CellAt(place); }
  uint32_t ExpansionsLeft() const { return options_.max_expansions - expanded_; }

  GridQuery QueryTo(Cell goal) const {
    GridQuery query;
    query.start = start_cell_;
    query.goal = goal;
    query.method = options_.method;
    query.max_cost_ratio = options_.max_cost_ratio;
    query.max_expansions = ExpansionsLeft();
    query.deadline = options_.deadline;
    return query;
  }

  GridOutcome Search(Cell goal) {
    ws_.grid_path.turns.clear();
    if (ExpansionsLeft() == 0) return GridOutcome::kExpansionLimit;
    FindGridPath(ground_, QueryTo(goal), ws_.grid, ws_.grid_path);
    expanded_ += static_cast<uint32_t>(std::min<uint64_t>(ws_.grid_path.expanded, ExpansionsLeft()));
    return ws_.grid_path.outcome;
  }

  void SearchGoals() {
    for (size_t i = 0; i < open_.size(); ++i) {
      const Candidate& open = open_[i];
      if (best_ && open.least > best_->path.cost) return;
      if (is_flooded_ && !IsReached(CellOf(goals_[open.goal].point))) continue;
      if (i > 0 && options_.deadline.Expired()) {
        limit_ = LateOutcome();
        return;
      }
      const GridOutcome outcome = Search(CellOf(goals_[open.goal].point));
      if (outcome == GridOutcome::kFound) {
        Keep(open.goal);
      } else if (outcome != GridOutcome::kNoWay) {
        if (!ws_.grid_path.turns.empty()) Keep(open.goal);
        limit_ = outcome;
        return;
      } else if (!is_flooded_ && i + 1 < open_.size()) {
        Flood();
      }
    }
  }

  void Keep(size_t goal) {
    const double cost = ws_.grid_path.cost;
    least_there_is_ = std::min(least_there_is_, cost / ws_.grid_path.cost_ratio);
    if (best_ && (cost > best_->path.cost || (cost == best_->path.cost && goal > best_->goal))) return;
    if (!best_) best_.emplace();
    std::swap(best_->path, ws_.grid_path);
    best_->goal = goal;
  }

  // Where the time is over before it ends, it may as well not have been asked for.
  void Flood() { is_flooded_ = FloodGrid(ground_.bits, start_cell_, options_.deadline, ws_.grid_reached); }
  bool IsReached(Cell cell) const {
    return BitLines{grid_.rows(), grid_.columns()}.IsSet(ws_.grid_reached.data(), cell);
  }
  GridOutcome LateOutcome() const {
    return options_.deadline.Cancelled() ? GridOutcome::kCancelled : GridOutcome::kDeadline;
  }

  void Draw(const GridPath& path, const NavLocation& end, MeshRoute& found) {
    is_too_long_ = !DrawGridWay(ground_, path, start_, end, options_.shape, cost_, ws_.grid_smoother, found);
  }

  NearestRoute Arrive() {
    NearestRoute result{{}, best_->goal};
    MeshRoute& found = result.found;
    const NavLocation& goal = goals_[best_->goal];
    if (!DrawAnyAngle(goal, found)) Draw(best_->path, goal, found);
    found.route.outcome = AnyAngleOutcome::kFound;
    found.route.expansions = expanded_;
    const bool is_baked = found.method == RouteMethod::kHierarchy || found.method == RouteMethod::kTrunk ||
                          found.method == RouteMethod::kClusters;
    const RouteBasis baked = ground_.is_changed ? RouteBasis::kBakedUntouched : RouteBasis::kBaked;
    found.basis = is_baked ? baked : RouteBasis::kSearch;
    if (limit_) {
      found.basis = RouteBasis::kIncompleteSearch;
      found.reason = ReasonOf(*limit_);
    } else {
      const bool is_cheapest = best_->path.cost <= least_there_is_ || found.method == RouteMethod::kAnyAngle;
      found.cost_ratio = is_cheapest ? 1 : best_->path.cost / least_there_is_;
    }
    return result;
  }

  // Whether the exact search over the rectangles may be asked, and found the line.
  bool DrawAnyAngle(const NavLocation& goal, MeshRoute& found) {
    const bool is_asked_for = options_.shape == RouteShape::kAnyAngle &&
                              options_.method == GridMethod::kAuto && !ground_.is_changed &&
                              ground_.is_uniform;
    if (!is_asked_for || start_.poly.IsNone() || goal.poly.IsNone()) return false;
    AnyAngleOptions options;
    // The way over cells is known: the little that it may be shortened by is not worth a long search.
    options.max_expansions = std::min(ExpansionsLeft(), kMaxAnyAngleExpansions);
    options.deadline = options_.deadline;
    options.is_reachable = true;
    found.route = FindAnyAngle(*map_.navmesh, start_, goal, options, ws_.any_angle);
    expanded_ += std::min(found.route.expansions, ExpansionsLeft());
    if (found.route.outcome != AnyAngleOutcome::kFound) {
      found.route = {};
      return false;
    }
    found.route.cost_m *= cost_;
    found.route.stretch_costs_m = {found.route.cost_m};
    found.method = RouteMethod::kAnyAngle;
    return true;
  }

  // No goal can be reached.
  NearestRoute LeadToNearest() {
    NearestRoute result{{}, open_.front().goal};
    result.found.basis = RouteBasis::kSearch;
    result.found.reason = IsClosedByChanges() ? RouteReason::kClosedByChanges : RouteReason::kGoalUnreachable;
    if (!options_.is_unreachable) {
      result.found.method = MethodTo(result.goal);
    }
    if (options_.allow_partial) WalkToNearest(result);
    result.found.route.outcome = AnyAngleOutcome::kExhausted;
    result.found.route.expansions = expanded_;
    return result;
  }

  // Where the time is over: the straight line towards the goal. That there is no way stands.
  void WalkToNearest(NearestRoute& result) {
    if (!is_flooded_) Flood();
    const std::optional<Cell> nearest = is_flooded_ ? NearestReached(result.goal) : std::nullopt;
    if (!nearest || Search(*nearest) != GridOutcome::kFound) return WalkStraight(result.goal, result.found);
    const NavLocation end{PolyId::None(), PlaceInCell(grid_, *nearest, goals_[result.goal].point)};
    Draw(ws_.grid_path, end, result.found);
  }

  // The cell that is reached and nearest to any goal, which it tells; of those looked at where the time is
  // over. None where that is none.
  std::optional<Cell> NearestReached(size_t& nearest_goal) const {
    double least_m = std::numeric_limits<double>::infinity();
    std::optional<Cell> nearest;
    for (size_t i = 0; i < goals_.size() && !options_.deadline.Expired(); ++i) {
      const Vec3& goal = goals_[i].point;
      const auto cell = NearestFreeCell(grid_, ws_.grid_reached.data(), goal, least_m);
      if (!cell) continue;
      const double off_m = Distance(PlaceInCell(grid_, *cell, goal), goal);
      if (off_m >= least_m) continue;
      least_m = off_m;
      nearest = cell;
      nearest_goal = i;
    }
    return nearest;
  }

  // A limit came before any way was known.
  NearestRoute HeadForGoal() {
    NearestRoute result{{}, open_.front().goal};
    if (options_.allow_partial) WalkStraight(result.goal, result.found);
    result.found.route.outcome = ToOutcome(*limit_);
    result.found.route.expansions = expanded_;
    result.found.basis = RouteBasis::kIncompleteSearch;
    result.found.reason = ReasonOf(*limit_);
    result.found.method = MethodTo(result.goal);
    return result;
  }

  RouteMethod MethodTo(size_t goal) const {
    return ToRouteMethod(PickMethod(ground_, QueryTo(CellOf(goals_[goal].point))));
  }

  void WalkStraight(size_t goal, MeshRoute& found) {
    DrawStraightWay(ground_, start_, goals_[goal], cost_, found);
  }

  // Whether the map as baked has a way to a goal.
  bool IsClosedByChanges() {
    if (!ground_.is_changed || start_.poly.IsNone()) return false;
    return std::ranges::any_of(goals_, [&](const NavLocation& goal) {
      return !goal.poly.IsNone() && map_.zones->Reaches(start_.poly.value(), goal.poly.value(), ws_.reach);
    });
  }

  const MapView& map_;
  const GridView& grid_;
  const GridGround& ground_;
  const NavLocation& start_;
  const std::span<const NavLocation> goals_;
  const GridRouteOptions& options_;
  Workspace& ws_;
  const Cell start_cell_;
  const double cost_;  // CostOfCells
  std::vector<Candidate> open_;
  std::optional<Best> best_;
  double least_there_is_ = std::numeric_limits<double>::infinity();  // [cells] of ways to goals searched
  std::optional<GridOutcome> limit_;                                 // that ended the search
  uint32_t expanded_ = 0;
  bool is_flooded_ = false;   // ws_.grid_reached has what the start reaches
  bool is_too_long_ = false;  // every cell was asked for, and they are too many
};

}  // namespace

NearestRoute FindNearestGridRoute(const MapView& map, const GridGround& ground, const NavLocation& start,
                                  std::span<const NavLocation> goals, const GridRouteOptions& options,
                                  Workspace& workspace) {
  return GridRouteSearch(map, ground, start, goals, options, workspace).Find();
}

}  // namespace waystone

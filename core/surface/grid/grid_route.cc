#include "core/surface/grid/grid_route.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/grid/cell_costs.h"
#include "core/grid/grid_search.h"
#include "core/grid/grid_shape.h"
#include "core/grid/grid_workspace.h"
#include "core/navmesh/any_angle_workspace.h"
#include "core/path/search_outcome.h"
#include "core/surface/grid/grid_method.h"
#include "core/surface/grid/grid_of_map.h"
#include "core/surface/grid/grid_snap.h"
#include "core/surface/grid/path_drawing.h"
#include "core/surface/search_end.h"
#include "core/zones/reachability_index.h"

namespace waystone {
namespace {

constexpr uint32_t kMaxAnyAngleExpansions = 20'000;  // some 10 ms
constexpr double kRounding = 1e-9;                   // [share] of sums of costs

// The fewest steps of any path between two cells.
GridSteps LeastSteps(Cell a, Cell b) {
  const auto columns = static_cast<uint32_t>(std::abs(a.column - b.column));
  const auto rows = static_cast<uint32_t>(std::abs(a.row - b.row));
  const uint32_t diagonal = std::min(columns, rows);
  return {std::max(columns, rows) - diagonal, diagonal};
}

class GridRouteSearch {
 public:
  GridRouteSearch(const MapView& map, const GridGround& ground, const NavLocation& start,
                  std::span<const NavLocation> goals, const PathTerms& options, Scratch& scratch)
      : map_(map),
        grid_(GridOf(map)),
        ground_(ground),
        start_(start),
        goals_(goals),
        options_(options),
        scratch_(scratch),
        start_cell_(CellOf(start.point)),
        cost_(CostOfCells(ground, start_cell_)) {
    const double least = LeastCost(ground) * (1 - kRounding);
    for (size_t i = 0; i < goals.size(); ++i) {
      open_.push_back({LeastSteps(start_cell_, CellOf(goals[i].point)).Length() * least, i});
    }
    std::ranges::stable_sort(open_, {}, &Candidate::least);
  }

  NearestPath Find() {
    if (!options_.is_unreachable) SearchGoals();
    NearestPath result = best_ ? Arrive() : limit_ ? HeadForGoal() : LeadToNearest();
    result.has_too_many_cells = is_too_long_;
    return result;
  }

 private:
  struct Candidate {
    double least;  // [cells] no path there costs less
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
    query.method = ToGridMethod(options_.method);
    query.max_cost_ratio = options_.max_length_ratio;
    query.max_expansions = ExpansionsLeft();
    query.deadline = options_.deadline;
    return query;
  }

  SearchOutcome Search(Cell goal) {
    path_->turns.clear();
    if (ExpansionsLeft() == 0) return SearchOutcome::kExpansionLimit;
    FindGridPath(ground_, QueryTo(goal), *scratch_.Borrow<GridWorkspace>(), *path_);
    expanded_ += static_cast<uint32_t>(std::min<uint64_t>(path_->expanded, ExpansionsLeft()));
    return path_->outcome;
  }

  void SearchGoals() {
    for (size_t i = 0; i < open_.size(); ++i) {
      const Candidate& open = open_[i];
      if (best_ && open.least > best_->path.cost) return;
      if (is_flooded_ && !IsReached(CellOf(goals_[open.goal].point))) continue;
      if (i > 0 && options_.deadline.Expired()) {
        limit_ = LateOutcome(options_.deadline);
        return;
      }
      const SearchOutcome outcome = Search(CellOf(goals_[open.goal].point));
      if (outcome == SearchOutcome::kFound) {
        Keep(open.goal);
      } else if (outcome != SearchOutcome::kExhausted) {
        if (!path_->turns.empty()) Keep(open.goal);
        limit_ = outcome;
        return;
      } else if (!is_flooded_ && i + 1 < open_.size()) {
        Flood();
      }
    }
  }

  void Keep(size_t goal) {
    const double cost = path_->cost;
    least_there_is_ = std::min(least_there_is_, cost / path_->cost_ratio);
    if (best_ && (cost > best_->path.cost || (cost == best_->path.cost && goal > best_->goal))) return;
    if (!best_) best_.emplace();
    std::swap(best_->path, *path_);
    best_->goal = goal;
  }

  // If the deadline passes first, the flood is discarded.
  void Flood() { is_flooded_ = FloodGrid(ground_.bits, start_cell_, options_.deadline, *reached_); }
  bool IsReached(Cell cell) const {
    return BitLines{grid_.rows(), grid_.columns()}.IsSet(reached_->data(), cell);
  }
  void Draw(const GridPath& path, const NavLocation& end, FoundPath& found) {
    is_too_long_ = !DrawGridPath(ground_, path, start_, end, options_.shape, cost_,
                                 *scratch_.Borrow<PathSmoother>(), found);
  }

  NearestPath Arrive() {
    NearestPath result{{}, best_->goal};
    FoundPath& found = result.found;
    const NavLocation& goal = goals_[best_->goal];
    if (!DrawAnyAngle(goal, found)) Draw(best_->path, goal, found);
    found.path.outcome = SearchOutcome::kFound;
    found.path.expansions = expanded_;
    const bool is_baked = found.method == RouteMethod::kHubLabels || found.method == RouteMethod::kTrunk ||
                          found.method == RouteMethod::kClusters;
    const RouteBasis baked = ground_.is_changed ? RouteBasis::kBakedUntouched : RouteBasis::kBaked;
    found.basis = is_baked ? baked : RouteBasis::kSearch;
    if (limit_) {
      found.basis = RouteBasis::kIncompleteSearch;
      found.reason = LimitOf(*limit_);
    } else {
      const bool is_cheapest = best_->path.cost <= least_there_is_ || found.method == RouteMethod::kAnyAngle;
      found.cost_ratio = is_cheapest ? 1 : best_->path.cost / least_there_is_;
    }
    return result;
  }

  // Whether the exact search over the rectangles is allowed and found the line.
  bool DrawAnyAngle(const NavLocation& goal, FoundPath& found) {
    const bool is_asked_for = options_.shape == RouteShape::kAnyAngle &&
                              ToGridMethod(options_.method) == GridMethod::kAuto && !ground_.is_changed &&
                              ground_.is_uniform;
    if (!is_asked_for || start_.poly.IsNone() || goal.poly.IsNone()) return false;
    AnyAngleOptions options;
    // The path over cells is known: the little that it may be shortened by is not worth a long search.
    options.max_expansions = std::min(ExpansionsLeft(), kMaxAnyAngleExpansions);
    options.deadline = options_.deadline;
    options.is_reachable = true;
    found.path = FindAnyAngle(*map_.navmesh, start_, goal, options, *scratch_.Borrow<AnyAngleWorkspace>());
    expanded_ += std::min(found.path.expansions, ExpansionsLeft());
    if (found.path.outcome != SearchOutcome::kFound) {
      found.path = {};
      return false;
    }
    found.path.cost_m *= cost_;
    found.path.stretch_costs_m = {found.path.cost_m};
    found.method = RouteMethod::kAnyAngle;
    return true;
  }

  // No goal can be reached.
  NearestPath LeadToNearest() {
    NearestPath result{{}, open_.front().goal};
    result.found.basis = RouteBasis::kSearch;
    result.found.reason = IsClosedByChanges() ? RouteReason::kClosedByChanges : RouteReason::kGoalUnreachable;
    if (!options_.is_unreachable) {
      result.found.method = MethodTo(result.goal);
    }
    if (options_.allow_partial) WalkToNearest(result);
    result.found.path.outcome = SearchOutcome::kExhausted;
    result.found.path.expansions = expanded_;
    return result;
  }

  // If the deadline has passed: the straight line towards the goal. The answer still says that no path
  // exists.
  void WalkToNearest(NearestPath& result) {
    if (!is_flooded_) Flood();
    const std::optional<Cell> nearest = is_flooded_ ? NearestReached(result.goal) : std::nullopt;
    if (!nearest || Search(*nearest) != SearchOutcome::kFound) return WalkStraight(result.goal, result.found);
    const NavLocation end{PolyId::None(), PlaceInCell(grid_, *nearest, goals_[result.goal].point)};
    Draw(*path_, end, result.found);
  }

  // The reached cell nearest to any goal, and that goal; of the cells looked at if the deadline passes. None
  // if there is none.
  std::optional<Cell> NearestReached(size_t& nearest_goal) const {
    double least_m = std::numeric_limits<double>::infinity();
    std::optional<Cell> nearest;
    for (size_t i = 0; i < goals_.size() && !options_.deadline.Expired(); ++i) {
      const Vec3& goal = goals_[i].point;
      const auto cell = NearestFreeCell(grid_, reached_->data(), goal, least_m);
      if (!cell) continue;
      const double off_m = Distance(PlaceInCell(grid_, *cell, goal), goal);
      if (off_m >= least_m) continue;
      least_m = off_m;
      nearest = cell;
      nearest_goal = i;
    }
    return nearest;
  }

  // A limit came before any path was known.
  NearestPath HeadForGoal() {
    NearestPath result{{}, open_.front().goal};
    if (options_.allow_partial) WalkStraight(result.goal, result.found);
    result.found.path.outcome = *limit_;
    result.found.path.expansions = expanded_;
    result.found.basis = RouteBasis::kIncompleteSearch;
    result.found.reason = LimitOf(*limit_);
    result.found.method = MethodTo(result.goal);
    return result;
  }

  RouteMethod MethodTo(size_t goal) const {
    return ToRouteMethod(PickMethod(ground_, QueryTo(CellOf(goals_[goal].point))));
  }

  void WalkStraight(size_t goal, FoundPath& found) {
    DrawStraightPath(ground_, start_, goals_[goal], cost_, found);
  }

  // Whether the map as baked has a path to a goal.
  bool IsClosedByChanges() {
    if (!ground_.is_changed || start_.poly.IsNone()) return false;
    return std::ranges::any_of(goals_, [&](const NavLocation& goal) {
      return !goal.poly.IsNone() &&
             map_.zones->Reaches(start_.poly, goal.poly, *scratch_.Borrow<ReachWorkspace>());
    });
  }

  const MapView& map_;
  const GridView& grid_;
  const GridGround& ground_;
  const NavLocation& start_;
  const std::span<const NavLocation> goals_;
  const PathTerms& options_;
  Scratch& scratch_;
  const Scratch::Lease<GridPath> path_ = scratch_.Borrow<GridPath>();  // of the last search
  const Scratch::Lease<std::vector<uint64_t>> reached_ = scratch_.Borrow<std::vector<uint64_t>>();
  const Cell start_cell_;
  const double cost_;  // CostOfCells
  std::vector<Candidate> open_;
  std::optional<Best> best_;
  double least_there_is_ = std::numeric_limits<double>::infinity();  // [cells] of paths to goals searched
  std::optional<SearchOutcome> limit_;                               // that ended the search
  uint32_t expanded_ = 0;
  bool is_flooded_ = false;   // reached_ has what the start reaches
  bool is_too_long_ = false;  // every cell was asked for, and they are too many
};

}  // namespace

NearestPath FindNearestGridRoute(const MapView& map, const GridGround& ground, const NavLocation& start,
                                 std::span<const NavLocation> goals, const PathTerms& options,
                                 Scratch& scratch) {
  return GridRouteSearch(map, ground, start, goals, options, scratch).Find();
}

}  // namespace waystone

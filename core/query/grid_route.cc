#include "core/query/grid_route.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/str_cat.h"
#include "core/grid/cell_costs.h"
#include "core/grid/grid_search.h"
#include "core/query/grid_line.h"
#include "core/query/grid_snap.h"

namespace waystone {
namespace {

constexpr uint64_t kMaxCellsTold = 1'000'000;
constexpr uint32_t kMaxAnyAngleExpansions = 20'000;  // some 10 ms
constexpr size_t kPollInterval = 16;                 // [look-ups of the nearest cell]
constexpr double kRounding = 1e-9;                   // [share] of sums of costs

struct MethodName {
  RouteMethod method;
  GridMethod grid_method;
  const char* name;
  bool may_be_asked_for;
};
constexpr std::array<MethodName, 7> kMethods = {{
    {RouteMethod::kStraightLine, GridMethod::kStraightLine, "STRAIGHT_LINE", false},
    {RouteMethod::kGridAStar, GridMethod::kAStar, "GRID_ASTAR", true},
    {RouteMethod::kGridJps, GridMethod::kJps, "GRID_JPS", true},
    {RouteMethod::kGridJpsPlus, GridMethod::kJpsPlus, "GRID_JPS_PLUS", true},
    {RouteMethod::kGridBounded, GridMethod::kBounded, "GRID_BOUNDED", true},
    {RouteMethod::kHierarchy, GridMethod::kHierarchy, "HIERARCHY", true},
    {RouteMethod::kTrunk, GridMethod::kTrunk, "TRUNK", true},
}};

RouteMethod ToRouteMethod(GridMethod method) {
  for (const MethodName& known : kMethods) {
    if (known.grid_method == method) return known.method;
  }
  return RouteMethod::kNone;
}

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
        start_cell_(CellOf(start.point)) {
    // Searches over ground of one cost count cells.
    if (ground.is_uniform) {
      const uint8_t area = grid_.AreaOf(start_cell_);
      cost_ = ground.area_cost[area == 0 ? 1 : area];
    }
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
      const GridOutcome outcome = Search(CellOf(goals_[open.goal].point));
      if (outcome == GridOutcome::kFound) {
        Keep(open.goal);
      } else if (outcome != GridOutcome::kNoWay) {
        limit_ = outcome;
        return;
      } else if (!is_flooded_ && i + 1 < open_.size()) {
        Flood();
      }
    }
  }

  void Keep(size_t goal) {
    const double cost = ws_.grid_path.cost;
    if (best_ && (cost > best_->path.cost || (cost == best_->path.cost && goal > best_->goal))) return;
    if (!best_) best_.emplace();
    std::swap(best_->path, ws_.grid_path);
    best_->goal = goal;
  }

  void Flood() {
    FloodGrid(ground_.bits, start_cell_, ws_.grid_reached);
    is_flooded_ = true;
  }
  bool IsReached(Cell cell) const {
    BitGrid reached = ground_.bits;
    reached.row_words = ws_.grid_reached.data();
    return reached.IsFree(cell);
  }

  // With the way in ws_.grid_path or best_.
  void Draw(const GridPath& path, const NavLocation& end, MeshRoute& found) {
    std::vector<Vec3> line;
    const uint64_t cell_count = uint64_t{path.steps.cardinal} + path.steps.diagonal + 1;
    is_too_long_ = options_.shape == RouteShape::kEveryCell && cell_count > kMaxCellsTold;
    const RouteShape shape = is_too_long_ ? RouteShape::kTurningPoints : options_.shape;
    DrawGridLine(ground_, path.turns, start_.point, end.point, shape, ws_.grid_smoother, line);
    AnyAngleResult& route = found.route;
    for (const Vec3& point : line) route.turns.push_back({PolyId::None(), point});
    route.end = end;
    route.cost_m = path.cost * cost_ * grid_.header().cell_size_m;
    route.stretch_costs_m = {route.cost_m};
    found.method = ToRouteMethod(path.method);
  }

  NearestRoute Arrive() {
    NearestRoute result{{}, best_->goal};
    MeshRoute& found = result.found;
    const NavLocation& goal = goals_[best_->goal];
    if (!DrawAnyAngle(goal, found)) Draw(best_->path, goal, found);
    found.route.outcome = AnyAngleOutcome::kFound;
    found.route.expansions = expanded_;
    const bool is_baked = found.method == RouteMethod::kHierarchy || found.method == RouteMethod::kTrunk;
    const RouteBasis baked = ground_.is_changed ? RouteBasis::kBakedUntouched : RouteBasis::kBaked;
    found.basis = is_baked ? baked : RouteBasis::kSearch;
    if (limit_) {
      found.basis = RouteBasis::kIncompleteSearch;
      found.reason = ReasonOf(*limit_);
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

  void WalkToNearest(NearestRoute& result) {
    if (!is_flooded_) Flood();
    double least_m = std::numeric_limits<double>::infinity();
    std::optional<Cell> nearest;
    for (size_t i = 0; i < goals_.size(); ++i) {
      if (i % kPollInterval == kPollInterval - 1 && options_.deadline.Expired()) break;
      const Vec3& goal = goals_[i].point;
      const auto cell = NearestFreeCell(grid_, ws_.grid_reached.data(), goal, least_m);
      if (!cell) continue;
      const double off_m = Distance(PlaceInCell(grid_, *cell, goal), goal);
      if (off_m >= least_m) continue;
      least_m = off_m;
      nearest = cell;
      result.goal = i;
    }
    // The start's own cell is reached.
    const NavLocation end{PolyId::None(), PlaceInCell(grid_, *nearest, goals_[result.goal].point)};
    if (Search(*nearest) == GridOutcome::kFound) {
      Draw(ws_.grid_path, end, result.found);
    } else {
      WalkStraight(result.goal, result.found);
    }
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
    const Vec3& to = goals_[goal].point;
    const FreeLine line = WalkLine(ground_, start_.point, to);
    AnyAngleResult& route = found.route;
    route.end = goals_[goal];
    if (line.share < 1) {
      // Short of what is blocked by a thousandth of a cell.
      const double inset = grid_.header().cell_size_m / 1024 / PlaneDistance(start_.point, to);
      route.end = {PolyId::None(), start_.point + (to - start_.point) * std::max(0.0, line.share - inset)};
    }
    route.turns = {{PolyId::None(), start_.point}, {PolyId::None(), route.end.point}};
    route.cost_m = line.cost * cost_ * grid_.header().cell_size_m;
    route.stretch_costs_m = {route.cost_m};
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
  double cost_ = 1;  // [per cell of way] of all cells, where they cost the same
  std::vector<Candidate> open_;
  std::optional<Best> best_;
  std::optional<GridOutcome> limit_;  // that ended the search
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

GridMethod ToGridMethod(RouteMethod method) {
  for (const MethodName& known : kMethods) {
    if (known.may_be_asked_for && known.method == method) return known.grid_method;
  }
  return GridMethod::kAuto;
}

absl::Status CheckGridMethod(const GridGround& ground, Cell start, Cell goal, RouteMethod method) {
  if (method == RouteMethod::kNone) return absl::OkStatus();
  std::string valid;
  for (const MethodName& known : kMethods) {
    if (!known.may_be_asked_for) continue;
    GridQuery query;
    query.start = start;
    query.goal = goal;
    query.method = known.grid_method;
    if (PickMethod(ground, query) != known.grid_method) continue;
    if (known.method == method) return absl::OkStatus();
    valid += StrCat(valid.empty() ? "" : ", ", known.name);
  }
  return absl::InvalidArgumentError(StrCat("method: not valid for this map and request; valid are: ", valid));
}

}  // namespace waystone

#include "core/surface/grid/grid_world_portals.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/scratch.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/grid/grid_cluster_search.h"
#include "core/grid/grid_search.h"
#include "core/grid/grid_shape.h"
#include "core/grid/grid_workspace.h"
#include "core/grid/trigger_bits.h"
#include "core/grid/trigger_search.h"
#include "core/navmesh/surface_queries.h"
#include "core/path/search_outcome.h"
#include "core/surface/grid/grid_cluster_walks.h"
#include "core/surface/grid/grid_ground.h"
#include "core/surface/grid/grid_of_map.h"
#include "core/surface/grid/grid_snap.h"
#include "core/surface/grid/path_drawing.h"
#include "core/surface/grid/searched_walks.h"
#include "core/surface/ground/ground_line.h"
#include "core/surface/ground/route_points.h"
#include "core/surface/search_end.h"
#include "core/surface/stored_walk.h"
#include "core/world/grid_walks.h"
#include "core/world/portal_query.h"

namespace waystone {
namespace {

GridWalk WalkOf(const GridPath& path) {
  return path.outcome == SearchOutcome::kFound ? GridWalk{.cost = path.cost, .steps = path.steps}
                                               : GridWalk{};
}

int32_t Toward(int32_t from, int32_t to) { return from < to ? 1 : from > to ? -1 : 0; }

}  // namespace

absl::StatusOr<std::unique_ptr<WorldWalks>> GridPortalSurface::MakeWalks(const WorldGround& ground,
                                                                         Scratch& scratch) const {
  if (ground.changes != nullptr) {
    WS_ASSIGN_OR_RETURN(auto changed, ChangedTriggers::Make(ground, scratch));
    return std::make_unique<GridWorldWalks>(ground, std::move(changed), scratch);
  }
  WS_ASSIGN_OR_RETURN(const GridGround cells,
                      scratch.Borrow<GridGroundCache>()->GroundOf(GridOf(ground.view), {}));
  return std::make_unique<GridWorldWalks>(ground, portals_, cells, scratch);
}

double GridWorldWalks::Cost_m(double cells, Cell free_cell) const {
  return cells * CostOfCells(cells_, free_cell) * grid_.header().cell_size_m;
}

GridQuery GridWorldWalks::LimitsOfSearch() const {
  GridQuery limits;
  limits.max_expansions = ground_.query->max_expansions;
  limits.deadline = ground_.query->deadline;
  return limits;
}

TargetBounds GridWorldWalks::InCells(const WalkBounds& bounds, Cell cell) {
  const double cell_m = Cost_m(1, cell);
  beyond_.clear();
  for (const double beyond_m : bounds.beyond_m) beyond_.push_back(beyond_m / cell_m);
  return {.below_cost = bounds.below_cost_m / cell_m, .beyond = beyond_};
}

// Only exact searches keep off triggers that teleport.
bool GridWorldWalks::IsByClusters() const {
  return ground_.query->by_clusters && ground_.query->mode == WorldMode::kMayUse &&
         DoGridClustersServe(cells_);
}

// The walks of maps without step tables.
SearchedWalks GridWorldWalks::Searched(const SearchedWalks::Workspace& workspace) const {
  std::vector<bool> is_walk_in;
  for (const WorldPortal& exit : ground_.Exits()) is_walk_in.push_back(exit.kind == PortalKind::kWalkIn);
  return SearchedWalks(cells_, portals_, std::move(is_walk_in), ground_.query->mode, LimitsOfSearch(),
                       workspace);
}

SearchOutcome GridWorldWalks::SearchExits(Cell start, MapExitId first, const TargetBounds& bounds,
                                          std::span<GridPath> paths) {
  const Scratch::Lease<GridWorkspace> workspace = scratch_.Borrow<GridWorkspace>();
  const Scratch::Lease<TriggerBits> triggers = scratch_.Borrow<TriggerBits>();
  SearchedWalks searched = Searched({*workspace, *triggers});
  if (!IsByClusters()) return searched.ToExits(start, first, bounds, paths);
  return GridClusterWalks(cells_, portals_, LimitsOfSearch(), searched, *workspace)
      .ToExits(start, first, bounds, paths);
}

SearchOutcome GridWorldWalks::SearchArrivals(std::span<const uint32_t> arrivals, Cell goal,
                                             const TargetBounds& bounds, std::span<GridPath> paths) {
  const Scratch::Lease<GridWorkspace> workspace = scratch_.Borrow<GridWorkspace>();
  const Scratch::Lease<TriggerBits> triggers = scratch_.Borrow<TriggerBits>();
  SearchedWalks searched = Searched({*workspace, *triggers});
  if (!IsByClusters()) return searched.FromArrivals(arrivals, goal, bounds, paths);
  return GridClusterWalks(cells_, portals_, LimitsOfSearch(), searched, *workspace)
      .FromArrivals(arrivals, goal, bounds, paths);
}

std::vector<uint32_t> GridWorldWalks::ArrivalCells() const {
  std::vector<uint32_t> cells;
  for (const WorldArrival& arrival : ground_.Arrivals()) cells.push_back(arrival.node);
  return cells;
}

absl::StatusOr<RouteReason> GridWorldWalks::FindHeads(const NavLocation& start, const WalkBounds& bounds,
                                                      std::vector<PortalHead>& heads) {
  start_ = start;
  const Cell cell = CellAt(start);
  const WorldMap& map = ground_.record();
  std::vector<GridPath> searched;
  SearchOutcome outcome = SearchOutcome::kFound;
  if (!portals_.has_tables()) {
    searched.resize(map.exit_count);
    outcome = SearchExits(cell, MapExitId(0), InCells(bounds, cell), searched);
  }
  for (uint32_t i = 0; i < map.exit_count; ++i) {
    const MapExitId exit(i);
    const GridWalk walk = searched.empty() ? WalkToExit(cells_, portals_, ground_.query->mode, exit, cell)
                                           : WalkOf(searched[i]);
    if (walk.found()) heads.push_back({map.PortalOf(exit), Cost_m(walk.cost, cell)});
  }
  return LimitOf(outcome);
}

absl::StatusOr<RouteReason> GridWorldWalks::FindTails(const NavLocation& end, uint32_t goal,
                                                      const WalkBounds& bounds,
                                                      std::vector<PortalTail>& tails) {
  const Cell cell = CellAt(end);
  const WorldMap& map = ground_.record();
  std::vector<GridPath> searched;
  SearchOutcome outcome = SearchOutcome::kFound;
  if (!portals_.has_tables()) {
    searched.resize(map.arrival_count);
    outcome = SearchArrivals(ArrivalCells(), cell, InCells(bounds, cell), searched);
  }
  std::vector<GridWalk> walks;
  for (uint32_t i = 0; i < map.arrival_count; ++i) {
    walks.push_back(searched.empty()
                        ? WalkFromArrival(cells_, portals_, ground_.query->mode, MapArrivalId(i), cell)
                        : WalkOf(searched[i]));
  }
  for (const PortalId portal : ground_.world->PortalsTo(ground_.map)) {
    const GridWalk& walk = walks[map.ArrivalOf(ground_.world->Portal(portal).arrival).value()];
    if (walk.found()) tails.push_back({portal, Cost_m(walk.cost, cell), goal});
  }
  return LimitOf(outcome);
}

absl::StatusOr<RouteAnswer> GridWorldWalks::WalkToPortal(PortalId exit) {
  const NavLocation& start = start_;
  GridPath path;
  SearchOutcome outcome = SearchOutcome::kFound;
  const MapExitId index = ground_.record().ExitOf(exit);
  if (!portals_.has_tables()) {
    outcome = SearchExits(CellAt(start), index, {}, {&path, 1});
  } else {
    path.cost = WalkToExit(cells_, portals_, ground_.query->mode, index, CellAt(start), &path.turns).cost;
  }
  if (outcome != SearchOutcome::kFound) return TellPath(outcome, path, start, start);
  return TellPath(outcome, path, start, {PolyId::None(), grid_.CenterOf(path.turns.back())});
}

absl::StatusOr<std::optional<NavLocation>> GridWorldWalks::PlaceOfArrival(PortalId portal) {
  const WorldArrival& arrival = ground_.ArrivalOf(portal);
  if (!ArrivesInItsCell(arrival)) {
    return absl::DataLossError(StrCat("world file: portal ", Quoted(ground_.world->NameOf(portal)),
                                      " arrives outside of the cell that it leads to"));
  }
  if (!cells_.bits.IsFree(grid_.CellOf(arrival.node))) return std::nullopt;
  return NavLocation{PolyId::None(), ToVec3(arrival.place) - ground_.view.manifest->origin};
}

SnapResult GridWorldWalks::SnapTo(const Vec3& position, PlaceRole /*role*/) {
  return SnapToGrid(ground_.view, cells_, position, ground_.query->snap,
                    *scratch_.Borrow<SurfaceWorkspace>());
}

// Exact to rounding: no farther from the cell's middle than a cell is wide.
bool GridWorldWalks::ArrivesInItsCell(const WorldArrival& arrival) const {
  const Vec3 off =
      ToVec3(arrival.place) - ground_.view.manifest->origin - grid_.CenterOf(grid_.CellOf(arrival.node));
  return std::abs(off.x) <= grid_.header().cell_size_m && std::abs(off.z) <= grid_.header().cell_size_m;
}

absl::StatusOr<WalkToPlace> GridWorldWalks::WalkFromPortal(PortalId portal, const NavLocation& end) {
  WS_ASSIGN_OR_RETURN(const std::optional<NavLocation> start, PlaceOfArrival(portal));
  if (!start.has_value()) return WalkToPlace{};
  const WorldArrival& arrival = ground_.ArrivalOf(portal);
  GridPath path;
  SearchOutcome outcome = SearchOutcome::kFound;
  const MapArrivalId index = ground_.record().ArrivalOf(ground_.world->Portal(portal).arrival);
  if (!portals_.has_tables()) {
    outcome = SearchArrivals({&arrival.node, 1}, CellAt(end), {}, {&path, 1});
  } else {
    path.cost = WalkFromArrival(cells_, portals_, ground_.query->mode, index, CellAt(end), &path.turns).cost;
  }
  return WalkToPlace{TellPath(outcome, path, *start, end),
                     SetOffBetween(grid_.CellOf(arrival.node), CellAt(end))};
}

absl::StatusOr<WalkToPlace> GridWorldWalks::WalkDirectly(const NavLocation& start, const NavLocation& goal,
                                                         double below_cost_m) {
  GridQuery query = LimitsOfSearch();
  const Scratch::Lease<GridWorkspace> workspace = scratch_.Borrow<GridWorkspace>();
  const Scratch::Lease<GridPath> lease = scratch_.Borrow<GridPath>();
  query.start = CellAt(start);
  query.goal = CellAt(goal);
  GridPath& path = *lease;
  FindGridPath(cells_, query, *workspace, path);
  const bool is_cheap =
      path.outcome == SearchOutcome::kFound && Cost_m(path.cost, query.start) < below_cost_m;
  if (is_cheap && Teleports() && PassesTriggers(path)) {
    const Scratch::Lease<TriggerBits> triggers = scratch_.Borrow<TriggerBits>();
    triggers->Set(cells_.bits, portals_.WalkInCells(), {});
    FindPathAroundTriggers(cells_, *triggers, query, *workspace, path);
  }
  RouteAnswer answer = TellPath(path.outcome, path, start, goal);
  answer.expansions =
      static_cast<uint32_t>(std::min<uint64_t>(path.expanded, std::numeric_limits<uint32_t>::max()));
  return WalkToPlace{std::move(answer), SetOffBetween(query.start, query.goal)};
}

// The path, or why there is none.
RouteAnswer GridWorldWalks::TellPath(SearchOutcome outcome, const GridPath& path, const NavLocation& start,
                                     const NavLocation& end) {
  if (outcome == SearchOutcome::kFound) return Draw(path, start, end);
  RouteAnswer answer;
  answer.reason = LimitOf(outcome);
  return answer;
}

// Whether the path enters triggers between its first cell and its last.
bool GridWorldWalks::PassesTriggers(const GridPath& path) const {
  if (portals_.WalkInCells().empty()) return false;
  for (size_t i = 1; i < path.turns.size(); ++i) {
    const Cell end = path.turns[i];
    for (Cell cell = path.turns[i - 1]; !(cell == end);) {
      cell = {cell.column + Toward(cell.column, end.column), cell.row + Toward(cell.row, end.row)};
      if (!(cell == path.turns.back()) && portals_.IsWalkIn(grid_.IdOf(cell))) return true;
    }
  }
  return false;
}

// The portal that the last step of a walk sets off: of those whose triggers hold the goal, the first.
PortalId GridWorldWalks::SetOffBetween(Cell from, Cell goal) const {
  if (!Teleports() || from == goal) return PortalId::None();
  const WorldMap& map = ground_.record();
  for (uint32_t i = 0; i < map.exit_count; ++i) {
    const PortalId portal = map.PortalOf(MapExitId(i));
    const std::span<const uint32_t> cells = portals_.TriggerCells(MapExitId(i));
    const bool is_walk_in = ground_.world->Portal(portal).kind == PortalKind::kWalkIn;
    if (is_walk_in && std::binary_search(cells.begin(), cells.end(), grid_.IdOf(goal))) return portal;
  }
  return PortalId::None();
}

// The ground that lines between the ends of a walk lead over: in this mode, what sets off portals is not part of it.
const GridGround& GridWorldWalks::WithoutTriggers() {
  if (!Teleports() || portals_.WalkInCells().empty()) return cells_;
  if (!open_row_words_.empty()) return open_;
  const BitGrid& bits = cells_.bits;
  const BitLines rows{bits.rows, bits.columns};
  const BitLines columns{bits.columns, bits.rows};
  open_row_words_.assign(bits.row_words, bits.row_words + rows.WordCount());
  open_column_words_.assign(bits.column_words, bits.column_words + columns.WordCount());
  for (const uint32_t id : portals_.WalkInCells()) {
    const Cell cell = grid_.CellOf(id);
    rows.Clear(open_row_words_.data(), cell);
    columns.Clear(open_column_words_.data(), {cell.row, cell.column});
  }
  open_ = cells_;
  open_.bits.row_words = open_row_words_.data();
  open_.bits.column_words = open_column_words_.data();
  open_.is_changed = true;
  return open_;
}

// A path that was found.
RouteAnswer GridWorldWalks::Draw(const GridPath& path, const NavLocation& start, const NavLocation& end) {
  FoundPath found;
  const double cost = CostOfCells(cells_, path.turns.front());
  const Scratch::Lease<PathSmoother> smoother = scratch_.Borrow<PathSmoother>();
  const RouteShape shape = ground_.query->shape;
  const GridGround& open = IsSmoothed(shape) ? WithoutTriggers() : cells_;
  if (&open != &cells_) {
    DrawPathOver(open, path, start, end, cost, *smoother, found);
  } else {
    DrawGridPath(cells_, path, start, end, shape, cost, *smoother, found);
  }
  RouteAnswer answer;
  RouteQuery query;
  query.shape = RouteShape::kTurningPoints;
  AppendRoute(ground_.view, found.path, query, *scratch_.Borrow<GroundLineWorkspace>(), answer);
  answer.status = RouteStatus::kComplete;
  answer.method = found.method;
  return answer;
}

absl::Status GridWorldWalks::DrawStored(RouteAnswer& walk) {
  if (!IsOverCells(ground_.query->shape)) return absl::OkStatus();
  const Vec3& origin = ground_.view.manifest->origin;
  GridPath path;
  for (const Vec3& point : walk.points) {
    const std::optional<Cell> cell = grid_.CellAt(point - origin);
    if (!cell || !cells_.bits.IsFree(*cell)) return WalkIsNotFree(*ground_.world, ground_.map);
    if (!path.turns.empty()) {
      const Cell before = path.turns.back();
      const int32_t steps =
          std::max(std::abs(cell->column - before.column), std::abs(cell->row - before.row));
      path.steps.cardinal += static_cast<uint32_t>(steps);
    }
    path.turns.push_back(*cell);
  }
  if (path.turns.size() < 2) return absl::OkStatus();
  RouteAnswer drawn = Draw(path, {PolyId::None(), walk.points.front() - origin},
                           {PolyId::None(), walk.points.back() - origin});
  for (RouteLeg& leg : drawn.legs) leg.cost_m = walk.cost_m;
  walk.points = std::move(drawn.points);
  walk.legs = std::move(drawn.legs);
  walk.length_m = drawn.length_m;
  walk.plane_length_m = drawn.plane_length_m;
  return absl::OkStatus();
}

}  // namespace waystone

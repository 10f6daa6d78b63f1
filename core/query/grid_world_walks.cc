#include "core/query/grid_world_walks.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/grid/block_search.h"
#include "core/grid/grid_search.h"
#include "core/grid/trigger_search.h"
#include "core/query/grid_way.h"
#include "core/query/route_points.h"
#include "core/world/block_walks.h"
#include "core/world/grid_walks.h"
#include "core/world/searched_walks.h"

namespace waystone {
namespace {

RouteReason ReasonOf(GridOutcome outcome) {
  switch (outcome) {
    case GridOutcome::kFound:
    case GridOutcome::kNoWay:
      return RouteReason::kNone;
    case GridOutcome::kExpansionLimit:
      return RouteReason::kExpansionLimit;
    case GridOutcome::kDeadline:
      return RouteReason::kDeadline;
    case GridOutcome::kCancelled:
      return RouteReason::kCancelled;
  }
  return RouteReason::kNone;
}

GridWalk WalkOf(const GridPath& path) {
  return path.outcome == GridOutcome::kFound ? GridWalk{.cost = path.cost, .steps = path.steps} : GridWalk{};
}

int32_t Toward(int32_t from, int32_t to) { return from < to ? 1 : from > to ? -1 : 0; }

}  // namespace

double GridWalker::Cost_m(double cells, Cell free_cell) const {
  return cells * CostOfCells(ground_.cells, free_cell) * grid_.header().cell_size_m;
}

GridQuery GridWalker::Limits() const {
  GridQuery limits;
  limits.max_expansions = ground_.query->max_expansions;
  limits.deadline = ground_.query->deadline;
  return limits;
}

TargetBounds GridWalker::InCells(const WalkBounds& bounds, Cell cell) {
  const double cell_m = Cost_m(1, cell);
  beyond_.clear();
  for (const double beyond_m : bounds.beyond_m) beyond_.push_back(beyond_m / cell_m);
  return {.below_cost = bounds.below_cost_m / cell_m, .beyond = beyond_};
}

// Triggers that teleport are kept off by exact searches only.
bool GridWalker::IsByBlocks() const {
  return ground_.query->by_blocks && ground_.query->mode == WorldMode::kMayUse &&
         DoBlocksServe(ground_.cells);
}

// Where the map has no step tables.
SearchedWalks GridWalker::Searched() {
  std::vector<bool> is_walk_in;
  for (const WorldPortal& exit : ground_.Exits()) is_walk_in.push_back(exit.kind == PortalKind::kWalkIn);
  const SearchedWalks::Workspace workspace{ws_.grid, ws_.trigger_bits};
  return SearchedWalks(ground_.cells, *ground_.portals, std::move(is_walk_in), ground_.query->mode, Limits(),
                       workspace);
}

GridOutcome GridWalker::SearchExits(Cell start, uint32_t first, const TargetBounds& bounds,
                                    std::span<GridPath> ways) {
  SearchedWalks searched = Searched();
  if (!IsByBlocks()) return searched.ToExits(start, first, bounds, ways);
  return BlockWalks(ground_.cells, *ground_.portals, Limits(), searched, ws_.grid)
      .ToExits(start, first, bounds, ways);
}

GridOutcome GridWalker::SearchArrivals(std::span<const uint32_t> arrivals, Cell goal,
                                       const TargetBounds& bounds, std::span<GridPath> ways) {
  SearchedWalks searched = Searched();
  if (!IsByBlocks()) return searched.FromArrivals(arrivals, goal, bounds, ways);
  return BlockWalks(ground_.cells, *ground_.portals, Limits(), searched, ws_.grid)
      .FromArrivals(arrivals, goal, bounds, ways);
}

std::vector<uint32_t> GridWalker::ArrivalCells() const {
  std::vector<uint32_t> cells;
  for (const WorldArrival& arrival : ground_.Arrivals()) cells.push_back(arrival.node);
  return cells;
}

RouteReason GridWalker::FindHeads(const NavLocation& start, const WalkBounds& bounds,
                                  std::vector<PortalHead>& heads) {
  const Cell cell = CellAt(start);
  const WorldMap& map = ground_.record();
  std::vector<GridPath> searched;
  GridOutcome outcome = GridOutcome::kFound;
  if (!ground_.portals->has_tables()) {
    searched.resize(map.exit_count);
    outcome = SearchExits(cell, 0, InCells(bounds, cell), searched);
  }
  for (uint32_t exit = 0; exit < map.exit_count; ++exit) {
    const GridWalk walk = searched.empty()
                              ? WalkToExit(ground_.cells, *ground_.portals, ground_.query->mode, exit, cell)
                              : WalkOf(searched[exit]);
    if (walk.found()) heads.push_back({PortalId(map.first_exit + exit), Cost_m(walk.cost, cell)});
  }
  return ReasonOf(outcome);
}

RouteReason GridWalker::FindTails(const NavLocation& end, uint32_t goal, const WalkBounds& bounds,
                                  std::vector<PortalTail>& tails) {
  const Cell cell = CellAt(end);
  const WorldMap& map = ground_.record();
  std::vector<GridPath> searched;
  GridOutcome outcome = GridOutcome::kFound;
  if (!ground_.portals->has_tables()) {
    searched.resize(map.arrival_count);
    outcome = SearchArrivals(ArrivalCells(), cell, InCells(bounds, cell), searched);
  }
  std::vector<GridWalk> walks;
  for (uint32_t arrival = 0; arrival < map.arrival_count; ++arrival) {
    walks.push_back(searched.empty()
                        ? WalkFromArrival(ground_.cells, *ground_.portals, ground_.query->mode, arrival, cell)
                        : WalkOf(searched[arrival]));
  }
  for (const PortalId portal : ground_.world->PortalsTo(ground_.map)) {
    const GridWalk& walk = walks[ground_.world->Portal(portal).arrival - map.first_arrival];
    if (walk.found()) tails.push_back({portal, Cost_m(walk.cost, cell), goal});
  }
  return ReasonOf(outcome);
}

RouteAnswer GridWalker::WalkToPortal(const NavLocation& start, PortalId exit) {
  GridPath path;
  GridOutcome outcome = GridOutcome::kFound;
  const uint32_t index = exit.value() - ground_.record().first_exit;
  if (!ground_.portals->has_tables()) {
    outcome = SearchExits(CellAt(start), index, {}, {&path, 1});
  } else {
    path.cost =
        WalkToExit(ground_.cells, *ground_.portals, ground_.query->mode, index, CellAt(start), &path.turns)
            .cost;
  }
  if (outcome != GridOutcome::kFound) return Tell(outcome, path, start, start);
  return Tell(outcome, path, start, {PolyId::None(), grid_.CenterOf(path.turns.back())});
}

WalkToPlace GridWalker::WalkFromPortal(PortalId portal, const NavLocation& end) {
  GridPath path;
  GridOutcome outcome = GridOutcome::kFound;
  const WorldArrival& arrival = ground_.ArrivalOf(portal);
  const uint32_t index = ground_.world->Portal(portal).arrival - ground_.record().first_arrival;
  if (!ground_.portals->has_tables()) {
    outcome = SearchArrivals({&arrival.node, 1}, CellAt(end), {}, {&path, 1});
  } else {
    path.cost =
        WalkFromArrival(ground_.cells, *ground_.portals, ground_.query->mode, index, CellAt(end), &path.turns)
            .cost;
  }
  const NavLocation start{PolyId::None(), ToVec3(arrival.place) - ground_.view.manifest->origin};
  return {Tell(outcome, path, start, end), SetOffBetween(grid_.CellOf(arrival.node), CellAt(end))};
}

WalkToPlace GridWalker::WalkDirectly(const NavLocation& start, const NavLocation& goal, double below_cost_m) {
  GridQuery query = Limits();
  query.start = CellAt(start);
  query.goal = CellAt(goal);
  GridPath& path = ws_.grid_path;
  FindGridPath(ground_.cells, query, ws_.grid, path);
  const bool is_cheap = path.outcome == GridOutcome::kFound && Cost_m(path.cost, query.start) < below_cost_m;
  if (is_cheap && Teleports() && PassesTriggers(path)) {
    ws_.trigger_bits.Set(ground_.cells.bits, ground_.portals->WalkInCells(), {});
    FindPathAroundTriggers(ground_.cells, ws_.trigger_bits, query, ws_.grid, path);
  }
  RouteAnswer answer = Tell(path.outcome, path, start, goal);
  answer.expansions =
      static_cast<uint32_t>(std::min<uint64_t>(path.expanded, std::numeric_limits<uint32_t>::max()));
  return {std::move(answer), SetOffBetween(query.start, query.goal)};
}

// The way, or why there is none.
RouteAnswer GridWalker::Tell(GridOutcome outcome, const GridPath& path, const NavLocation& start,
                             const NavLocation& end) {
  if (outcome == GridOutcome::kFound) return Draw(path, start, end);
  RouteAnswer answer;
  answer.reason = ReasonOf(outcome);
  return answer;
}

// Between its first cell and its last.
bool GridWalker::PassesTriggers(const GridPath& path) const {
  if (ground_.portals->WalkInCells().empty()) return false;
  for (size_t i = 1; i < path.turns.size(); ++i) {
    const Cell end = path.turns[i];
    for (Cell cell = path.turns[i - 1]; !(cell == end);) {
      cell = {cell.column + Toward(cell.column, end.column), cell.row + Toward(cell.row, end.row)};
      if (!(cell == path.turns.back()) && ground_.portals->IsWalkIn(grid_.IdOf(cell))) return true;
    }
  }
  return false;
}

// The portal that the last step of a walk sets off: of those whose triggers hold the goal, the first.
PortalId GridWalker::SetOffBetween(Cell from, Cell goal) const {
  if (!Teleports() || from == goal) return PortalId::None();
  const WorldMap& map = ground_.record();
  for (uint32_t exit = 0; exit < map.exit_count; ++exit) {
    const PortalId portal(map.first_exit + exit);
    const std::span<const uint32_t> cells = ground_.portals->TriggerCells(exit);
    const bool is_walk_in = ground_.world->Portal(portal).kind == PortalKind::kWalkIn;
    if (is_walk_in && std::binary_search(cells.begin(), cells.end(), grid_.IdOf(goal))) return portal;
  }
  return PortalId::None();
}

// A way that is there.
RouteAnswer GridWalker::Draw(const GridPath& path, const NavLocation& start, const NavLocation& end) {
  MeshRoute found;
  DrawGridWay(ground_.cells, path, start, end, ground_.query->shape,
              CostOfCells(ground_.cells, path.turns.front()), ws_.grid_smoother, found);
  RouteQuery query;
  query.shape = ground_.query->shape;
  RouteAnswer answer;
  AppendRoute(ground_.view, found.route, query, ws_.ground_line, answer);
  answer.status = RouteStatus::kComplete;
  answer.method = found.method;
  return answer;
}

}  // namespace waystone

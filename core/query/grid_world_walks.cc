#include "core/query/grid_world_walks.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/grid/grid_search.h"
#include "core/grid/jump_search.h"
#include "core/query/grid_way.h"
#include "core/query/route_points.h"
#include "core/world/grid_walks.h"

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

int32_t Toward(int32_t from, int32_t to) { return from < to ? 1 : from > to ? -1 : 0; }

}  // namespace

double GridWalker::Cost_m(double cells, Cell free_cell) const {
  return cells * CostOfCells(ground_.cells, free_cell) * grid_.header().cell_size_m;
}

void GridWalker::FindHeads(const NavLocation& start, std::vector<PortalHead>& heads) const {
  const Cell cell = CellAt(start);
  const WorldMap& map = ground_.record();
  for (uint32_t exit = 0; exit < map.exit_count; ++exit) {
    const GridWalk walk = WalkToExit(ground_.cells, *ground_.portals, ground_.query->mode, exit, cell);
    if (walk.found()) heads.push_back({PortalId(map.first_exit + exit), Cost_m(walk.cost, cell)});
  }
}

void GridWalker::FindTails(const NavLocation& end, uint32_t goal, std::vector<PortalTail>& tails) const {
  const Cell cell = CellAt(end);
  const WorldMap& map = ground_.record();
  std::vector<GridWalk> walks;
  for (uint32_t arrival = 0; arrival < map.arrival_count; ++arrival) {
    walks.push_back(WalkFromArrival(ground_.cells, *ground_.portals, ground_.query->mode, arrival, cell));
  }
  for (const PortalId portal : ground_.world->PortalsTo(ground_.map)) {
    const GridWalk& walk = walks[ground_.world->Portal(portal).arrival - map.first_arrival];
    if (walk.found()) tails.push_back({portal, Cost_m(walk.cost, cell), goal});
  }
}

RouteAnswer GridWalker::WalkToPortal(const NavLocation& start, PortalId exit) {
  GridPath path;
  const uint32_t index = exit.value() - ground_.record().first_exit;
  const GridWalk walk =
      WalkToExit(ground_.cells, *ground_.portals, ground_.query->mode, index, CellAt(start), &path.turns);
  path.cost = walk.cost;
  return Draw(path, start, {PolyId::None(), grid_.CenterOf(path.turns.back())});
}

RouteAnswer GridWalker::WalkFromPortal(PortalId portal, const NavLocation& end) {
  GridPath path;
  const WorldArrival& arrival = ground_.world->ArrivalOf(portal);
  const uint32_t index = ground_.world->Portal(portal).arrival - ground_.record().first_arrival;
  const GridWalk walk =
      WalkFromArrival(ground_.cells, *ground_.portals, ground_.query->mode, index, CellAt(end), &path.turns);
  path.cost = walk.cost;
  return Draw(path, {PolyId::None(), ToVec3(arrival.place) - ground_.view.manifest->origin}, end);
}

RouteAnswer GridWalker::WalkDirectly(const NavLocation& start, const NavLocation& goal, double below_cost_m) {
  const GridQuery query{.start = CellAt(start),
                        .goal = CellAt(goal),
                        .max_expansions = ground_.query->max_expansions,
                        .deadline = ground_.query->deadline};
  GridPath& path = ws_.grid_path;
  FindGridPath(ground_.cells, query, ws_.grid, path);
  const bool is_cheap = path.outcome == GridOutcome::kFound && Cost_m(path.cost, query.start) < below_cost_m;
  const bool teleports = ground_.query->mode == WorldMode::kWalkInTeleports;
  if (is_cheap && teleports && PassesTriggers(path)) FindAroundTriggers(query, path);
  RouteAnswer answer = path.outcome == GridOutcome::kFound ? Draw(path, start, goal) : RouteAnswer{};
  answer.expansions =
      static_cast<uint32_t>(std::min<uint64_t>(path.expanded, std::numeric_limits<uint32_t>::max()));
  answer.reason = ReasonOf(path.outcome);
  return answer;
}

// Behind its first cell.
bool GridWalker::PassesTriggers(const GridPath& path) const {
  if (ground_.portals->WalkInCells().empty()) return false;
  for (size_t i = 1; i < path.turns.size(); ++i) {
    const Cell end = path.turns[i];
    for (Cell cell = path.turns[i - 1]; !(cell == end);) {
      cell = {cell.column + Toward(cell.column, end.column), cell.row + Toward(cell.row, end.row)};
      if (ground_.portals->IsWalkIn(grid_.IdOf(cell))) return true;
    }
  }
  return false;
}

void GridWalker::FindAroundTriggers(const GridQuery& query, GridPath& path) {
  if (ground_.cells.is_uniform) {
    ws_.trigger_bits.Set(ground_.cells.bits, ground_.portals->WalkInCells(), {});
    FindPathAroundTriggers(ground_.cells.bits, ws_.trigger_bits, query, ws_.grid.jumps, path);
    return;
  }
  std::vector<uint8_t> is_trigger(size_t{grid_.columns()} * grid_.rows(), 0);
  for (const uint32_t cell : ground_.portals->WalkInCells()) is_trigger[cell] = 1;
  ws_.step_flood.SetGround(ground_.cells, is_trigger);
  ws_.step_flood.FindPath(query, path);
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

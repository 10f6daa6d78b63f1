#include "core/query/grid_world_walks.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/grid/grid_search.h"
#include "core/query/grid_way.h"
#include "core/query/route_points.h"
#include "core/world/grid_walks.h"

namespace waystone {
namespace {

class GridWalker {
 public:
  GridWalker(const WorldGround& ground, Workspace& workspace)
      : ground_(ground),
        grid_(*ground.view.grid),
        portals_(*ground.entry->portals),
        cells_(*workspace.grid_ground.GroundOf(grid_, {})),  // nothing changed: no error
        ws_(workspace) {}

  Cell CellAt(const NavLocation& place) const { return *grid_.CellAt(place.point); }
  double Cost_m(double cells, Cell free_cell) const {
    return cells * CostOfCells(cells_, free_cell) * grid_.header().cell_size_m;
  }

  void FindHeads(const NavLocation& start, std::vector<PortalHead>& heads) {
    const Cell cell = CellAt(start);
    const WorldMap& map = ground_.record();
    for (uint32_t exit = 0; exit < map.exit_count; ++exit) {
      const GridWalk walk = WalkToExit(cells_, portals_, ground_.mode, exit, cell);
      if (walk.found()) heads.push_back({PortalId(map.first_exit + exit), Cost_m(walk.cost, cell)});
    }
  }

  void FindTails(const NavLocation& end, uint32_t goal, std::vector<PortalTail>& tails) {
    const Cell cell = CellAt(end);
    const WorldMap& map = ground_.record();
    arrival_costs_.clear();
    for (uint32_t arrival = 0; arrival < map.arrival_count; ++arrival) {
      arrival_costs_.push_back(WalkFromArrival(cells_, portals_, ground_.mode, arrival, cell).cost);
    }
    for (const PortalId portal : ground_.world->PortalsTo(ground_.map)) {
      const double cost = arrival_costs_[ground_.world->Portal(portal).arrival - map.first_arrival];
      if (cost != StepFlood::kNever) tails.push_back({portal, Cost_m(cost, cell), goal});
    }
  }

  RouteAnswer WalkToPortal(const NavLocation& start, PortalId exit, const RouteQuery& query) {
    GridPath& path = StartPath();
    const GridWalk walk = WalkToExit(cells_, portals_, ground_.mode,
                                     exit.value() - ground_.record().first_exit, CellAt(start), &path.turns);
    FinishPath(walk, path);
    if (!walk.found()) return {};
    return Draw(path, start, PlaceIn(path.turns.back()), query);
  }

  RouteAnswer WalkFromPortal(PortalId portal, const NavLocation& end, const RouteQuery& query) {
    const WorldArrival& arrival = ground_.world->ArrivalOf(portal);
    GridPath& path = StartPath();
    const uint32_t index = ground_.world->Portal(portal).arrival - ground_.record().first_arrival;
    const GridWalk walk = WalkFromArrival(cells_, portals_, ground_.mode, index, CellAt(end), &path.turns);
    FinishPath(walk, path);
    if (!walk.found()) return {};
    const Vec3 place =
        Vec3(arrival.place[0], arrival.place[1], arrival.place[2]) - ground_.view.manifest->origin;
    return Draw(path, {PolyId::None(), place}, end, query);
  }

  RouteAnswer WalkDirectly(const NavLocation& start, const NavLocation& goal, const RouteQuery& query,
                           double below_cost_m) {
    const GridQuery cells{.start = CellAt(start),
                          .goal = CellAt(goal),
                          .max_expansions = query.max_expansions,
                          .deadline = query.deadline};
    GridPath& path = ws_.grid_path;
    FindGridPath(cells_, cells, ws_.grid, path);
    const bool is_cheap =
        path.outcome == GridOutcome::kFound && Cost_m(path.cost, cells.start) < below_cost_m;
    if (is_cheap && ground_.mode == WorldMode::kWalkInTeleports && PassesTriggers(path)) {
      FindAroundTriggers(cells, path);
    }
    RouteAnswer answer = path.outcome == GridOutcome::kFound ? Draw(path, start, goal, query) : RouteAnswer{};
    answer.expansions = static_cast<uint32_t>(std::min<uint64_t>(path.expanded, query.max_expansions));
    answer.reason = ReasonOf(path.outcome);
    return answer;
  }

 private:
  static RouteReason ReasonOf(GridOutcome outcome) {
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

  // Behind its first cell.
  bool PassesTriggers(const GridPath& path) const {
    if (portals_.WalkInCells().empty()) return false;
    for (size_t i = 1; i < path.turns.size(); ++i) {
      Cell cell = path.turns[i - 1];
      const Cell end = path.turns[i];
      const auto toward = [](int32_t from, int32_t to) { return from < to ? 1 : from > to ? -1 : 0; };
      while (!(cell == end)) {
        cell = {cell.column + toward(cell.column, end.column), cell.row + toward(cell.row, end.row)};
        if (portals_.IsWalkIn(grid_.IdOf(cell))) return true;
      }
    }
    return false;
  }

  void FindAroundTriggers(const GridQuery& query, GridPath& path) {
    std::vector<uint8_t> is_trigger(size_t{grid_.columns()} * grid_.rows(), 0);
    for (const uint32_t cell : portals_.WalkInCells()) is_trigger[cell] = 1;
    ws_.step_flood.SetGround(cells_, is_trigger);
    ws_.step_flood.FindPath(query, path);
  }

  GridPath& StartPath() {
    ws_.grid_path = {.turns = std::move(ws_.grid_path.turns)};
    ws_.grid_path.turns.clear();
    return ws_.grid_path;
  }
  static void FinishPath(const GridWalk& walk, GridPath& path) {
    path.outcome = walk.found() ? GridOutcome::kFound : GridOutcome::kNoWay;
    path.steps = walk.steps;
    path.cost = walk.cost;
  }

  NavLocation PlaceIn(Cell cell) const { return {PolyId::None(), grid_.CenterOf(cell)}; }

  RouteAnswer Draw(const GridPath& path, const NavLocation& start, const NavLocation& end,
                   const RouteQuery& query) {
    RouteAnswer answer;
    MeshRoute found;
    DrawGridWay(cells_, path, start, end, query.shape, CostOfCells(cells_, path.turns.front()),
                ws_.grid_smoother, found);
    AppendRoute(ground_.view, found.route, query, ws_.ground_line, answer);
    answer.status = RouteStatus::kComplete;
    answer.method = found.method;
    return answer;
  }

  const WorldGround& ground_;
  const GridView& grid_;
  const GridPortals& portals_;
  const GridGround cells_;
  Workspace& ws_;
  std::vector<double> arrival_costs_;
};

}  // namespace

void FindGridHeads(const WorldGround& ground, const NavLocation& start, Workspace& workspace,
                   std::vector<PortalHead>& heads) {
  GridWalker(ground, workspace).FindHeads(start, heads);
}

void FindGridTails(const WorldGround& ground, const NavLocation& end, uint32_t goal, Workspace& workspace,
                   std::vector<PortalTail>& tails) {
  GridWalker(ground, workspace).FindTails(end, goal, tails);
}

RouteAnswer WalkToGridPortal(const WorldGround& ground, const NavLocation& start, PortalId exit,
                             const RouteQuery& query, Workspace& workspace) {
  return GridWalker(ground, workspace).WalkToPortal(start, exit, query);
}

RouteAnswer WalkFromGridPortal(const WorldGround& ground, PortalId portal, const NavLocation& end,
                               const RouteQuery& query, Workspace& workspace) {
  return GridWalker(ground, workspace).WalkFromPortal(portal, end, query);
}

RouteAnswer WalkDirectlyOnGrid(const WorldGround& ground, const NavLocation& start, const NavLocation& goal,
                               const RouteQuery& query, double below_cost_m, Workspace& workspace) {
  return GridWalker(ground, workspace).WalkDirectly(start, goal, query, below_cost_m);
}

}  // namespace waystone

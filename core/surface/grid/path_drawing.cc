#include "core/surface/grid/path_drawing.h"

#include <algorithm>
#include <vector>

#include "core/path/surface_path.h"
#include "core/surface/grid/grid_line.h"
#include "core/surface/grid/grid_method.h"

namespace waystone {
namespace {

void SetCost(double cost_m, SurfacePath& route) {
  route.cost_m = cost_m;
  route.stretch_costs_m = {cost_m};
}

void SetPath(const GridGround& ground, const GridPath& path, const std::vector<Vec3>& line,
             const NavLocation& end, double cost, FoundPath& found) {
  SurfacePath& route = found.path;
  for (const Vec3& point : line) route.turns.push_back({PolyId::None(), point});
  route.end = end;
  SetCost(path.cost * cost * ground.map->header().cell_size_m, route);
  found.method = ToRouteMethod(path.method);
}

}  // namespace

double CostOfCells(const GridGround& ground, Cell free_cell) {
  if (!ground.is_uniform) return 1;
  const uint8_t area = ground.map->AreaOf(free_cell);
  return ground.area_cost[area == 0 ? 1 : area];
}

bool DrawGridPath(const GridGround& ground, const GridPath& path, const NavLocation& start,
                  const NavLocation& end, RouteShape shape, double cost, PathSmoother& smoother,
                  FoundPath& found) {
  std::vector<Vec3> line;
  const uint64_t cell_count = uint64_t{path.steps.cardinal} + path.steps.diagonal + 1;
  const bool is_too_long = shape == RouteShape::kEveryCell && cell_count > kMaxCellsTold;
  if (is_too_long) shape = RouteShape::kTurningPoints;
  DrawGridLine(ground, path.turns, start.point, end.point, shape, smoother, line);
  SetPath(ground, path, line, end, cost, found);
  return !is_too_long;
}

void DrawPathOver(const GridGround& open, const GridPath& path, const NavLocation& start,
                  const NavLocation& end, double cost, PathSmoother& smoother, FoundPath& found) {
  std::vector<Vec3> line;
  DrawSmoothLineOver(open, path.turns, start.point, end.point, smoother, line);
  SetPath(open, path, line, end, cost, found);
}

void DrawStraightPath(const GridGround& ground, const NavLocation& start, const NavLocation& goal,
                      double cost, FoundPath& found) {
  const double cell_size_m = ground.map->header().cell_size_m;
  const Vec3& to = goal.point;
  const FreeLine line = WalkLine(ground, start.point, to);
  SurfacePath& route = found.path;
  route.end = goal;
  if (line.share < 1) {
    // Ends a thousandth of a cell before blocked cells.
    const double inset = cell_size_m / 1024 / PlaneDistance(start.point, to);
    route.end = {PolyId::None(), start.point + (to - start.point) * std::max(0.0, line.share - inset)};
  }
  route.turns = {{PolyId::None(), start.point}, {PolyId::None(), route.end.point}};
  SetCost(line.cost * cost * cell_size_m, route);
}

}  // namespace waystone

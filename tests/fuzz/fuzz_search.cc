// A small map and a route over it, decoded from the bytes: what PlanRoute finds is held against Dijkstra's algorithm over cells or
// nodes, or against straight walks between corners. The first byte chooses cells, waypoints or polygons.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bake/grid/bound_baker.h"
#include "bake/grid/grid_cluster_baker.h"
#include "bake/grid/hub_label_baker.h"
#include "bake/grid/jump_baker.h"
#include "core/base/check.h"
#include "core/base/scratch.h"
#include "core/route/route_planner.h"
#include "core/waypoint/waypoint_search.h"
#include "tests/core/surface/grid/drawn_grid_map.h"
#include "tests/fuzz/random_message.h"
#include "tests/oracle/grid_dijkstra.h"
#include "tests/oracle/path_oracle.h"
#include "tests/support/drawn_map.h"
#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

using Drawing = std::vector<std::string>;
std::vector<std::string_view> Lines(const Drawing& drawing) { return {drawing.begin(), drawing.end()}; }

Drawing Draw(Choices& choices, std::string_view letters, uint32_t max_side) {
  const uint32_t columns = 2 + choices.Next() % (max_side - 1);
  Drawing drawing(2 + choices.Next() % (max_side - 1), std::string(columns, '.'));
  for (std::string& row : drawing) {
    for (char& letter : row) letter = letters[choices.Next() % letters.size()];
  }
  return drawing;
}

// A rectangle of a drawing of that size.
CellRect NextRect(Choices& choices, const Drawing& drawing) {
  return {static_cast<uint32_t>(choices.Next() % drawing[0].size()),
          static_cast<uint32_t>(choices.Next() % drawing.size()), 1 + choices.Next() % 6U,
          1 + choices.Next() % 6U};
}

// Opens, then blocks; the drawing with what is changed.
std::pair<std::shared_ptr<const GridChanges>, Drawing> Change(Choices& choices, const Drawing& drawing) {
  GridChanges changes;
  Drawing changed = drawing;
  for (uint32_t i = choices.Next() % 4; i > 0; --i)
    changes.opened_rects.push_back(NextRect(choices, drawing));
  for (uint32_t i = choices.Next() % 4; i > 0; --i)
    changes.blocked_rects.push_back(NextRect(choices, drawing));
  const auto draw = [&](const CellRect& rect, bool is_free) {
    for (uint32_t row = rect.row; row < std::min<size_t>(drawing.size(), rect.row + rect.rows); ++row) {
      for (uint32_t column = rect.column;
           column < std::min<size_t>(drawing[0].size(), rect.column + rect.columns); ++column) {
        char& letter = changed[row][column];
        if (!is_free) letter = '#';
        if (is_free && letter == '#') letter = '.';
      }
    }
  };
  for (const CellRect& rect : changes.opened_rects) draw(rect, true);
  for (const CellRect& rect : changes.blocked_rects) draw(rect, false);
  return {std::make_shared<const GridChanges>(std::move(changes)), changed};
}

// Every place of the line, 37 to a metre, lies in a free cell of the drawing, or on its outline.
bool IsFreeLine(const Drawing& drawing, const std::vector<Vec3>& points, const Vec3& origin) {
  constexpr double kEps = 1e-4;
  const auto is_free = [&](double x, double z) {
    const double column = std::floor(x);
    const double row = std::floor(z);
    if (column < 0 || row < 0 || row >= static_cast<double>(drawing.size())) return false;
    if (column >= static_cast<double>(drawing[0].size())) return false;
    return drawing[static_cast<size_t>(row)][static_cast<size_t>(column)] != '#';
  };
  for (size_t i = 1; i < points.size(); ++i) {
    const Vec3 from = points[i - 1] - origin;
    const Vec3 to = points[i] - origin;
    const int samples = 2 + static_cast<int>(Distance(from, to) * 37);
    for (int k = 0; k <= samples; ++k) {
      const Vec3 at = from + (to - from) * (double{1} * k / samples);
      if (!is_free(at.x - kEps, at.z - kEps) && !is_free(at.x + kEps, at.z - kEps) &&
          !is_free(at.x - kEps, at.z + kEps) && !is_free(at.x + kEps, at.z + kEps))
        return false;
    }
  }
  return true;
}

// What a bake may add for uniform ground, or for any.
template <int kHow>
void Bake(GridData& data) {
  const GridView view = *GridView::Create(data);
  if (kHow == 1 || kHow == 2) (void)BakeJumps({}, data);
  BoundBakeOptions bounds;
  bounds.max_bytes_per_cell = 1000;
  bounds.threads = 1;
  if (kHow == 2) BakeBounds(bounds, data);
  if (kHow == 3) data.hub_labels = BakeHubLabels(view, {}).data;
  if (kHow == 4) data.clusters = BakeGridClusters(view, {.side = 4, .thread_count = 1});
}
constexpr void (*kBakes[])(GridData&) = {nullptr, Bake<1>, Bake<2>, Bake<3>, Bake<4>};
constexpr RouteShape kShapes[] = {RouteShape::kTurningPoints, RouteShape::kEveryCell, RouteShape::kSmoothed,
                                  RouteShape::kAnyAngle};

void CheckRoute(const RouteAnswer& answer, double least, double ratio, const RouteQuery& query) {
  WS_CHECK((answer.status == RouteStatus::kComplete) == std::isfinite(least));
  if (answer.status != RouteStatus::kComplete) return;
  WS_CHECK(answer.cost_m >= least - 1e-6 * (1 + least));
  WS_CHECK(answer.cost_m <= least * ratio + 1e-6 * (1 + least));
  WS_CHECK(answer.points.front() == query.start && answer.points.back() == query.goals[0]);
}

// In the polygon of the point's own cell, also on its lower sides.
NavLocation LocationOf(const DrawnGridMap& map, const Vec3& point) {
  const Vec3 local = point - map.At(0, 0);
  const NavmeshView& mesh = *map.view().navmesh;
  return {PolyAt(mesh, std::floor(local.x) + 0.5, std::floor(local.z) + 0.5), local};
}

// The shortest line that is free of cells.
void CheckLine(const DrawnGridMap& map, const RouteAnswer& answer, const RouteQuery& query, bool is_reached) {
  constexpr uint32_t kMaxPolys = 80;  // of the slow search
  WS_CHECK((answer.status == RouteStatus::kComplete) == is_reached);
  const NavmeshView& mesh = *map.view().navmesh;
  if (!is_reached || mesh.poly_count() > kMaxPolys) return;
  const PathOracle oracle(mesh, 8);
  CheckRoute(answer, oracle.Length(LocationOf(map, query.start), LocationOf(map, query.goals[0])), 1, query);
}

std::optional<Cell> NextFreeCell(Choices& choices, const GridView& grid) {
  const uint32_t first = choices.NextBelow(grid.columns() * grid.rows());
  for (uint32_t i = 0; i < grid.columns() * grid.rows(); ++i) {
    const Cell cell = grid.CellOf((first + i) % (grid.columns() * grid.rows()));
    if (grid.IsFree(cell)) return cell;
  }
  return std::nullopt;
}

bool HasAreas(const Drawing& drawing) {
  return std::ranges::any_of(drawing,
                             [](const std::string& row) { return row.find_first_of("23") != row.npos; });
}

void SearchCells(Choices& choices) {
  const uint8_t how = choices.Next();
  const bool has_areas = how % 2 != 0;
  const Drawing drawing = Draw(choices, has_areas ? "..#23" : "..#.#.", 32);
  if (std::ranges::all_of(drawing,
                          [](const std::string& row) { return row.find_first_not_of('#') == row.npos; }))
    return;
  const DrawnGridMap map(Lines(drawing), kBakes[has_areas ? 4 * (how / 2 % 2) : how / 2 % 5],
                         how / 16 % 2 != 0);
  const bool is_changed = how / 32 % 2 != 0;
  const auto [cells, changed] =
      is_changed ? Change(choices, drawing) : std::pair{std::shared_ptr<const GridChanges>(), drawing};
  const GridData data = DrawGrid(Lines(changed));
  const GridView grid = *GridView::Create(data);
  GridGround ground;
  ground.map = &grid;
  ground.bits = grid.bits();
  ground.is_uniform = false;  // Dijkstra then looks at every cell
  std::copy_n(std::begin(grid.header().area_cost), kMaxGridAreas, ground.area_cost.begin());
  Scratch scratch;
  const MapView view = map.view();
  for (int i = 0; i < 3; ++i) {
    const std::optional<Cell> start = NextFreeCell(choices, grid);
    if (!start) return;
    const Cell goal = *NextFreeCell(choices, grid);
    RouteQuery query;
    query.start = map.At(start->column + choices.Next() % 8 / 8.0, start->row + choices.Next() % 8 / 8.0);
    query.goals = {map.At(goal.column + choices.Next() % 8 / 8.0, goal.row + choices.Next() % 8 / 8.0)};
    query.changes.cells = cells;
    const uint8_t shape = choices.Next();
    query.shape = kShapes[shape % 4];
    if (shape % 4 < 3) query.max_length_ratio = std::array{0.0, 1.0, 1.3, 2.0}[shape / 4 % 4];
    const auto answer = PlanRoute(view, query, scratch);
    WS_CHECK(answer.ok());
    const double least = GridDijkstra(ground, *start).Cost(goal);
    const bool is_free_of_cells = answer->method == RouteMethod::kAnyAngle;
    WS_CHECK(!is_free_of_cells || changed == drawing);
    if (is_free_of_cells && HasAreas(drawing)) continue;  // all of one cost that is not 1
    if (is_free_of_cells) {
      CheckLine(map, *answer, query, std::isfinite(least));
    } else {
      CheckRoute(*answer, least, std::max(1.0, query.max_length_ratio), query);
    }
    WS_CHECK(IsFreeLine(changed, answer->points, map.At(0, 0)));
  }
}

WaypointGraph NextGraph(Choices& choices) {
  WaypointGraph graph;
  const uint8_t count = 2 + choices.Next() % 24;
  for (uint8_t i = 0; i < count; ++i) {
    const double x = choices.Next() % 64;
    const double z = choices.Next() % 64;
    graph.nodes.push_back({.id = i, .at = {x, 0, z}, .radius = 0.3});
  }
  std::set<std::pair<uint32_t, uint32_t>> joined;
  for (uint32_t i = choices.Next() % 64; i > 0; --i) {
    WaypointGraph::Link link;
    link.from = choices.Next() % count;
    link.to = choices.Next() % count;
    const uint8_t kind = choices.Next();
    link.jump = kind % 8 == 0;
    link.ladder = kind % 8 == 1;
    if (kind / 8 % 4 == 0) link.cost_m = choices.Next();
    if (link.from != link.to && joined.emplace(link.from, link.to).second) graph.links.push_back(link);
  }
  return graph;
}

std::vector<WaypointEnd> NextEnds(Choices& choices, const WaypointView& graph) {
  std::vector<WaypointEnd> ends;
  for (uint32_t i = 1 + choices.Next() % 3; i > 0; --i)
    ends.push_back({PolyId(choices.Next() % graph.size()), choices.Next() % 4 * 2.5});
  return ends;
}

// Whether the arcs lead from a start to a goal, each may be used, and all cost what the path says.
bool IsPath(const WaypointView& graph, const WaypointQuery& query, const std::vector<bool>& is_closed,
            const WaypointPath& path) {
  PolyId at = query.starts[path.start].node;
  double cost_m = query.starts[path.start].cost_m;
  for (const LinkId id : path.arcs) {
    const auto& arc = graph.arc(id);
    if (graph.SourceOf(id) != at || is_closed[id.value()] || !graph.MayUse(arc, query.abilities))
      return false;
    at = arc.target;
    cost_m += static_cast<double>(arc.cost_m);
  }
  cost_m += query.goals[path.goal].cost_m;
  return at == query.goals[path.goal].node && std::abs(cost_m - path.cost_m) <= 1e-6 * (1 + cost_m);
}

void SearchNodes(Choices& choices) {
  const PackedWaypoints packed = Packed(NextGraph(choices));
  const WaypointView graph = *WaypointView::Create(packed.data);
  WaypointWorkspace workspace;
  for (int i = 0; i < 4; ++i) {
    std::vector<bool> is_closed(graph.arcs().size());
    for (size_t arc = 0; arc < is_closed.size(); ++arc)
      is_closed[arc] = i % 2 != 0 && choices.Next() % 5 == 0;
    const auto closed = [&](LinkId arc) { return is_closed[arc.value()]; };
    const absl::FunctionRef<bool(LinkId)> closed_ref(closed);
    const std::vector<WaypointEnd> starts = NextEnds(choices, graph);
    const std::vector<WaypointEnd> goals = NextEnds(choices, graph);
    WaypointQuery query{.starts = starts, .goals = goals, .abilities = choices.Next() % 4U};
    if (i % 2 != 0) query.is_closed = &closed_ref;
    const WaypointPath path = FindWaypointPath(graph, query, workspace);
    const std::vector<double> costs = SlowCosts(graph, starts, query.abilities, is_closed);
    double least_m = kInfinite;
    for (const WaypointEnd& goal : goals) least_m = std::min(least_m, costs[goal.node.value()] + goal.cost_m);
    WS_CHECK(path.arrives == std::isfinite(least_m));
    if (!path.arrives) continue;
    WS_CHECK(std::abs(path.cost_m - least_m) <= 1e-6 * (1 + least_m));
    WS_CHECK(IsPath(graph, query, is_closed, path));
  }
}

void SearchPolygons(Choices& choices) {
  const Drawing drawing = Draw(choices, "..#.", 10);
  std::string text;
  for (const std::string& row : drawing) text += row + "\n";
  if (text.find('.') == std::string::npos) return;
  AsciiOptions options;
  options.merge_rows = choices.Next() % 2 != 0;
  const DrawnMap map({text}, options);
  const PathOracle oracle(map.mesh(), 4);
  Scratch scratch;
  for (int i = 0; i < 2; ++i) {
    const auto next_place = [&] {
      Vec3 place;
      for (uint32_t at = choices.NextBelow(10'000);; ++at) {
        const size_t row = at / drawing[0].size() % drawing.size();
        const size_t column = at % drawing[0].size();
        place = {static_cast<double>(column) + (1 + choices.Next() % 3) / 4.0, 0,
                 static_cast<double>(row) + (1 + choices.Next() % 3) / 4.0};
        if (drawing[row][column] != '#') return place;
      }
    };
    const Vec3 start = next_place();
    const Vec3 goal = next_place();
    const double least = oracle.Length({PolyAt(map.mesh(), start.x, start.z), start},
                                       {PolyAt(map.mesh(), goal.x, goal.z), goal});
    RouteQuery query;
    query.start = map.Abs(start.x, start.y, start.z);
    query.goals = {map.Abs(goal.x, goal.y, goal.z)};
    query.max_length_ratio = std::array{1.0, 1.05, 1.5, 2.0}[choices.Next() % 4];
    const auto answer = PlanRoute(map.view(), query, scratch);
    WS_CHECK(answer.ok());
    CheckRoute(*answer, least, query.max_length_ratio, query);
    WS_CHECK(IsFreeLine(drawing, answer->points, map.Abs(0, 0, 0)));
  }
}

}  // namespace
}  // namespace waystone

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  waystone::Choices choices(std::span(data, size));
  switch (choices.Next() % 3) {
    case 0:
      waystone::SearchCells(choices);
      break;
    case 1:
      waystone::SearchNodes(choices);
      break;
    default:
      waystone::SearchPolygons(choices);
      break;
  }
  return 0;
}

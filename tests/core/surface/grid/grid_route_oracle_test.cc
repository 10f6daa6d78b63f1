// PlanRoute over drawn grids with random changes, held against Dijkstra on the grid drawn with them.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "core/base/scratch.h"
#include "core/grid/grid_path.h"
#include "core/surface/grid/grid_route.h"
#include "tests/core/surface/grid/drawn_grid_map.h"
#include "tests/oracle/grid_dijkstra.h"
#include "tests/support/plan_route.h"

namespace waystone {
namespace {

using Drawing = std::vector<std::string>;

std::vector<std::string_view> Lines(const Drawing& drawing) { return {drawing.begin(), drawing.end()}; }

GridGround WholeGround(const GridView& grid) {
  GridGround ground;
  ground.map = &grid;
  ground.bits = grid.bits();
  ground.is_uniform = false;  // the oracle then looks at every cell
  for (uint32_t area = 0; area < kMaxGridAreas; ++area)
    ground.area_cost[area] = grid.header().area_cost[area];
  return ground;
}

class RandomGrids {
 public:
  explicit RandomGrids(uint32_t seed) : random_(seed) {}

  uint32_t Below(uint32_t count) { return static_cast<uint32_t>(random_() % count); }

  Drawing Draw(bool with_areas) {
    const uint32_t columns = 2 + Below(70);
    Drawing drawing(2 + Below(20), std::string(columns, '.'));
    const uint32_t blocked_of_8 = 1 + Below(4);
    for (std::string& row : drawing) {
      for (char& letter : row) {
        if (Below(8) < blocked_of_8)
          letter = '#';
        else if (with_areas && Below(3) == 0)
          letter = static_cast<char>('2' + Below(3));
      }
    }
    drawing[0][0] = '.';
    return drawing;
  }

  // Changes of all four kinds, and the drawing with them.
  std::pair<std::shared_ptr<const GridChanges>, Drawing> Change(const Drawing& drawing) {
    GridChanges changes;
    Drawing changed = drawing;
    const auto columns = static_cast<uint32_t>(drawing[0].size());
    const auto rows = static_cast<uint32_t>(drawing.size());
    const auto open = [&](uint32_t column, uint32_t row) {
      if (changed[row][column] == '#') changed[row][column] = '.';
    };
    const auto draw_rect = [&](const CellRect& rect, auto&& draw) {
      for (uint32_t row = rect.row; row < std::min(rows, rect.row + rect.rows); ++row) {
        for (uint32_t column = rect.column; column < std::min(columns, rect.column + rect.columns);
             ++column) {
          draw(column, row);
        }
      }
    };
    const auto rect = [&] { return CellRect{Below(columns), Below(rows), 1 + Below(6), 1 + Below(6)}; };
    for (uint32_t i = Below(4); i > 0; --i) draw_rect(changes.opened_rects.emplace_back(rect()), open);
    for (uint32_t i = Below(6); i > 0; --i) {
      const uint32_t id = changes.opened_cells.emplace_back(Below(columns * rows));
      open(id % columns, id / columns);
    }
    const auto block = [&](uint32_t column, uint32_t row) { changed[row][column] = '#'; };
    for (uint32_t i = Below(4); i > 0; --i) draw_rect(changes.blocked_rects.emplace_back(rect()), block);
    for (uint32_t i = Below(6); i > 0; --i) {
      const uint32_t id = changes.blocked_cells.emplace_back(Below(columns * rows));
      block(id % columns, id / columns);
    }
    return {std::make_shared<const GridChanges>(std::move(changes)), changed};
  }

  std::optional<Cell> FreeCell(const GridView& grid) {
    for (int tries = 0; tries < 200; ++tries) {
      const Cell cell = grid.CellOf(Below(grid.columns() * grid.rows()));
      if (grid.IsFree(cell)) return cell;
    }
    return std::nullopt;
  }

 private:
  std::mt19937 random_;
};

// Every place of the line lies in a free cell, or on its outline.
bool IsFreeLine(const GridView& grid, const std::vector<Vec3>& points, const Vec3& origin) {
  constexpr double kEps = 1e-6;
  for (size_t i = 1; i < points.size(); ++i) {
    const Vec3 from = points[i - 1] - origin;
    const Vec3 to = points[i] - origin;
    const int samples = 2 + static_cast<int>(Distance(from, to) * 37);
    for (int k = 0; k <= samples; ++k) {
      const Vec3 at = from + (to - from) * (double{1} * k / samples);
      bool is_free = false;
      for (const double dx : {-kEps, kEps}) {
        for (const double dz : {-kEps, kEps}) {
          const auto cell = grid.CellAt({at.x + dx, 0, at.z + dz});
          is_free = is_free || (cell && grid.IsFree(*cell));
        }
      }
      if (!is_free) return false;
    }
  }
  return true;
}

constexpr RouteShape kShapes[] = {RouteShape::kTurningPoints, RouteShape::kEveryCell, RouteShape::kSmoothed,
                                  RouteShape::kAnyAngle};

// Some place in a cell, now and then on its lower sides.
Vec3 SomePlaceIn(const DrawnGridMap& map, Cell cell, RandomGrids& random) {
  return map.At(cell.column + random.Below(8) / 8.0, cell.row + random.Below(8) / 8.0);
}

void CheckRoutes(uint32_t seed, bool with_areas) {
  RandomGrids random(seed);
  Scratch scratch;
  int complete = 0;
  int closed = 0;
  for (int round = 0; round < 250; ++round) {
    const Drawing drawing = random.Draw(with_areas);
    const DrawnGridMap map(Lines(drawing));
    const MapView view = map.view();
    const auto [cells, changed] =
        round % 4 == 0 ? std::pair{std::shared_ptr<const GridChanges>(), drawing} : random.Change(drawing);
    const GridData data = DrawGrid(Lines(changed));
    const GridView grid = *GridView::Create(data);
    for (int i = 0; i < 4; ++i) {
      const std::optional<Cell> start = random.FreeCell(grid);
      if (!start) break;
      RouteQuery query = Query(SomePlaceIn(map, *start, random), std::vector<Vec3>{});
      const GridDijkstra oracle(WholeGround(grid), *start);
      double least = std::numeric_limits<double>::infinity();
      std::vector<double> costs;
      for (uint32_t goal = 0; goal <= random.Below(3); ++goal) {
        const Cell cell = *random.FreeCell(grid);
        query.goals.push_back(SomePlaceIn(map, cell, random));
        costs.push_back(oracle.Cost(cell));
        least = std::min(least, costs.back());
      }
      query.changes.cells = cells;
      const bool is_exact = round % 4 == 0 && !with_areas;
      query.shape = kShapes[random.Below(is_exact ? 3 : 4)];
      const auto answer = PlanRoute(view, query, scratch);
      ASSERT_TRUE(answer.ok()) << answer.status();
      ASSERT_TRUE(IsFreeLine(grid, answer->points, map.At(0, 0))) << "seed " << seed << " round " << round;
      ASSERT_EQ(answer->status == RouteStatus::kComplete, std::isfinite(least)) << round;
      if (answer->status == RouteStatus::kComplete) {
        ++complete;
        ASSERT_NEAR(answer->cost_m, least, 1e-6 * (1 + least)) << "seed " << seed << " round " << round;
        ASSERT_NEAR(costs[answer->goal_index], least, 1e-6 * (1 + least));
        ASSERT_EQ(answer->points.back(), query.goals[answer->goal_index]);
      } else {
        closed += answer->reason == RouteReason::kClosedByChanges ? 1 : 0;
        ASSERT_EQ(answer->status, RouteStatus::kPartial);
        // Ends in a cell that is reached, and none reached is nearer.
        const auto end = grid.CellAt(answer->points.back() - map.At(0, 0));
        ASSERT_TRUE(end && oracle.Reaches(*end));
      }
      ASSERT_EQ(answer->points.front(), query.start);
    }
  }
  EXPECT_GT(complete, 300);
  EXPECT_GT(closed, 20);
}

TEST(GridRouteOracleTest, RoutesOverChangedGridsAreTheShortest) { CheckRoutes(1, false); }
TEST(GridRouteOracleTest, RoutesOverChangedGridsOfDifferentCostAreTheCheapest) { CheckRoutes(2, true); }

}  // namespace
}  // namespace waystone

// Explorations of grids whose cells a request changes, against the cells that are left.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.h"
#include "core/explore/route_explorer.h"
#include "tests/core/surface/grid/drawn_grid_map.h"
#include "tests/support/cell_skeleton.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

// A grid with a key point in the middle of every rectangle.
struct ExploredGrid {
  explicit ExploredGrid(const std::vector<std::string>& rows)
      : map({rows.begin(), rows.end()}, nullptr, true),
        plain(map.view()),
        data(CellSkeleton(*plain.navmesh).Data()),
        skeleton(*SkeletonView::Create(data, plain.navmesh->poly_count(), 0)) {}
  MapView view() const {
    MapView view = plain;
    view.skeleton = &skeleton;
    return view;
  }

  const DrawnGridMap map;
  const MapView plain;
  const SkeletonData data;
  const SkeletonView skeleton;
};

// The drawing as changes leave it: '#' is blocked.
class Cells {
 public:
  Cells(const GridView& grid, const RouteChanges& changes)
      : columns_(static_cast<int32_t>(grid.columns())), rows_(static_cast<int32_t>(grid.rows())) {
    for (uint32_t id = 0; id < grid.columns() * grid.rows(); ++id)
      free_.push_back(grid.IsFree(grid.CellOf(id)));
    for (const GridChanges* cells = changes.cells.get(); cells != nullptr; cells = cells->beneath.get()) {
      for (const uint32_t id : cells->opened_cells) free_[id] = true;
    }
    for (const GridChanges* cells = changes.cells.get(); cells != nullptr; cells = cells->beneath.get()) {
      for (const uint32_t id : cells->blocked_cells) free_[id] = false;
    }
    // Opened cells that the map has blocked are of area 1.
    for (uint32_t id = 0; id < free_.size(); ++id) {
      const Cell cell = grid.CellOf(id);
      const uint8_t area = grid.IsFree(cell) ? grid.AreaOf(cell) : 1;
      if ((changes.excluded_areas >> area & 1) != 0) free_[id] = false;
    }
  }
  bool IsFree(int32_t column, int32_t row) const {
    return column >= 0 && row >= 0 && column < columns_ && row < rows_ &&
           free_[static_cast<size_t>(row) * static_cast<size_t>(columns_) + static_cast<size_t>(column)];
  }
  // Some cell that touches the place is free.
  bool Touches(Vec2 at) const {
    for (const double dx : {-1e-3, 1e-3}) {
      for (const double dz : {-1e-3, 1e-3}) {
        if (IsFree(static_cast<int32_t>(std::floor(at.x + dx)), static_cast<int32_t>(std::floor(at.z + dz))))
          return true;
      }
    }
    return false;
  }
  // Those that one walks to over sides.
  std::set<std::pair<int32_t, int32_t>> ReachedFrom(int32_t column, int32_t row) const {
    std::set<std::pair<int32_t, int32_t>> reached = {{column, row}};
    std::vector<std::pair<int32_t, int32_t>> open = {{column, row}};
    while (!open.empty()) {
      const auto [c, r] = open.back();
      open.pop_back();
      for (const auto& next :
           {std::pair(c + 1, r), std::pair(c - 1, r), std::pair(c, r + 1), std::pair(c, r - 1)}) {
        if (IsFree(next.first, next.second) && reached.insert(next).second) open.push_back(next);
      }
    }
    return reached;
  }

 private:
  const int32_t columns_;
  const int32_t rows_;
  std::vector<bool> free_;
};

RouteChanges DrawChanges(const GridView& grid, Random& random) {
  const auto draw = [&] {
    auto cells = std::make_shared<GridChanges>();
    for (uint32_t k = random.NextBelow(20); k > 0; --k)
      cells->blocked_cells.push_back(random.NextBelow(grid.columns() * grid.rows()));
    for (uint32_t k = random.NextBelow(10); k > 0; --k)
      cells->opened_cells.push_back(random.NextBelow(grid.columns() * grid.rows()));
    return cells;
  };
  RouteChanges changes;
  const auto cells = draw();
  if (random.NextBelow(4) == 0) cells->beneath = draw();
  changes.cells = cells;
  if (random.NextBelow(5) == 0) changes.excluded_areas = 4;
  if (random.NextBelow(4) == 0) changes.area_factors = {{1, 1.0}, {2, 3.0}};
  return changes;
}

TEST(GridExploration, VisitsWhatTheCellsThatAreLeftLeadTo) {
  constexpr WalkOrder kQuickOrders[] = {WalkOrder::kBreadthFirst, WalkOrder::kDepthFirst,
                                        WalkOrder::kPocketFirst};
  Random random(31);
  int walks = 0;
  int fewer = 0;
  int over_opened = 0;
  for (int i = 0; i < 400 && !::testing::Test::HasFailure(); ++i) {
    std::vector<std::string> rows(9, std::string(11, '.'));
    for (std::string& row : rows) {
      for (char& letter : row) {
        if (random.NextBelow(5) == 0) letter = '#';
        if (letter == '.' && random.NextBelow(6) == 0) letter = '2';
      }
    }
    const ExploredGrid on(rows);
    if (on.skeleton.size() == 0) continue;
    ExplorationQuery query;
    query.changes = DrawChanges(on.map.grid(), random);
    const Cells cells(on.map.grid(), query.changes);
    const int32_t column = static_cast<int32_t>(random.NextBelow(11));
    const int32_t row = static_cast<int32_t>(random.NextBelow(9));
    if (!cells.IsFree(column, row)) continue;
    query.start = on.map.MiddleOf({column, row});
    query.order = kQuickOrders[i % 3];
    query.with_polys = true;
    query.search_budget = std::chrono::milliseconds(60'000);
    const auto reached = cells.ReachedFrom(column, row);
    // A key point between cells is on any of them that is of its rectangle.
    uint32_t least = 0;
    std::set<uint32_t> may;
    for (uint32_t k = 0; k < on.skeleton.size(); ++k) {
      const Vec2 at = on.skeleton.Position(KeyPointId(k)).Plane();
      int there = 0;
      int elsewhere = 0;
      for (const double dx : {-1e-3, 1e-3}) {
        for (const double dz : {-1e-3, 1e-3}) {
          const Vec2 beside{at.x + dx, at.z + dz};
          const auto cell = std::pair(static_cast<int32_t>(std::floor(beside.x)),
                                      static_cast<int32_t>(std::floor(beside.z)));
          if (!IsOverPoly(*on.plain.navmesh, PolyId(on.skeleton.key_point(KeyPointId(k)).poly), beside))
            continue;
          if (!cells.IsFree(cell.first, cell.second)) continue;
          (reached.contains(cell) ? there : elsewhere) += 1;
        }
      }
      if (there > 0) may.insert(k);
      if (there > 0 && elsewhere == 0) ++least;
    }
    Scratch scratch;
    const absl::StatusOr<ExplorationAnswer> answer = ExploreRoute(on.view(), query, scratch);
    ASSERT_TRUE(answer.ok()) << answer.status();
    if (answer->walks.empty()) {
      EXPECT_EQ(least, 0U) << answer->explanation;
      continue;
    }
    ++walks;
    EXPECT_EQ(answer->end, ExploreEnd::kCovered) << answer->explanation;
    EXPECT_GE(answer->reachable_key_points, least) << i;
    EXPECT_LE(answer->reachable_key_points, may.size()) << i;
    if (answer->reachable_key_points < on.skeleton.size()) ++fewer;
    for (const ExplorationWalk& walk : answer->walks) {
      for (const uint32_t k : walk.key_points) EXPECT_TRUE(may.contains(k));
      for (const PolyId poly : walk.route.polys) over_opened += poly.IsNone() ? 1 : 0;
      for (size_t p = 1; p < walk.route.points.size(); ++p) {
        const Vec3 from = walk.route.points[p - 1] - on.plain.manifest->origin;
        const Vec3 to = walk.route.points[p] - on.plain.manifest->origin;
        const int parts = 1 + static_cast<int>(Distance(from, to) / 0.05);
        for (int s = 0; s <= parts; ++s)
          ASSERT_TRUE(cells.Touches((from + (to - from) * (static_cast<double>(s) / parts)).Plane())) << i;
      }
    }
  }
  EXPECT_GT(walks, 200);
  EXPECT_GT(fewer, 100);
  EXPECT_GT(over_opened, 20);
}

TEST(GridExploration, IsNamedWhereCellsShutTheStartOff) {
  const ExploredGrid on({".........", ".........", "........."});
  ExplorationQuery query;
  query.start = on.map.MiddleOf({0, 0});
  query.changes.cells = BlockedRects({{1, 0, 1, 3}});
  Scratch scratch;
  // The one rectangle's key point is beyond.
  const ExplorationAnswer answer = *ExploreRoute(on.view(), query, scratch);
  EXPECT_EQ(answer.status, RouteStatus::kUnreachable);
  EXPECT_EQ(answer.reason, RouteReason::kClosedByChanges);
  query.changes.cells = BlockedRects({{0, 0, 1, 1}});
  query.snap.radius_m = 0.1;
  EXPECT_EQ(ExploreRoute(on.view(), query, scratch)->status, RouteStatus::kStartOffMesh);
  GridChanges beyond;
  beyond.blocked_cells = {27};
  query.changes.cells = std::make_shared<const GridChanges>(beyond);
  EXPECT_EQ(ExploreRoute(on.view(), query, scratch).status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace waystone

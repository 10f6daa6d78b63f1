// Placements on grids that a request changes, against grids drawn with these changes.
#include "core/surface/grid/changed_grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "core/base/scratch.h"
#include "core/place/place_audit.h"
#include "core/place/resource_placer.h"
#include "core/surface/grid/grid_fit.h"
#include "core/surface/grid/rect_cover.h"
#include "core/surface/grid/rect_mesh.h"
#include "tests/core/grid/random_grid.h"
#include "tests/core/surface/grid/drawn_grid_map.h"
#include "tests/oracle/grid_dijkstra.h"

namespace waystone {
namespace {

using Drawing = std::vector<std::string>;

std::unique_ptr<const SearchSurface> MakeGridSurface(const GridView& grid, const ChangedGrid& changed) {
  return std::make_unique<GridSurface>(grid, changed);
}

Drawing RandomCells(Random& random, uint32_t areas) {
  const uint32_t columns = 2 + random.NextBelow(90);
  Drawing rows(2 + random.NextBelow(20), std::string(columns, '.'));
  const double blocked = random.NextInRange(0.02, 0.5);
  for (std::string& row : rows) {
    for (char& letter : row) {
      const uint32_t area = 1 + random.NextBelow(areas);
      letter = random.NextUnit() < blocked ? '#' : area == 1 ? '.' : static_cast<char>('0' + area);
    }
  }
  return rows;
}

DrawnGridMap RectMap(const Drawing& rows) { return DrawnGridMap({rows.begin(), rows.end()}, nullptr, true); }

// Changes at random, and in `rows` what they leave.
RouteChanges ChangeSome(Drawing& rows, uint32_t areas, Random& random) {
  const auto columns = static_cast<uint32_t>(rows[0].size());
  const auto height = static_cast<uint32_t>(rows.size());
  auto cells = std::make_shared<GridChanges>();
  auto beneath = std::make_shared<GridChanges>();
  for (const bool is_blocked : {false, true}) {
    for (GridChanges* const of : {cells.get(), beneath.get()}) {
      for (uint32_t k = random.NextBelow(6); k > 0; --k) {
        const uint32_t id = random.NextBelow(columns * height);
        (is_blocked ? of->blocked_cells : of->opened_cells).push_back(id);
        char& letter = rows[id / columns][id % columns];
        if (is_blocked || letter == '#') letter = is_blocked ? '#' : '.';
      }
      for (uint32_t k = random.NextBelow(2); k > 0; --k) {
        const uint32_t column = random.NextBelow(columns);
        const uint32_t row = random.NextBelow(height);
        const CellRect rect{column, row, 1 + random.NextBelow(columns - column),
                            1 + random.NextBelow(std::min(height - row, 4U))};
        (is_blocked ? of->blocked_rects : of->opened_rects).push_back(rect);
        for (uint32_t z = row; z < row + rect.rows; ++z) {
          for (uint32_t x = column; x < column + rect.columns; ++x) {
            char& letter = rows[z][x];
            if (is_blocked || letter == '#') letter = is_blocked ? '#' : '.';
          }
        }
      }
    }
  }
  RouteChanges changes;
  cells->beneath = beneath;
  changes.cells = cells;
  if (areas > 1 && random.NextBelow(3) == 0) {
    const uint32_t area = 1 + random.NextBelow(areas);
    changes.excluded_areas = uint64_t{1} << area;
    for (std::string& row : rows) {
      for (char& letter : row)
        letter = letter == (area == 1 ? '.' : static_cast<char>('0' + area)) ? '#' : letter;
    }
  }
  return changes;
}

bool IsGone(const NavmeshView& mesh, PolyId poly) {
  return mesh.EdgeStart(EdgeId(mesh.poly(poly).first_edge)).x > 1e8F;
}

TEST(RectMesh, IsASoundMeshOfTheCells) {
  Random random(1);
  for (int i = 0; i < 300 && !testing::Test::HasFailure(); ++i) {
    const Drawing rows = RandomCells(random, 1);
    const DrawnGridMap map = RectMap(rows);
    const MapView view = map.view();
    EXPECT_TRUE(NavmeshView::Create(view.navmesh->arrays()).ok())
        << NavmeshView::Create(view.navmesh->arrays()).status();
    EXPECT_TRUE(CheckGridFits(map.grid(), *view.navmesh).ok());
    // Sides are joined as those of the single cells are, and marked by the cells around their ends.
    const DrawnGridMap cells({rows.begin(), rows.end()});
    EXPECT_EQ(view.zones->components().size(), cells.view().zones->components().size());
    EXPECT_NEAR(view.navmesh->arrays().area_prefix_m2.back(), double(map.grid().header().free_count), 1e-6);
    for (const NavEdge& edge : view.navmesh->arrays().edges) {
      const Vec3f at = view.navmesh->vertex(VertexId(edge.vertex));
      const auto is_free = [&](int left, int up) {
        return map.grid().IsFree({static_cast<int32_t>(at.x) - left, static_cast<int32_t>(at.z) - up});
      };
      const int free = is_free(0, 0) + is_free(1, 0) + is_free(0, 1) + is_free(1, 1);
      EXPECT_EQ((edge.flags & kNavEdgeStartsAtBorder) != 0, free < 4) << at.x << ' ' << at.z;
      EXPECT_EQ((edge.flags & kNavEdgeStartIsPinched) != 0, free == 2 && is_free(0, 0) == is_free(1, 1))
          << at.x << ' ' << at.z;
    }
  }
}

TEST(ChangedGrid, HasThePolygonsOfTheCellsThatAreLeftUnderTheirIds) {
  Random random(2);
  size_t kept = 0;
  size_t cut = 0;
  size_t opened = 0;
  for (int i = 0; i < 400 && !testing::Test::HasFailure(); ++i) {
    const uint32_t areas = 1 + random.NextBelow(3);
    const Drawing rows = RandomCells(random, areas);
    const DrawnGridMap map({rows.begin(), rows.end()}, nullptr, areas == 1);
    Drawing left = rows;
    const RouteChanges changes = ChangeSome(left, areas, random);
    const MapView baked = map.view();
    const auto changed = ChangedGrid::Make(baked, changes, MakeGridSurface, {});
    ASSERT_TRUE(changed.ok()) << changed.status();
    const absl::StatusOr<MapView> applied = ChangedGrid::ViewOf(*changed, baked, {});
    ASSERT_TRUE(applied.ok()) << applied.status();
    const MapView& view = *applied;
    const DrawnGridMap anew({left.begin(), left.end()});
    // The cells and their areas are those drawn anew.
    const GridView& grid = GridOf(view);
    std::vector<MeshRect> rects;
    for (uint32_t id = 0; id < grid.columns() * grid.rows(); ++id)
      ASSERT_EQ(grid.AreaOf(grid.CellOf(id)), anew.grid().AreaOf(grid.CellOf(id))) << i << ": " << id;
    for (uint32_t k = 0; k < view.navmesh->poly_count(); ++k) {
      const PolyId poly(k);
      if (IsGone(*view.navmesh, poly)) continue;
      const std::optional<CellRect> rect = RectOf(*view.navmesh, poly, grid.header());
      ASSERT_TRUE(rect);
      rects.push_back({*rect, view.navmesh->poly(poly).area});
      const PolyId of = (*changed)->baked_polys()[k];
      if (of.IsNone()) {
        ++opened;
        EXPECT_FALSE(
            map.grid().IsFree({static_cast<int32_t>(rect->column), static_cast<int32_t>(rect->row)}));
        continue;
      }
      const std::optional<CellRect> whole = RectOf(*baked.navmesh, of, grid.header());
      EXPECT_GE(rect->column, whole->column);
      EXPECT_LE(rect->column + rect->columns, whole->column + whole->columns);
      EXPECT_GE(rect->row, whole->row);
      EXPECT_LE(rect->row + rect->rows, whole->row + whole->rows);
      EXPECT_EQ(view.navmesh->poly(poly).area, baked.navmesh->poly(of).area);
      ++(of == poly ? kept : cut);
    }
    // Without those that are gone, the mesh is sound and of all its cells.
    const NavmeshData compact = WithoutGone(*MakeRectMesh(grid.header(), rects, {}, {}));
    const absl::StatusOr<NavmeshView> mesh = NavmeshView::Create(compact);
    ASSERT_TRUE(mesh.ok()) << mesh.status();
    EXPECT_TRUE(CheckGridFits(anew.grid(), *mesh).ok()) << CheckGridFits(anew.grid(), *mesh);
  }
  EXPECT_GT(kept, 10'000U);
  EXPECT_GT(cut, 500U);
  EXPECT_GT(opened, 1000U);
}

// Of the cells that are left; from one of them, and back.
AuditQuery RandomAudit(const DrawnGridMap& anew, Random& random) {
  AuditQuery query;
  std::vector<Cell> free;
  for (uint32_t id = 0; id < anew.grid().columns() * anew.grid().rows(); ++id) {
    if (anew.grid().IsFree(anew.grid().CellOf(id))) free.push_back(anew.grid().CellOf(id));
  }
  if (free.empty()) return query;
  const Cell anchor = free[random.NextBelow(static_cast<uint32_t>(free.size()))];
  query.terms.anchors = {anew.MiddleOf(anchor)};
  query.terms.snap.radius_m = random.NextBelow(2) == 0 ? 0 : 0.4;
  query.terms.rules.reachability = Reachability::kFromAndBack;
  if (random.NextBelow(2) == 0) query.terms.rules.clearance_m = random.NextInRange(0, 0.9);
  if (random.NextBelow(2) == 0) query.terms.rules.max_walk_m = random.NextInRange(1, 30);
  for (int i = 0; i < 60; ++i) {
    query.positions.push_back(
        anew.At(random.NextInRange(0, anew.grid().columns()), random.NextInRange(0, anew.grid().rows())));
  }
  query.suggest = random.NextBelow(2) == 0;
  // Of several nearest places any may be the answer, and changes the next ones.
  if (!query.suggest && random.NextBelow(2) == 0) query.terms.rules.between_m = random.NextInRange(0, 2);
  query.max_distance_m = 5;
  return query;
}

TEST(ChangedGrid, PlacesAreJudgedAsOnTheGridDrawnAnew) {
  Random random(3);
  Scratch scratch;
  size_t good = 0;
  size_t bad = 0;
  for (int i = 0; i < 400 && !testing::Test::HasFailure(); ++i) {
    const uint32_t areas = 1 + random.NextBelow(3);
    const Drawing rows = RandomCells(random, areas);
    const DrawnGridMap map({rows.begin(), rows.end()}, nullptr, areas == 1);
    Drawing left = rows;
    const RouteChanges changes = ChangeSome(left, areas, random);
    const DrawnGridMap anew({left.begin(), left.end()});
    AuditQuery query = RandomAudit(anew, random);
    if (query.positions.empty()) continue;
    const absl::StatusOr<AuditAnswer> expected = AuditPlaces(anew.view(), query, scratch);
    ASSERT_TRUE(expected.ok()) << expected.status();
    query.terms.changes = changes;
    const absl::StatusOr<AuditAnswer> answer = AuditPlaces(map.view(), query, scratch);
    ASSERT_TRUE(answer.ok()) << answer.status();
    for (size_t k = 0; k < query.positions.size(); ++k) {
      const PlaceReason want = expected->verdicts[k];
      const PlaceReason got = answer->verdicts[k];
      // Whether ground that one cannot come to is isolated is up to the number of its polygons.
      const auto is_apart = [](PlaceReason reason) {
        return reason == PlaceReason::kIsolated || reason == PlaceReason::kUnreachable;
      };
      ASSERT_TRUE(got == want || (is_apart(got) && is_apart(want)))
          << i << " " << k << ": " << int(got) << " " << int(want);
      ++(got == PlaceReason::kNone ? good : bad);
      if (!query.suggest) continue;
      ASSERT_EQ(answer->found[k], expected->found[k]) << i << ' ' << k;
      // The nearest is one to the place that a bad position is brought to.
      if (answer->found[k] == 0 || query.terms.snap.radius_m > 0) continue;
      EXPECT_NEAR(Distance(answer->positions[k], query.positions[k]),
                  Distance(expected->positions[k], query.positions[k]), 0.02);
    }
  }
  EXPECT_GT(good, 400U);
  EXPECT_GT(bad, 1000U);
}

TEST(ChangedGrid, RandomPlacesLieOnWhatIsLeftAndCanBeComeToAndLeft) {
  Random random(4);
  Scratch scratch;
  size_t placed = 0;
  for (int i = 0; i < 200 && !testing::Test::HasFailure(); ++i) {
    const uint32_t areas = 1 + random.NextBelow(3);
    const Drawing rows = RandomCells(random, areas);
    const DrawnGridMap map({rows.begin(), rows.end()}, nullptr, areas == 1);
    Drawing left = rows;
    const RouteChanges changes = ChangeSome(left, areas, random);
    const DrawnGridMap anew({left.begin(), left.end()});
    const MapView view = map.view();
    PlaceQuery query;
    query.count = 30;
    query.seed = static_cast<uint64_t>(i);
    query.terms.anchors = RandomAudit(anew, random).terms.anchors;
    if (query.terms.anchors.empty()) continue;
    query.terms.changes = changes;
    const absl::StatusOr<PlaceAnswer> answer = PlaceResource(view, query, scratch);
    ASSERT_TRUE(answer.ok()) << answer.status();
    ASSERT_EQ(answer->positions.size(), 30U) << "the anchor's own ground has room";
    const Vec3 origin = view.manifest->origin;
    const GridDijkstra walks(GroundOf(anew.grid()), *anew.grid().CellAt(query.terms.anchors[0] - origin));
    for (size_t k = 0; k < answer->positions.size(); ++k) {
      const Vec3 local = answer->positions[k] - origin;
      const Cell cell = *anew.grid().CellAt(local);
      ASSERT_TRUE(anew.grid().IsFree(cell)) << i << ": " << cell.column << ' ' << cell.row;
      ASSERT_TRUE(walks.Reaches(cell));
      const SnapResult under = view.surface->SnapToGround(view, local, {.radius_m = 0}, scratch);
      const PolyId poly = map.grid().IsFree(cell) ? under.place->poly : PolyId::None();
      EXPECT_EQ(PolyId(answer->polys[k]), poly);
      ++placed;
    }
    // The same once more, from what is kept.
    EXPECT_EQ(PlaceResource(view, query, scratch)->positions[29].x, answer->positions[29].x);
  }
  EXPECT_GT(placed, 3000U);
}

TEST(ChangedGrid, MainIsTheLargestPartOfWhatWasMain) {
  const DrawnGridMap map({
      "......#..",  //
      "......#..",  //
      "......#..",  //
  });
  Scratch scratch;
  PlaceQuery query;
  query.count = 200;
  query.terms.changes.cells = BlockedRects({{1, 0, 1, 3}});
  const PlaceAnswer closed = *PlaceResource(map.view(), query, scratch);
  ASSERT_EQ(closed.positions.size(), 200U);
  for (const Vec3& position : closed.positions) {
    const double x = position.x - map.At(0, 0).x;
    EXPECT_TRUE(x >= 2 && x <= 6) << x;
  }
  query.terms.changes.cells = OpenedRects({{6, 1, 1, 1}});
  const PlaceAnswer opened = *PlaceResource(map.view(), query, scratch);
  const auto is_beyond = [&](const Vec3& position) { return position.x > map.At(7, 0).x; };
  EXPECT_GT(std::ranges::count_if(opened.positions, is_beyond), 20);
}

TEST(ChangedGrid, IsKeptByWhatItCloses) {
  const DrawnGridMap map(kRooms);
  ChangedGrids grids;
  const auto get = [&](const CellRect& rect, bool is_beneath) {
    RouteChanges changes;
    changes.cells = BlockedRects({rect});
    if (is_beneath) {
      auto on_top = std::make_shared<GridChanges>();
      on_top->beneath = changes.cells;
      changes.cells = on_top;
    }
    return *grids.Get(map.view(), changes, MakeGridSurface, {});
  };
  const auto first = get({0, 0, 1, 1}, false);
  EXPECT_EQ(get({0, 0, 1, 1}, false), first);
  const auto beneath = get({0, 0, 1, 1}, true);
  EXPECT_NE(beneath, first) << "it is made twice, but is the same";
  EXPECT_EQ(beneath->mesh().poly_count(), first->mesh().poly_count());
  EXPECT_NE(get({0, 1, 1, 1}, false), first);
  EXPECT_EQ(get({0, 0, 1, 1}, false), first);
}

TEST(ChangedGrid, StopsAtTheDeadline) {
  const DrawnGridMap map(kRooms);
  PlaceQuery query;
  query.terms.changes.cells = BlockedRects({{0, 0, 1, 1}});
  query.deadline = Deadline::After(std::chrono::nanoseconds(0));
  Scratch scratch;
  EXPECT_EQ(PlaceResource(map.view(), query, scratch).status().code(), absl::StatusCode::kDeadlineExceeded);
}

TEST(ChangedGrid, NothingIsLeftIfAllIsBlocked) {
  const DrawnGridMap map({"...", "..."});
  Scratch scratch;
  PlaceQuery query;
  query.terms.changes.cells = BlockedRects({{0, 0, 3, 2}});
  const PlaceAnswer answer = *PlaceResource(map.view(), query, scratch);
  EXPECT_TRUE(answer.positions.empty());
  EXPECT_EQ(answer.rejections[static_cast<size_t>(PlaceReason::kNoRoom)], 1U);
}

}  // namespace
}  // namespace waystone

#include "core/navmesh/surface_walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "core/base/random.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

NavLocation On(const NavmeshView& mesh, double x, double z, double y = 0) {
  const PolyId poly = PolyAt(mesh, x, z, y);
  return {poly, ClosestPointOnPoly(mesh, poly, {x, y, z})};
}

TEST(Raycast, EndsAtTheTargetOrTheFirstBorder) {
  const NavmeshData data = AsciiNavmesh(
      ".....\n"
      "...#.\n"
      ".....\n");
  const NavmeshView mesh = ViewOf(data);
  const RaycastResult clear = Raycast(mesh, On(mesh, 0.5, 0.5), {4.5, 0.5});
  EXPECT_TRUE(clear.reached);
  EXPECT_EQ(clear.fraction, 1);
  EXPECT_EQ(clear.end.point, Vec3(4.5, 0, 0.5));
  EXPECT_EQ(clear.end.poly, PolyAt(mesh, 4.5, 0.5));
  EXPECT_TRUE(clear.hit_edge.IsNone());

  const RaycastResult wall = Raycast(mesh, On(mesh, 0.5, 1.5), {4.5, 1.5});
  EXPECT_FALSE(wall.reached);
  EXPECT_DOUBLE_EQ(wall.fraction, 2.5 / 4);
  EXPECT_EQ(wall.end.point, Vec3(3, 0, 1.5));
  EXPECT_EQ(mesh.EdgeStart(wall.hit_edge).x, 3);
  EXPECT_EQ(mesh.EdgeEnd(wall.hit_edge).x, 3);
}

TEST(Raycast, PassesCornersThatItTouchesOnEitherSide) {
  const NavmeshData data = AsciiNavmesh(
      "......\n"
      ".#....\n"
      "...#..\n"
      "......\n");
  const NavmeshView mesh = ViewOf(data);
  // From corner to corner: (2, 1) is a corner of the first block, (3, 3) of the second.
  EXPECT_TRUE(Raycast(mesh, On(mesh, 1, 1), {2, 1}).reached);
  EXPECT_TRUE(Raycast(mesh, On(mesh, 1.5, 0), {3.5, 4}).reached);
  EXPECT_TRUE(Raycast(mesh, On(mesh, 2, 2), {3, 2}).reached);
}

TEST(Raycast, DoesNotPassBetweenBlocksThatTouch) {
  const NavmeshData data = AsciiNavmesh(
      ".#\n"
      "#.\n");
  const NavmeshView mesh = ViewOf(data);
  const RaycastResult hit = Raycast(mesh, On(mesh, 0.5, 0.5), {1.5, 1.5});
  EXPECT_FALSE(hit.reached);
  EXPECT_DOUBLE_EQ(hit.fraction, 0.5);
  EXPECT_EQ(hit.end.point, Vec3(1, 0, 1));
  ASSERT_FALSE(hit.hit_edge.IsNone());
  EXPECT_EQ(mesh.edge(hit.hit_edge).twin, kNoEdge);
}

TEST(Raycast, RunsAlongAWall) {
  const NavmeshData data = AsciiNavmesh(
      "####..\n"
      "......\n"
      "..####\n");
  const NavmeshView mesh = ViewOf(data);
  EXPECT_TRUE(Raycast(mesh, On(mesh, 0, 1), {6, 1}).reached);
  EXPECT_TRUE(Raycast(mesh, On(mesh, 6, 2), {0, 2}).reached);
  // Whoever stands a rounding error inside the wall still slides along it.
  NavLocation start = On(mesh, 0, 1);
  start.point.z = 1 - 1e-12;
  EXPECT_TRUE(Raycast(mesh, start, {4, 1 - 1e-12}).reached);
}

TEST(Raycast, StaysOnItsFloor) {
  const NavmeshData data = AsciiStoreys({".........#\n", "....  ....\n"});
  const NavmeshView mesh = ViewOf(data);
  EXPECT_TRUE(Raycast(mesh, On(mesh, 0.5, 0.5, 0), {8.5, 0.5}).reached);
  const RaycastResult above = Raycast(mesh, On(mesh, 0.5, 0.5, 4.5), {8.5, 0.5});
  EXPECT_FALSE(above.reached);
  EXPECT_EQ(above.end.point, Vec3(4, 4.5, 0.5));
}

TEST(Raycast, ClimbsStairs) {
  const NavmeshData data = AsciiNavmesh("0123456789\n");
  const NavmeshView mesh = ViewOf(data);
  const RaycastResult up = Raycast(mesh, On(mesh, 0.5, 0.5), {9.5, 0.5});
  EXPECT_TRUE(up.reached);
  EXPECT_EQ(up.end.point.y, 4.5);
}

TEST(Raycast, TakesAOneWayPassageInItsDirectionOnly) {
  NavmeshData data = AsciiNavmesh("..\n");
  MakeOneWay(data, PolyAt(ViewOf(data), 0.5, 0.5), PolyAt(ViewOf(data), 1.5, 0.5));
  const NavmeshView mesh = ViewOf(data);
  EXPECT_TRUE(Raycast(mesh, On(mesh, 0.5, 0.5), {1.5, 0.5}).reached);
  EXPECT_DOUBLE_EQ(Raycast(mesh, On(mesh, 1.5, 0.5), {0.5, 0.5}).fraction, 0.5);
}

// Along rows of sides in one line, and hardly aslant of them.
TEST(Raycast, ReachesEveryPlaceOfAnOpenField) {
  Random random(5);
  for (int round = 0; round < 40; ++round) {
    PolygonSoup soup = SharedCells("........\n........\n........\n........\n........\n........\n");
    MergeSome(soup, 200, random);
    const NavmeshData data = *BuildNavmesh(soup);
    const NavmeshView mesh = ViewOf(data);
    const auto near = [&](double at) { return at + 0.001 * random.NextInRange(-1.0, 1.0); };
    for (int i = 0; i < 500; ++i) {
      const double x = 1 + random.NextBelow(7);
      const double z = 1 + random.NextBelow(5);
      const bool runs_along_x = random.NextBelow(2) == 0;
      const Vec2 from = runs_along_x ? Vec2{0.5, z} : Vec2{x, 0.5};
      const Vec2 to = runs_along_x ? Vec2{7.5, near(z)} : Vec2{near(x), 5.5};
      const Vec2 start = i % 2 == 0 ? from : Vec2{x, z};
      EXPECT_TRUE(Raycast(mesh, On(mesh, start.x, start.z), to).reached)
          << start.x << " " << start.z << " to " << to.x << " " << to.z;
    }
  }
}

TEST(Raycast, ReachesWhereItStands) {
  const NavmeshData data = AsciiNavmesh("..\n..\n");
  const NavmeshView mesh = ViewOf(data);
  for (double x : {0.0, 0.5, 1.0}) {
    const RaycastResult still = Raycast(mesh, On(mesh, x, 1), {x, 1});
    EXPECT_TRUE(still.reached);
    EXPECT_EQ(still.end.point, Vec3(x, 0, 1));
  }
}

// The path over a map of cells in whole numbers: twice the coordinates, so that cell centres, sides and
// corners are integers. The path is cut where it meets grid lines; between cuts it lies in one cell or on the
// line between two. A set of cells is carried along: those in which one can be.
class CellRay {
 public:
  CellRay(const std::vector<std::string>& rows, int x0, int z0, int x1, int z1)
      : rows_(rows), x0_(x0), z0_(z0), dx_(x1 - x0), dz_(z1 - z0) {}

  // The fraction of the path walked, from the cell (column, row) on whose outline or in which it starts.
  double Walk(int column, int row) const {
    std::set<Cell> cells = {{column, row}};
    // Grid lines are at even numbers. Cuts as multiples of 1 / (dx dz), both absolute values at least 1.
    const long unit_x = std::max(1, std::abs(dx_));
    const long unit_z = std::max(1, std::abs(dz_));
    const long whole = unit_x * unit_z;
    std::set<long> cuts = {0, whole};
    for (int line = -100; line <= 100; line += 2) {
      AddCut(cuts, line - x0_, dx_, unit_z, whole);
      AddCut(cuts, line - z0_, dz_, unit_x, whole);
    }
    for (auto cut = cuts.begin(); *cut != whole; ++cut) {
      const std::set<Cell> here = Spread(cells, *cut, whole);
      const std::set<Cell> ahead = Touched(*cut + *std::next(cut), 2 * whole);
      cells.clear();
      std::set_intersection(here.begin(), here.end(), ahead.begin(), ahead.end(),
                            std::inserter(cells, cells.begin()));
      if (cells.empty()) return static_cast<double>(*cut) / static_cast<double>(whole);
    }
    return 1;
  }

 private:
  using Cell = std::pair<int, int>;

  static void AddCut(std::set<long>& cuts, long offset, long delta, long other_unit, long whole) {
    if (delta == 0) return;
    const long at = (delta > 0 ? offset : -offset) * other_unit;  // offset / delta of the path
    if (at > 0 && at < whole) cuts.insert(at);
  }

  bool Free(Cell c) const {
    return c.second >= 0 && c.second < static_cast<int>(rows_.size()) && c.first >= 0 &&
           c.first < static_cast<int>(rows_[0].size()) && rows_[c.second][c.first] != '#';
  }

  // Free cells that the point numerator / denominator of the path touches.
  std::set<Cell> Touched(long numerator, long denominator) const {
    const auto range = [&](long start, long delta) {
      const long scaled = start * denominator + delta * numerator;  // twice the coordinate, times denominator
      const long cell = 2 * denominator;
      const long low = scaled >= 0 ? scaled / cell : -((-scaled + cell - 1) / cell);
      return scaled % cell == 0 ? std::pair{low - 1, low} : std::pair{low, low};
    };
    const auto [x_low, x_high] = range(x0_, dx_);
    const auto [z_low, z_high] = range(z0_, dz_);
    std::set<Cell> cells;
    for (long x = x_low; x <= x_high; ++x) {
      for (long z = z_low; z <= z_high; ++z) {
        const Cell c{static_cast<int>(x), static_cast<int>(z)};
        if (Free(c)) cells.insert(c);
      }
    }
    return cells;
  }

  // The cells reached from `cells` without leaving those that touch the point, side by side.
  std::set<Cell> Spread(std::set<Cell> cells, long numerator, long denominator) const {
    const std::set<Cell> touched = Touched(numerator, denominator);
    for (int round = 0; round < 3; ++round) {
      for (const Cell& c : touched) {
        for (const Cell& other : std::set<Cell>(cells)) {
          if (std::abs(c.first - other.first) + std::abs(c.second - other.second) == 1) cells.insert(c);
        }
      }
    }
    return cells;
  }

  const std::vector<std::string>& rows_;
  int x0_, z0_, dx_, dz_;
};

TEST(Raycast, AgreesWithExactArithmeticOnEveryPairOfLatticePoints) {
  Random random(17);
  uint64_t blocked = 0;
  for (int round = 0; round < 40; ++round) {
    constexpr int kSize = 6;
    std::vector<std::string> rows(kSize, std::string(kSize, '.'));
    std::string drawing;
    for (std::string& row : rows) {
      for (char& c : row) c = random.NextBelow(100) < 25 ? '#' : '.';
      drawing += row + "\n";
    }
    const NavmeshData data = AsciiNavmesh(drawing, {.merge_rows = round % 2 == 1});
    const NavmeshView mesh = ViewOf(data);
    for (int i = 0; i < 3000; ++i) {
      const auto draw = [&] { return static_cast<int>(random.NextBelow(2 * kSize + 1)); };
      const int x0 = draw(), z0 = draw(), x1 = draw(), z1 = draw();
      // Start in the cell to the lower right of the point, moved inwards at the far border.
      const int column = std::min(x0 / 2, kSize - 1);
      const int row = std::min(z0 / 2, kSize - 1);
      if (rows[row][column] == '#') continue;
      const double expected = CellRay(rows, x0, z0, x1, z1).Walk(column, row);
      const PolyId poly = PolyAt(mesh, column + 0.5, row + 0.5);
      const RaycastResult actual = Raycast(mesh, {poly, {x0 / 2.0, 0, z0 / 2.0}}, {x1 / 2.0, z1 / 2.0});
      ASSERT_EQ(actual.reached, expected == 1)
          << drawing << x0 / 2.0 << "," << z0 / 2.0 << " -> " << x1 / 2.0 << "," << z1 / 2.0 << " expected "
          << expected << " got " << actual.fraction;
      ASSERT_NEAR(actual.fraction, expected, 1e-12) << drawing;
      ASSERT_EQ(actual.hit_edge.IsNone(), actual.reached);
      if (!actual.reached) {
        ++blocked;
        ASSERT_EQ(mesh.edge(actual.hit_edge).twin, kNoEdge);
      }
    }
  }
  EXPECT_GT(blocked, 10000U);
}

TEST(MoveAlongSurface, SlidesAlongTheWallTowardsTheTarget) {
  const NavmeshData data = AsciiNavmesh(
      "......\n"
      "###...\n"
      "......\n");
  const NavmeshView mesh = ViewOf(data);
  SurfaceWorkspace workspace;
  EXPECT_EQ(MoveAlongSurface(mesh, On(mesh, 0.5, 0.5), {5.5, 0.5}, workspace).point, Vec3(5.5, 0, 0.5));
  // Pressed against the block, one slides along it.
  EXPECT_EQ(MoveAlongSurface(mesh, On(mesh, 0.5, 0.5), {2, 1.5}, workspace).point, Vec3(2, 0, 1));
  // Around its end, as far as the circle over the segment reaches.
  EXPECT_EQ(MoveAlongSurface(mesh, On(mesh, 2.5, 0.5), {2.5, 2.5}, workspace).point, Vec3(2.5, 0, 2.5));
  EXPECT_EQ(MoveAlongSurface(mesh, On(mesh, 0.5, 0.5), {0.5, 2.5}, workspace).point, Vec3(0.5, 0, 1));
}

TEST(MoveAlongSurface, StaysOnItsFloorAndFindsPointsOnSides) {
  const NavmeshData data = AsciiStoreys({"....\n....\n", "..\n..\n"});
  const NavmeshView mesh = ViewOf(data);
  SurfaceWorkspace workspace;
  const NavLocation end = MoveAlongSurface(mesh, On(mesh, 0.5, 0.5, 4.5), {3.5, 0.5}, workspace);
  EXPECT_EQ(end.point, Vec3(2, 4.5, 0.5));
  EXPECT_EQ(MoveAlongSurface(mesh, On(mesh, 0.5, 0.5, 0), {3, 1}, workspace).point, Vec3(3, 0, 1));
}

TEST(MoveAlongSurface, NeverEndsFartherFromTheTargetThanTheStraightWalk) {
  Random random(23);
  const NavmeshData data = AsciiNavmesh(
      "....#.....\n"
      ".##....#..\n"
      "....##....\n"
      ".#......#.\n"
      "...#..#...\n");
  const NavmeshView mesh = ViewOf(data);
  SurfaceWorkspace workspace;
  for (int i = 0; i < 5000; ++i) {
    const NavLocation start = RandomPoint(mesh, random);
    const Vec2 target{random.NextInRange(-2, 12), random.NextInRange(-2, 7)};
    const RaycastResult ray = Raycast(mesh, start, target);
    const NavLocation slide = MoveAlongSurface(mesh, start, target, workspace);
    ASSERT_LE(Distance(slide.point.Plane(), target), Distance(ray.end.point.Plane(), target) + 1e-9) << i;
    ASSERT_LT(PlaneDistance(ClosestPointOnPoly(mesh, slide.poly, slide.point), slide.point), 1e-9);
  }
}

TEST(MoveAlongSurface, LooksAtABoundedNumberOfPolygons) {
  std::string drawing;
  for (int row = 0; row < 200; ++row) drawing += std::string(200, '.') + "\n";
  const NavmeshData data = AsciiNavmesh(drawing);
  const NavmeshView mesh = ViewOf(data);
  SurfaceWorkspace workspace;
  const NavLocation end = MoveAlongSurface(mesh, On(mesh, 0.5, 0.5), {1e6, 1e6}, workspace);
  EXPECT_LE(workspace.stack.size(), kMaxSlidePolys * 4);
  EXPECT_GT(end.point.x, 30);
}

}  // namespace
}  // namespace waystone

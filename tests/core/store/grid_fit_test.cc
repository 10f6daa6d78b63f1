#include "core/surface/grid/grid_fit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "core/store/map_encoder.h"
#include "tests/core/grid/drawn_grid.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

using testing::HasSubstr;

const std::vector<std::string_view> kCells = {
    "...#",  //
    "..##",  //
    "#...",  //
};
constexpr std::string_view kGround = "...#\n..##\n#...\n";

std::string Problem(const GridData& grid, const NavmeshData& mesh) {
  return std::string(CheckGridFits(*GridView::Create(grid), ViewOf(mesh)).message());
}

TEST(GridFit, PolygonsOverEachFreeCellOnceAreItsGround) {
  EXPECT_EQ(Problem(DrawGrid(kCells), AsciiNavmesh(kGround)), "");
  EXPECT_EQ(Problem(DrawGrid(kCells), AsciiNavmesh(kGround, {.merge_rows = true})), "");
}

TEST(GridFit, RowsWiderThanAWordAreTakenWhole) {
  const std::string row(130, '.');
  const NavmeshData mesh = AsciiNavmesh(row + "\n" + row + "\n");
  EXPECT_EQ(Problem(DrawGrid({row, row}), mesh), "");
  std::string holed = row;
  holed[64] = '#';
  EXPECT_THAT(Problem(DrawGrid({row, holed}), mesh), HasSubstr("over a cell that is blocked"));
}

TEST(GridFit, AFreeCellWithoutAPolygonIsRefused) {
  EXPECT_EQ(Problem(DrawGrid(kCells), AsciiNavmesh("...#\n..##\n#..#\n")),
            "navmesh polys: there is none under some of the grid's free cells");
}

TEST(GridFit, APolygonOverABlockedCellIsRefused) {
  EXPECT_THAT(Problem(DrawGrid(kCells), AsciiNavmesh("....\n..##\n#...\n", {.merge_rows = true})),
              HasSubstr("over a cell that is blocked, or another's"));
}

TEST(GridFit, TwoPolygonsOverACellAreRefused) {
  const NavmeshData storeys = AsciiStoreys({kGround, kGround});
  EXPECT_THAT(Problem(DrawGrid(kCells), storeys), HasSubstr("over a cell that is blocked, or another's"));
}

TEST(GridFit, PolygonsOffTheLinesBetweenCellsAreRefused) {
  const NavmeshData mesh = AsciiNavmesh(kGround);
  const auto broken = [&](auto change) {
    GridData grid = DrawGrid(kCells);
    change(grid.header);
    return Problem(grid, mesh);
  };
  constexpr const char* kRefusal = "navmesh polys[0]: no rectangle of the grid's cells";
  EXPECT_EQ(broken([](GridHeader& h) { h.cell_size_m = 1.07; }), kRefusal);
  EXPECT_EQ(broken([](GridHeader& h) { h.cell_size_m = 0.01; }), kRefusal);
  EXPECT_EQ(broken([](GridHeader& h) { h.corner_x_m = 0.3; }), kRefusal);
  EXPECT_EQ(broken([](GridHeader& h) { h.corner_z_m = 1e300; }), kRefusal);
  EXPECT_EQ(broken([](GridHeader& h) { h.corner_x_m = 1e-6; }), "") << "as float32 rounds";
}

TEST(GridFit, APolygonWithoutACornerIsRefused) {
  PolygonSoup soup = AsciiSoup({"."}, {.cell_m = 2});
  const std::vector<std::string_view> cells = {"..", ".."};
  EXPECT_EQ(Problem(DrawGrid(cells), *BuildNavmesh(soup)), "");
  SoupPolygon& triangle = soup.polygons.front();
  triangle.vertices.pop_back();
  triangle.neighbours.pop_back();
  triangle.loose_sides = 0;
  triangle.detail_triangles.clear();
  EXPECT_THAT(Problem(DrawGrid(cells), *BuildNavmesh(soup)), HasSubstr("polys[0]: no rectangle"));
}

TEST(GridFit, NothingElseIsEncoded) {
  const GridData grid = DrawGrid(kCells);
  const NavmeshData mesh = AsciiNavmesh("...#\n..##\n#..#\n");
  MapManifest manifest;
  manifest.map_id = "torn";
  manifest.surface = SurfaceKind::kGrid;
  manifest.areas = {{1, "ground"}};
  manifest.variants.resize(1);
  VariantContent content;
  content.navmesh = &mesh;
  content.grid = &grid;
  EXPECT_THAT(EncodeMap(manifest, {&content, 1}).status().ToString(), HasSubstr("there is none under some"));
}

}  // namespace
}  // namespace waystone

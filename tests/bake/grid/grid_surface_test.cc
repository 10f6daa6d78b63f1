// What is walked over the rectangles' polygons is what the cells say, asked of the cells themselves.
#include "bake/grid/grid_surface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bake/grid/cell_polys.h"
#include "bake/grid/cell_rectangles.h"
#include "bake/grid/grid_packer.h"
#include "bake/import/csv_rows.h"
#include "bake/import/grid_importer.h"
#include "bake/import/movingai_map.h"
#include "bake/navmesh/navmesh_builder.h"
#include "bake/zones/zone_baker.h"
#include "core/base/random.h"
#include "core/navmesh/surface_queries.h"
#include "tests/bake/grid/drawn_cells.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

struct Built {
  GridData grid;
  NavmeshData mesh;
};

Built Build(const GridCells& cells, const Vec3& origin = {}) {
  Built built;
  built.grid = PackGrid(cells, origin);
  const absl::StatusOr<PolygonSoup> soup = SoupOfCells(cells, origin, 0.5);
  EXPECT_TRUE(soup.ok()) << soup.status();
  absl::StatusOr<NavmeshData> mesh = BuildNavmesh(*soup);
  EXPECT_TRUE(mesh.ok()) << mesh.status();
  if (mesh.ok()) built.mesh = *std::move(mesh);
  return built;
}

// Pairs of polygons with cells side by side.
std::set<std::pair<uint32_t, uint32_t>> PairsOfCells(const GridCells& cells,
                                                     const std::vector<uint32_t>& poly_of) {
  std::set<std::pair<uint32_t, uint32_t>> pairs;
  for (uint32_t id = 0; id < poly_of.size(); ++id) {
    const bool has_east = id % cells.columns + 1 < cells.columns;
    const bool has_south = id / cells.columns + 1 < cells.rows;
    for (const uint32_t next : {has_east ? id + 1 : id, has_south ? id + cells.columns : id}) {
      if (cells.areas[id] == 0 || cells.areas[next] == 0 || poly_of[id] == poly_of[next]) continue;
      pairs.insert({poly_of[id], poly_of[next]});
      pairs.insert({poly_of[next], poly_of[id]});
    }
  }
  return pairs;
}

void ExpectFaithful(const GridCells& cells, const Vec3& origin = {}) {
  const Built built = Build(cells, origin);
  const absl::StatusOr<GridView> grid = GridView::Create(built.grid);
  ASSERT_TRUE(grid.ok()) << grid.status();
  const absl::StatusOr<NavmeshView> mesh = NavmeshView::Create(built.mesh);
  ASSERT_TRUE(mesh.ok()) << mesh.status();
  const std::vector<uint32_t> poly_of = PolysOfCells(*grid, *mesh);
  for (uint32_t id = 0; id < poly_of.size(); ++id) {
    ASSERT_EQ(poly_of[id] == kNoCellPoly, cells.areas[id] == 0) << "cell " << id;
    ASSERT_EQ(grid->AreaOf(grid->CellOf(id)), cells.areas[id]) << "cell " << id;
    if (cells.areas[id] == 0) continue;
    ASSERT_EQ(mesh->poly(PolyId(poly_of[id])).area, cells.areas[id]) << "cell " << id;
    const Vec3 middle = grid->CenterOf(grid->CellOf(id));
    ASSERT_EQ(ClosestInPlane(*mesh, PolyId(poly_of[id]), middle.Plane(), 1.0).distance_sq_m2, 0)
        << "cell " << id;
    ASSERT_NEAR(HeightOnPoly(*mesh, PolyId(poly_of[id]), middle.Plane()), middle.y, 1e-5);
  }
  std::set<std::pair<uint32_t, uint32_t>> pairs;
  for (const NavEdge& edge : built.mesh.edges) {
    if (edge.twin == kNoEdge) continue;
    EXPECT_TRUE(pairs.insert({edge.poly, built.mesh.edges[edge.twin].poly}).second) << "two sides to one";
  }
  EXPECT_EQ(pairs, PairsOfCells(cells, poly_of));
}

TEST(GridSurface, PolygonsMeetExactlyWhereTheirCellsDo) {
  Random random(2);
  for (int round = 0; round < 200; ++round) {
    const uint32_t columns = 1 + random.NextBelow(80);
    const uint32_t rows = 1 + random.NextBelow(80);
    GridCells cells = RandomCells(columns, rows, random.NextBelow(100), 1 + random.NextBelow(3), random);
    cells.cell_size_m = 0.1 + 2 * random.NextUnit();
    cells.origin = {random.NextInRange(-500, 500), random.NextInRange(-50, 50),
                    random.NextInRange(-500, 500)};
    ExpectFaithful(cells, {10, 0, -20});
  }
}

TEST(GridSurface, RectanglesThatTouchInACornerAreApart) {
  const Built built = Build(DrawCells({"..#", "..#", "##."}));
  ASSERT_EQ(built.mesh.polys.size(), 2U);
  for (const NavEdge& edge : built.mesh.edges) EXPECT_EQ(edge.twin, kNoEdge);
}

// The largest rectangle, with another polygon at each of its 252 cells' walls.
TEST(GridSurface, ARectangleMayHaveANeighbourAtEveryCell) {
  GridCells cells;
  cells.columns = cells.rows = kMaxRectangleSide + 2;
  for (uint32_t row = 0; row < cells.rows; ++row) {
    for (uint32_t column = 0; column < cells.columns; ++column) {
      const bool inside = column > 0 && row > 0 && column <= kMaxRectangleSide && row <= kMaxRectangleSide;
      cells.areas.push_back(inside ? 1 : static_cast<uint8_t>(2 + (column + row) % 2));
    }
  }
  ExpectFaithful(cells);
  const Built built = Build(cells);
  uint32_t most = 0;
  for (const NavPoly& poly : built.mesh.polys) most = std::max<uint32_t>(most, poly.edge_count);
  EXPECT_EQ(most, 4 * kMaxRectangleSide);
}

// Numbers the free cells by flooding from side to side.
std::vector<uint32_t> FloodedParts(const GridCells& cells) {
  std::vector<uint32_t> part(cells.areas.size(), 0);
  uint32_t count = 0;
  for (uint32_t start = 0; start < part.size(); ++start) {
    if (cells.areas[start] == 0 || part[start] != 0) continue;
    std::vector<uint32_t> open = {start};
    part[start] = ++count;
    while (!open.empty()) {
      const uint32_t id = open.back();
      open.pop_back();
      const uint32_t column = id % cells.columns;
      const uint32_t row = id / cells.columns;
      const uint32_t beside[] = {column > 0 ? id - 1 : id, column + 1 < cells.columns ? id + 1 : id,
                                 row > 0 ? id - cells.columns : id,
                                 row + 1 < cells.rows ? id + cells.columns : id};
      for (const uint32_t next : beside) {
        if (cells.areas[next] == 0 || part[next] != 0) continue;
        part[next] = count;
        open.push_back(next);
      }
    }
  }
  return part;
}

class RealMaps : public ::testing::TestWithParam<const char*> {};

TEST_P(RealMaps, HaveTheZonesOfAFlood) {
  WS_TEST_DATA_OR_SKIP(path, std::string("movingai/") + GetParam() + ".map");
  const absl::StatusOr<ImportedGrid> source = ImportGrid(path, {}, {}, 1.0);
  ASSERT_TRUE(source.ok()) << source.status();
  const GridCells& cells = source->cells;
  const Built built = Build(cells);
  const absl::StatusOr<NavmeshView> mesh = NavmeshView::Create(built.mesh);
  ASSERT_TRUE(mesh.ok()) << mesh.status();
  const std::vector<uint32_t> poly_of = PolysOfCells(*GridView::Create(built.grid), *mesh);
  const BakedZones zones = BakeZones(*mesh, LinkView(), 0, {}, {});
  const std::vector<uint32_t> part = FloodedParts(cells);
  std::map<uint32_t, uint32_t> part_of_component;
  std::set<uint32_t> parts;
  for (uint32_t id = 0; id < part.size(); ++id) {
    if (cells.areas[id] == 0) continue;
    parts.insert(part[id]);
    const uint32_t component = zones.zones.component_of_node[poly_of[id]];
    ASSERT_EQ(part_of_component.emplace(component, part[id]).first->second, part[id]) << "cell " << id;
  }
  EXPECT_EQ(part_of_component.size(), parts.size());
  EXPECT_EQ(zones.zones.header.component_count, parts.size());
}

// The files of an uncompressed archive (POSIX 1003.1, ustar).
std::map<std::string, std::string_view> FilesOfTar(std::string_view tar) {
  constexpr size_t kBlock = 512;
  std::map<std::string, std::string_view> files;
  while (tar.size() > kBlock && tar[0] != 0) {
    const std::string name(tar.substr(0, std::min<size_t>(100, tar.find('\0'))));
    const size_t size = std::stoul(std::string(tar.substr(124, 11)), nullptr, 8);
    tar.remove_prefix(kBlock);
    if (size > 0) files[name] = tar.substr(0, size);
    tar.remove_prefix(std::min(tar.size(), (size + kBlock - 1) / kBlock * kBlock));
  }
  return files;
}

struct Region {
  Cell cell;
  uint64_t cells;
};

std::map<std::string, std::vector<Region>> ReadRegions(const std::string& text) {
  std::map<std::string, std::vector<Region>> regions;
  CsvRows rows(text);
  rows.Next();
  while (rows.Next()) {
    const auto number = [&](size_t field) { return *rows.Integer(field, "", 1U << 30); };
    regions[std::string(rows.fields()[0])].push_back(
        {{static_cast<int32_t>(number(1)), static_cast<int32_t>(number(2))}, number(3)});
  }
  return regions;
}

// Each region is a component of as many cells, and there are no others.
void ExpectRegions(const GridCells& cells, const std::vector<Region>& regions) {
  const Built built = Build(cells);
  const NavmeshView mesh = *NavmeshView::Create(built.mesh);
  const GridView grid = *GridView::Create(built.grid);
  const std::vector<uint32_t> poly_of = PolysOfCells(grid, mesh);
  const BakedZones zones = BakeZones(mesh, LinkView(), 0, {}, {});
  std::vector<uint64_t> size(zones.zones.header.component_count, 0);
  for (const uint32_t poly : poly_of) {
    if (poly != kNoCellPoly) ++size[zones.zones.component_of_node[poly]];
  }
  EXPECT_EQ(size.size(), regions.size());
  for (const Region& region : regions) {
    ASSERT_TRUE(grid.IsFree(region.cell)) << region.cell.column << ", " << region.cell.row;
    uint64_t& found = size[zones.zones.component_of_node[poly_of[grid.IdOf(region.cell)]]];
    EXPECT_EQ(std::exchange(found, 0), region.cells) << region.cell.column << ", " << region.cell.row;
  }
}

TEST(GridSurface, TheMapsOfAWorldHaveTheRegionsThatOthersCounted) {
  WS_TEST_DATA_OR_SKIP(archive, "ro_world/maps.tar.xz");
  WS_TEST_DATA_OR_SKIP(table, "ro_world/regions.csv");
  const std::string tar = ReadTestFile(archive);
  const std::map<std::string, std::vector<Region>> regions = ReadRegions(ReadTestFile(table));
  size_t count = 0;
  for (const auto& [name, text] : FilesOfTar(tar)) {
    const std::string map = std::filesystem::path(name).stem().string();
    const CellRules rules;
    CellAreas areas({}, rules);
    const absl::StatusOr<GridCells> cells = ReadMovingAiMap(text, rules, areas);
    ASSERT_TRUE(cells.ok()) << name << ": " << cells.status();
    const auto known = regions.find(map);
    if (known == regions.end()) continue;
    SCOPED_TRACE(map);
    ExpectRegions(*cells, known->second);
    ++count;
  }
  EXPECT_GT(count, 1000U);
}

INSTANTIATE_TEST_SUITE_P(MovingAi, RealMaps,
                         ::testing::Values("dao/arena2", "dao/lak303d", "dao/brc501d", "dao/orz900d",
                                           "da2/w_woundedcoast", "bg512/AR0072SR", "sc1/Caldera",
                                           "sc1/AcrosstheCape", "wc3maps512/darkforest", "rooms/32room_000",
                                           "random/random512-35-0", "mazes/maze512-4-0",
                                           "cities/Berlin_1_256", "cities/Berlin_1_1024"),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           std::replace_if(
                               name.begin(), name.end(), [](char c) { return c == '/' || c == '-'; }, '_');
                           return name;
                         });

}  // namespace
}  // namespace waystone

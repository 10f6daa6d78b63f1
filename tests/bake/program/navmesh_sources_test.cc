// waystone-bake on navmeshes that others made.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/store/loaded_map.h"
#include "tests/bake/program/bake_run.h"
#include "tests/oracle/detour_tile_set.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/cs_nav.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_data.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view kRows =
    "polygon,x,y,z,area\n"
    "1,0,0,0,\n1,4,0,0,\n1,4,0,4,\n1,0,0,4,\n"
    "2,4,0,0,mud\n2,8,0,0,mud\n2,8,0,4,mud\n2,4,0,4,mud\n"
    "3,10,0,0,road\n3,12,0,0,road\n3,12,0,4,road\n3,10,0,4,road\n";
constexpr std::string_view kConnections = "from,to\n1,2\n2,1\n2,3\n";
constexpr std::string_view kJson =
    R"({"polygons": [{"id": 1, "corners": [[0,0,0],[4,0,0],[4,0,4],[0,0,4]]},
                     {"id": 2, "area": "mud", "corners": [[4,0,0],[8,0,0],[8,0,4],[4,0,4]]},
                     {"id": 3, "area": "road", "corners": [[10,0,0],[12,0,0],[12,0,4],[10,0,4]]}],
        "connections": [[1,2],[2,1],[2,3]]})";

std::shared_ptr<const LoadedMap> Load(const std::string& path) {
  auto map = LoadedMap::Load(path);
  EXPECT_TRUE(map.ok()) << map.status();
  return map.ok() ? *map : nullptr;
}

// The polygon with the source's id.
uint32_t PolyOf(const NavmeshView& mesh, uint32_t external_id) {
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    if (mesh.poly(PolyId(p)).external_id == external_id) return p;
  }
  ADD_FAILURE() << "no polygon " << external_id;
  return 0;
}

std::string TileSet(const TempFolder& folder) {
  PolygonSoup soup =
      AsciiSoup({"......#...\n"
                 ".##...#.1.\n"
                 "......#...\n"});
  soup.cell_size_m = 0.25F;
  soup.cell_height_m = 0.25F;
  const absl::StatusOr<NavmeshData> data = BuildNavmesh(soup);
  const absl::StatusOr<DetourMesh> detour = DetourMesh::Create(ViewOf(*data));
  const std::vector<std::byte> bytes = SaveTileSet(detour->nav());
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  WriteFile(folder.File("arena.bin"), text);
  return text;
}

void ExpectTheThreePolygons(const LoadedMap& map) {
  EXPECT_EQ(map.manifest().map_id, "field");
  EXPECT_THAT(map.manifest().strategy_reason, HasSubstr("ready-made navmesh"));
  std::vector<std::string> areas;
  for (const AreaType& area : map.manifest().areas) areas.push_back(StrCat(area.name, " ", int{area.index}));
  EXPECT_THAT(areas, ElementsAre("ground 1", "mud 2", "road 3"));
  const auto view = map.View("");
  ASSERT_TRUE(view.ok()) << view.status();
  const NavmeshView& mesh = *view->navmesh;
  ASSERT_EQ(mesh.poly_count(), 3U);
  ReachWorkspace reach;
  const uint32_t one = PolyOf(mesh, 1);
  const uint32_t three = PolyOf(mesh, 3);
  EXPECT_EQ(mesh.poly(PolyId(three)).area, 3);
  EXPECT_TRUE(view->zones->Reaches(PolyId(one), PolyId(three), reach));
  EXPECT_FALSE(view->zones->Reaches(PolyId(three), PolyId(one), reach));
}

TEST(NavmeshSources, RowsAndJsonBecomeTheSameMap) {
  const TempFolder folder;
  WriteFile(folder.File("field.polys.csv"), kRows);
  WriteFile(folder.File("field.links.csv"), kConnections);
  const ProgramRun rows = Bake({folder.File("field.polys.csv"), "-o", folder.File("rows"), "--strict"});
  ASSERT_EQ(rows.exit_code, 0) << rows.err;
  ExpectTheThreePolygons(*Load(folder.File("rows/field.waymap")));
  WriteFile(folder.File("field.polys.json"), kJson);
  const ProgramRun json = Bake({folder.File("field.polys.json"), "-o", folder.File("json"), "--strict"});
  ASSERT_EQ(json.exit_code, 0) << json.err;
  ExpectTheThreePolygons(*Load(folder.File("json/field.waymap")));
}

TEST(NavmeshSources, PolygonsWithoutAreaAreOneWarning) {
  const TempFolder folder;
  WriteFile(folder.File("field.polys.csv"),
            StrCat(kRows, "4,8,0,0,\n4,8,0,2,\n4,8,1,4,\n5,9,0,9,\n5,9,1,9,\n5,9,2,9,\n"));
  WriteFile(folder.File("field.links.csv"), StrCat(kConnections, "2,4\n4,2\n5,1\n"));
  std::string json(kJson);
  json.insert(
      json.find("{\"id\": 3"),
      R"({"id": 4, "corners": [[8,0,0],[8,0,2],[8,1,4]]}, {"id": 5, "corners": [[9,0,9],[9,1,9],[9,2,9]]}, )");
  json.insert(json.find("[2,3]]"), "[2,4],[4,2],[5,1],");
  WriteFile(folder.File("field.polys.json"), json);
  const struct {
    const char* source;
    const char* place;
  } cases[] = {{"field.polys.csv", "polygons: line 14"}, {"field.polys.json", "polygons[2]"}};
  for (const auto& [source, place] : cases) {
    const std::vector<std::string> command = {folder.File(source), "-o", folder.File("out"), "--report",
                                              folder.File("r.json")};
    const ProgramRun run = Bake(command);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    ExpectTheThreePolygons(*Load(folder.File("out/field.waymap")));
    const auto report = nlohmann::json::parse(ReadFile(folder.File("r.json")));
    ASSERT_EQ(report["warnings"].size(), 1U);
    const std::string warning = report["warnings"][0];
    EXPECT_EQ(run.err, StrCat("waystone-bake: warning: ", warning, "\n"));
    EXPECT_THAT(warning, StartsWith("2 of 5 polygons have no area seen from above"));
    EXPECT_THAT(warning, HasSubstr("left out, with 3 connections"));
    EXPECT_THAT(warning, HasSubstr(StrCat("the first one is polygon 4 (", place, ")")));
    std::vector<std::string> strict = command;
    strict.emplace_back("--strict");
    EXPECT_EQ(Bake(strict).exit_code, 1);
  }
}

TEST(NavmeshSources, AreasOfTheSettingsKeepTheirIndices) {
  const TempFolder folder;
  WriteFile(folder.File("field.polys.json"), kJson);
  WriteFile(folder.File("field.polys.json.bake.yaml"),
            "areas: [{name: road, index: 2}, {name: ice, index: 1}]\n");
  const ProgramRun run = Bake({folder.File("field.polys.json"), "-o", folder.path(), "--strict"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto map = Load(folder.File("field.waymap"));
  std::vector<std::string> areas;
  for (const AreaType& area : map->manifest().areas) areas.push_back(StrCat(area.name, " ", int{area.index}));
  EXPECT_THAT(areas, ElementsAre("ice 1", "road 2", "ground 3", "mud 4"));
}

TEST(NavmeshSources, SettingsForTrianglesAreWarnings) {
  const TempFolder folder;
  WriteFile(folder.File("field.polys.json"), kJson);
  WriteFile(folder.File("c.yaml"), "cell_size_m: 0.2\nnot_solid: {groups: [water]}\n");
  const ProgramRun run =
      Bake({folder.File("field.polys.json"), "-o", folder.path(), "--config", folder.File("c.yaml")});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, HasSubstr("without effect where polygons become a navmesh: cell_size_m, materials and "
                                 "groups\n"));
}

TEST(NavmeshSources, ADetourTileSetIsTakenAndScaled) {
  const TempFolder folder;
  TileSet(folder);
  const ProgramRun run =
      Bake({folder.File("arena.bin"), "-o", folder.path(), "--scale", "2", "--agent", "name=human,climb=1"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto map = Load(folder.File("arena.waymap"));
  ASSERT_NE(map, nullptr);
  const auto view = map->View("");
  ASSERT_TRUE(view.ok());
  EXPECT_NEAR(view->navmesh->arrays().area_prefix_m2.back(), 4 * 25, 1e-6);
  EXPECT_EQ(map->manifest().areas.size(), 1U);
}

void ExpectRefused(const ProgramRun& run, const std::string& message) {
  EXPECT_EQ(run.exit_code, 2) << run.err;
  EXPECT_THAT(run.err, HasSubstr(message));
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1);
}

TEST(NavmeshSources, WrongSourcesEndWithTwoAndOneLine) {
  const TempFolder folder;
  const std::string rows = folder.File("field.polys.csv");
  WriteFile(rows, kRows);
  ExpectRefused(Bake({rows, "-o", folder.path()}), "field.links.csv");
  WriteFile(folder.File("field.links.csv"), "from,to\n1,9\n");
  ExpectRefused(Bake({rows, "-o", folder.path()}),
                "field.polys.csv: connections: line 2: there is no polygon 9");
  WriteFile(folder.File("field.links.csv"), "from,to\n1\n");
  ExpectRefused(Bake({rows, "-o", folder.path()}), "field.links.csv: line 2: 1 fields, not 2");
  WriteFile(folder.File("m.polys.json"), "{\"polygons\": []");
  ExpectRefused(Bake({folder.File("m.polys.json"), "-o", folder.path()}), "m.polys.json: byte 16");
  WriteFile(folder.File("n.bin"), "BIN? not this");
  ExpectRefused(Bake({folder.File("n.bin"), "-o", folder.path()}), "n.bin: the file ends within");
  TileSet(folder);
  ExpectRefused(Bake({folder.File("arena.bin"), "-o", folder.path(), "--up-axis", "z"}),
                "y up by its format");
  ExpectRefused(
      Bake({folder.File("arena.bin"), "-o", folder.path(), "--agent", "name=a", "--agent", "name=b"}),
      "made for one agent, and the settings have 2");
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    EXPECT_NE(entry.path().extension(), ".waymap");
  }
}

TEST(NavmeshSources, VolumesAreRefused) {
  const TempFolder folder;
  WriteFile(folder.File("field.polys.json"), kJson);
  WriteFile(folder.File("c.yaml"), "volumes: [{area: ground, box: [[0, 0, 0], [1, 1, 1]]}]\n");
  ExpectRefused(
      Bake({folder.File("field.polys.json"), "-o", folder.path(), "--config", folder.File("c.yaml")}),
      "give the polygons their areas");
}

TEST(NavmeshSources, TruncatedTileSetsAreRefusedAndFlippedBitsAreHarmless) {
  const TempFolder folder;
  const std::string whole = TileSet(folder);
  const std::string path = folder.File("cut.bin");
  for (size_t size = 1; size < whole.size(); size += 97) {
    WriteFile(path, whole.substr(0, size));
    ExpectRefused(Bake({path, "-o", folder.path()}), "cut.bin: ");
  }
  Random random(5);
  for (int round = 0; round < 40; ++round) {
    std::string bytes = whole;
    bytes[random.NextBelow(static_cast<uint32_t>(bytes.size()))] ^=
        static_cast<char>(1U << random.NextBelow(8));
    WriteFile(path, bytes);
    const ProgramRun run = Bake({path, "-o", folder.path(), "--agent", "name=human"});
    EXPECT_TRUE(run.exit_code == 0 || run.exit_code == 2) << run.exit_code << run.err;
  }
}

// Real maps all the way: written as CSV, baked, loaded, asked.
TEST(NavmeshSources, CounterStrikeMapsKeepTheirZonesThroughAPackage) {
  WS_TEST_DATA_OR_SKIP(data, "csnav");
  for (const char* name : {"de_dust2", "cs_italy", "de_nuke"}) {
    const TempFolder folder;
    const PolygonMap source = ReadCsNav(data, name);
    std::string rows = "polygon,x,y,z\n";
    for (const PolygonMap::Polygon& polygon : source.polygons) {
      for (const Vec3& at : polygon.corners) {
        std::ostringstream row;
        row.precision(17);
        row << polygon.id << ',' << at.x << ',' << at.y << ',' << at.z << '\n';
        rows += row.str();
      }
    }
    WriteFile(folder.File("m.polys.csv"), rows);
    std::filesystem::copy_file(StrCat(data, "/", name, ".links.csv"), folder.File("m.links.csv"));
    const ProgramRun run = Bake(
        {folder.File("m.polys.csv"), "-o", folder.path(), "--up-axis", "z", "--scale", StrCat(kCsNavScale)});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const auto map = Load(folder.File("m.waymap"));
    const auto view = map->View("");
    ASSERT_TRUE(view.ok());
    const std::map<uint32_t, CsNavLabel> labels = ReadCsNavLabels(data, name);
    ASSERT_EQ(labels.size(), view->navmesh->poly_count());
    for (uint32_t p = 0; p < view->navmesh->poly_count(); ++p) {
      const CsNavLabel& label = labels.at(view->navmesh->poly(PolyId(p)).external_id);
      const ZoneId zone = view->zones->ZoneOf(PolyId(p));
      ASSERT_EQ(zone == kIsolatedZone, label.isolated);
      if (label.isolated) continue;
      ASSERT_GE(zone.value(), label.zone_rank_min);
      ASSERT_LE(zone.value(), label.zone_rank_max);
    }
  }
}

}  // namespace
}  // namespace waystone

// waystone-bake as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/store/loaded_map.h"
#include "core/surface/navmesh/navmesh_indexes.h"
#include "tests/bake/program/bake_run.h"
#include "tests/support/glb.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::shared_ptr<const LoadedMap> Load(const std::string& path) {
  auto map = LoadedMap::Load(path);
  EXPECT_TRUE(map.ok()) << map.status();
  return map.ok() ? *map : nullptr;
}

uint32_t PolyCount(const LoadedMap& map, std::string_view agent = "") {
  const auto view = map.View(agent);
  return view.ok() ? view->navmesh->poly_count() : 0;
}

// A floor of 10 by 10 metres at height 1.
constexpr std::string_view kFloor =
    "v 0 1 0\n"
    "v 0 1 10\n"
    "v 10 1 10\n"
    "v 10 1 0\n"
    "f 1 2 3 4\n";

// The floor, and a low wall across it of material "hedge" in group "garden".
std::string HedgedFloor() {
  return std::string(kFloor) +
         "g garden\nusemtl hedge\nv 4 1 -1\nv 4 1 11\nv 6 1 11\nv 6 1 -1\nv 5 2.5 -1\nv 5 2.5 11\n"
         "f 5 6 10 9\nf 9 10 7 8\n";
}

// Many small hills, over several tiles.
std::string Hills(int side) {
  std::string text;
  for (int z = 0; z <= side; ++z) {
    for (int x = 0; x <= side; ++x) {
      text += "v " + std::to_string(x) + " " + std::to_string((x * 7 + z * 13) % 11 * 0.1) + " " +
              std::to_string(z) + "\n";
    }
  }
  for (int z = 0; z < side; ++z) {
    for (int x = 0; x < side; ++x) {
      const int a = z * (side + 1) + x + 1;
      text += "f " + std::to_string(a) + " " + std::to_string(a + side + 1) + " " +
              std::to_string(a + side + 2) + " " + std::to_string(a + 1) + "\n";
    }
  }
  return text;
}

TEST(BakeProgram, AFloorBecomesAPackageThatLoads) {
  const TempFolder folder;
  WriteFile(folder.File("floor.obj"), kFloor);
  const ProgramRun run = Bake({folder.File("floor.obj"), "-o", folder.File("out/maps")});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out, HasSubstr("floor.waymap"));
  const auto map = Load(folder.File("out/maps/floor.waymap"));
  ASSERT_NE(map, nullptr);
  const MapManifest& manifest = map->manifest();
  EXPECT_EQ(manifest.map_id, "floor");
  EXPECT_EQ(manifest.source_name, "floor.obj");
  // sha256sum of the floor above.
  EXPECT_EQ(manifest.source_sha256, "de67080227d7165e43561ae7ce46c4a6814aec9b3146a7484574ad5f51adcfb3");
  EXPECT_THAT(manifest.baker_version, HasSubstr("waystone-bake "));
  EXPECT_THAT(manifest.variants, SizeIs(1));
  EXPECT_THAT(manifest.areas, SizeIs(1));
  // The floor less the agent's radius on each side, to a cell.
  EXPECT_NEAR(manifest.bounds.min.x, 0.4, 0.41);
  EXPECT_NEAR(manifest.bounds.max.x, 9.6, 0.41);
  EXPECT_NEAR(manifest.bounds.min.y, 1.0, 1e-5);
  EXPECT_NEAR(manifest.bounds.max.y, 1.0, 1e-5);
}

TEST(BakeProgram, GlbAndObjOfOneShapeGiveOneSurface) {
  const TempFolder folder;
  WriteFile(folder.File("a.obj"), kFloor);
  WriteFile(
      folder.File("b.glb"),
      Glb(R"({"asset": {"version": "2.0"}, "nodes": [{"mesh": 0, "scale": [10, 1, 10], "translation": [0, 1, 0]}],
                 "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
                 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
                               {"bufferView": 1, "componentType": 5121, "count": 6, "type": "SCALAR"}],
                 "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 6}],
                 "buffers": [{"byteLength": 54}]})",
          BytesOf<float>({0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0}) + BytesOf<uint8_t>({0, 1, 2, 0, 2, 3})));
  for (const char* name : {"a.obj", "b.glb"}) {
    ASSERT_EQ(Bake({folder.File(name), "-o", folder.File("out"), "--strict"}).exit_code, 0) << name;
  }
  const auto a = Load(folder.File("out/a.waymap"));
  const auto b = Load(folder.File("out/b.waymap"));
  EXPECT_EQ(a->manifest().bounds.min, b->manifest().bounds.min);
  EXPECT_EQ(a->manifest().bounds.max, b->manifest().bounds.max);
  EXPECT_EQ(PolyCount(*a), PolyCount(*b));
}

TEST(BakeProgram, ZUpSourcesInCentimetresStandUp) {
  const TempFolder folder;
  // The same floor with z up, in centimetres: (x, y, z) of the source becomes (x, z, -y).
  WriteFile(folder.File("floor.obj"),
            "v 0 0 100\nv 0 -1000 100\nv 1000 -1000 100\nv 1000 0 100\nf 1 2 3 4\n");
  const ProgramRun run =
      Bake({folder.File("floor.obj"), "-o", folder.File("out"), "--scale", "0.01", "--up-axis", "z"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Aabb bounds = Load(folder.File("out/floor.waymap"))->manifest().bounds;
  EXPECT_NEAR(bounds.min.z, 0.4, 0.41);
  EXPECT_NEAR(bounds.max.z, 9.6, 0.41);
  EXPECT_NEAR(bounds.max.y, 1.0, 1e-5);
}

TEST(BakeProgram, TheBytesDependOnNothingButSourceAndSettings) {
  const TempFolder folder;
  WriteFile(folder.File("hills.obj"), Hills(70));
  std::vector<std::string> packages;
  for (const char* threads : {"1", "2", "1", "5"}) {
    const ProgramRun run =
        Bake({folder.File("hills.obj"), "-o", folder.File("out"), "--threads", threads, "--tile-size", "10"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    packages.push_back(ReadFile(folder.File("out/hills.waymap")));
  }
  EXPECT_GT(packages[0].size(), 10000U);
  EXPECT_THAT(packages, testing::Each(packages[0]));
}

TEST(BakeProgram, EveryAgentGetsAVariantOfItsOwn) {
  const TempFolder folder;
  WriteFile(folder.File("m.obj"), HedgedFloor());
  // The source may come last: --agent takes one word.
  const ProgramRun run = Bake({"-o", folder.File("out"), "--agent", "name=human", "--agent",
                               "name=giant,radius=2,climb=2,slope=70", folder.File("m.obj")});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto map = Load(folder.File("out/m.waymap"));
  ASSERT_THAT(map->manifest().variants, SizeIs(2));
  EXPECT_EQ(map->manifest().variants[1].agent.name, "giant");
  EXPECT_EQ(map->manifest().variants[1].agent.radius_m, 2);
  EXPECT_GT(PolyCount(*map, "human"), 0U);
  EXPECT_GT(PolyCount(*map, "giant"), 0U);
}

TEST(BakeProgram, AnAgentThatFitsNowhereIsAWarningBesideOneThatFits) {
  const TempFolder folder;
  WriteFile(folder.File("m.obj"), kFloor);
  const ProgramRun run = Bake({folder.File("m.obj"), "-o", folder.File("out"), "--agent", "name=human",
                               "--agent", "name=whale,radius=9"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, HasSubstr("warning: agent 'whale' can stand nowhere"));
}

TEST(BakeProgram, TheFileBesideTheSourceSetsWhatFlagsDoNot) {
  const TempFolder folder;
  WriteFile(folder.File("m.obj"), HedgedFloor());
  WriteFile(folder.File("m.obj.bake.yaml"),
            "map_id: garden maze\nagents:\n  - {name: elf, radius_m: 0.3}\n"
            "areas:\n  - {name: hedge, index: 9, groups: [garden]}\nnot_solid: {materials: [hedge]}\n");
  ASSERT_EQ(Bake({folder.File("m.obj"), "-o", folder.File("out"), "--strict"}).exit_code, 0);
  const auto map = Load(folder.File("out/garden%20maze.waymap"));
  EXPECT_EQ(map->manifest().map_id, "garden maze");
  EXPECT_EQ(map->manifest().variants[0].agent.name, "elf");
  ASSERT_THAT(map->manifest().areas, SizeIs(2));
  EXPECT_EQ(map->manifest().areas[1].name, "hedge");

  const ProgramRun run =
      Bake({folder.File("m.obj"), "-o", folder.File("out"), "--map-id", "m", "--agent", "name=orc"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(Load(folder.File("out/m.waymap"))->manifest().variants[0].agent.name, "orc");
}

TEST(BakeProgram, RulesDecideWhatIsWallAndWhatIsAir) {
  const TempFolder folder;
  WriteFile(folder.File("m.obj"), HedgedFloor());
  const auto area = [&](const std::string& rules) {
    WriteFile(folder.File("rules.yaml"), rules);
    const ProgramRun run = Bake({folder.File("m.obj"), "-o", folder.File("out"), "--config",
                                 folder.File("rules.yaml"), "--report", folder.File("r.json")});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return nlohmann::json::parse(ReadFile(folder.File("r.json")))["agents"][0]["area_m2"].get<double>();
  };
  const double with_wall = area("not_walkable: {groups: [garden]}\n");
  const double without = area("not_solid: {groups: [garden]}\n");
  EXPECT_LT(with_wall, 70);
  EXPECT_GT(without, 70);
  EXPECT_EQ(without, area("ignored: {materials: [hedge]}\n"));
}

TEST(BakeProgram, AConfigErrorNamesFileLineAndKey) {
  const TempFolder folder;
  WriteFile(folder.File("m.obj"), kFloor);
  WriteFile(folder.File("m.obj.bake.yaml"), "scale: 1\nspeed: 3\n");
  const ProgramRun run = Bake({folder.File("m.obj"), "-o", folder.File("out")});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("waystone-bake: " + folder.File("m.obj.bake.yaml") +
                                 ":2: key 'speed' is not known here; known are agents, areas, "));
  EXPECT_THAT(run.err, HasSubstr(", volumes\n"));
}

TEST(BakeProgram, TrianglesWithoutAreaAreAWarningThatStrictRefuses) {
  const TempFolder folder;
  WriteFile(folder.File("m.obj"), std::string(kFloor) + "f 1 1 2\n");
  const std::vector<std::string> command = {folder.File("m.obj"), "-o", folder.File("out"), "--report",
                                            folder.File("r.json")};
  const ProgramRun lenient = Bake(command);
  EXPECT_EQ(lenient.exit_code, 0);
  EXPECT_THAT(lenient.err, HasSubstr("warning: 1 of 3 triangles have no area"));
  std::filesystem::remove(folder.File("r.json"));
  const std::string before = ReadFile(folder.File("out/m.waymap"));
  WriteFile(folder.File("m.obj"), std::string(kFloor) + "f 1 1 2\n\n");
  std::vector<std::string> strict_command = command;
  strict_command.push_back("--strict");
  const ProgramRun strict = Bake(strict_command);
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_THAT(strict.err, HasSubstr("--strict: nothing written"));
  EXPECT_EQ(ReadFile(folder.File("out/m.waymap")), before);
  const auto report = nlohmann::json::parse(ReadFile(folder.File("r.json")));
  EXPECT_THAT(report["warnings"], SizeIs(1));
}

TEST(BakeProgram, NamesThatTheSourceLacksAreWarningsOfItsOwnSettingsAndNotesOfSharedOnes) {
  const TempFolder folder;
  WriteFile(folder.File("m.obj"), kFloor);
  const std::string rules = "not_solid: {groups: [slime], materials: [fog]}\n";
  WriteFile(folder.File("shared.yaml"), rules);
  const std::vector<std::string> command = {folder.File("m.obj"),  "-o",      folder.File("out"), "--report",
                                            folder.File("r.json"), "--strict"};
  std::vector<std::string> shared = command;
  shared.insert(shared.end(), {"--config", folder.File("shared.yaml")});
  const ProgramRun lenient = Bake(shared);
  EXPECT_EQ(lenient.exit_code, 0) << lenient.err;
  EXPECT_EQ(lenient.err,
            "waystone-bake: note: the source has no material 'fog' that the rules name\n"
            "waystone-bake: note: the source has no group 'slime' that the rules name\n");
  const auto report = nlohmann::json::parse(ReadFile(folder.File("r.json")));
  EXPECT_THAT(report["warnings"], SizeIs(0));
  EXPECT_THAT(report["notes"], SizeIs(2));
  WriteFile(folder.File("m.obj.bake.yaml"), rules);
  const ProgramRun own = Bake(command);
  EXPECT_EQ(own.exit_code, 1);
  EXPECT_THAT(own.err, HasSubstr("warning: the source has no group 'slime'"));
}

// A hall of 20 x 20 m whose floor is cut by walls into lanes, each so wide.
std::string Lanes(double width_m) {
  std::ostringstream text;
  text << "v 0 0 0\nv 0 0 20\nv 20 0 20\nv 20 0 0\nf 1 2 3 4\n";
  for (double x = width_m; x < 20; x += width_m) {
    for (const char* corner : {" 0 0", " 0 20", " 3 20", " 3 0"}) text << "v " << x << corner << '\n';
    text << "f -4 -3 -2 -1\n";
  }
  return text.str();
}

// A square in the plane from (x, z) on, at that height, that faces up or down.
std::string Square(double x, double y, double z, double width_m, double depth_m, bool up) {
  std::ostringstream text;
  for (const auto& [dx, dz] : {std::pair(0.0, 0.0), {0.0, depth_m}, {width_m, depth_m}, {width_m, 0.0}}) {
    text << "v " << x + dx << ' ' << y << ' ' << z + dz << '\n';
  }
  return text.str() + (up ? "f -4 -3 -2 -1\n" : "f -1 -2 -3 -4\n");
}

class DoubtfulBakes : public testing::Test {
 protected:
  // Bakes that source with these flags.
  ProgramRun Run(const std::string& source, std::vector<std::string> flags) {
    WriteFile(folder_.File("m.obj"), source);
    flags.insert(flags.begin(),
                 {folder_.File("m.obj"), "-o", folder_.File("out"), "--report", folder_.File("r.json")});
    flags.insert(flags.end(), {"--no-skeleton", "--no-hierarchy"});
    return Bake(flags);
  }
  nlohmann::json Warnings() const {
    return nlohmann::json::parse(ReadFile(folder_.File("r.json")))["warnings"];
  }

  const TempFolder folder_;
};

TEST_F(DoubtfulBakes, AnAgentWiderThanNearlyEveryGapIsWarnedOf) {
  EXPECT_EQ(Run(Lanes(4), {"--strict"}).exit_code, 0);
  const std::string narrow = Lanes(0.7) + Square(30, 0, 0, 5, 5, true);
  const ProgramRun wide = Run(narrow, {});
  EXPECT_EQ(wide.exit_code, 0);
  EXPECT_THAT(wide.err, HasSubstr("warning: agent 'human': it is wider than nearly every gap: of 3"));
  EXPECT_THAT(wide.err, HasSubstr("nearer to a wall or a ledge than its radius of 0.4 m; check --scale"));
  ASSERT_THAT(Warnings(), SizeIs(1));
  EXPECT_THAT(Warnings()[0].get<std::string>(), HasSubstr("wider than nearly every gap"));
  EXPECT_EQ(Run(narrow, {"--strict"}).exit_code, 1);
  EXPECT_EQ(Run(narrow, {"--agent", "radius=0.1", "--strict"}).exit_code, 0);
  const ProgramRun two = Run(narrow, {"--agent", "name=cat,radius=0.1", "--agent", "name=ogre,radius=1"});
  EXPECT_THAT(two.err, HasSubstr("warning: agent 'ogre': it is wider than nearly every gap"));
  EXPECT_THAT(Warnings(), SizeIs(1));
}

TEST_F(DoubtfulBakes, AnAgentThatStepsOverItsOwnHeightIsWarnedOf) {
  const std::string floor(kFloor);
  EXPECT_THAT(Run(floor, {"--agent", "name=mouse,radius=0.1,height=0.4,climb=0.5"}).err,
              HasSubstr("warning: agent 'mouse': max_climb_m 0.5 is not less than height_m 0.4"));
  EXPECT_THAT(Warnings(), SizeIs(1));
  EXPECT_THAT(Run(floor, {"--agent", "height=0.5"}).err,
              HasSubstr("max_climb_m 0.5 is not less than height_m 0.5"));
  EXPECT_EQ(Run(floor, {"--agent", "height=0.51", "--strict"}).exit_code, 0);
}

TEST_F(DoubtfulBakes, APlaceOffTheSurfaceIsWarnedOfWithTheNearestWalkablePoint) {
  const auto with_place = [&](const std::string& places, std::vector<std::string> flags) {
    WriteFile(folder_.File("m.obj.bake.yaml"), "places: {" + places + "}\n");
    return Run(std::string(kFloor), std::move(flags));
  };
  EXPECT_EQ(with_place("door: [5, 1, 5], beside: [-1, 1, 5], above: [5, 4.5, 5]", {"--strict"}).exit_code, 0);
  const ProgramRun run =
      with_place("door: [5, 1, 5], well: [5, 1, 20], tower: [5, 9, 5], moon: [5, 300, 5]", {});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err,
              HasSubstr("warning: place \"well\" is off the surface: the nearest walkable point, (5, 1, 9."));
  EXPECT_THAT(run.err, HasSubstr("), is 10."));
  EXPECT_THAT(run.err,
              HasSubstr("warning: place \"tower\" is off the surface: the nearest walkable point, (5, 1, 5), "
                        "is 8 m away"));
  EXPECT_THAT(run.err,
              HasSubstr("warning: place \"moon\" is off the surface: nothing walkable is within 100 m"));
  EXPECT_THAT(Warnings(), SizeIs(3));
  // Whoever can stand there makes it a place.
  const std::vector<std::string> two = {"--agent", "name=ogre,radius=2", "--agent", "name=cat,radius=0.2"};
  EXPECT_EQ(with_place("corner: [0.3, 1, 0.3]", two).err, "");
}

TEST_F(DoubtfulBakes, AnAgentHigherThanNearlyEveryRoomIsWarnedOf) {
  const std::string low = Square(0, 0, 0, 20, 20, true) + Square(0, 1.5, 0, 20, 18.5, false);
  EXPECT_THAT(Run(low, {}).err, HasSubstr("agent 'human': it is higher than nearly every room: of 4"));
  EXPECT_THAT(Warnings(), SizeIs(1));
  const ProgramRun small = Run(low, {"--agent", "height=1.3", "--strict"});
  EXPECT_EQ(small.exit_code, 0) << small.err;
}

// Rooms of 6 x 5 m in a row, each joined to the next by a doorway of that width.
std::string RoomsInARow(int rooms, double doorway_m) {
  std::string text = Square(0, 0, 0, 6 * rooms, 5, true);
  for (int i = 1; i < rooms; ++i) {
    for (const double z : {0.0, 2.5 + doorway_m / 2}) {
      const double depth_m = 2.5 - doorway_m / 2;
      std::ostringstream sides;
      for (const double x : {6 * i - 0.1, 6 * i + 0.1}) {
        sides << "v " << x << " 0 " << z << "\nv " << x << " 0 " << z + depth_m << "\nv " << x << " 3 "
              << z + depth_m << "\nv " << x << " 3 " << z << "\nf -4 -3 -2 -1\n";
      }
      text += sides.str() + Square(6 * i - 0.1, 3, z, 0.2, depth_m, true);
    }
  }
  return text;
}

TEST_F(DoubtfulBakes, AnAgentWiderThanTheDoorwaysIsWarnedOf) {
  EXPECT_THAT(Run(RoomsInARow(5, 0.7), {}).err,
              HasSubstr("warning: agent 'human': it is wider than the doorways: of its ground of "));
  EXPECT_THAT(Warnings(), SizeIs(1));
  EXPECT_EQ(Run(RoomsInARow(5, 0.7), {"--agent", "radius=0.2"}).err, "");
  EXPECT_EQ(Run(RoomsInARow(5, 0.7), {"--no-gaps"}).err, "") << "nothing is known of them";
}

TEST_F(DoubtfulBakes, TheReportNamesWhatPartsTheIslands) {
  EXPECT_EQ(Run(RoomsInARow(2, 0.7), {}).exit_code, 0);
  const auto agent = nlohmann::json::parse(ReadFile(folder_.File("r.json")))["agents"][0];
  EXPECT_EQ(agent["island_count"], 2);
  ASSERT_THAT(agent["islands"], SizeIs(1));
  EXPECT_GT(agent["islands"][0]["area_m2"], 15);
  ASSERT_THAT(agent["islands"][0]["fixes"], SizeIs(1));
  EXPECT_THAT(agent["islands"][0]["fixes"][0].get<std::string>(),
              HasSubstr("a passage 0.7 m wide at (5.9, 0, 2.5), narrower than"));
}

// Of rooms in a row each is behind the next doorway on the way to the largest one.
TEST_F(DoubtfulBakes, TheReportLeadsFromIslandToIsland) {
  EXPECT_EQ(Run(RoomsInARow(4, 0.7) + Square(50, 0, 0, 5, 5, true), {}).exit_code, 0);
  const auto agent = nlohmann::json::parse(ReadFile(folder_.File("r.json")))["agents"][0];
  std::vector<std::string> fixes;
  for (const auto& island : agent["islands"]) {
    for (const auto& fix : island["fixes"]) fixes.push_back(fix.get<std::string>());
  }
  EXPECT_THAT(fixes,
              UnorderedElementsAre(HasSubstr("wide at (5.9, "), HasSubstr("wide at (11.9, "),
                                   HasSubstr("wide at (17.9, "), HasSubstr("may take a link or new ground")));
}

TEST_F(DoubtfulBakes, IslandsThatNothingJoinsAreReportedAsWell) {
  EXPECT_EQ(Run(Square(0, 0, 0, 8, 8, true) + Square(50, 0, 0, 5, 5, true), {}).exit_code, 0);
  const auto agent = nlohmann::json::parse(ReadFile(folder_.File("r.json")))["agents"][0];
  EXPECT_EQ(agent["island_count"], 2);
  ASSERT_THAT(agent["islands"], SizeIs(1));
  EXPECT_THAT(agent["islands"][0]["fixes"][0].get<std::string>(), HasSubstr("may take a link or new ground"));
}

TEST_F(DoubtfulBakes, OnePolygonOfManyTrianglesIsWarnedOf) {
  std::string text = Square(0, 0, 0, 6, 6, true);
  for (int i = 0; i < 200; ++i) {
    const std::string x = std::to_string(10 + i * 0.1);
    text += "v " + x + " 0 0\nv " + x + " 0 2\nv " + x + " 1 0\nf -3 -2 -1\n";
  }
  EXPECT_THAT(Run(text, {}).err, HasSubstr("all that was baked of 202 triangles is one polygon"));
}

TEST_F(DoubtfulBakes, GroundLostToAllOfItsReasonsIsWarnedOf) {
  // A third has no headroom, a third is lanes, and the rest a hundred posts too small to stand on.
  std::string all = Square(0, 0, -20, 20, 19, true) + Square(0, 1.5, -20, 20, 19, false) + Lanes(0.7);
  for (int row = 0; row < 10; ++row) {
    for (int column = 0; column < 10; ++column) all += Square(30 + 3 * column, 0, 3 * row, 1.2, 1.2, true);
  }
  const ProgramRun run = Run(all + Square(90, 0, 0, 6, 6, true), {});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, HasSubstr("warning: agent 'human': of "));
  EXPECT_THAT(Warnings(), SizeIs(1));
}

TEST_F(DoubtfulBakes, GroundThatVolumesTakeIsNotLost) {
  const auto taken = [&](const char* box) {
    WriteFile(folder_.File("m.obj.bake.yaml"),
              std::string("volumes: [{area: not_walkable, box: ") + box + "}]\n");
  };
  taken("[[-1, -1, -1], [21, 1, 19]]");
  const ProgramRun most = Run(Lanes(40), {"--strict"});
  EXPECT_EQ(most.exit_code, 0) << most.err;
  taken("[[30, -1, 0], [31, 1, 1]]");
  EXPECT_THAT(Run(Lanes(0.7) + Square(30, 0, 0, 4, 4, true), {}).err, HasSubstr("nearly every gap"));
}

TEST_F(DoubtfulBakes, SourcesInOtherUnitsAreWarnedOf) {
  const auto errors_of = [&](const std::string& source, const char* scale, const char* agent,
                             const char* cell_m) {
    return Run(source, {"--scale", scale, "--agent", agent, "--cell-size", cell_m}).err;
  };
  EXPECT_EQ(errors_of(Lanes(1.5), "1", "radius=0.2", "0.1"), "");
  EXPECT_THAT(Warnings(), IsEmpty());
  // As if inches, and centimetres, were metres.
  for (const char* scale : {"39.37", "100"}) {
    EXPECT_THAT(errors_of(Lanes(1.5), scale, "radius=4", "4"),
                HasSubstr("m high: are its units centimetres (--scale 0.01) or inches (--scale 0.0254)?"));
    EXPECT_THAT(Warnings(), SizeIs(1));
  }
  EXPECT_THAT(errors_of(Lanes(40), "0.06", "radius=0.1", "0.05"), HasSubstr("are its units metres"));
  EXPECT_THAT(Warnings(), SizeIs(1));
}

TEST_F(DoubtfulBakes, ARefusalAsksForTheUnitsToo) {
  const ProgramRun high = Run(Lanes(1.5), {"--scale", "300", "--cell-height", "0.1"});
  EXPECT_EQ(high.exit_code, 2);
  EXPECT_THAT(high.err, HasSubstr("a larger cell_size_m; its walls are up to 900 m high: are its units"));
  const ProgramRun low = Run(Lanes(40), {"--scale", "0.01"});
  EXPECT_EQ(low.exit_code, 2);
  EXPECT_THAT(low.err, HasSubstr("no agent can stand anywhere"));
  EXPECT_THAT(low.err, HasSubstr("; all of it is 0.2 m large, and the smallest agent 1.8 m high"));
}

TEST(BakeProgram, SettingsWithoutEffectAreWarningsThatStrictRefuses) {
  const TempFolder folder;
  WriteFile(folder.File("floor.obj"), kFloor);
  std::vector<std::string> arguments = {folder.File("floor.obj"), "-o", folder.path(), "--origin", "1,0,0"};
  const ProgramRun run = Bake(arguments);
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err,
            "waystone-bake: warning: without effect where triangles become a navmesh: grid.origin\n");
  arguments.emplace_back("--strict");
  EXPECT_EQ(Bake(arguments).exit_code, 1);
  WriteFile(folder.File("floor.obj.bake.yaml"), "trunk: true\n");
  const ProgramRun trunk = Bake({folder.File("floor.obj"), "-o", folder.path()});
  EXPECT_EQ(trunk.exit_code, 2);
  EXPECT_THAT(trunk.err, HasSubstr("floor.obj: trunk: joins cells of a grid, and this map is a navmesh"));
}

// 2,000 floors on one another are baked as one, and packed as one.
TEST(BakeProgram, EqualTrianglesAreBakedOnce) {
  const TempFolder folder;
  const std::string corners = "v 0 0 0\nv 0 0 20\nv 20 0 20\nv 20 0 0\n";
  std::string faces;
  for (int i = 0; i < 2000; ++i) faces += "f 1 2 3 4\n";
  WriteFile(folder.File("one.obj"), corners + "f 1 2 3 4\n");
  WriteFile(folder.File("two.obj"), corners + faces);
  const ProgramRun once = Bake({folder.File("one.obj"), "-o", folder.File("a"), "--map-id", "m"});
  ASSERT_EQ(once.exit_code, 0) << once.err;
  const ProgramRun often = Bake(
      {folder.File("two.obj"), "-o", folder.File("b"), "--map-id", "m", "--report", folder.File("r.json")});
  ASSERT_EQ(often.exit_code, 0) << often.err;
  const auto report = nlohmann::json::parse(ReadFile(folder.File("r.json")));
  EXPECT_EQ(report["equal_triangles"], 3998);
  EXPECT_EQ(report["solid_triangles"], 2);
  EXPECT_EQ(std::filesystem::file_size(folder.File("a/m.waymap")),
            std::filesystem::file_size(folder.File("b/m.waymap")));
}

// Here 1.4 GB of launch points are expected, and none is cast: the agent is too wide for the ground.
TEST(BakeProgram, ALongBakeIsToldBeforeItBegins) {
  const TempFolder folder;
  WriteFile(folder.File("m.obj"), "v 0 0 0\nv 0 0 2000\nv 19 0 2000\nv 19 0 0\nf 1 2 3 4\n");
  const ProgramRun run = Bake({folder.File("m.obj"), "-o", folder.File("out"), "--skeleton-spacing", "0.05",
                               "--agent", "name=giant,radius=10,height=50"});
  EXPECT_THAT(run.err, testing::StartsWith("waystone-bake: " + folder.File("m.obj") + ": "));
  EXPECT_THAT(run.err, testing::HasSubstr(" voxel columns ("));
  EXPECT_THAT(run.err, testing::HasSubstr("; less with a larger cell_size_m or skeleton spacing\n"));
}

// Each column has a span for each floor. Nearly all of the memory is theirs.
TEST(BakeProgram, TheMemoryOfAStackOfFloorsIsEstimatedWithinAFactorOfTwo) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer's own memory counts";
#endif
  const TempFolder folder;
  std::string floors;
  for (int i = 0; i < 60; ++i) {
    const std::string y = " " + std::to_string(3 * i) + " ";
    floors += "v 0" + y + "0\nv 0" + y + "50\nv 50" + y + "50\nv 50" + y + "0\nf -4 -3 -2 -1\n";
  }
  WriteFile(folder.File("m.obj"), floors);
  const ProgramRun run = Bake({folder.File("m.obj"), "-o", folder.File("out"), "--no-skeleton",
                               "--no-hierarchy", "--threads", "1", "--report", folder.File("r.json")});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto report = nlohmann::json::parse(ReadFile(folder.File("r.json")));
  const double estimate = report["estimates"][0]["bytes"];
  const double peak = report["peak_memory_bytes"];
  EXPECT_GT(estimate, peak / 2);
  EXPECT_LT(estimate, peak * 2);
}

TEST(BakeProgram, TheReportAddsUp) {
  const TempFolder folder;
  WriteFile(folder.File("m.obj"), HedgedFloor());
  const ProgramRun run = Bake(
      {folder.File("m.obj"), "-o", folder.File("out"), "--report", folder.File("r.json"), "--threads", "2"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto report = nlohmann::json::parse(ReadFile(folder.File("r.json")));
  EXPECT_EQ(report["map_id"], "m");
  EXPECT_EQ(report["source"], "m.obj");
  EXPECT_EQ(report["threads"], 2);
  EXPECT_EQ(report["source_triangles"], 6);
  EXPECT_EQ(report["solid_triangles"], 6);
  EXPECT_EQ(report["equal_triangles"], 0);
  ASSERT_EQ(report["estimates"].size(), 1);
  EXPECT_THAT(report["estimates"][0]["what"].get<std::string>(),
              testing::HasSubstr(" launch points for agent 'human'"));
  EXPECT_GT(report["estimates"][0]["bytes"], 0);
  EXPECT_EQ(report["package"], folder.File("out/m.waymap"));
  EXPECT_EQ(report["package_bytes"], std::filesystem::file_size(folder.File("out/m.waymap")));
  EXPECT_GT(report["peak_memory_bytes"], 1 << 20);
  EXPECT_THAT(report["warnings"], IsEmpty());
  std::vector<std::string> stages;
  double wall_s = 0;
  for (const auto& stage : report["stages"]) {
    stages.push_back(stage["stage"]);
    wall_s += stage["wall_s"].get<double>();
    EXPECT_GE(stage["cpu_s"], 0);
    EXPECT_GT(stage["bytes"], 0);
  }
  EXPECT_THAT(stages, ElementsAre("import", "classify", "polygons", "navmesh", "collision", "gaps", "zones",
                                  "hierarchy", "skeleton", "encode", "write"));
  EXPECT_LE(wall_s, report["wall_s"].get<double>() + 1e-5);
  const auto& agent = report["agents"][0];
  EXPECT_EQ(agent["polygons"], PolyCount(*Load(folder.File("out/m.waymap"))));
  ASSERT_THAT(report["variants"], SizeIs(1));
  const auto& variant = report["variants"][0];
  EXPECT_EQ(variant["agent"], "human");
  EXPECT_THAT(variant["abilities"], IsEmpty());
  EXPECT_GT(variant["main_polygons"], 0);
  EXPECT_LE(variant["main_polygons"].get<int>() + variant["isolated_polygons"].get<int>(),
            agent["polygons"].get<int>());
  const auto& skeleton = variant["skeleton"];
  EXPECT_GT(skeleton["launch_points"], 50);
  EXPECT_GT(skeleton["casts"], skeleton["launch_points"]);
  EXPECT_GT(skeleton["rays"], skeleton["casts"]);
  EXPECT_GT(skeleton["key_points"], 1);
  EXPECT_GT(agent["area_m2"], 50);
  EXPECT_LT(agent["area_m2"], 110);
}

TEST(BakeProgram, ClustersAreBakedWhereThereIsNoHierarchyOrTheyAreAskedFor) {
  const TempFolder folder;
  WriteFile(folder.File("m.obj"), HedgedFloor());
  // Which indices the map has, and by which method its clusters.
  const auto indices = [&](const std::string& settings) {
    WriteFile(folder.File("m.obj.bake.yaml"), "hierarchy_min_polygons: 1\n" + settings);
    const ProgramRun run = Bake({folder.File("m.obj"), "-o", folder.File("out")});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const auto map = Load(folder.File("out/m.waymap"));
    const MapView view = *map->View("");
    const NavmeshIndexes indexes = IndexesOf(view);
    std::string names = indexes.hierarchy != nullptr ? "hierarchy" : "";
    if (indexes.clusters != nullptr) {
      names += indexes.clusters->header().method == ClusterMethod::kEdges ? " edges" : " points";
      EXPECT_EQ(indexes.clusters->places().size(), view.navmesh->poly_count());
    }
    return names;
  };
  EXPECT_EQ(indices(""), "hierarchy");
  EXPECT_EQ(indices("hierarchy: false\n"), " edges");
  EXPECT_EQ(indices("hierarchy: false\nclusters: {method: off}\n"), "");
  EXPECT_EQ(indices("hierarchy: false\nclusters: {method: points, polygons: 4}\n"), " points");
  EXPECT_EQ(indices("clusters: {method: edges, polygons: 4}\n"), "hierarchy edges");
}

TEST(BakeProgram, EachCostProfileByWhichGroundDiffersHasAHierarchy) {
  const TempFolder folder;
  WriteFile(
      folder.File("m.obj"),
      "v 0 0 0\nv 0 0 20\nv 20 0 20\nv 20 0 0\nv 40 0 20\nv 40 0 0\ng lawn\nf 1 2 3 4\ng swamp\nf 4 3 5 6\n");
  const auto priced = [&](const std::string& profiles) {
    WriteFile(
        folder.File("m.obj.bake.yaml"),
        "hierarchy_min_polygons: 1\ntile_size_m: 8\nareas: [{name: hedge, index: 9, groups: [swamp]}]\n" +
            profiles);
    const ProgramRun run = Bake({folder.File("m.obj"), "-o", folder.File("out")});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return Load(folder.File("out/m.waymap"));
  };
  EXPECT_THAT(IndexesOf(*priced("")->View("")).priced, IsEmpty());
  const auto map = priced(
      "cost_profiles:\n  - {name: all, costs: {ground: 2, hedge: 2}}\n  - {name: rider, costs: {hedge: 3}}\n"
      "  - {name: shy, excluded: [hedge]}\n  - {name: cutter, costs: {hedge: 0.5}}\n");
  const MapView view = *map->View("");
  const NavmeshIndexes indexes = IndexesOf(view);
  ASSERT_THAT(indexes.priced, SizeIs(2));
  uint32_t hedges = 0;
  for (uint32_t poly = 0; poly < view.navmesh->poly_count(); ++poly) {
    const bool is_hedge = view.navmesh->poly(PolyId(poly)).area == 9;
    hedges += is_hedge ? 1 : 0;
    EXPECT_EQ(indexes.priced[0].costs.Of(*view.navmesh, PolyId(poly)),
              is_hedge ? 0.5 : 1);  // by name: the cutter
    EXPECT_EQ(indexes.priced[1].costs.Of(*view.navmesh, PolyId(poly)), is_hedge ? 3 : 1);
  }
  EXPECT_GT(hedges, 0U);
  EXPECT_EQ(indexes.priced[0].hierarchy.nodes().size(), indexes.hierarchy->nodes().size());
  const auto cost_of_arcs = [](const HierarchyView& hierarchy) {
    double sum = 0;
    for (const HierarchyArc& arc : hierarchy.arcs()) sum += arc.cost_m;
    return sum;
  };
  EXPECT_LT(cost_of_arcs(indexes.priced[0].hierarchy), cost_of_arcs(indexes.priced[1].hierarchy));
  // A clearance has one, too; that of equal profiles is baked once.
  const auto clear = priced(
      "cost_profiles:\n  - {name: cart, min_clearance_m: 1.5}\n  - {name: coach, min_clearance_m: 1.5}\n"
      "  - {name: rider, costs: {hedge: 3}, min_clearance_m: 1}\n");
  const MapView clear_view = *clear->View("");
  const std::span<const PricedHierarchy> of_clear = IndexesOf(clear_view).priced;
  ASSERT_THAT(of_clear, SizeIs(2));
  EXPECT_EQ(of_clear[0].min_clearance_m, 1.5);
  EXPECT_FALSE(of_clear[0].costs.AreUneven());
  EXPECT_EQ(of_clear[1].min_clearance_m, 1);
  EXPECT_TRUE(of_clear[1].costs.AreUneven());
}

TEST(BakeProgram, AnInterruptEndsItAtOnceAndLeavesTheOldPackage) {
  const TempFolder folder;
  WriteFile(folder.File("m.obj"), "v 0 0 0\nv 0 0 900\nv 900 0 900\nv 900 0 0\nf 1 2 3 4\n");
  std::filesystem::create_directory(folder.File("out"));
  WriteFile(folder.File("out/m.waymap"), "old");
  for (const int signal_number : {SIGINT, SIGTERM}) {
    // Minutes of work.
    const ProgramRun run =
        RunProgramAndSignal({WAYSTONE_BAKE, folder.File("m.obj"), "-o", folder.File("out"), "--cell-size",
                             "0.02", "--threads", "1", "--max-columns", "1e10", "--max-drawn", "1e10"},
                            signal_number, std::chrono::milliseconds(300));
    EXPECT_EQ(run.exit_code, 128 + signal_number);
    EXPECT_EQ(ReadFile(folder.File("out/m.waymap")), "old");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.File("out")), {}), 1);
  }
}

TEST(BakeProgram, AnOutputThatIsAFileIsRefusedBeforeTheBake) {
  const TempFolder folder;
  WriteFile(folder.File("m.obj"), kFloor);
  WriteFile(folder.File("out"), "a file");
  const ProgramRun run = Bake({folder.File("m.obj"), "-o", folder.File("out")});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("the output is not a folder"));
}

TEST(BakeProgram, AFolderThatCannotBeMadeIsAFailureOfItsOwn) {
  const TempFolder folder;
  WriteFile(folder.File("m.obj"), kFloor);
  const ProgramRun run = Bake({folder.File("m.obj"), "-o", "/proc/no/such/place"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("cannot be made"));
}

TEST(BakeProgram, HelpAndVersionAreNoErrors) {
  const ProgramRun help = Bake({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  for (const char* part : {"SOURCE", "--output", "--agent", "--strict", "--report", "Exit codes"}) {
    EXPECT_THAT(help.out, HasSubstr(part));
  }
  const ProgramRun version = Bake({"--version"});
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_THAT(version.out, HasSubstr("waystone-bake "));
  const ProgramRun nothing = Bake({});
  EXPECT_EQ(nothing.exit_code, 2);
  EXPECT_EQ(std::count(nothing.err.begin(), nothing.err.end(), '\n'), 1);
}

TEST(BakeProgram, VolumesOfTheSidecarChangeTheGround) {
  const TempFolder folder;
  WriteFile(folder.File("floor.obj"), kFloor);
  WriteFile(folder.File("floor.obj.bake.yaml"),
            "areas: [{name: water, index: 9}]\n"
            "volumes:\n"
            "  - {area: water, box: [[-1, 0, -1], [5, 2, 11]]}\n"
            "  - {area: not_walkable, cylinder: {base: [8, 0, 5], radius_m: 1, height_m: 2}}\n");
  const ProgramRun run = Bake({folder.File("floor.obj"), "-o", folder.path(), "--strict"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto map = Load(folder.File("floor.waymap"));
  ASSERT_NE(map, nullptr);
  const auto view = map->View("");
  double wet = 0;
  const std::span<const double> sums = view->navmesh->arrays().area_prefix_m2;
  for (uint32_t p = 0; p < view->navmesh->poly_count(); ++p) {
    if (view->navmesh->poly(PolyId(p)).area == 9) wet += sums[p] - (p == 0 ? 0 : sums[p - 1]);
  }
  EXPECT_NEAR(wet, 4.4 * 8.8, 2);
  // The floor less the radius and a cell, less the cylinder.
  EXPECT_NEAR(sums.back(), 8.8 * 8.8 - 3.1, 2);
}

TEST(BakeProgram, ResultsThatCannotBePrintedAreAFailure) {
  const ProgramRun run = RunProgram({"/bin/sh", "-c", "exec \"$0\" --version > /dev/full", WAYSTONE_BAKE});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.err, "waystone-bake: standard output cannot be written\n");
}

}  // namespace
}  // namespace waystone

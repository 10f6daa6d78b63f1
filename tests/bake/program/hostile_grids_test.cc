// waystone-bake on 2D maps and settings of them that cannot be baked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/bake/program/bake_run.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct HostileGrid {
  std::string name;
  std::string file;
  std::string bytes;
  std::string expected;  // part of the line
  std::vector<std::string> flags = {};
};

std::ostream& operator<<(std::ostream& out, const HostileGrid& c) { return out << c.name; }

class HostileGrids : public testing::TestWithParam<HostileGrid> {};

TEST_P(HostileGrids, AreRefusedInOneLineThatNamesThePlace) {
  const HostileGrid& hostile = GetParam();
  const TempFolder folder;
  const std::string path = folder.File(hostile.file);
  WriteFile(folder.File("m.waymap"), "the package of an earlier bake");
  if (hostile.name == "AFolder") {
    std::filesystem::create_directory(path);
  } else if (hostile.name != "Missing") {
    WriteFile(path, hostile.bytes);
  }
  std::vector<std::string> arguments = {path, "-o", folder.path()};
  arguments.insert(arguments.end(), hostile.flags.begin(), hostile.flags.end());
  const ProgramRun run = Bake(arguments);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, StartsWith("waystone-bake: "));
  EXPECT_THAT(run.err, HasSubstr(hostile.expected));
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  EXPECT_EQ(ReadFile(folder.File("m.waymap")), "the package of an earlier bake");
}

std::string Config(std::string_view yaml, const TempFolder& folder) {
  WriteFile(folder.File("c.yaml"), yaml);
  return folder.File("c.yaml");
}

INSTANTIATE_TEST_SUITE_P(
    Maps, HostileGrids,
    testing::Values(
        HostileGrid{"Missing", "m.map", "", "m.map: cannot be read"},
        HostileGrid{"AFolder", "m.map", "", "m.map: is a folder"},
        HostileGrid{"Empty", "m.map", "", "m.map: is empty"},
        HostileGrid{"CutOff", "m.map", std::string(kCaveMap.substr(0, 50)), "m.map: line 7: 3 cells, not 6"},
        HostileGrid{"CutInTheHeader", "m.map", "type octile\nheig", "m.map: line 2: 'heig' is not"},
        HostileGrid{"HugeSides", "m.map", "type octile\nheight 4000000000\nwidth 4000000000\nmap\n",
                    "m.map: line 2: 'height 4000000000' is not a number of cells from 1 to 8192"},
        HostileGrid{"ALetterOfNoMeaning", "m.map", "type octile\nheight 1\nwidth 2\nmap\n.x\n",
                    "m.map: line 5: column 2: nothing says what a cell 'x' is"},
        HostileGrid{"NothingFree", "m.map", "type octile\nheight 1\nwidth 2\nmap\n@@\n",
                    "m.map: no cell is free"},
        HostileGrid{"NothingFreeInATable", "m.grid.csv", "0,0\n", "m.grid.csv: no cell is free"},
        HostileGrid{"RaggedTable", "m.grid.csv", "1,1\n1\n", "m.grid.csv: line 2: 1 cells, not 2"},
        HostileGrid{"NanInATable", "m.grid.csv", "1,1\n1,nan\n",
                    "m.grid.csv: line 2: column 2: 'nan' is not a cost"},
        HostileGrid{"BytesInATable", "m.grid.csv", std::string("1,\x80\0\n", 5),
                    "m.grid.csv: line 1: column 2"},
        HostileGrid{"NoPicture", "m.png", "this is text", "m.png: not a PNG that can be read"},
        HostileGrid{"PictureCutOff", "m.png", "\x89PNG\r\n\x1a\n", "m.png: not a PNG that can be read"},
        HostileGrid{"AsWaypoints",
                    "m.map",
                    std::string(kCaveMap),
                    "m.map: strategy waypoint: the source is cells",
                    {"--strategy", "waypoint"}},
        HostileGrid{"MeshAsGrid",
                    "m.obj",
                    "v 0 0 0\nv 0 0 9\nv 9 0 0\nf 1 2 3\n",
                    "m.obj: strategy grid: the source is triangles, which cannot become that",
                    {"--strategy", "grid"}},
        HostileGrid{"PolygonsAsGrid",
                    "m.polys.json",
                    "{}",
                    "m.polys.json: strategy grid: the source is a navmesh's polygons",
                    {"--strategy", "grid"}},
        HostileGrid{"NoStrategy",
                    "m.map",
                    std::string(kCaveMap),
                    "\"magic\" is not grid, navmesh, waypoint, volume, scenes or seed",
                    {"--strategy", "magic"}},
        HostileGrid{"TwoAgents",
                    "m.map",
                    std::string(kCaveMap),
                    "cells free for one agent, and the settings have 2",
                    {"--agent", "name=a", "--agent", "name=b"}},
        HostileGrid{"LinksLookedFor",
                    "m.map",
                    std::string(kCaveMap),
                    "links cannot be looked for",
                    {"--links", "drop_height=3"}},
        HostileGrid{"TinyCells",
                    "m.map",
                    std::string(kCaveMap),
                    "the cell size is 0.001 m",
                    {"--cell-size", "0.001"}},
        HostileGrid{"CellsOfNoSize",
                    "m.map",
                    std::string(kCaveMap),
                    "--cell-size is 0 and must be above 0; leave it out for the default",
                    {"--cell-size", "0"}},
        HostileGrid{"OriginOfNowhere",
                    "m.map",
                    std::string(kCaveMap),
                    "--origin: 'nan,0,0' is not x,y,z in metres",
                    {"--origin", "nan,0,0"}}),
    [](const auto& instance) { return instance.param.name; });

TEST(BakeGrid, SettingsThatCannotBeAreRefusedByLineAndKey) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"strategy: magic\n",
       "c.yaml:1: strategy \"magic\" is not grid, navmesh, waypoint, volume, scenes or seed"},
      {"grid: {letters: {xy: ground}}\n", "c.yaml:1: key 'letters' has a key that is not one letter"},
      {"grid: {letters: [x]}\n", "c.yaml:1: key 'letters' must be a map"},
      {"grid:\n  colors: {white: ground}\n", "c.yaml:2: key 'white' is not a colour as \"#80ff00\""},
      {"grid:\n  colors: {'#12345g': ground}\n", "c.yaml:2: key '#12345g' is not a colour"},
      {"grid: {costs: {mud: cheap}}\n", "c.yaml:1: key 'mud' must be a number"},
      {"grid: {costs: {mud: .nan}}\n", "grid.costs: \"mud\" is nan and must be from 0.01 to 1000"},
      {"grid: {costs: {blocked: 2}}\n", "grid.costs: what is blocked has no cost"},
      {"grid: {hub_labels: maybe}\n", "c.yaml:1: key 'hub_labels' must be auto, on or off"},
      {"grid: {hub_labels: on, letters: {S: swamp}, costs: {swamp: 2}}\n",
       "m.map: grid.hub_labels: on, but this map cannot have hub labels: cells of different costs"},
      {"grid: {jps_plus: on, letters: {S: swamp}, costs: {swamp: 2}}\n",
       "m.map: grid.jps_plus: on, but this map cannot have baked jumps: cells differ in cost"},
      {"grid: {goal_bounds: on, letters: {S: swamp}, costs: {swamp: 2}}\n",
       "m.map: grid.goal_bounds: on, but this map cannot have goal bounds: cells differ in cost"},
      {"grid: {jps_plus: off, goal_bounds: on}\n",
       "c.yaml: grid.goal_bounds: on needs the jumps that grid.jps_plus: off leaves out"},
      {"grid: {size: 3}\n", "c.yaml:1: key 'size' is not known here"},
      {"volumes: [{area: ground, box: [[0, 0, 0], [1, 1, 1]]}]\n", "m.map: the source is cells: volumes"},
      {"links: [{kind: drop, start: [0, 0, 0], end: [1, 0, 1]}]\n", "m.map: a grid has no links"},
  };
  const TempFolder folder;
  WriteFile(folder.File("m.map"), kCaveMap);
  for (const auto& [yaml, message] : cases) {
    const ProgramRun run =
        Bake({folder.File("m.map"), "-o", folder.path(), "--config", Config(yaml, folder)});
    EXPECT_EQ(run.exit_code, 2) << yaml;
    EXPECT_THAT(run.err, HasSubstr(message));
  }
}

}  // namespace
}  // namespace waystone

// waystone-bake on waypoints: the real program, hostile files one by one, and what becomes of a sound source.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/store/loaded_map.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view kOldPackage = "the package of an earlier bake";
constexpr std::string_view kNodes = "id,x,y,z,radius\n1,0,0,0,1\n2,10,0,0,1\n3,10,5,0,1\n";
constexpr std::string_view kLinks = "from,to\n1,2\n2,1\n2,3\n";

ProgramRun Bake(const TempFolder& folder, const std::string& file, const std::vector<std::string>& flags) {
  std::vector<std::string> command = {WAYSTONE_BAKE, folder.File(file), "-o", folder.path()};
  command.insert(command.end(), flags.begin(), flags.end());
  return RunProgram(command);
}

// Files of a source, by name; the first is baked.
struct HostileWaypoints {
  std::string name;
  std::vector<std::pair<std::string, std::string>> files;
  std::string expected;  // part of the line
  std::vector<std::string> flags = {};
};

std::ostream& operator<<(std::ostream& out, const HostileWaypoints& c) { return out << c.name; }

HostileWaypoints Rows(std::string name, std::string_view nodes, std::string_view links, std::string expected,
                      std::vector<std::string> flags = {}) {
  return {std::move(name),
          {{"m.nodes.csv", std::string(nodes)}, {"m.links.csv", std::string(links)}},
          std::move(expected),
          std::move(flags)};
}

HostileWaypoints Json(std::string name, std::string text, std::string expected) {
  return {std::move(name), {{"m.waypoints.json", std::move(text)}}, std::move(expected)};
}

class HostileWaypointSources : public testing::TestWithParam<HostileWaypoints> {};

TEST_P(HostileWaypointSources, AreRefusedInOneLineThatNamesFilePlaceAndRule) {
  const HostileWaypoints& hostile = GetParam();
  const TempFolder folder;
  WriteFile(folder.File("m.waymap"), kOldPackage);
  for (const auto& [file, text] : hostile.files) WriteFile(folder.File(file), text);
  const ProgramRun run = Bake(folder, hostile.files[0].first, hostile.flags);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, StartsWith("waystone-bake: "));
  EXPECT_THAT(run.err, HasSubstr(hostile.expected));
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  EXPECT_EQ(ReadFile(folder.File("m.waymap")), kOldPackage);
}

INSTANTIATE_TEST_SUITE_P(
    Sources, HostileWaypointSources,
    testing::Values(
        Rows("Empty", "", kLinks, "m.nodes.csv: is empty"),
        Rows("NoNodes", "id,x,y,z\n", kLinks, "m.nodes.csv: there is no node"),
        Rows("NoHeader", "1,0,0,0\n", kLinks, "m.nodes.csv: line 1: the header has no column 'id'"),
        Rows("NanOfANode", "id,x,y,z\n1,0,0,nan\n", kLinks, "m.nodes.csv: line 2: z 'nan' is not finite"),
        Rows("ARowCutOff", "id,x,y,z\n1,0,0\n", kLinks, "m.nodes.csv: line 2: 3 fields, not 4"),
        Rows("AnIdTwice", "id,x,y,z\n1,0,0,0\n1,1,0,0\n", kLinks,
             "m.nodes.csv: line 3: id 1 was given before (line 2)"),
        Rows("BytesInARow", "id,x,y,z\n1,0,\x80,0\n", kLinks, "m.nodes.csv: line 2: y '"),
        Rows("ALinkToNowhere", kNodes, "from,to\n1,2\n1,9\n", "m.links.csv: line 3: to 9 is no node"),
        Rows("ALinkToItself", kNodes, "from,to\n2,2\n", "m.links.csv: line 2: the link leads from node 2 to"),
        Rows("ALinkTwice", kNodes, "from,to\n1,2\n1,2\n", "line 3: the link from 1 to 2 was given before"),
        HostileWaypoints{
            "NoLinksBeside", {{"m.nodes.csv", std::string(kNodes)}}, "m.links.csv: cannot be read"},
        Json("EmptyJson", "", "m.waypoints.json: is empty"),
        Json("JsonCutOff", R"({"nodes": [{"id": 1)", "m.waypoints.json: "),
        Json("JsonOfAnotherKind", "[]", "m.waypoints.json: the document must be an object"),
        Json("ANodeWithoutHeight", R"({"nodes": [{"id": 1, "x": 0, "z": 0}], "links": []})",
             "m.waypoints.json: nodes[0].y is missing"),
        Rows("AsGrid", kNodes, kLinks, "m.nodes.csv: strategy grid: the source is waypoints, which cannot",
             {"--strategy", "grid"}),
        Rows("AsNavmesh", kNodes, kLinks, "m.nodes.csv: strategy navmesh: the source is waypoints, which",
             {"--strategy", "navmesh"}),
        Rows("TwoAgents", kNodes, kLinks, "waypoints for one agent, and the settings have 2",
             {"--agent", "name=a", "--agent", "name=b"}),
        Rows("LinksLookedFor", kNodes, kLinks, "links cannot be looked for", {"--links", "drop_height=3"})),
    [](const auto& instance) { return instance.param.name; });

class BakedWaypoints : public testing::Test {
 protected:
  BakedWaypoints() {
    WriteFile(folder_.File("m.nodes.csv"), kNodes);
    WriteFile(folder_.File("m.links.csv"), kLinks);
    const ProgramRun run = Bake(folder_, "m.nodes.csv", {});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.err, "");
  }
  TempFolder folder_;
};

TEST_F(BakedWaypoints, SayWhyTheyArePlannedOverAsWaypoints) {
  const auto map = LoadedMap::Load(folder_.File("m.waymap"));
  ASSERT_TRUE(map.ok()) << map.status();
  EXPECT_EQ((*map)->manifest().surface, SurfaceKind::kWaypoint);
  EXPECT_THAT((*map)->manifest().strategy_reason, StartsWith("the source is waypoints: "));
}

TEST_F(BakedWaypoints, AreDrawnWithTheirLinks) {
  const std::string picture = folder_.File("m.svg");
  const ProgramRun run = RunProgram({WAYSTONE_PROGRAM, "draw", folder_.File("m.waymap"), "-o", picture});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string svg = ReadFile(picture);
  EXPECT_THAT(svg, StartsWith("<svg "));
  EXPECT_THAT(svg, HasSubstr("3 polygons"));
  EXPECT_THAT(svg, HasSubstr("<path class=\"arc\" d=\"M"));
  EXPECT_THAT(svg, HasSubstr("<path class=\"arc oneway\" d=\"M"));
}

TEST(OpenGround, BecomesALatticeOfWaypointsWhereTheSettingsAskForThat) {
  const TempFolder folder;
  WriteFile(folder.File("m.map"), "type octile\nheight 3\nwidth 9\nmap\n.........\n.........\n.........\n");
  const ProgramRun run = Bake(folder, "m.map", {"--strategy", "waypoint"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto map = LoadedMap::Load(folder.File("m.waymap"));
  ASSERT_TRUE(map.ok()) << map.status();
  EXPECT_EQ((*map)->manifest().surface, SurfaceKind::kWaypoint);
  EXPECT_EQ((*map)->manifest().strategy_reason, "the settings ask for waypoints: a lattice over open ground");
}

TEST(BakeWaypoints, APlaceOnALinkIsOnTheSurfaceAndOneFarFromAllIsWarnedOf) {
  const TempFolder folder;
  WriteFile(folder.File("m.nodes.csv"), kNodes);
  WriteFile(folder.File("m.links.csv"), kLinks);
  WriteFile(folder.File("m.nodes.csv.bake.yaml"), "places: {bridge: [5, 0, 1], sea: [5, 0, 9]}\n");
  const ProgramRun run = Bake(folder, "m.nodes.csv", {});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(
      run.err,
      "waystone-bake: warning: place \"sea\" is off the surface: the nearest walkable point, (5, 0, 0), is "
      "9 m away\n");
}

}  // namespace
}  // namespace waystone

// Links, ability sets and collision geometry from source to loaded map.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/str_cat.h"
#include "core/navmesh/surface_queries.h"
#include "core/store/loaded_map.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Seen from the side: ground at 0 from x = 0 to 10, a ledge `height_m` above it from x = 10 to 20.
//
//            ________ ledge
//           |
//   ________|  ground
std::string Ledge(double height_m) {
  const std::string h = StrCat(height_m);
  return "v 0 0 0\nv 0 0 10\nv 10 0 10\nv 10 0 0\nf 1 2 3 4\nv 10 " + h + " 0\nv 10 " + h + " 10\nv 20 " + h +
         " 10\nv 20 " + h + " 0\nf 5 6 7 8\nf 4 3 6 5\n";
}

struct Baked {
  ProgramRun run;
  std::shared_ptr<const LoadedMap> map;
  nlohmann::json report;
};

// Bakes `obj`, with `yaml` beside it.
Baked Bake(const TempFolder& folder, const std::string& obj, const std::string& yaml,
           std::vector<std::string> flags = {}) {
  WriteFile(folder.File("m.obj"), obj);
  WriteFile(folder.File("m.obj.bake.yaml"), yaml + "# the end\n");
  std::vector<std::string> command = {WAYSTONE_BAKE,      folder.File("m.obj"), "-o",
                                      folder.File("out"), "--report",           folder.File("r.json")};
  command.insert(command.end(), flags.begin(), flags.end());
  Baked baked{RunProgram(command), nullptr, {}};
  if (baked.run.exit_code != 0) return baked;
  const auto map = LoadedMap::Load(folder.File("out/m.waymap"));
  EXPECT_TRUE(map.ok()) << map.status();
  if (map.ok()) baked.map = *map;
  baked.report = nlohmann::json::parse(ReadFile(folder.File("r.json")));
  return baked;
}

PolyId PolyNear(const MapView& view, const Vec3& absolute) {
  SurfaceWorkspace workspace;
  const Vec3 point = absolute - view.manifest->origin;
  const auto place = NearestPoly(*view.navmesh, point, Aabb::Around(point, {1, 1, 1}), workspace);
  EXPECT_TRUE(place.has_value());
  return place.has_value() ? place->poly : PolyId(0);
}

const Vec3 kGround{5, 0, 5};

// "down", "up", "both" or "none": which paths lead between the ledge and the ground.
std::string PathsOfLedge(const Baked& baked, double height_m, const std::vector<std::string>& abilities) {
  const absl::StatusOr<MapView> view = baked.map->View("", abilities);
  EXPECT_TRUE(view.ok()) << view.status();
  const PolyId low = PolyNear(*view, kGround);
  const PolyId high = PolyNear(*view, {15, height_m, 5});
  ReachWorkspace workspace;
  const bool down = view->zones->Reaches(high, low, workspace);
  const bool up = view->zones->Reaches(low, high, workspace);
  EXPECT_EQ(down && up, view->zones->ComponentOf(low) == view->zones->ComponentOf(high));
  return down ? up ? "both" : "down" : up ? "up" : "none";
}

TEST(BakeLinks, ALedgeThatIsOnlyDroppedFromIsOneWay) {
  const TempFolder folder;
  const Baked baked = Bake(folder, Ledge(2), "", {"--links", "drop_height=3", "--strict"});
  ASSERT_NE(baked.map, nullptr) << baked.run.err;
  EXPECT_THAT(baked.map->manifest().link_abilities, ElementsAre("drop"));
  ASSERT_EQ(baked.map->manifest().variants.size(), 2U);
  EXPECT_EQ(baked.map->manifest().variants[1].surface_variant, 1);
  EXPECT_EQ(PathsOfLedge(baked, 2, {}), "none");
  EXPECT_EQ(PathsOfLedge(baked, 2, {"drop"}), "down");
  EXPECT_EQ(baked.map->View("", {"drop"})->zones_basis, ZonesBasis::kBaked);
  EXPECT_GT(baked.report["agents"][0]["generated_links"]["drop"], 0);
  EXPECT_THAT(baked.report["variants"][1]["abilities"], ElementsAre("drop"));
}

TEST(BakeLinks, ALedgeThatIsJumpedBackOntoIsOneZone) {
  const TempFolder folder;
  const Baked baked =
      Bake(folder, Ledge(1), "", {"--links", "jump_distance=3,jump_height=1.2,drop_height=3"});
  ASSERT_NE(baked.map, nullptr) << baked.run.err;
  EXPECT_EQ(PathsOfLedge(baked, 1, {}), "none");
  EXPECT_EQ(PathsOfLedge(baked, 1, {"drop", "jump"}), "both");
  EXPECT_EQ(baked.report["variants"][1]["strong_components"], 1);
}

TEST(BakeLinks, SetsAreLabelledAsTheyAreListedAndUnneededNamesAreAWarning) {
  const TempFolder folder;
  const std::string yaml =
      "agents:\n"
      "  - name: human\n"
      "    links: {drop_height_m: 3}\n"
      "    ability_sets: [[drop], [], [drop, swim]]\n"
      "  - {name: mouse, radius_m: 0.2, height_m: 0.3}\n";
  const Baked baked = Bake(folder, Ledge(2), yaml);
  ASSERT_NE(baked.map, nullptr) << baked.run.err;
  std::vector<std::string> variants;
  for (const MapVariant& variant : baked.map->manifest().variants) {
    variants.push_back(StrCat(variant.agent.name, variant.abilities.size(), variant.surface_variant));
  }
  EXPECT_THAT(variants, ElementsAre("human11", "human01", "human21", "mouse04", "mouse14"));
  EXPECT_THAT(baked.run.err, HasSubstr("agent \"human\": ability_sets: no link needs \"swim\""));
  EXPECT_EQ(PathsOfLedge(baked, 2, {"drop"}), "down");
  EXPECT_THAT(baked.map->View("mouse")->links->all(), IsEmpty());
}

TEST(BakeLinks, SourceLinksComeFromYamlOrFromAFileBesideIt) {
  const TempFolder folder;
  const Baked inline_list =
      Bake(folder, Ledge(2),
           "links:\n  - {kind: ladder, start: [9, 0, 5], end: [11, 2, 5], two_way: true, "
           "abilities: [ladder], id: west}\n",
           {"--strict"});
  ASSERT_NE(inline_list.map, nullptr) << inline_list.run.err;
  EXPECT_EQ(PathsOfLedge(inline_list, 2, {}), "none");
  EXPECT_EQ(PathsOfLedge(inline_list, 2, {"ladder"}), "both");
  EXPECT_EQ(inline_list.report["agents"][0]["source_links"]["ladder"], 2);
  const std::string package = ReadFile(folder.File("out/m.waymap"));

  WriteFile(folder.File("m.links.csv"),
            "kind,start_x,start_y,start_z,end_x,end_y,end_z,two_way,abilities,id\n"
            "ladder,9,0,5,11,2,5,1,ladder,west\n");
  ASSERT_EQ(Bake(folder, Ledge(2), "links: m.links.csv\n").run.exit_code, 0);
  EXPECT_EQ(ReadFile(folder.File("out/m.waymap")), package);
  ASSERT_EQ(Bake(folder, Ledge(2), "", {"--links", folder.File("m.links.csv")}).run.exit_code, 0);
  EXPECT_EQ(ReadFile(folder.File("out/m.waymap")), package);
}

TEST(BakeLinks, ALinkOffTheSurfaceIsAWarningThatStrictRefuses) {
  const TempFolder folder;
  const std::string yaml = "links:\n  - {kind: walk, start: [9, 0, 5], end: [9, 7, 5]}\n";
  const Baked lenient = Bake(folder, Ledge(2), yaml);
  EXPECT_EQ(lenient.run.exit_code, 0);
  EXPECT_THAT(lenient.run.err, HasSubstr("warning: agent 'human': " + folder.File("m.obj.bake.yaml") +
                                         ":2: link 0: its end is not on the surface within 0.5 m; left out"));
  EXPECT_EQ(Bake(folder, Ledge(2), yaml, {"--strict"}).run.exit_code, 1);
}

TEST(BakeLinks, ALinkIsForTheAgentsItNames) {
  const TempFolder folder;
  const Baked baked = Bake(folder, Ledge(2),
                           "agents:\n  - {name: human}\n  - {name: ogre, radius_m: 0.6}\nlinks:\n"
                           "  - {kind: walk, start: [9, 0, 5], end: [11, 2, 5]}\n"
                           "  - {kind: walk, start: [11, 2, 5], end: [9, 0, 5], agents: [ogre]}\n");
  ASSERT_NE(baked.map, nullptr) << baked.run.err;
  EXPECT_EQ(PathsOfLedge(baked, 2, {}), "up");
  EXPECT_EQ(baked.map->View("human")->links->size(), 1U);
  EXPECT_EQ(baked.map->View("ogre")->links->size(), 2U);
  EXPECT_EQ(baked.map->manifest().variants.size(), 2U);
}

TEST(BakeLinks, ALinkForAnAgentThatIsNotBakedIsRefusedByItsLine) {
  const TempFolder folder;
  const Baked baked =
      Bake(folder, Ledge(2), "links:\n  - {kind: walk, start: [9, 0, 5], end: [8, 0, 5], agents: [ogre]}\n");
  EXPECT_EQ(baked.run.exit_code, 2);
  EXPECT_THAT(baked.run.err, HasSubstr("m.obj.bake.yaml:2: the link is for agent \"ogre\""));
}

TEST(BakeLinks, TheBytesAreTheSameWithAnyNumberOfThreads) {
  const TempFolder folder;
  std::string steps;  // ledges of many heights, in many tiles
  int corner = 0;
  for (int i = 0; i < 60; ++i) {
    const std::string x0 = StrCat(2 * i);
    const std::string x1 = StrCat(2 * i + 2);
    const std::string y = StrCat(0.7 * (i * 7 % 5));
    steps += "v " + x0 + " " + y + " 0\nv " + x0 + " " + y + " 12\nv " + x1 + " " + y + " 12\nv " + x1 + " " +
             y + " 0\nf " + StrCat(corner + 1) + " " + StrCat(corner + 2) + " " + StrCat(corner + 3) + " " +
             StrCat(corner + 4) + "\n";
    corner += 4;
  }
  std::vector<std::string> packages;
  for (const char* threads : {"1", "4", "3"}) {
    const Baked baked = Bake(folder, steps, "",
                             {"--links", "jump_distance=3,jump_height=1.5,drop_height=4,spacing=0.5",
                              "--threads", threads, "--tile-size", "10"});
    ASSERT_NE(baked.map, nullptr) << baked.run.err;
    EXPECT_GT(baked.map->View("")->links->size(), 50U);
    packages.push_back(ReadFile(folder.File("out/m.waymap")));
  }
  EXPECT_THAT(packages, testing::Each(packages[0]));
}

TEST(BakeLinks, CollisionGeometryIsInThePackageUnlessSwitchedOff) {
  const TempFolder folder;
  const Baked baked = Bake(folder, Ledge(2), "");
  ASSERT_NE(baked.map, nullptr) << baked.run.err;
  const MapView view = *baked.map->View("");
  ASSERT_NE(view.collision, nullptr);
  const Vec3 origin = baked.map->manifest().origin;
  EXPECT_TRUE(view.collision->Blocked(Vec3{5, 1, 5} - origin, Vec3{15, 1, 5} - origin));
  EXPECT_FALSE(view.collision->Blocked(Vec3{5, 3, 5} - origin, Vec3{15, 3, 5} - origin));
  EXPECT_EQ(Bake(folder, Ledge(2), "collision: false\n").map->View("")->collision, nullptr);
  EXPECT_EQ(Bake(folder, Ledge(2), "", {"--no-collision"}).map->View("")->collision, nullptr);
}

TEST(BakeLinks, ASearchThatWouldTakeHoursIsRefusedAtOnce) {
  const TempFolder folder;
  std::string pillars;
  for (int i = 0; i < 1600; ++i) {
    const int x = i % 40 * 4;
    const int z = i / 40 * 4;
    StrAppend(pillars, "v ", x, " 0 ", z, "\nv ", x, " 0 ", z + 2, "\n");
    StrAppend(pillars, "v ", x + 2, " 0 ", z + 2, "\nv ", x + 2, " 0 ", z, "\nf -4 -3 -2 -1\n");
  }
  const ProgramRun run =
      Bake(folder, pillars, "agents: [{name: frog, links: {jump_distance_m: 100, spacing_m: 0.1}}]\n").run;
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err,
              HasSubstr("agent \"frog\": links: jump_distance_m 100 with spacing_m 0.1 asks for about "));
  EXPECT_THAT(run.err, HasSubstr(" places on borders, and at most "));
}

}  // namespace
}  // namespace waystone

// waystone-bake on 2D maps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/grid/grid_search.h"
#include "core/navmesh/surface_queries.h"
#include "core/store/loaded_map.h"
#include "core/surface/grid/grid_of_map.h"
#include "core/surface/navmesh/navmesh_indexes.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "tests/bake/program/bake_run.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::shared_ptr<const LoadedMap> BakeAndLoad(const TempFolder& folder, const std::string& name,
                                             std::string_view source,
                                             const std::vector<std::string>& flags = {}) {
  WriteFile(folder.File(name), source);
  std::vector<std::string> arguments = {folder.File(name), "-o", folder.path()};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  const ProgramRun run = Bake(arguments);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  auto map = LoadedMap::Load(folder.File(name.substr(0, name.find('.')) + ".waymap"));
  EXPECT_TRUE(map.ok()) << map.status();
  return map.ok() ? *map : nullptr;
}

// The cells as they were drawn, '#' for blocked ones.
std::vector<std::string> Drawn(const GridView& grid) {
  std::vector<std::string> lines;
  for (uint32_t id = 0; id < grid.columns() * grid.rows(); ++id) {
    if (id % grid.columns() == 0) lines.emplace_back();
    const uint8_t area = grid.AreaOf(grid.CellOf(id));
    lines.back().push_back(area == 0 ? '#' : static_cast<char>('0' + area));
  }
  return lines;
}

TEST(BakeGrid, AMapBecomesAGridWithItsReason) {
  const TempFolder folder;
  const auto map =
      BakeAndLoad(folder, "cave.map", kCaveMap, {"--cell-size", "2", "--origin", "100,7,-50", "--strict"});
  ASSERT_NE(map, nullptr);
  EXPECT_EQ(map->manifest().map_id, "cave");
  EXPECT_EQ(map->manifest().surface, SurfaceKind::kGrid);
  EXPECT_THAT(map->manifest().strategy_reason, HasSubstr("2D map with obstacles"));
  const auto view = map->View("");
  ASSERT_TRUE(view.ok()) << view.status();
  ASSERT_NE(FindGrid(*view), nullptr);
  EXPECT_THAT(Drawn(*FindGrid(*view)), ElementsAre("11#111", "11#111", "111111", "######"));
  EXPECT_TRUE(FindGrid(*view)->is_uniform());
  EXPECT_EQ(FindGrid(*view)->CenterOf({3, 1}) + map->manifest().origin, Vec3(107, 7, -47));
  EXPECT_EQ(map->manifest().bounds.min, Vec3(100, 7, -50));
  EXPECT_EQ(map->manifest().bounds.max, Vec3(112, 7, -44));
  EXPECT_EQ(view->zones->header().weak_count, 1U);
  ASSERT_NE(view->skeleton, nullptr);
  EXPECT_EQ(view->skeleton->header().launch_point_count, 16U);
  EXPECT_TRUE(IndexesOf(*view).IsNone());
}

TEST(BakeGrid, HubLabelsAreInThePackageUnlessSettingsForbidThem) {
  const TempFolder folder;
  const auto corners = [&](const std::string& name, std::string_view source,
                           const std::vector<std::string>& flags) -> std::optional<uint32_t> {
    const auto map = BakeAndLoad(folder, name, source, flags);
    const HubLabelView labels = FindGrid(*map->View(""))->hub_labels();
    if (labels.empty()) return std::nullopt;
    return labels.corner_count();
  };
  EXPECT_EQ(corners("cave.map", kCaveMap, {}), 2);
  EXPECT_EQ(corners("bare.map", kCaveMap, {"--no-hierarchy"}), std::nullopt);
  EXPECT_EQ(corners("open.map", "type octile\nheight 1\nwidth 3\nmap\n..@\n", {}), 0);
}

TEST(BakeGrid, SettingsNameLettersAreasAndCosts) {
  const TempFolder folder;
  WriteFile(folder.File("cave.map.bake.yaml"),
            "cell_size_m: 0.5\nareas: [{name: swamp, index: 5}]\n"
            "grid: {letters: {S: swamp, G: mud, '@': ground, x: blocked}, costs: {swamp: 3, mud: 1.5}}\n");
  const auto map = BakeAndLoad(folder, "cave.map", kCaveMap);
  ASSERT_NE(map, nullptr);
  EXPECT_THAT(map->manifest().strategy_reason, HasSubstr("cells of 3 costs"));
  const auto view = map->View("");
  ASSERT_TRUE(view.ok()) << view.status();
  EXPECT_THAT(Drawn(*FindGrid(*view)), ElementsAre("111111", "111151", "111251", "111111"));
  EXPECT_EQ(FindGrid(*view)->header().area_cost[5], 3.0F);
  EXPECT_EQ(FindGrid(*view)->header().area_cost[2], 1.5F);
  std::vector<std::string> names;
  for (const AreaType& area : map->manifest().areas) names.push_back(area.name);
  EXPECT_THAT(names, ElementsAre("ground", "mud", "swamp"));
}

TEST(BakeGrid, SettingsBakeATrunk) {
  const TempFolder folder;
  WriteFile(folder.File("cave.map.bake.yaml"), "trunk: {points: [[0.5, 0, 0.5], [5.5, 0, 2.5]]}\n");
  auto map = BakeAndLoad(folder, "cave.map", kCaveMap);
  ASSERT_NE(map, nullptr);
  const TrunkView* trunk = FindGrid(*map->View(""))->trunk();
  ASSERT_NE(trunk, nullptr);
  EXPECT_THAT(trunk->points(), ElementsAre(0U, 17U));
  EXPECT_EQ(trunk->stretches().size(), 1U);
  WriteFile(folder.File("cave.map.bake.yaml"), "trunk: {count: 4}\n");
  map = BakeAndLoad(folder, "cave.map", kCaveMap);
  ASSERT_NE(map, nullptr);
  EXPECT_EQ(FindGrid(*map->View(""))->trunk()->point_count(), 4U);
  for (const auto& [settings, words] : std::vector<std::pair<std::string, std::string>>{
           {"trunk: {count: 1}", "trunk.count is 1 and must be from 2 to 1024"},
           {"trunk: {max_detour: 0.9}", "trunk.max_detour is 0.9 and must be from 1"},
           {"trunk: {points: [[99, 0, 0]]}", "trunk.points[0] lies outside of the grid"},
           {"trunk: {points: [[2.5, 0, 0.5]]}", "trunk points[0]: cell (2, 0) is not free"},
           {"trunk: true\nstrategy: navmesh", "trunk: joins cells of a grid, and this map is a navmesh"}}) {
    WriteFile(folder.File("cave.map.bake.yaml"), settings + "\n");
    const ProgramRun run = Bake({folder.File("cave.map"), "-o", folder.path()});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.err, HasSubstr(words));
  }
}

TEST(BakeGrid, ATableBecomesAGrid) {
  const TempFolder folder;
  const auto map = BakeAndLoad(folder, "field.grid.csv", "1,1,0\n2,1,1\n");
  ASSERT_NE(map, nullptr);
  EXPECT_EQ(map->manifest().map_id, "field");
  const auto view = map->View("");
  ASSERT_TRUE(view.ok()) << view.status();
  EXPECT_THAT(Drawn(*FindGrid(*view)), ElementsAre("11#", "211"));
}

TEST(BakeGrid, OnRequestItBecomesANavmesh) {
  const TempFolder folder;
  const auto map = BakeAndLoad(folder, "cave.map", kCaveMap, {"--strategy", "navmesh"});
  ASSERT_NE(map, nullptr);
  EXPECT_EQ(map->manifest().surface, SurfaceKind::kNavmesh);
  EXPECT_THAT(map->manifest().strategy_reason, HasSubstr("the settings ask for a navmesh"));
  const auto view = map->View("");
  ASSERT_TRUE(view.ok()) << view.status();
  EXPECT_EQ(FindGrid(*view), nullptr);
  EXPECT_GE(view->navmesh->poly_count(), 3U);
}

TEST(BakeGrid, ThePackageDoesNotDependOnTheNumberOfThreads) {
  const TempFolder folder;
  std::string map = "type octile\nheight 100\nwidth 100\nmap\n";
  for (int row = 0; row < 100; ++row) {
    for (int column = 0; column < 100; ++column) {
      map.push_back((row * 7 + column * 13 + row * column) % 5 == 0 ? '@' : '.');
    }
    map.push_back('\n');
  }
  ASSERT_NE(BakeAndLoad(folder, "noise.map", map, {"--threads", "1"}), nullptr);
  const std::string one = ReadFile(folder.File("noise.waymap"));
  ASSERT_NE(BakeAndLoad(folder, "noise.map", map, {"--threads", "4"}), nullptr);
  EXPECT_EQ(ReadFile(folder.File("noise.waymap")), one);
}

// Each key point stands in the middle of a free cell, on the rectangle that holds it.
TEST(BakeGrid, KeyPointsStandOnTheirPolygons) {
  const TempFolder folder;
  const auto map =
      BakeAndLoad(folder, "cave.map", kCaveMap, {"--cell-size", "0.3", "--origin", "1000,0,1000"});
  ASSERT_NE(map, nullptr);
  const auto view = map->View("");
  ASSERT_TRUE(view.ok()) << view.status();
  ASSERT_GT(view->skeleton->size(), 1U);
  for (const KeyPoint& key : view->skeleton->key_points()) {
    const Vec3 at(key.x, key.y, key.z);
    const std::optional<Cell> cell = FindGrid(*view)->CellAt(at);
    ASSERT_TRUE(cell.has_value());
    EXPECT_TRUE(FindGrid(*view)->IsFree(*cell));
    EXPECT_LT(Distance(FindGrid(*view)->CenterOf(*cell), at), 1e-4);
    EXPECT_EQ(ClosestInPlane(*view->navmesh, PolyId(key.poly), at.Plane(), 1.0).distance_sq_m2, 0);
  }
}

TEST(BakeGrid, TheReportHasItsStages) {
  const TempFolder folder;
  ASSERT_NE(BakeAndLoad(folder, "cave.map", kCaveMap, {"--report", folder.File("report.json")}), nullptr);
  const nlohmann::json report = nlohmann::json::parse(ReadFile(folder.File("report.json")));
  std::vector<std::string> stages;
  for (const auto& stage : report["stages"]) stages.push_back(stage["stage"]);
  EXPECT_THAT(stages, ElementsAre("import", "rectangles", "navmesh", "grid", "hub_labels", "zones",
                                  "skeleton", "encode", "write"));
  EXPECT_EQ(report["stages"][0]["cells"], 24);
  EXPECT_EQ(report["stages"][3]["free cells"], 16);
  EXPECT_EQ(report["strategy"], "grid");
  EXPECT_THAT(std::string(report["strategy_reason"]), HasSubstr("2D map with obstacles"));
}

TEST(BakeGrid, SettingsForTrianglesAreWarnings) {
  const TempFolder folder;
  WriteFile(folder.File("cave.map"), kCaveMap);
  const ProgramRun run =
      Bake({folder.File("cave.map"), "-o", folder.path(), "--tile-size", "20", "--scale", "2"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("without effect where cells become a grid: scale, tile_size_m\n"));
}

TEST(BakeGrid, ACostOfNoAreaIsAWarning) {
  const TempFolder folder;
  WriteFile(folder.File("cave.map"), kCaveMap);
  WriteFile(folder.File("cave.map.bake.yaml"), "grid: {letters: {S: swamp}, costs: {swmap: 3, swamp: 2}}\n");
  const ProgramRun run = Bake({folder.File("cave.map"), "-o", folder.path()});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "waystone-bake: warning: grid.costs: there is no area \"swmap\"\n");
}

// 3 x 2 pixels, gray: bright, dark, bright; dark, dark, bright.
TEST(BakeGrid, APictureBecomesAGrid) {
  const TempFolder folder;
  const std::string seed = ReadFile(WAYSTONE_SOURCE_DIR "/tests/fuzz/corpus/fuzz_grid_source/gray");
  const auto map = BakeAndLoad(folder, "island.png", std::string_view(seed).substr(1));
  ASSERT_NE(map, nullptr);
  const auto view = map->View("");
  ASSERT_TRUE(view.ok()) << view.status();
  EXPECT_THAT(Drawn(*FindGrid(*view)), ElementsAre("1#1", "##1"));
}

TEST(BakeGrid, HubLabelsAreBakedIfTheSettingsAndTheCellsAllowThem) {
  const TempFolder folder;
  std::string reason;
  const auto has_labels = [&](std::string_view yaml) {
    WriteFile(folder.File("cave.map.bake.yaml"), yaml);
    const auto map = BakeAndLoad(folder, "cave.map", kCaveMap);
    reason = map->manifest().strategy_reason;
    return !FindGrid(*map->View(""))->hub_labels().empty();
  };
  EXPECT_TRUE(has_labels("grid: {hub_labels: auto}\n"));
  EXPECT_TRUE(has_labels("grid: {hub_labels: on}\n"));
  EXPECT_FALSE(has_labels("grid: {hub_labels: off}\n"));
  EXPECT_FALSE(has_labels("grid: {hub_labels: on}\nhierarchy: false\n"));
  EXPECT_FALSE(has_labels("grid: {letters: {S: swamp}, costs: {swamp: 2}}\n"));
  EXPECT_THAT(reason, HasSubstr("; without hub labels: cells of different costs"));
}

struct BakedExtras {
  bool labels;
  bool jumps;
  bool bounds;
  friend bool operator==(const BakedExtras&, const BakedExtras&) = default;
};

std::ostream& operator<<(std::ostream& out, const BakedExtras& extras) {
  return out << (extras.labels ? "labels " : "") << (extras.jumps ? "jumps " : "")
             << (extras.bounds ? "bounds" : "");
}

TEST(BakeGrid, JumpsAndBoundsAreBakedIfThereAreNoHubLabelsOrTheyAreAskedFor) {
  // A post in the middle, few turns for that many cells; and a puddle, which costs what the settings say.
  std::string drawn = "type octile\nheight 24\nwidth 24\nmap\n";
  for (int row = 0; row < 24; ++row) {
    for (int column = 0; column < 24; ++column) {
      drawn += row == 12 && column == 12 ? '@' : row == 3 && column == 3 ? 'S' : '.';
    }
    drawn += '\n';
  }
  const TempFolder folder;
  std::string reason;
  const auto extras = [&](std::string_view yaml) {
    WriteFile(folder.File("post.map.bake.yaml"), yaml);
    const auto map = BakeAndLoad(folder, "post.map", drawn);
    reason = map->manifest().strategy_reason;
    const GridView& grid = GridOf(*map->View(""));
    return BakedExtras{!grid.hub_labels().empty(), !grid.jumps().empty(), !grid.bound_words().empty()};
  };
  EXPECT_EQ(extras("map_id: post\n"), (BakedExtras{true, false, false}));
  EXPECT_THAT(reason, HasSubstr("; without baked jumps: the hub labels serve the same requests"));
  EXPECT_EQ(extras("grid: {hub_labels: off}\n"), (BakedExtras{false, true, true}));
  EXPECT_THAT(reason, Not(HasSubstr("without")));
  EXPECT_EQ(extras("hierarchy: false\ngrid: {goal_bounds: off}\n"), (BakedExtras{false, true, false}));
  EXPECT_EQ(extras("grid: {hub_labels: off, jps_plus: off}\n"), (BakedExtras{false, false, false}));
  EXPECT_EQ(extras("grid: {jps_plus: off}\n"), (BakedExtras{true, false, false}));
  EXPECT_THAT(reason, Not(HasSubstr("without")));
  EXPECT_EQ(extras("grid: {jps_plus: on}\n"), (BakedExtras{true, true, false}));
  EXPECT_THAT(reason, HasSubstr("; without goal bounds: the hub labels serve the same requests"));
  EXPECT_EQ(extras("grid: {goal_bounds: on}\n"), (BakedExtras{true, true, true}));
  EXPECT_EQ(extras("grid: {letters: {S: swamp}, costs: {swamp: 2}}\n"), (BakedExtras{false, false, false}));
  EXPECT_THAT(reason, HasSubstr("; without baked jumps: cells differ in cost"));
}

TEST(BakeGrid, ClustersAreBakedWhereTheyAreAskedFor) {
  std::string drawn = "type octile\nheight 40\nwidth 40\nmap\n";
  for (int row = 0; row < 40; ++row)
    drawn += (row == 20 ? std::string(39, '@') : std::string(39, '.')) + ".\n";
  const TempFolder folder;
  WriteFile(folder.File("halls.map.bake.yaml"), "grid: {blocks: 16}\n");
  const auto map = BakeAndLoad(folder, "halls.map", drawn);
  ASSERT_NE(map, nullptr);
  const GridClusterView* clusters = FindGrid(*map->View(""))->clusters();
  ASSERT_NE(clusters, nullptr);
  EXPECT_EQ(clusters->header().side, 16U);
  EXPECT_EQ(clusters->header().cluster_count, 9U);
  EXPECT_GT(clusters->header().landmark_count, 0U);
  WriteFile(folder.File("halls.map.bake.yaml"), "grid: {blocks: auto}\n");
  EXPECT_EQ(FindGrid(*BakeAndLoad(folder, "halls.map", drawn)->View(""))->clusters(), nullptr);
}

// Cells blocked at random, one in three; or rooms of 49 x 49 cells with a door in the middle of each wall.
std::string ScatteredMap(int side) {
  Random random(1);
  std::string map = StrCat("type octile\nheight ", side, "\nwidth ", side, "\nmap\n");
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) map += random.NextBelow(3) == 0 ? '@' : '.';
    map += '\n';
  }
  return map;
}
std::string RoomsMap(int side) {
  std::string map = StrCat("type octile\nheight ", side, "\nwidth ", side, "\nmap\n");
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const bool is_wall = (row % 50 == 49 && column % 50 != 25) || (column % 50 == 49 && row % 50 != 25);
      map += is_wall ? '@' : '.';
    }
    map += '\n';
  }
  return map;
}

TEST(BakeGrid, JumpsAreBakedOnlyWhereTheyAreFasterUnlessAskedFor) {
  const TempFolder folder;
  std::string reason;
  const auto method = [&](const std::string& source, std::string_view yaml,
                          const std::string& threads = "2") {
    WriteFile(folder.File("map.map.bake.yaml"), StrCat("hierarchy: false\nskeleton: false\n", yaml));
    const auto map = BakeAndLoad(folder, "map.map", source,
                                 {"--threads", threads, "--report", folder.File("report.json")});
    reason = map->manifest().strategy_reason;
    EXPECT_EQ(nlohmann::json::parse(ReadFile(folder.File("report.json")))["strategy_reason"], reason);
    const auto view = map->View("");
    GridGround ground;
    ground.map = FindGrid(*view);
    ground.bits = FindGrid(*view)->bits();
    return PickMethod(ground, GridQuery());
  };
  const std::string scattered = ScatteredMap(300);
  EXPECT_EQ(method(scattered, ""), GridMethod::kJps);
  EXPECT_THAT(reason,
              ContainsRegex("; without baked jumps: plain ones are faster: in [0-9]+ sampled searches "
                            "the bits cost [0-9]+ .*and baked jumps [0-9]+"));
  const std::string bytes = ReadFile(folder.File("map.waymap"));
  EXPECT_EQ(method(scattered, "", "1"), GridMethod::kJps);
  EXPECT_EQ(ReadFile(folder.File("map.waymap")), bytes);
  EXPECT_EQ(method(scattered, "grid: {jps_plus: on}\n"), GridMethod::kJpsPlus);
  EXPECT_THAT(reason, HasSubstr("; with baked jumps as the settings ask, though plain ones are faster: in "));
  EXPECT_EQ(method(RoomsMap(400), "grid: {goal_bounds: off}\n"), GridMethod::kJpsPlus);
  EXPECT_THAT(reason, HasSubstr("; with baked jumps, which are faster than plain ones: in "));
}

// Free cells but for 1 x 1 obstacles, more of them than bounds are baked for by themselves.
TEST(BakeGrid, GoalBoundsThatAreAskedForHaveNoLimits) {
  std::string map = "type octile\nheight 60\nwidth 60\nmap\n";
  for (int row = 0; row < 60; ++row) {
    for (int column = 0; column < 60; ++column) map += row % 3 == 1 && column % 3 == 1 ? '@' : '.';
    map += '\n';
  }
  const TempFolder folder;
  WriteFile(folder.File("posts.map.bake.yaml"), "grid: {hub_labels: off}\n");
  auto baked = BakeAndLoad(folder, "posts.map", map);
  ASSERT_NE(baked, nullptr);
  EXPECT_TRUE(FindGrid(*baked->View(""))->bound_words().empty());
  EXPECT_THAT(baked->manifest().strategy_reason, HasSubstr("too many for goal bounds"));
  WriteFile(folder.File("posts.map.bake.yaml"), "grid: {hub_labels: off, goal_bounds: on}\n");
  baked = BakeAndLoad(folder, "posts.map", map);
  ASSERT_NE(baked, nullptr);
  EXPECT_FALSE(FindGrid(*baked->View(""))->bound_words().empty());
}

TEST(BakeGrid, OpenGroundStaysAGridAndBecomesWaypointsByTheSeedsRule) {
  constexpr std::string_view kOpen = "1,1,1\n1,1,1\n";
  const TempFolder folder;
  auto map = BakeAndLoad(folder, "open.grid.csv", kOpen);
  ASSERT_NE(map, nullptr);
  EXPECT_EQ(map->manifest().surface, SurfaceKind::kGrid);
  EXPECT_THAT(map->manifest().strategy_reason, HasSubstr("a grid, whose cells a request may block"));
  ASSERT_NE(FindGrid(*map->View("")), nullptr);
  map = BakeAndLoad(folder, "open.grid.csv", kOpen, {"--strategy", "waypoint"});
  EXPECT_EQ(map->manifest().surface, SurfaceKind::kWaypoint);
  WriteFile(folder.File("open.grid.csv.bake.yaml"), "strategy: seed\n");
  map = BakeAndLoad(folder, "open.grid.csv", kOpen);
  ASSERT_NE(map, nullptr);
  EXPECT_EQ(map->manifest().surface, SurfaceKind::kWaypoint);
  EXPECT_THAT(map->manifest().strategy_reason, HasSubstr("the seed's rule"));
  EXPECT_NE(FindWaypoints(*map->View("")), nullptr);
  EXPECT_EQ(FindGrid(*map->View("")), nullptr);
  map = BakeAndLoad(folder, "cave.map", kCaveMap, {"--strategy", "seed"});
  EXPECT_EQ(map->manifest().surface, SurfaceKind::kGrid);
}

TEST(BakeGrid, APlaceInABlockedCellIsWarnedOf) {
  const TempFolder folder;
  WriteFile(folder.File("m.map"), kCaveMap);
  const auto warnings = [&](const std::string& places) {
    WriteFile(folder.File("m.map.bake.yaml"), "places: {" + places + "}\n");
    const ProgramRun run = Bake({folder.File("m.map"), "-o", folder.path()});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return run.err;
  };
  EXPECT_EQ(warnings("door: [0.5, 0, 0.5], cliff: [5.5, 7, 2.5]"), "");
  EXPECT_EQ(warnings("door: [0.5, 0, 0.5], wall: [2.5, 0, 0.5]"),
            "waystone-bake: warning: place \"wall\" is off the surface: the nearest walkable point, (2, 0, "
            "0.5), is "
            "0.5 m away\n");
}

TEST(BakeGrid, DoorsAndCostProfilesGoIntoThePackage) {
  const TempFolder folder;
  WriteFile(folder.File("m.map"), kCaveMap);
  const auto bake = [&](const std::string& settings) {
    WriteFile(folder.File("m.map.bake.yaml"), settings);
    return Bake({folder.File("m.map"), "-o", folder.path()});
  };
  ASSERT_EQ(bake("doors: [{name: pass, closed: true, cells: [[2, 2, 1, 1]]}, {name: all, areas: [ground]}]\n"
                 "cost_profiles: [{name: cart, costs: {ground: 2}}]\n")
                .exit_code,
            0);
  const auto map = LoadedMap::Load(folder.File("m.waymap"));
  ASSERT_TRUE(map.ok()) << map.status();
  const std::vector<Door>& doors = (*map)->manifest().doors;
  ASSERT_EQ(doors.size(), 2U);
  EXPECT_EQ(doors[0].name, "all");
  EXPECT_EQ(doors[0].areas, 2U);
  EXPECT_TRUE(doors[1].is_closed);
  ASSERT_EQ((*map)->manifest().cost_profiles.size(), 1U);
  EXPECT_EQ((*map)->View("")->doors[1].cells[0].column, 2U);

  const auto refused = [&](const std::string& settings, const std::string& message) {
    const ProgramRun run = bake(settings);
    EXPECT_EQ(run.exit_code, 2) << settings << run.err;
    EXPECT_THAT(run.err, HasSubstr(message)) << settings;
  };
  refused("doors: [{name: d, areas: [lava]}]", "doors: \"d\": no ground of the map has area \"lava\"");
  refused("doors: [{name: d, links: [rope]}]", "doors: \"d\": there is no link \"rope\"");
  refused("doors: [{name: d, cells: [[5, 0, 2, 1]]}]",
          "doors: \"d\": cells: the grid has 6 columns and 4 rows");
  refused("doors: [{name: d}]", "doors: \"d\": needs volumes, links, areas or cells");
  ASSERT_EQ(bake("cost_profiles: [{name: wide, min_clearance_m: 1}]").exit_code, 0);
  EXPECT_EQ((*LoadedMap::Load(folder.File("m.waymap")))->manifest().cost_profiles[0].min_clearance_m, 1);
}

}  // namespace
}  // namespace waystone

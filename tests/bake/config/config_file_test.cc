#include "bake/config/config_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waystone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ConfigFile, ReadsEveryKey) {
  const auto config = ParseConfig(R"(
map_id: town
scale: 0.01
up_axis: z
cell_size_m: 0.3
cell_height_m: 0.15
tile_size_m: 48
agents:
  - {name: human, radius_m: 0.3, height_m: 1.7, max_climb_m: 0.4, max_slope_deg: 50}
  - name: ogre
    radius_m: 1
    links: {jump_distance_m: 3, jump_height_m: 1.5, drop_height_m: 4, spacing_m: 0.5}
    ability_sets: [[], [jump, drop]]
links:
  - {kind: ladder, start: [1, 2, 3], end: [1, 6, 3], two_way: true, radius_m: 0.3, cost_m: 8, abilities: [ladder]}
  - kind: drop
    start: [4, 5, 6]
    end: [4, 0, 7]
    id: well
    agents: [ogre]
collision: false
areas:
  - {name: ground, index: 1}
  - {name: road, index: 2, materials: [asphalt, "old stone"], groups: [bridge]}
not_walkable: {materials: [hedge]}
not_solid: {groups: [water, fog]}
ignored: {materials: [sky], groups: [helper]}
)",
                                  "c.yaml");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->map_id, "town");
  EXPECT_EQ(config->import.scale, 0.01);
  EXPECT_EQ(config->import.up_axis, UpAxis::kZ);
  EXPECT_EQ(config->voxels.cell_size_m, 0.3);
  EXPECT_EQ(config->voxels.cell_height_m, 0.15);
  EXPECT_EQ(config->voxels.tile_size_m, 48);
  ASSERT_EQ(config->agents.size(), 2U);
  EXPECT_EQ(config->agents[0].profile.max_slope_deg, 50);
  EXPECT_EQ(config->agents[1].profile.name, "ogre");
  EXPECT_EQ(config->agents[1].profile.height_m, AgentProfile().height_m);
  EXPECT_FALSE(config->agents[0].links.any());
  EXPECT_EQ(config->agents[1].links.jump_distance_m, 3);
  EXPECT_EQ(config->agents[1].links.jump_height_m, 1.5);
  EXPECT_EQ(config->agents[1].links.drop_height_m, 4);
  EXPECT_EQ(config->agents[1].links.spacing_m, 0.5);
  EXPECT_THAT(config->agents[1].ability_sets, ElementsAre(IsEmpty(), ElementsAre("drop", "jump")));
  ASSERT_EQ(config->links.size(), 2U);
  EXPECT_EQ(config->links[0].kind, LinkKind::kLadder);
  EXPECT_EQ(config->links[0].end, Vec3(1, 6, 3));
  EXPECT_TRUE(config->links[0].two_way);
  EXPECT_EQ(config->links[0].cost_m, 8);
  EXPECT_THAT(config->links[0].abilities, ElementsAre("ladder"));
  EXPECT_EQ(config->links[1].place, "c.yaml:16");
  EXPECT_THAT(config->links[1].agents, ElementsAre("ogre"));
  EXPECT_EQ(config->links[1].external_id, "well");
  EXPECT_FALSE(config->collision);
  const SurfaceTable& surfaces = config->surfaces;
  ASSERT_EQ(surfaces.areas.size(), 2U);
  EXPECT_EQ(surfaces.areas[1].type.index, 2);
  EXPECT_THAT(surfaces.areas[1].names.materials, ElementsAre("asphalt", "old stone"));
  EXPECT_THAT(surfaces.areas[1].names.groups, ElementsAre("bridge"));
  EXPECT_THAT(surfaces.not_walkable.materials, ElementsAre("hedge"));
  EXPECT_THAT(surfaces.not_solid.groups, ElementsAre("water", "fog"));
  EXPECT_THAT(surfaces.ignored.materials, ElementsAre("sky"));
}

TEST(ConfigFile, AnEmptyDocumentKeepsTheDefaults) {
  const auto config = ParseConfig("# nothing set\n", "c.yaml");
  ASSERT_TRUE(config.ok());
  EXPECT_EQ(config->import.scale, 1.0);
  EXPECT_TRUE(config->agents.empty());
}

struct BadConfig {
  const char* text;
  const char* expected;
};

TEST(ConfigFile, NamesTheLineAndTheKeyOfWhatIsWrong) {
  const BadConfig cases[] = {
      {"scale: 1\nscael: 2\n", "c.yaml:2: key 'scael' is not known here"},
      {"scale: 1\n\nscale: 2\n", "c.yaml:3: key 'scale' is there twice"},
      {"agents:\n  - name: a\n    radius: 1\n", "c.yaml:3: key 'radius' is not known here"},
      {"agents: human\n", "c.yaml:1: key 'agents' must be a list"},
      {"agents:\n  - human\n", "c.yaml:2: key 'agents' must be a map"},
      {"agents:\n  - {radius_m: wide}\n", "c.yaml:2: key 'radius_m' must be a number"},
      {"agents:\n  - {radius_m: -1}\n", "c.yaml:2: agent 'human': radius_m is -1"},
      {"agents:\n  - {height_m: .nan}\n", "c.yaml:2: agent 'human': height_m"},
      {"agents:\n  - {name: a}\n  - {name: a}\n", "c.yaml: agent 'a' is there twice"},
      {"agents:\n  - {name: a, links: {drop_height_m: 101}}\n", "c.yaml:2: links: drop_height_m is 101"},
      {"agents:\n  - {name: a, links: {drop: 1}}\n", "c.yaml:2: key 'drop' is not known here"},
      {"agents:\n  - {name: a, links: {jump_height_m: 1}}\n", "jump_height_m needs a jump_distance_m"},
      {"agents:\n  - {name: a, ability_sets: [[a], [a]]}\n", "c.yaml:2: agent 'a': a set of ability_sets"},
      {"agents:\n  - {name: a, ability_sets: [jump]}\n", "c.yaml:2: key 'ability_sets' must be a list"},
      {"agents:\n  - {name: a, ability_sets: [[b, b]]}\n", "c.yaml:2: ability 'b' is there twice"},
      {"links:\n  - {kind: walk, start: [0, 0, 0]}\n", "c.yaml:2: the key 'end' is missing under 'links'"},
      {"links:\n  - {kind: sail}\n", "c.yaml:2: kind 'sail' is none of walk"},
      {"links:\n  - {kind: walk, start: [0, 0], end: [1, 1, 1]}\n", "c.yaml:2: key 'start' must be points"},
      {"links:\n  - {kind: walk, start: [0, 0, .inf], end: [1, 1, 1]}\n", "c.yaml:2: link: start is inf"},
      {"links:\n  - {kind: walk, start: [0, 0, 0], end: [1, 1, 1], two_way: 7}\n", "must be true or false"},
      {"links: no_such_file.csv\n", "no_such_file.csv"},
      {"up_axis: x\n", "c.yaml:1: key 'up_axis' must be y or z"},
      {"scale: [1]\n", "c.yaml:1: key 'scale' must be a number"},
      {"scale: -1\n", "c.yaml: scale is -1"},
      {"map_id: a/b\n", "c.yaml: "},
      {"areas:\n  - {name: road}\n", "c.yaml:2: key 'areas' needs an index"},
      {"areas:\n  - {index: 2}\n", "c.yaml:2: key 'areas' needs a name"},
      {"areas:\n  - {name: road, index: 64}\n", "c.yaml:2: key 'areas' needs an index"},
      {"areas:\n  - {name: road, index: 1.5}\n", "c.yaml:2: key 'areas' needs an index"},
      {"areas:\n  - {name: a, index: 2}\n  - {name: b, index: 2}\n", "c.yaml: area index 2 is there twice"},
      {"areas:\n  - {name: a, index: 2, groups: [g]}\n  - {name: b, index: 3, groups: [g]}\n",
       "c.yaml: group 'g' is named by two areas"},
      {"not_solid: [water]\n", "c.yaml:1: key 'not_solid' must be a map"},
      {"not_solid: {materials: water}\n", "c.yaml:1: key 'materials' must be a list"},
      {"not_solid:\n  materials:\n    - {a: b}\n", "c.yaml:3: key 'materials' must be one word"},
      {"ignored: {kinds: [a]}\n", "c.yaml:1: key 'kinds' is not known here"},
      {"scale: 1\n\tup_axis: z\n", "c.yaml:2: not YAML"},
      {"- 1\n- 2\n", "c.yaml:1: the file must be a map"},
      {"? [a, b]\n: 1\n", "c.yaml:1: a key must be a word"},
      {"scale: *nothing\n", "c.yaml:1: not YAML"},
  };
  for (const BadConfig& c : cases) {
    const auto config = ParseConfig(c.text, "c.yaml");
    ASSERT_FALSE(config.ok()) << c.text;
    EXPECT_TRUE(absl::IsInvalidArgument(config.status()) || absl::IsNotFound(config.status())) << c.text;
    EXPECT_THAT(std::string(config.status().message()), HasSubstr(c.expected)) << c.text;
    EXPECT_THAT(std::string(config.status().message()), testing::Not(HasSubstr("\n")));
  }
}

TEST(ConfigFile, TakesSkeletonSettingsOrASwitch) {
  const auto config = ParseConfig(R"(
skeleton:
  spacing_m: 0.5
  jump_height_m: 1
  drop_height_m: 2
  leaps: true
  thinning: seed
  max_rounds: 7
  prune_m: 0
  max_arc_m: 9
  tolerance_m: 0.25
  reach_m: 12
)",
                                  "c.yaml");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_TRUE(config->skeleton);
  const SkeletonOptions& options = config->skeleton_options;
  EXPECT_EQ(options.spacing_m, 0.5);
  EXPECT_EQ(options.jump_height_m, 1);
  EXPECT_EQ(options.drop_height_m, 2);
  EXPECT_TRUE(options.leaps);
  EXPECT_EQ(options.rule, ThinningRule::kSeed);
  EXPECT_EQ(options.max_rounds, 7U);
  EXPECT_EQ(options.prune_m, 0);
  EXPECT_EQ(options.max_arc_m, 9);
  EXPECT_EQ(options.tolerance_m, 0.25);
  EXPECT_EQ(options.reach_m, 12);
  EXPECT_FALSE(ParseConfig("skeleton: false", "c.yaml")->skeleton);
}

TEST(ConfigFile, SkeletonSettingsOutOfRangeAreRefusedByName) {
  const auto message = [](const std::string& text) {
    return std::string(ParseConfig(text, "c.yaml").status().message());
  };
  EXPECT_THAT(message("skeleton: {spacing_m: 0.01}"), HasSubstr("skeleton.spacing_m is 0.01"));
  EXPECT_THAT(message("skeleton: {max_arc_m: 0.01}"), HasSubstr("skeleton.max_arc_m is 0.01"));
  EXPECT_THAT(message("skeleton: {max_rounds: 0}"), HasSubstr("skeleton.max_rounds is 0"));
  EXPECT_THAT(message("skeleton: {reach_m: -1}"), HasSubstr("skeleton.reach_m is -1"));
  EXPECT_THAT(message("skeleton: {thinning: fine}"), HasSubstr("must be sound or seed"));
  EXPECT_THAT(message("skeleton: maybe"), HasSubstr("skeleton"));
  EXPECT_THAT(message("skeleton: {spacing: 1}"), HasSubstr("'spacing'"));
}

TEST(ConfigFile, ReadsVolumesOfEveryShape) {
  const auto config = ParseConfig(R"(
areas: [{name: water, index: 4}]
volumes:
  - {area: water, box: [[8, 0, 1], [2, -1, 5]]}
  - {area: ground, cylinder: {base: [1, 2, 3], radius_m: 4, height_m: 5}}
  - area: not_walkable
    prism: {corners: [[0, 0], [4, 0], [0, 4]], bottom_m: 1, top_m: 2}
)",
                                  "c.yaml");
  ASSERT_TRUE(config.ok()) << config.status();
  ASSERT_EQ(config->volumes.size(), 3U);
  EXPECT_EQ(config->volumes[0].area, "water");
  EXPECT_TRUE(config->volumes[0].Contains({2, -1, 5}));
  EXPECT_TRUE(config->volumes[1].Contains({1, 7, 7}));
  EXPECT_FALSE(config->volumes[1].Contains({4.9, 3, 6.9}));
  EXPECT_TRUE(config->volumes[2].Contains({1, 1.5, 1}));
  EXPECT_FALSE(config->volumes[2].Contains({3, 1.5, 3}));
}

TEST(ConfigFile, VolumesThatAreNoneAreRefused) {
  const auto error = [](const std::string& volume) {
    return std::string(ParseConfig("volumes:\n  - " + volume + "\n", "c.yaml").status().message());
  };
  EXPECT_THAT(error("{area: mud, box: [[0, 0, 0], [1, 1, 1]]}"), HasSubstr("volume 0: 'mud' is not one of"));
  EXPECT_THAT(error("{box: [[0, 0, 0], [1, 1, 1]]}"), HasSubstr("c.yaml:2: key 'volumes' needs an area"));
  EXPECT_THAT(error("{area: ground}"), HasSubstr("needs a box, a cylinder or a prism"));
  EXPECT_THAT(error("{area: ground, box: [[0, 0, 0]]}"), HasSubstr("must be two points"));
  EXPECT_THAT(error("{area: ground, box: [[0, 0, 0], [.nan, 1, 1]]}"), HasSubstr("must be finite"));
  EXPECT_THAT(error("{area: ground, cylinder: {base: [0, 0, 0], radius_m: 0, height_m: 1}}"),
              HasSubstr("above 0"));
  EXPECT_THAT(error("{area: ground, prism: {corners: [[0, 0], [1, 0]], bottom_m: 0, top_m: 1}}"),
              HasSubstr("needs 3 to 256 corners"));
  EXPECT_THAT(error("{area: ground, prism: {corners: [[0, 0], [1, 0], [0, 1]], bottom_m: 1, top_m: 1}}"),
              HasSubstr("bottom_m below its top_m"));
  EXPECT_THAT(error("{area: ground, prism: {corners: [[0, 0], [6, 0], [12, 0]], bottom_m: 0, top_m: 1}}"),
              HasSubstr("has corners in one line"));
  EXPECT_THAT(
      error("{area: ground, prism: {corners: [[0, 0], [2, 2], [2, 0], [0, 2]], bottom_m: 0, top_m: 1}}"),
      HasSubstr("has sides 0 and 2 that meet"));
  EXPECT_THAT(error("{area: ground, ball: 3}"), HasSubstr("key 'ball' is not known here"));
}

TEST(ConfigFile, SettingsAreLaidOverOthers) {
  auto config = ParseConfig(R"(
scale: 2
agents: [{name: human}, {name: ogre}]
skeleton: false
grid: {letters: {a: swamp, b: mud}, costs: {mud: 3}, jps_plus: on}
spawns: [[1, 2, 3]]
)",
                            "c.yaml");
  ASSERT_TRUE(config.ok()) << config.status();
  const absl::Status status =
      ParseConfigOver("{agents: [{name: elf}], skeleton: {spacing_m: 1}, grid: {letters: {b: lava}}}",
                      "w.yaml", nullptr, *config);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(config->import.scale, 2);
  ASSERT_EQ(config->agents.size(), 1U);
  EXPECT_EQ(config->agents[0].profile.name, "elf");
  EXPECT_TRUE(config->skeleton);
  EXPECT_EQ(config->skeleton_options.spacing_m, 1);
  EXPECT_EQ(config->cells.letters, (std::map<char, std::string>{{'b', "lava"}}));
  EXPECT_EQ(config->cells.costs.size(), 1U);
  EXPECT_EQ(config->grid_jps_plus, BakeSwitch::kOn);
  EXPECT_EQ(config->zones.spawns.size(), 1U);
  EXPECT_THAT(std::string(ParseConfigOver("scale: 0", "w.yaml", nullptr, *config).message()),
              HasSubstr("w.yaml: scale is 0 and must be"));
}

TEST(ConfigFile, PlacesHaveNames) {
  const auto config = ParseConfig("places: {well: [1, 2, 3.5], Old Gate: [0, 0, -1]}", "c.yaml");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->places, (NamedPlaces{{"Old Gate", {0, 0, -1}}, {"well", {1, 2, 3.5}}}));
  const auto error = [](const std::string& text) {
    return std::string(ParseConfig("places: " + text, "c.yaml").status().message());
  };
  EXPECT_THAT(error("[[1, 2, 3]]"), HasSubstr("must be a map of names to points"));
  EXPECT_THAT(error("{well: [1, 2]}"), HasSubstr("c.yaml:1"));
  EXPECT_THAT(error("{well: [0, 0, 0], well: [1, 1, 1]}"), HasSubstr("is there twice"));
  EXPECT_THAT(error("{'': [0, 0, 0]}"), HasSubstr("must be UTF-8 of 1 to 256 bytes"));
  EXPECT_THAT(error("{well: [0, 2e8, 0]}"), HasSubstr("\"well\" must be within 1e+08 m of zero"));
}

TEST(ConfigFile, DeepNestingIsRefused) {
  EXPECT_FALSE(ParseConfig(std::string(100000, '['), "c.yaml").ok());
  EXPECT_FALSE(ParseConfig("scale: " + std::string(100000, '{'), "c.yaml").ok());
}

TEST(ConfigFile, AliasesDoNotMakeAFileLarge) {
  std::string text = "areas:\n  - {name: a, index: 1, materials: &m [x";
  for (int i = 0; i < 2000; ++i) text += ", y" + std::to_string(i);
  text += "]}\n";
  ASSERT_TRUE(ParseConfig(text, "c.yaml").ok()) << ParseConfig(text, "c.yaml").status();
  for (int i = 2; i < 50; ++i) {
    text += "  - {name: a" + std::to_string(i) + ", index: " + std::to_string(i) + ", materials: *m}\n";
  }
  EXPECT_THAT(std::string(ParseConfig(text, "c.yaml").status().message()),
              HasSubstr("the file is too large with its aliases"));
}

TEST(ConfigFile, SizesOfCellsAndTilesAreAboveZero) {
  for (const std::string key : {"cell_size_m", "cell_height_m", "tile_size_m"}) {
    for (const char* value : {"0", "-1"}) {
      const absl::StatusOr<BakeConfig> config = ParseConfig("\n" + key + ": " + value + "\n", "c.yaml");
      EXPECT_EQ(std::string(config.status().message()), "c.yaml:2: key '" + key + "' must be above 0");
    }
  }
}

TEST(ConfigFile, TheSwitchesOfGridsAreRead) {
  const auto config = ParseConfig("grid: {hub_labels: off, jps_plus: on, goal_bounds: auto}\n", "c.yaml");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->grid_hub_labels, BakeSwitch::kOff);
  EXPECT_EQ(config->grid_jps_plus, BakeSwitch::kOn);
  EXPECT_EQ(config->grid_goal_bounds, BakeSwitch::kAuto);
  EXPECT_EQ(std::string(ParseConfig("grid: {jps_plus: yes}\n", "c.yaml").status().message()),
            "c.yaml:1: key 'jps_plus' must be auto, on or off");
  EXPECT_EQ(std::string(ParseConfig("grid: {jps_plus: off, goal_bounds: on}\n", "c.yaml").status().message()),
            "c.yaml: grid.goal_bounds: on needs the jumps that grid.jps_plus: off leaves out");
}

TEST(ConfigFile, ASizeOfClustersSaysThatTheyAreWanted) {
  EXPECT_EQ(ParseConfig("grid: {costs: {}}\n", "c.yaml")->grid_clusters, BakeSwitch::kAuto);
  EXPECT_EQ(ParseConfig("grid: {blocks: auto}\n", "c.yaml")->grid_clusters, BakeSwitch::kAuto);
  EXPECT_EQ(ParseConfig("grid: {blocks: off}\n", "c.yaml")->grid_clusters, BakeSwitch::kOff);
  const auto config = ParseConfig("grid: {blocks: 32}\n", "c.yaml");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->grid_clusters, BakeSwitch::kOn);
  EXPECT_EQ(config->grid_cluster_side, 32U);
  const auto error = [](const std::string& text) {
    return std::string(ParseConfig("grid: {blocks: " + text + "}\n", "c.yaml").status().message());
  };
  EXPECT_EQ(error("on"), "c.yaml:1: key 'blocks' must be auto, off or the cells along a cluster's side");
  EXPECT_EQ(error("[2]"), "c.yaml:1: key 'blocks' must be auto, off or the cells along a cluster's side");
  EXPECT_EQ(error("1"), "c.yaml: grid.blocks is 1 and must be from 2 to 256");
  EXPECT_EQ(error("257"), "c.yaml: grid.blocks is 257 and must be from 2 to 256");
}

TEST(ConfigFile, AMethodOfClustersSaysThatTheyAreWanted) {
  const auto parse = [](const std::string& value) {
    return ParseConfig("clusters: " + value + "\n", "c.yaml");
  };
  EXPECT_EQ(parse("{polygons: 64}")->clusters, BakeSwitch::kAuto);
  EXPECT_EQ(parse("{polygons: 64}")->cluster_rules.polygons, 64U);
  EXPECT_EQ(parse("{method: off}")->clusters, BakeSwitch::kOff);
  EXPECT_EQ(parse("{method: edges}")->clusters, BakeSwitch::kOn);
  EXPECT_EQ(parse("{method: points}")->clusters, BakeSwitch::kOn);
  EXPECT_EQ(parse("{method: points}")->cluster_rules.method, ClusterMethod::kPoints);
  EXPECT_EQ(std::string(parse("{method: on}").status().message()),
            "c.yaml:1: key 'method' must be auto, edges, points or off");
  EXPECT_EQ(std::string(parse("{polygons: 1}").status().message()),
            "c.yaml: clusters.polygons is 1 and must be from 2 to 32768");
}

TEST(ConfigFile, ReadsDoorsAndCostProfiles) {
  const auto config = ParseConfig(R"(
doors:
  - name: gate
    closed: true
    volumes:
      - {box: [[1, 0, 2], [3, 4, 5]]}
      - {cylinder: {base: [7, 1, 8], radius_m: 2, height_m: 3}}
      - {prism: {corners: [[0, 0], [0, 1], [1, 0]], bottom_m: 0, top_m: 2}}
    links: [ladder]
    areas: [mud]
  - {name: grille, cells: [[3, 4, 1, 2]]}
cost_profiles:
  - {name: cart, costs: {mud: 4, road: 0.5}, excluded: [stairs], min_clearance_m: 0.5}
)",
                                  "c.yaml");
  ASSERT_TRUE(config.ok()) << config.status();
  ASSERT_EQ(config->doors.size(), 2U);
  const Door& gate = config->doors[0].door;
  EXPECT_TRUE(gate.is_closed);
  ASSERT_EQ(gate.volumes.size(), 3U);
  EXPECT_THAT(gate.volumes[0].corners, ElementsAre(Vec2{1, 2}, Vec2{3, 2}, Vec2{3, 5}, Vec2{1, 5}));
  EXPECT_EQ(gate.volumes[0].max_y, 4);
  EXPECT_THAT(gate.volumes[1].corners, ElementsAre(Vec2{7, 8}));
  EXPECT_EQ(gate.volumes[1].radius_m, 2);
  EXPECT_THAT(gate.volumes[2].corners, ElementsAre(Vec2{1, 0}, Vec2{0, 1}, Vec2{0, 0}));
  EXPECT_THAT(config->doors[0].areas, ElementsAre("mud"));
  EXPECT_EQ(config->doors[1].door.cells[0].columns, 1U);
  EXPECT_EQ(config->cost_profiles[0].costs.at("road"), 0.5);
  EXPECT_THAT(config->cost_profiles[0].excluded, ElementsAre("stairs"));
  EXPECT_EQ(config->cost_profiles[0].min_clearance_m, 0.5);
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {"doors: [{closed: true}]", "the key 'name' is missing"},
           {"doors: [{name: d, volumes: [{}]}]", "needs a box, a cylinder or a prism"},
           {"doors: [{name: d, cells: [[1, 2, 3]]}]", "must be rectangles"},
           {"cost_profiles: [{name: p, costs: {mud: x}}]", "c.yaml:1: key 'mud'"}}) {
    EXPECT_THAT(std::string(ParseConfig(text, "c.yaml").status().message()), HasSubstr(message)) << text;
  }
}

}  // namespace
}  // namespace waystone

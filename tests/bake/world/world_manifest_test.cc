#include "bake/world/world_manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "core/base/str_cat.h"
#include "samples/generator/dungeon.h"
#include "samples/generator/world_manifest.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

std::string ErrorOf(const std::string& text) {
  const auto world = ParseWorldManifest(text, "w.yaml");
  if (world.ok()) return "";
  EXPECT_TRUE(absl::IsInvalidArgument(world.status())) << world.status();
  return std::string(world.status().message());
}

TEST(WorldManifest, ReadsEveryKey) {
  const auto world = ParseWorldManifest(R"(# a world
world: The Realm
config: settings/all.yaml
max_step_table_bytes: 1099511627776
maps:
  - {id: town, source: maps/town.obj, config: town.yaml}
  - id: cave
    source: ../cave.map
    origin: [100, 0, -5]
    cell_size_m: 0.5
    grid: {letters: {S: swamp, "1": "true"}}
    skeleton: false
  - {id: "weißer Turm", source: /else/where/tower.grid.csv}
portals:
  - id: well
    kind: walk_on_use
    from: {map: town, trigger: {min: [1, 2, 3], max: [4, 5, 6]}}
    to: {map: cave, cell: [7, 8]}
    cost_m: 12.5
    money: 3
    ticket: pass
    requirement: rope
    group: wells
  - id: hole
    from: {map: cave, trigger: {cells: [0, 1, 2, 3]}}
    to: {map: cave, point: [101.5, 0, -4.5]}
places:
  shop: {map: town, point: [1, 2, 3]}
  deep: {map: cave, cell: [4, 5]}
travellers:
  - {}
  - {agent: ogre, abilities: [jump, climb]}
)",
                                        "dir/w.yaml");
  ASSERT_TRUE(world.ok()) << world.status();
  ASSERT_THAT(world->places, SizeIs(2));
  EXPECT_EQ(world->places[0].name, "deep");
  EXPECT_EQ(world->places[0].at.map_id, "cave");
  EXPECT_EQ(world->places[0].at.cell, (std::array<int64_t, 2>{4, 5}));
  EXPECT_EQ(world->places[1].at.point, Vec3(1, 2, 3));
  ASSERT_THAT(world->travellers, SizeIs(2));
  EXPECT_EQ(world->travellers[0].agent, "");
  EXPECT_THAT(world->travellers[0].abilities, IsEmpty());
  EXPECT_EQ(world->travellers[1].agent, "ogre");
  EXPECT_THAT(world->travellers[1].abilities, ElementsAre("climb", "jump"));
  EXPECT_EQ(world->name, "The Realm");
  EXPECT_EQ(world->config_path, "dir/settings/all.yaml");
  EXPECT_EQ(world->max_step_table_bytes, 1099511627776U);
  ASSERT_THAT(world->maps, SizeIs(3));
  const WorldMapSource& town = world->maps[0];
  EXPECT_EQ(town.map_id, "town");
  EXPECT_EQ(town.source_path, "dir/maps/town.obj");
  EXPECT_EQ(town.config_path, "dir/town.yaml");
  EXPECT_EQ(town.settings, "");
  EXPECT_FALSE(town.origin.has_value());
  EXPECT_EQ(town.place, "dir/w.yaml:6");
  const WorldMapSource& cave = world->maps[1];
  EXPECT_EQ(cave.source_path, "dir/../cave.map");
  EXPECT_THAT(cave.config_path, IsEmpty());
  EXPECT_EQ(cave.origin, Vec3(100, 0, -5));
  EXPECT_THAT(cave.settings, HasSubstr("cell_size_m: 0.5\n"));
  EXPECT_THAT(cave.settings, HasSubstr("skeleton: false"));
  EXPECT_THAT(cave.settings, Not(HasSubstr("cave")));
  EXPECT_EQ(world->maps[2].map_id, "weißer Turm");
  EXPECT_EQ(world->maps[2].source_path, "/else/where/tower.grid.csv");
  ASSERT_THAT(world->portals, SizeIs(2));
  const PortalSpec& well = world->portals[0];
  EXPECT_EQ(well.name, "well");
  EXPECT_EQ(well.kind, PortalKind::kUse);
  EXPECT_EQ(well.trigger.map_id, "town");
  EXPECT_EQ(well.trigger.box.min, Vec3(1, 2, 3));
  EXPECT_EQ(well.trigger.box.max, Vec3(4, 5, 6));
  EXPECT_FALSE(well.trigger.cells.has_value());
  EXPECT_EQ(well.to.map_id, "cave");
  EXPECT_EQ(well.to.cell, (std::array<int64_t, 2>{7, 8}));
  EXPECT_EQ(well.cost_m, 12.5);
  EXPECT_EQ(well.money, 3);
  EXPECT_EQ(well.ticket, "pass");
  EXPECT_EQ(well.requirement, "rope");
  EXPECT_EQ(well.group, "wells");
  EXPECT_EQ(well.place, "dir/w.yaml:15");
  const PortalSpec& hole = world->portals[1];
  EXPECT_EQ(hole.kind, PortalKind::kWalkIn);
  EXPECT_EQ(hole.trigger.cells, (std::array<int64_t, 4>{0, 1, 2, 3}));
  EXPECT_EQ(hole.to.point, Vec3(101.5, 0, -4.5));
  EXPECT_FALSE(hole.to.cell.has_value());
}

TEST(WorldManifest, ReadsTheSampleWorld) {
  using namespace samples;  // NOLINT(google-build-using-namespace): one test of its names
  const std::vector<Landmark> places = {{"well", {1, 0, 1}},
                                        {"street_east", {30, 0, 1}},
                                        {"river_south", {1, 0, 40}},
                                        {"keep_ground", {2, 0, 2}},
                                        {"road_south", {2, 0, 30}}};
  const std::string text = WorldText(SamplePortals(places, MakeDungeon(1), places));
  const auto world = ParseWorldManifest(text, "world.yaml");
  ASSERT_TRUE(world.ok()) << world.status() << "\n" << text;
  EXPECT_EQ(world->name, "sample");
  EXPECT_THAT(world->maps, SizeIs(3));
  EXPECT_THAT(world->portals, SizeIs(8));
}

TEST(WorldManifest, PortalsMayStandInATableBesideIt) {
  const TempFolder folder;
  std::ofstream(folder.File("w.yaml")) << "world: w\nmaps: [{id: a, source: a.map}]\nportals: portals.csv\n";
  std::ofstream(folder.File("portals.csv"))
      << "id,from_map,to_map,first_column,first_row,last_column,last_row,column,row\nup,a,a,0,0,1,1,5,5\n";
  const auto world = ReadWorldManifestFile(folder.File("w.yaml"));
  ASSERT_TRUE(world.ok()) << world.status();
  ASSERT_THAT(world->portals, SizeIs(1));
  EXPECT_EQ(world->portals[0].name, "up");
  std::ofstream(folder.File("portals.csv"), std::ios::app) << "down,a,b,0,0,1,1,5,5\n";
  EXPECT_THAT(std::string(ReadWorldManifestFile(folder.File("w.yaml")).status().message()),
              HasSubstr("portals.csv:3: key 'to': portal \"down\": there is no map \"b\""));
  std::filesystem::remove(folder.File("portals.csv"));
  EXPECT_TRUE(absl::IsNotFound(ReadWorldManifestFile(folder.File("w.yaml")).status()));
  EXPECT_TRUE(absl::IsNotFound(ReadWorldManifestFile(folder.File("x.yaml")).status()));
}

TEST(WorldManifest, NamesTheLineAndTheKeyOfWhatIsWrong) {
  constexpr const char* kHead = "world: w\nmaps:\n  - {id: a, source: a.map}\n";
  const auto map = [](const std::string& entry) { return "world: w\nmaps:\n  - " + entry; };
  const auto portal = [&](const std::string& entry) {
    return std::string(kHead) + "portals:\n  - {" + entry + "}\n";
  };
  const std::string from = "from: {map: a, trigger: {cells: [0, 0, 1, 1]}}";
  const std::string to = "to: {map: a, cell: [1, 1]}";
  const std::string both = from + ", " + to;
  std::string many;
  for (int i = 0; i < 33; ++i) many += StrCat(i == 0 ? "" : ", ", "{agent: a", i, "}");
  const struct {
    std::string text;
    const char* expected;
  } cases[] = {
      {"", "w.yaml: describes no world"},
      {"- a", "w.yaml:1: the file must be a map of keys"},
      {"world: [", "w.yaml:1: not YAML"},
      {"world: w\n\tmaps: []", "w.yaml:2: not YAML"},
      {"maps: [{id: a, source: a.map}]", "w.yaml:1: the key 'world' is missing"},
      {"world: w", "w.yaml:1: the key 'maps' is missing"},
      {"world: w\nmaps: []", "w.yaml:2: key 'maps' must have a map"},
      {"world: w\nmaps: 7", "w.yaml:2: key 'maps' must be a list"},
      {"world: ''\nmaps: [{id: a, source: a.map}]", "w.yaml:1: key 'world' must be 1 to 128 bytes"},
      {"world: \"a\\nb\"\nmaps: [{id: a, source: a.map}]", "w.yaml:1: key 'world' must be 1 to 128 bytes"},
      {std::string(kHead) + "ports: []", "w.yaml:4: key 'ports' is not known here"},
      {std::string(kHead) + "world: x", "w.yaml:4: key 'world' is there twice"},
      {std::string(kHead) + "config: ''", "w.yaml:4: key 'config' must be a file"},
      {map("a"), "w.yaml:3: key 'maps' must be a list of maps {id, source}"},
      {map("{id: a}"), "w.yaml:3: the key 'source' is missing under 'maps'"},
      {map("{source: a.map}"), "w.yaml:3: the key 'id' is missing under 'maps'"},
      {map("{id: a, source: ''}"), "w.yaml:3: key 'source' must be a file"},
      {map("{id: a, source: [a.map]}"), "w.yaml:3: key 'source' must be one word or text"},
      {map("{id: a/b, source: a.map}"), "w.yaml:3: key 'id' is no map id"},
      {map("{id: '', source: a.map}"), "w.yaml:3: key 'id' is no map id"},
      {map("{id: a, source: a.map, id: b}"), "w.yaml:3: key 'id' is there twice"},
      {map("{id: a, source: a.map, map_id: b}"), "w.yaml:3: key 'map_id' is not known here; a map has"},
      {map("{id: a, source: a.map, cel_size_m: 1}"), "w.yaml:3: key 'cel_size_m' is not known here"},
      {map("{id: a, source: a.map, cell_size_m: -1}"), "w.yaml:3: key 'cell_size_m' must be above 0"},
      {map("{id: a, source: a.map,\n     grid: {letters: {ab: x}}}"), "w.yaml:4: key 'letters'"},
      {map("{id: a, source: a.map, origin: [1, 2]}"), "w.yaml:3: key 'origin' must be points"},
      {map("{id: a, source: a.map, origin: [1, .inf, 2]}"), "w.yaml:3: key 'origin' must be finite"},
      {map("{id: a, source: a.map}\n  - {id: a, source: b.map}"),
       "w.yaml:4: key 'id': map \"a\" is there twice; see w.yaml:3"},
      {std::string(kHead) + "max_step_table_bytes: -1",
       "w.yaml:4: key 'max_step_table_bytes' must be a whole number from 0 to 1099511627776"},
      {std::string(kHead) + "max_step_table_bytes: 0.5", "must be a whole number"},
      {std::string(kHead) + "max_step_table_bytes: .nan", "must be a whole number"},
      {std::string(kHead) + "max_step_table_bytes: 1099511627777", "must be a whole number"},
      {std::string(kHead) + "portals: ''", "w.yaml:4: key 'portals' must be a file"},
      {std::string(kHead) + "portals: {a: 1}", "w.yaml:4: key 'portals' must be a list"},
      {std::string(kHead) + "places: [a]", "w.yaml:4: key 'places' must be a map of names to places"},
      {std::string(kHead) + "places: {'': {map: a, cell: [1, 1]}}", "key '' must be 1 to 256 bytes"},
      {std::string(kHead) + "places: {x: {map: a}}", "w.yaml:4: key 'x' must have a point or a cell"},
      {std::string(kHead) + "places: {x: {map: b, cell: [1, 1]}}",
       "w.yaml:4: key 'places': \"x\": there is no map \"b\""},
      {std::string(kHead) + "travellers: []", "w.yaml:4: key 'travellers' must have 1 to 32 travellers"},
      {std::string(kHead) + "travellers: human", "w.yaml:4: key 'travellers' must be a list"},
      {std::string(kHead) + "travellers: [{who: a}]", "w.yaml:4: key 'who' is not known here"},
      {std::string(kHead) + "travellers: [{agent: ''}]", "w.yaml:4: key 'agent' must be 1 to 64 bytes"},
      {std::string(kHead) + "travellers: [{abilities: jump}]", "w.yaml:4: key 'abilities' must be a list"},
      {std::string(kHead) + "travellers: [{abilities: [a, a]}]",
       "key 'abilities' ability 'a' is there twice"},
      {std::string(kHead) + "travellers:\n  - {abilities: [a, b]}\n  - {abilities: [b, a]}",
       "w.yaml:6: key 'travellers' has the same traveller twice; see w.yaml:5"},
      {std::string(kHead) + "travellers: [" + many + "]",
       "w.yaml:4: key 'travellers' must have 1 to 32 travellers"},
      {portal(both), "w.yaml:5: the key 'id' is missing under 'portals'"},
      {portal("id: p, " + to), "w.yaml:5: the key 'from' is missing under 'portals'"},
      {portal("id: p, " + from), "w.yaml:5: the key 'to' is missing under 'portals'"},
      {portal("id: '', " + both), "w.yaml:5: portal \"\": key 'id' must not be empty"},
      {portal("id: p, two_way: true, " + both), "w.yaml:5: key 'two_way' is not known here"},
      {portal("id: p, kind: walk, " + both), "w.yaml:5: key 'kind' \"walk\" is none of walk_in"},
      {portal("id: p, cost_m: -1, " + both), "w.yaml:5: portal \"p\": key 'cost_m' is -1 and must be"},
      {portal("id: p, cost_m: .nan, " + both), "key 'cost_m' is nan and must be"},
      {portal("id: p, cost_m: far, " + both), "w.yaml:5: key 'cost_m' must be a number"},
      {portal("id: p, money: 1e10, " + both), "key 'money' is 1e+10 and must be from 0 to 1e+09"},
      {portal("id: p, ticket: " + std::string(129, 't') + ", " + both), "key 'ticket' must be at most 128"},
      {portal("id: p, requirement: \"a\\x00b\", " + both), "key 'requirement' must be at most 128"},
      {portal("id: p, group: [a], " + both), "w.yaml:5: key 'group' must be one word or text"},
      {portal("id: p, from: {map: b, trigger: {cells: [0, 0, 1, 1]}}, " + to),
       "w.yaml:5: key 'from': portal \"p\": there is no map \"b\""},
      {portal("id: p, to: {map: b, cell: [0, 0]}, " + from),
       "w.yaml:5: key 'to': portal \"p\": there is no map \"b\""},
      {portal("id: p, from: {map: a}, " + to), "w.yaml:5: the key 'trigger' is missing under 'from'"},
      {portal("id: p, from: {trigger: {cells: [0, 0, 1, 1]}}, " + to),
       "w.yaml:5: the key 'map' is missing under 'from'"},
      {portal("id: p, from: {map: a, trigger: {}}, " + to), "key 'trigger' must have min and max, or cells"},
      {portal("id: p, from: {map: a, trigger: {min: [0, 0, 0]}}, " + to), "must have min and max, or cells"},
      {portal("id: p, from: {map: a, trigger: {min: [0, 0, 0], cells: [0, 0, 1, 1]}}, " + to),
       "must have min and max, or cells"},
      {portal("id: p, from: {map: a, trigger: {min: [0, 0, 0], max: [1, -1, 1]}}, " + to),
       "portal \"p\": key 'trigger' has a min above its max"},
      {portal("id: p, from: {map: a, trigger: {min: [0, 0, 0], max: [1, .nan, 1]}}, " + to),
       "portal \"p\": key 'trigger' must be finite"},
      {portal("id: p, from: {map: a, trigger: {cells: [2, 0, 1, 1]}}, " + to), "none after its last"},
      {portal("id: p, from: {map: a, trigger: {cells: [0, 0, 1]}}, " + to), "must be a list of 4 whole"},
      {portal("id: p, from: {map: a, trigger: {cells: [0, 0, 1, 0.5]}}, " + to), "must be a whole number"},
      {portal("id: p, to: {map: a}, " + from), "w.yaml:5: key 'to' must have a point or a cell"},
      {portal("id: p, to: {map: a, cell: [1, 1], point: [1, 1, 1]}, " + from), "must have a point or a cell"},
      {portal("id: p, to: {map: a, point: [1, 1, .inf]}, " + from), "key 'point' must be finite"},
      {portal("id: p, to: {map: a, cell: [1.5, 1]}, " + from), "must be a whole number"},
      {portal("id: p, " + both + "}\n  - {id: p, " + both),
       "w.yaml:6: key 'id': portal \"p\" is there twice; see w.yaml:5"},
  };
  for (const auto& c : cases) {
    EXPECT_THAT(ErrorOf(c.text), HasSubstr(c.expected)) << c.text;
    EXPECT_THAT(ErrorOf(c.text), Not(HasSubstr("\n"))) << c.text;
  }
}

TEST(WorldManifest, DeepNestingIsRefused) {
  EXPECT_THAT(ErrorOf("world: " + std::string(100'000, '[')), HasSubstr("not YAML"));
}

TEST(WorldManifest, AliasesDoNotMakeAFileLarge) {
  std::string text =
      "world: w\nmaps:\n  - {id: m, source: a.map, areas: &a [{name: x, index: 1, materials: [y";
  for (int i = 0; i < 500; ++i) text += ", m" + std::to_string(i);
  text += "]}]}\n";
  ASSERT_TRUE(ParseWorldManifest(text, "w.yaml").ok()) << ErrorOf(text);
  for (int i = 0; i < 3000; ++i) text += "  - {id: m" + std::to_string(i) + ", source: a.map, areas: *a}\n";
  EXPECT_THAT(ErrorOf(text), HasSubstr("the file is too large with its aliases"));
}

TEST(WorldManifest, MapsAndPortalsAboveTheLimitsAreRefused) {
  std::string text = "world: w\nmaps:\n";
  for (size_t i = 0; i <= kMaxWorldMaps; ++i) text += "  - {id: m" + std::to_string(i) + ", source: a.map}\n";
  EXPECT_THAT(ErrorOf(text), HasSubstr("w.yaml:3: key 'maps' has more than 100000 maps"));
}

TEST(WorldManifest, ManyMapsAndPortalsAreRead) {
  std::string text = "world: w\nmaps:\n";
  for (int i = 0; i < 1025; ++i) {
    text += "  - {id: m" + std::to_string(i) + ", source: a.map, cell_size_m: 0.5}\n";
  }
  text += "portals:\n";
  for (int i = 0; i < 3382; ++i) {
    text += "  - {id: p" + std::to_string(i) +
            ", from: {map: m0, trigger: {cells: [0, 0, 1, 1]}}, to: {map: m1, cell: [1, 1]}}\n";
  }
  const auto world = ParseWorldManifest(text, "w.yaml");
  ASSERT_TRUE(world.ok()) << world.status();
  EXPECT_THAT(world->maps, SizeIs(1025));
  EXPECT_THAT(world->portals, SizeIs(3382));
}

}  // namespace
}  // namespace waystone

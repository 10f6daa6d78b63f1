// Worlds, as a user of waystone-bake bakes them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "bake/program/staged_packages.h"
#include "bake/program/world_job.h"
#include "bake/program/world_record.h"
#include "core/package/package_reader.h"
#include "core/store/loaded_map.h"
#include "core/store/loaded_world.h"
#include "core/store/map_store.h"
#include "core/surface/grid/grid_of_map.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;
using testing::UnorderedElementsAre;

constexpr std::string_view kTown =
    "type octile\nheight 4\nwidth 8\nmap\n"
    "........\n"
    "..@@....\n"
    "..@@....\n"
    "........\n";
constexpr std::string_view kCave =
    "type octile\nheight 3\nwidth 6\nmap\n"
    "......\n"
    ".@@@@.\n"
    "......\n";
constexpr std::string_view kTower =
    "type octile\nheight 3\nwidth 3\nmap\n"
    "...\n"
    ".@.\n"
    "...\n";
constexpr std::string_view kWorld =
    "world: three\n"
    "config: all.yaml\n"
    "maps:\n"
    "  - {id: town, source: town.map}\n"
    "  - {id: cave, source: cave.map, cell_size_m: 2}\n"
    "  - {id: tower, source: tower.map, origin: [100, 0, 0]}\n"
    "portals:\n"
    "  - {id: down, from: {map: town, trigger: {cells: [7, 3, 7, 3]}}, to: {map: cave, cell: [1, 0]}}\n"
    "  - {id: up, from: {map: cave, trigger: {cells: [0, 0, 0, 0]}}, to: {map: town, cell: [6, 3]}}\n"
    "  - {id: in, from: {map: cave, trigger: {min: [10.1, -1, 4.1], max: [11.9, 1, 5.9]}},\n"
    "     to: {map: tower, point: [100.5, 0, 0.5]}, cost_m: 3}\n";

// A folder with the sources of the world of three maps, and what is baked of it.
class Worlds : public testing::Test {
 protected:
  Worlds() {
    WriteFile(Source("world.yaml"), kWorld);
    WriteFile(Source("all.yaml"), "skeleton: false\n");
    WriteSources();
  }

  void WriteSources() const {
    WriteFile(Source("town.map"), kTown);
    WriteFile(Source("cave.map"), kCave);
    WriteFile(Source("tower.map"), kTower);
  }
  // A wall in a corner of each map.
  void ChangeAllSources() const {
    for (const char* const name : {"town.map", "cave.map", "tower.map"}) {
      std::string map = ReadFile(Source(name));
      map[map.rfind('.') - 1] = '@';
      WriteFile(Source(name), map);
    }
  }

  // As a server that starts now finds the folder.
  struct ServedWorld {
    std::string generation;
    uint32_t missing = 0;
  };
  ServedWorld Served() const {
    MapStore store;
    const auto refusals = store.LoadFolder(Output());
    EXPECT_TRUE(refusals.ok() && refusals->empty());
    const std::shared_ptr<WorldStore> world = store.World();
    EXPECT_NE(world, nullptr);
    return {world->world().generation(), world->MissingCount()};
  }

  std::string Source(const std::string& name) const { return folder_.File(name); }
  std::string Output(const std::string& name = "") const {
    return name.empty() ? folder_.File("out") : folder_.File("out/" + name);
  }

  ProgramRun Bake(std::vector<std::string> flags = {}) const {
    std::vector<std::string> command = {WAYSTONE_BAKE, Source("world.yaml"), "-o",
                                        Output(),      "--report",           Source("report.json")};
    command.insert(command.end(), flags.begin(), flags.end());
    fs::remove(Source("report.json"));
    return RunProgram(command);
  }

  WorldBakeJob Job() const {
    WorldBakeJob job;
    job.manifest_path = Source("world.yaml");
    job.output_folder = Output();
    return job;
  }
  // A bake that is killed when it has published so many files.
  void KillBake(uint64_t published) const {
    WorldBakeJob job = Job();
    job.progress = [published](std::string_view unit, uint64_t done, uint64_t) {
      if (unit == "files published" && done == published) _exit(9);
    };
    EXPECT_EXIT(RunWorldBake(job), testing::ExitedWithCode(9), "");
  }

  json Report() const { return json::parse(ReadFile(Source("report.json"))); }

  // The status of each map of the last bake.
  std::vector<std::string> Outcomes() const {
    std::vector<std::string> outcomes;
    const json report = Report();
    for (const json& map : report["maps"]) outcomes.push_back(map["status"]);
    return outcomes;
  }

  // All files of the output by name, but the record.
  std::map<std::string, std::string> Files() const {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(Output())) {
      if (entry.path().filename() == kWorldRecordName) continue;
      files[entry.path().filename().string()] = ReadFile(entry.path().string());
    }
    return files;
  }

  TempFolder folder_;
};

TEST_F(Worlds, AreBakedIntoAPackagePerMapAndAFileThatJoinsThem) {
  const ProgramRun run = Bake();
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, IsEmpty());
  EXPECT_THAT(run.out, HasSubstr("three: 3 maps: 3 baked, 0 unchanged, 0 failed"));
  EXPECT_THAT(run.out, HasSubstr("world.wayworld: 3 portals, "));
  const auto world = LoadedWorld::Load(Output("world.wayworld"));
  ASSERT_TRUE(world.ok()) << world.status();
  const WorldView& view = (*world)->view();
  ASSERT_EQ(view.maps().size(), 3U);
  ASSERT_EQ(view.portals().size(), 3U);
  const auto down = view.FindPortal("down");
  const auto in = view.FindPortal("in");
  ASSERT_TRUE(down.has_value() && in.has_value());
  // From (1, 0) of the cave along its upper and right side to its last cell: 4 steps right, 2 down, of 2 m.
  const ArrivalId arrival = view.portals()[down->value()].arrival;
  EXPECT_EQ(view.WalkCost(arrival, *in, TravellerId(0), WorldMode::kMayUse), 12);
  const auto cave = LoadedMap::Load(Output("cave.waymap"));
  ASSERT_TRUE(cave.ok()) << cave.status();
  EXPECT_EQ((*cave)->manifest().map_id, "cave");
  EXPECT_EQ(FindGrid(*(*cave)->View(""))->header().cell_size_m, 2);
  const auto tower = LoadedMap::Load(Output("tower.waymap"));
  ASSERT_TRUE(tower.ok()) << tower.status();
  EXPECT_EQ(FindGrid(*(*tower)->View(""))->CellAt(Vec3(101.5, 0, 2.5) - (*tower)->manifest().origin),
            (Cell{1, 2}));
}

TEST_F(Worlds, AMapIsBakedAsByItself) {
  ASSERT_EQ(Bake().exit_code, 0);
  const ProgramRun run = RunProgram({WAYSTONE_BAKE, Source("cave.map"), "-o", Source("alone"), "--config",
                                     Source("all.yaml"), "--cell-size", "2"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(ReadFile(Source("alone/cave.waymap")), ReadFile(Output("cave.waymap")));
}

TEST_F(Worlds, TheReportHasALineForEachMapAndTheTotals) {
  ASSERT_EQ(Bake().exit_code, 0);
  const std::string text = ReadFile(Source("report.json"));
  EXPECT_THAT(text,
              HasSubstr("\n{\"map_id\":\"cave\",\"status\":\"baked\",\"strategy\":\"grid\",\"seconds\":"));
  const json report = Report();
  EXPECT_EQ(report["world"], "three");
  EXPECT_EQ(report["totals"]["maps"], 3);
  EXPECT_EQ(report["totals"]["baked"], 3);
  EXPECT_EQ(report["totals"]["warnings"], 0);
  EXPECT_EQ(report["portals"], 3);
  EXPECT_EQ(report["world_file"], Output("world.wayworld"));
  EXPECT_EQ(report["world_bytes"], fs::file_size(Output("world.wayworld")));
  ASSERT_THAT(report["maps"], SizeIs(3));
  EXPECT_EQ(report["maps"][0]["map_id"], "town");
  EXPECT_EQ(report["maps"][0]["bytes"], fs::file_size(Output("town.waymap")));
  EXPECT_EQ(report["maps"][0]["generation"], (*PackageReader::OpenFile(Output("town.waymap")))->Generation());
  EXPECT_EQ(report["totals"]["bytes"], fs::file_size(Output("town.waymap")) +
                                           fs::file_size(Output("cave.waymap")) +
                                           fs::file_size(Output("tower.waymap")));
}

TEST_F(Worlds, OnlyWhatHasChangedIsBakedAgain) {
  ASSERT_EQ(Bake().exit_code, 0);
  const auto before = Files();
  const auto written = fs::last_write_time(Output("town.waymap"));
  ASSERT_EQ(Bake().exit_code, 0);
  EXPECT_THAT(Outcomes(), ElementsAre("unchanged", "unchanged", "unchanged"));
  EXPECT_EQ(Report()["maps"][0]["generation"],
            (*PackageReader::OpenFile(Output("town.waymap")))->Generation());
  EXPECT_EQ(Report()["maps_taken_over"], 3);
  EXPECT_EQ(fs::last_write_time(Output("town.waymap")), written);
  EXPECT_EQ(Files(), before);

  // The same bytes, newly written: no change.
  WriteFile(Source("town.map"), kTown);
  ASSERT_EQ(Bake().exit_code, 0);
  EXPECT_THAT(Outcomes(), ElementsAre("unchanged", "unchanged", "unchanged"));

  std::string cave(kCave);
  cave[cave.rfind("......")] = '@';
  WriteFile(Source("cave.map"), cave);
  ASSERT_EQ(Bake().exit_code, 0);
  EXPECT_THAT(Outcomes(), ElementsAre("unchanged", "baked", "unchanged"));
  EXPECT_EQ(Report()["maps_taken_over"], 2);
  EXPECT_EQ(fs::last_write_time(Output("town.waymap")), written);

  // As a bake into an empty folder makes it.
  const auto after = Files();
  EXPECT_NE(after, before);
  fs::remove_all(Output());
  ASSERT_EQ(Bake().exit_code, 0);
  EXPECT_EQ(Files(), after);
}

TEST_F(Worlds, MapsAboveTheLimitOfStepTablesAreWarnedOfAndListed) {
  ASSERT_EQ(Bake().exit_code, 0);
  EXPECT_THAT(Report()["maps_without_step_tables"], IsEmpty());
  WriteFile(Source("world.yaml"), "max_step_table_bytes: 30\n" + std::string(kWorld));
  const ProgramRun run = Bake();
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("map \"town\": its step tables would take 56 bytes, above"));
  EXPECT_THAT(Report()["maps_without_step_tables"], UnorderedElementsAre("town", "cave"));
  EXPECT_EQ(Report()["maps_taken_over"], 1);
}

TEST_F(Worlds, TravellersAreListedWithThePortalsThatAreOpenToThem) {
  ASSERT_EQ(Bake().exit_code, 0);
  EXPECT_EQ(Report()["travellers"], json::parse(R"([{"agent": "", "abilities": [], "portals": 3}])"));
  const std::string ogres = "travellers: [{}, {agent: ogre, abilities: [jump]}]\n" + std::string(kWorld);
  WriteFile(Source("world.yaml"), ogres);
  const ProgramRun run = Bake();
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err,
              HasSubstr("map \"cave\": closed to agent \"ogre\" with \"jump\", for it was not baked"));
  const json report = Report();
  EXPECT_EQ(report["maps_taken_over"], 0);
  EXPECT_THAT(report["warnings"], SizeIs(3));  // nothing is said of the abilities of who walks nowhere
  EXPECT_EQ(report["travellers"][1],
            json::parse(R"({"agent": "ogre", "abilities": ["jump"], "portals": 0})"));
  EXPECT_EQ(Bake({"--strict"}).exit_code, 1);
}

TEST_F(Worlds, WhatATravellerThatNoMapIsBakedForLeavesOutSaysSo) {
  WriteFile(
      Source("world.yaml"),
      "travellers: [{agent: ogre}]\nplaces: {inn: {map: town, point: [1, 0, 1]}}\n" + std::string(kWorld));
  const ProgramRun run = Bake();
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err,
              HasSubstr("map \"cave\": closed to agent \"ogre\", for it was not baked for that agent, but "
                        "for \"human\"\n"));
  EXPECT_THAT(run.err, HasSubstr("left out, for the map of its trigger was not baked for any traveller\n"));
  EXPECT_THAT(run.err, HasSubstr("place \"inn\": left out, for its map was not baked for any traveller\n"));
  EXPECT_THAT(run.err, Not(HasSubstr("nobody can stand")));
  EXPECT_THAT(run.err, Not(HasSubstr("no ground")));
}

TEST_F(Worlds, AMapWithADoorThatIsClosedByDefaultIsTaken) {
  WriteFile(Source("tower.map.bake.yaml"), "doors: [{name: hatch, closed: true, cells: [[2, 0, 1, 1]]}]\n");
  const ProgramRun run = Bake();
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, Not(HasSubstr("left out")));
}

TEST_F(Worlds, SettingsThatChangeBakeTheMapsTheyAreFor) {
  ASSERT_EQ(Bake().exit_code, 0);
  std::string world(kWorld);
  world.replace(world.find("origin: [100"), 12, "origin: [099");
  WriteFile(Source("world.yaml"), world);
  ASSERT_EQ(Bake().exit_code, 0);
  EXPECT_THAT(Outcomes(), ElementsAre("unchanged", "unchanged", "baked"));
  world.replace(world.find("cell_size_m: 2"), 14, "cell_size_m: 2.1");
  WriteFile(Source("world.yaml"), world);
  ASSERT_EQ(Bake().exit_code, 0);
  EXPECT_THAT(Outcomes(), ElementsAre("unchanged", "baked", "unchanged"));
  WriteFile(Source("all.yaml"), "{skeleton: false, hierarchy: false}");
  ASSERT_EQ(Bake().exit_code, 0);
  EXPECT_THAT(Outcomes(), ElementsAre("baked", "baked", "baked"));
  // Portals are no settings of maps.
  world.replace(world.find("cost_m: 3"), 9, "cost_m: 4");
  WriteFile(Source("world.yaml"), world);
  ASSERT_EQ(Bake().exit_code, 0);
  EXPECT_THAT(Outcomes(), ElementsAre("unchanged", "unchanged", "unchanged"));
  const auto joined = LoadedWorld::Load(Output("world.wayworld"));
  ASSERT_TRUE(joined.ok()) << joined.status();
  const WorldView& view = (*joined)->view();
  const auto in = view.FindPortal("in");
  ASSERT_TRUE(in.has_value());
  EXPECT_EQ(view.portals()[in->value()].cost_m, 4);
}

TEST_F(Worlds, TheirOwnFileOfSettingsComesBeforeTheWorlds) {
  ASSERT_EQ(Bake().exit_code, 0);
  WriteFile(Source("town.map.bake.yaml"), "skeleton: false\nhierarchy: false\n");
  ASSERT_EQ(Bake().exit_code, 0);
  EXPECT_THAT(Outcomes(), ElementsAre("baked", "unchanged", "unchanged"));
  WriteFile(Source("all.yaml"), "skeleton: true\n");
  ASSERT_EQ(Bake().exit_code, 0);
  EXPECT_THAT(Outcomes(), ElementsAre("unchanged", "baked", "baked"));
  EXPECT_EQ((*LoadedMap::Load(Output("town.waymap")))->View("")->skeleton, nullptr);
  EXPECT_NE((*LoadedMap::Load(Output("cave.waymap")))->View("")->skeleton, nullptr);
}

TEST_F(Worlds, APackageThatIsNotTheOneBakedIsBakedAgain) {
  ASSERT_EQ(Bake().exit_code, 0);
  const auto before = Files();
  fs::remove(Output("town.waymap"));
  fs::copy_file(Output("cave.waymap"), Output("tower.waymap"), fs::copy_options::overwrite_existing);
  ASSERT_EQ(Bake().exit_code, 0);
  EXPECT_THAT(Outcomes(), ElementsAre("baked", "unchanged", "baked"));
  EXPECT_EQ(Files(), before);
  WriteFile(Output(std::string(kWorldRecordName)), "{\"town\": 7}");
  const ProgramRun run = Bake();
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, HasSubstr("is no record of bakes: what it tells of counts as not baked"));
  EXPECT_THAT(Outcomes(), ElementsAre("baked", "baked", "baked"));
  EXPECT_EQ(Files(), before);
}

// Wherever the damage is, and of which file of the folder.
TEST_F(Worlds, ADamagedFolderIsBakedWholeAgain) {
  ASSERT_EQ(Bake().exit_code, 0);
  const auto before = Files();
  for (const std::string name : {"town.waymap", "world.wayworld"}) {
    const std::string& whole = before.at(name);
    for (size_t part = 0; part < 24; ++part) {
      std::string damaged = whole;
      damaged[whole.size() * part / 24] ^= 0x10;
      WriteFile(Output(name), damaged);
      const ProgramRun run = Bake();
      EXPECT_EQ(run.exit_code, 0) << name << ", part " << part << ": " << run.err;
      EXPECT_EQ(Files(), before) << name << ", part " << part;
    }
  }
}

TEST_F(Worlds, TheNumberOfThreadsDoesNotChangeAByte) {
  ASSERT_EQ(Bake({"--threads", "1"}).exit_code, 0);
  const auto files = Files();
  EXPECT_THAT(files, SizeIs(4));
  fs::remove_all(Output());
  ASSERT_EQ(Bake({"--threads", "4"}).exit_code, 0);
  EXPECT_EQ(Files(), files);
}

TEST_F(Worlds, AMapThatCannotBeBakedIsNamedAndLeftOut) {
  ASSERT_EQ(Bake().exit_code, 0);
  WriteFile(Source("tower.map"), "type octile\nheight 3\nwidth 3\nmap\n...\n");
  const ProgramRun run = Bake();
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("waystone-bake: map \"tower\": " + Source("tower.map") + ": "));
  EXPECT_THAT(run.err, HasSubstr("1 of 3 maps could not be baked; the world was written without"));
  EXPECT_THAT(Outcomes(), ElementsAre("unchanged", "unchanged", "failed"));
  EXPECT_THAT(Report()["maps"][2]["error"].get<std::string>(), HasSubstr("tower.map"));
  const auto world = LoadedWorld::Load(Output("world.wayworld"));
  ASSERT_TRUE(world.ok()) << world.status();
  // The package of before is there and is not the world's.
  EXPECT_TRUE(fs::exists(Output("tower.waymap")));
  EXPECT_EQ((*world)->view().portals().size(), 2U);
  EXPECT_FALSE((*world)->view().FindPortal("in").has_value());

  WriteFile(Source("tower.map"), kTower);
  EXPECT_EQ(Bake().exit_code, 0);
  EXPECT_THAT(Outcomes(), ElementsAre("unchanged", "unchanged", "unchanged"));
  EXPECT_EQ((*LoadedWorld::Load(Output("world.wayworld")))->view().portals().size(), 3U);
}

TEST_F(Worlds, WithoutASingleMapThereIsNoWorld) {
  for (const char* name : {"town.map", "cave.map", "tower.map"}) fs::remove(Source(name));
  const ProgramRun run = Bake();
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("no map could be baked"));
  EXPECT_THAT(Files(), IsEmpty());
}

TEST_F(Worlds, StrictWritesNoWorldThatHasAWarningOrMissesAMap) {
  ASSERT_EQ(Bake({"--strict"}).exit_code, 0);
  const auto before = Files();
  WriteFile(Source("tower.map"), "nothing");
  EXPECT_EQ(Bake({"--strict"}).exit_code, 1);
  EXPECT_EQ(Files(), before);
  // A setting without effect is a warning, which a later bake does not forget.
  WriteFile(Source("tower.map"), kTower);
  WriteFile(Source("tower.map.bake.yaml"), "skeleton: false\nportal_spacing_m: 3\n");
  ProgramRun run = Bake({"--strict"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("--strict: no world written"));
  EXPECT_EQ(Files(), before);
  run = Bake();
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, HasSubstr("warning: map \"tower\": "));
  const auto lax = Files();
  run = Bake({"--strict"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("warning: map \"tower\": "));
  EXPECT_THAT(Outcomes(), ElementsAre("unchanged", "unchanged", "failed"));
  EXPECT_EQ(Files(), lax);
}

TEST_F(Worlds, APortalWithoutGroundIsAWarningAndLeftOut) {
  std::string world(kWorld);
  world.replace(world.find("cell: [6, 3]"), 12, "cell: [2, 1]");
  WriteFile(Source("world.yaml"), world);
  ProgramRun run = Bake();
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, HasSubstr("world.yaml:9: portal \"up\": left out"));
  EXPECT_EQ(Report()["portals"], 2);
  EXPECT_THAT(Report()["warnings"], SizeIs(1));
  fs::remove(Output("world.wayworld"));
  run = Bake({"--strict"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_FALSE(fs::exists(Output("world.wayworld")));
}

TEST_F(Worlds, NamesOfSharedSettingsThatAMapLacksAreNotes) {
  WriteFile(Source("all.yaml"), "skeleton: false\ngrid: {costs: {mud: 2}}\n");
  const ProgramRun run = Bake({"--strict"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("note: map \"tower\": grid.costs: there is no area \"mud\""));
  EXPECT_THAT(run.err, Not(HasSubstr("warning")));
  EXPECT_EQ(Report()["totals"]["warnings"], 0);
  const auto notes = [&] {
    std::vector<size_t> counts;
    const json report = Report();
    for (const json& map : report["maps"]) counts.push_back(map["notes"].size());
    return counts;
  };
  EXPECT_THAT(notes(), ElementsAre(1, 1, 1));
  // Nothing has changed: the notes come from the record.
  ASSERT_EQ(Bake({"--strict"}).exit_code, 0);
  EXPECT_THAT(Outcomes(), ElementsAre("unchanged", "unchanged", "unchanged"));
  EXPECT_THAT(notes(), ElementsAre(1, 1, 1));
}

TEST_F(Worlds, NamesOfAMapsOwnSettingsThatItLacksAreWarnings) {
  const std::string rules = "skeleton: false\ngrid: {costs: {ice: 2}}\n";
  const auto warned_maps = [&] {
    std::vector<std::string> maps;
    EXPECT_EQ(Bake().exit_code, 0);
    const json report = Report();
    for (const json& map : report["maps"]) {
      if (map["warnings"].empty()) continue;
      EXPECT_THAT(map["warnings"][0].get<std::string>(), HasSubstr("there is no area \"ice\""));
      maps.push_back(map["map_id"]);
    }
    EXPECT_EQ(report["totals"]["warnings"], maps.size());
    return maps;
  };
  // In the manifest, over shared settings.
  std::string world(kWorld);
  world.replace(world.find("cell_size_m: 2"), 14, "cell_size_m: 2, grid: {costs: {ice: 2}}");
  WriteFile(Source("world.yaml"), world);
  EXPECT_THAT(warned_maps(), ElementsAre("cave"));
  EXPECT_EQ(Bake({"--strict"}).exit_code, 1);
  // Beside the source.
  WriteFile(Source("world.yaml"), kWorld);
  WriteFile(Source("town.map.bake.yaml"), rules);
  EXPECT_THAT(warned_maps(), ElementsAre("town"));
  fs::remove(Source("town.map.bake.yaml"));
  // In a file that one map names, and then another, too.
  WriteFile(Source("rules.yaml"), rules);
  world = kWorld;
  world.replace(world.find("town.map"), 8, "town.map, config: rules.yaml");
  WriteFile(Source("world.yaml"), world);
  EXPECT_THAT(warned_maps(), ElementsAre("town"));
  world.replace(world.find("tower.map"), 9, "tower.map, config: rules.yaml");
  WriteFile(Source("world.yaml"), world);
  EXPECT_THAT(warned_maps(), IsEmpty());
}

TEST_F(Worlds, TriggersReachBeyondEveryEdgeOfAMap) {
  ASSERT_EQ(Bake().exit_code, 0);
  const auto clipped = Files();
  std::string world(kWorld);
  world.replace(world.find("cells: [7, 3, 7, 3]"), 19, "cells: [7, 3, 4000000000, 9]");
  world.replace(world.find("cells: [0, 0, 0, 0]"), 19, "cells: [-5, -4000000000, 0, 0]");
  WriteFile(Source("world.yaml"), world);
  const ProgramRun run = Bake({"--strict"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(Files(), clipped);
}

TEST_F(Worlds, APortalThatDoesNotFitItsMapRefusesTheWorld) {
  std::string world(kWorld);
  world.replace(world.find("cell: [6, 3]"), 12, "cell: [8, 3]");
  WriteFile(Source("world.yaml"), world);
  const ProgramRun run = Bake();
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("world.yaml:9: portal \"up\": to: outside of the map"));
  EXPECT_FALSE(fs::exists(Output("world.wayworld")));
}

TEST_F(Worlds, BadManifestsAndSettingsAreRefusedBeforeAnyMapIsBaked) {
  WriteFile(Source("all.yaml"), "skeletton: false\n");
  ProgramRun run = Bake();
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, StartsWith("waystone-bake: " + Source("all.yaml") +
                                  ":1: key 'skeletton' is not known here; known are agents, "));
  WriteFile(Source("all.yaml"), "skeleton: false\n");
  std::string world(kWorld);
  world.replace(world.find("cell_size_m: 2"), 14, "portal_spacing_m: 0");
  WriteFile(Source("world.yaml"), world);
  run = Bake();
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("world.yaml:5: map \"cave\": portal_spacing_m is 0 and must be"));
  WriteFile(Source("world.yaml"), "world: w\n");
  run = Bake();
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("world.yaml:1: the key 'maps' is missing"));
  EXPECT_FALSE(fs::exists(Output()));
  EXPECT_FALSE(fs::exists(Source("report.json")));
}

TEST_F(Worlds, FlagsForOneMapAreBadUsage) {
  const std::vector<std::vector<std::string>> cases = {
      {"--map-id", "x"}, {"--config", Source("all.yaml")}, {"--no-skeleton"}, {"--spawn", "1,2,3"}};
  for (const auto& flags : cases) {
    const ProgramRun run = Bake(flags);
    EXPECT_EQ(run.exit_code, 2) << flags[0];
    EXPECT_THAT(run.err, HasSubstr(flags[0] + " is for one map"));
  }
}

TEST_F(Worlds, PackagesOfMapsThatLeftTheWorldAreLeftAlone) {
  ASSERT_EQ(Bake().exit_code, 0);
  WriteFile(Source("world.yaml"), "world: one\nconfig: all.yaml\nmaps: [{id: town, source: town.map}]\n");
  ASSERT_EQ(Bake().exit_code, 0);
  EXPECT_THAT(Outcomes(), ElementsAre("unchanged"));
  EXPECT_TRUE(fs::exists(Output("cave.waymap")));
  EXPECT_EQ((*LoadedWorld::Load(Output("world.wayworld")))->view().maps().size(), 1U);
}

TEST_F(Worlds, AnInterruptedBakeGoesOnWhereItWas) {
  WorldBakeJob job = Job();
  job.thread_count = 1;
  job.progress = [](std::string_view unit, uint64_t done, uint64_t) {
    if (unit == "maps" && done == 2) _exit(9);  // as if killed
  };
  EXPECT_EXIT(RunWorldBake(job), testing::ExitedWithCode(9), "");
  EXPECT_FALSE(fs::exists(Output("world.wayworld")));
  ASSERT_EQ(Bake().exit_code, 0);
  // The largest source was baked first, and recorded at once.
  EXPECT_THAT(Outcomes(), ElementsAre("unchanged", testing::_, "baked"));
  const auto files = Files();
  fs::remove_all(Output());
  ASSERT_EQ(Bake().exit_code, 0);
  EXPECT_EQ(Files(), files);
}

// A reader between any two steps, and the bake after one that ended there.
TEST_F(Worlds, ABakeThatIsKilledAtAnyStepLeavesTheOldWorldOrTheNew) {
  ASSERT_EQ(Bake().exit_code, 0);
  const auto old_files = Files();
  fs::copy(Output(), Source("old"), fs::copy_options::recursive);
  const std::string old_world = Served().generation;
  ChangeAllSources();
  ASSERT_EQ(Bake().exit_code, 0);
  const auto new_files = Files();
  const std::string new_world = Served().generation;
  ASSERT_NE(old_world, new_world);
  WorldBakeJob job = Job();
  job.thread_count = 1;
  const std::vector<std::pair<std::string, uint64_t>> steps = {{"maps", 1},
                                                               {"maps", 2},
                                                               {"maps", 3},
                                                               {"files published", 0},
                                                               {"files published", 1},
                                                               {"files published", 2},
                                                               {"files published", 3},
                                                               {"files published", 4}};
  for (const auto& [kill_unit, kill_at] : steps) {
    fs::remove_all(Output());
    fs::copy(Source("old"), Output(), fs::copy_options::recursive);
    job.progress = [&, unit_of_kill = kill_unit, at = kill_at](std::string_view unit, uint64_t done,
                                                               uint64_t) {
      if (unit == unit_of_kill && done == at) _exit(9);  // as if killed
    };
    EXPECT_EXIT(RunWorldBake(job), testing::ExitedWithCode(9), "");
    const ServedWorld served = Served();
    const bool is_published = kill_unit == "files published" && kill_at > 0;
    EXPECT_EQ(served.generation, is_published ? new_world : old_world) << kill_unit << kill_at;
    EXPECT_EQ(served.missing, 0U) << kill_unit << " " << kill_at;
    ASSERT_EQ(Bake().exit_code, 0);
    EXPECT_EQ(Files(), new_files) << kill_unit << " " << kill_at;
  }
}

// From where they were put aside; and it keeps them when they are moved.
TEST_F(Worlds, AServerTakesPackagesThatAreNamedAndNotYetMoved) {
  ASSERT_EQ(Bake().exit_code, 0);
  MapStore store;
  ASSERT_TRUE(store.LoadFolder(Output()).ok());
  const std::string before = (*store.Find("town"))->generation();
  ChangeAllSources();
  KillBake(2);
  ASSERT_THAT(*store.LoadFolder(Output()), IsEmpty());
  EXPECT_EQ(store.World()->MissingCount(), 0U);
  const std::string after = (*store.Find("town"))->generation();
  EXPECT_NE(after, before);
  ASSERT_TRUE(store.Find("cave").ok());
  ASSERT_EQ(Bake().exit_code, 0);
  ASSERT_THAT(*store.LoadFolder(Output()), IsEmpty());
  EXPECT_TRUE(store.IsLoaded("town") && store.IsLoaded("cave"));
  EXPECT_EQ((*store.Find("town"))->generation(), after);
}

// Packages that were served from where they were put aside count as those in their places, also without their world.
TEST_F(Worlds, APackageThatWasServedFromAsideOutlivesADamagedOneInItsPlace) {
  ASSERT_EQ(Bake().exit_code, 0);
  ChangeAllSources();
  KillBake(1);
  MapStore store;
  ASSERT_TRUE(store.LoadFolder(Output()).ok());
  const std::string generation = (*store.Find("town"))->generation();
  ASSERT_EQ(Bake().exit_code, 0);
  fs::remove(Output("world.wayworld"));
  ASSERT_THAT(*store.LoadFolder(Output()), IsEmpty());
  fs::remove(Output("town.waymap"));
  WriteFile(Output("town.waymap"), "no package");
  ASSERT_THAT(*store.LoadFolder(Output()), SizeIs(1));
  ASSERT_TRUE(store.Find("town").ok());
  EXPECT_EQ((*store.Find("town"))->generation(), generation);
}

// What is aside of a published world is needed, and is not written over because it cannot be read for a moment.
TEST_F(Worlds, ABakeThatCannotReadWhatAnotherPutAsideLeavesIt) {
  ASSERT_EQ(Bake().exit_code, 0);
  ChangeAllSources();
  KillBake(1);
  const std::string staged = Output("world.staged/town.waymap");
  fs::rename(staged, Source("kept"));
  fs::create_symlink("town.waymap", staged);  // to itself: opening it fails
  const WorldBakeEnd end = RunWorldBake(Job());
  EXPECT_EQ(end.status.code(), absl::StatusCode::kUnavailable) << end.status;
  EXPECT_THAT(end.status.message(), HasSubstr("town.waymap"));
  fs::remove(staged);
  fs::rename(Source("kept"), staged);
  ASSERT_EQ(Bake().exit_code, 0);
  EXPECT_EQ(Served().missing, 0U);
}

// A damaged one that was put aside does not replace the whole one in its place.
TEST_F(Worlds, ABakeMovesNoDamagedPackageIntoPlace) {
  ASSERT_EQ(Bake().exit_code, 0);
  const std::string placed = Output("town.waymap");
  const std::string whole = ReadFile(placed);
  std::string damaged = whole;
  damaged[damaged.size() - 1] ^= 1;
  fs::create_directory(Output("world.staged"));
  WriteFile(Output("world.staged/town.waymap"), damaged);
  ASSERT_TRUE(StagedPackages::Open(Output()).ok());
  EXPECT_EQ(ReadFile(placed), whole);
}

// Damage of a package put aside is found before it is served.
TEST_F(Worlds, APackageThatIsDamagedWhereItIsAsideIsRefused) {
  ASSERT_EQ(Bake().exit_code, 0);
  MapStore store;
  ASSERT_TRUE(store.LoadFolder(Output()).ok());
  const std::string before = (*store.Find("town"))->generation();
  ChangeAllSources();
  KillBake(1);
  const std::string staged = Output("world.staged/town.waymap");
  std::string bytes = ReadFile(staged);
  bytes[bytes.size() - 1] ^= 1;
  WriteFile(staged, bytes);
  const auto refusals = store.LoadFolder(Output());
  ASSERT_TRUE(refusals.ok());
  ASSERT_THAT(*refusals, SizeIs(1));
  EXPECT_EQ((*refusals)[0].path, staged);
  EXPECT_EQ((*store.Find("town"))->generation(), before);
  EXPECT_EQ(store.World()->MissingCount(), 1U);
}

// A server that starts at any moment of a bake; two processes, as in life.
TEST_F(Worlds, AReaderDuringBakesFindsOneWorldOrTheOther) {
  ASSERT_EQ(Bake().exit_code, 0);
  std::atomic<bool> is_over{false};
  std::set<std::string> generations;
  int loads = 0;
  int mixed = 0;
  std::thread reader([&] {
    for (; !is_over; ++loads) {
      const ServedWorld served = Served();
      generations.insert(served.generation);
      if (served.missing > 0) ++mixed;
    }
  });
  for (int i = 0; i < 12; ++i) {
    if (i % 2 == 0) {
      ChangeAllSources();
    } else {
      WriteSources();
    }
    EXPECT_EQ(Bake().exit_code, 0);
  }
  is_over = true;
  reader.join();
  EXPECT_EQ(mixed, 0) << "of " << loads;
  EXPECT_EQ(generations.size(), 2U);
}

// What a killed bake had put aside counts for nothing if the sources are as before.
TEST_F(Worlds, WhatAKilledBakeLeftAsideIsSwept) {
  ASSERT_EQ(Bake().exit_code, 0);
  const auto before = Files();
  ChangeAllSources();
  WorldBakeJob job = Job();
  job.progress = [](std::string_view unit, uint64_t, uint64_t) {
    if (unit == "files published") _exit(9);
  };
  EXPECT_EXIT(RunWorldBake(job), testing::ExitedWithCode(9), "");
  EXPECT_TRUE(fs::exists(Output("world.staged/town.waymap")));
  WriteSources();
  ASSERT_EQ(Bake().exit_code, 0);
  EXPECT_EQ(Files(), before);
}

TEST_F(Worlds, TwoBakesIntoOneFolderAtOnceAreRefused) {
  ASSERT_EQ(Bake().exit_code, 0);
  const auto staged = StagedPackages::Open(Output());
  ASSERT_TRUE(staged.ok()) << staged.status();
  const ProgramRun run = Bake();
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr(Output() + ": another bake of a world into this folder is at work"));
}

TEST_F(Worlds, FilesThatASourceRefersToCountAsTheSource) {
  WriteFile(Source("path.nodes.csv"), "id,x,y,z,radius\n1,0,0,0,1\n2,5,0,0,1\n");
  WriteFile(Source("path.links.csv"), "from,to\n1,2\n2,1\n");
  WriteFile(Source("world.yaml"),
            "world: paths\nconfig: all.yaml\nmaps:\n  - {id: path, source: path.nodes.csv}\n"
            "  - {id: town, source: town.map}\n");
  ASSERT_EQ(Bake().exit_code, 0) << Bake().err;
  WriteFile(Source("path.links.csv"), "from,to\n1,2\n");
  ASSERT_EQ(Bake().exit_code, 0);
  EXPECT_THAT(Outcomes(), ElementsAre("baked", "unchanged"));
  ASSERT_EQ(Bake().exit_code, 0);
  EXPECT_THAT(Outcomes(), ElementsAre("unchanged", "unchanged"));
}

}  // namespace
}  // namespace waystone

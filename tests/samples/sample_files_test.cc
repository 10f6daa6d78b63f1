// Every sample as files: the same bytes everywhere, and readable by other people's parsers.
#include "samples/generator/sample_files.h"

#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "core/base/crc32c.h"
#include "gtest/gtest.h"
#include "tests/support/temp_folder.h"

namespace waystone::samples {
namespace {

std::string ReadAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

void Write(const std::string& sample, const TempFolder& folder) {
  for (const Sample& candidate : AllSamples()) {
    if (candidate.name != sample) continue;
    ASSERT_TRUE(candidate.write(folder.path()).ok());
  }
}

std::map<std::string, uint32_t> ChecksumsOf(const std::string& sample) {
  const TempFolder folder;
  Write(sample, folder);
  std::map<std::string, uint32_t> checksums;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    const std::string bytes = ReadAll(entry.path().string());
    checksums[entry.path().filename().string()] = Crc32c(std::as_bytes(std::span(bytes)));
  }
  return checksums;
}

using Checksums = std::map<std::string, uint32_t>;

// The same on every compiler and machine. Where a sample is changed on purpose, its number changes with it.
TEST(SampleFiles, AreTheSameBytesEverywhere) {
  EXPECT_EQ(ChecksumsOf("town"), (Checksums{{"town.obj", 2668294924U},
                                            {"town.mtl", 1043435010U},
                                            {"town.landmarks.csv", 842401291U},
                                            {"town.obj.bake.yaml", 592982641U}}));
  EXPECT_EQ(ChecksumsOf("dungeon"), (Checksums{{"dungeon.map", 2173914626U},
                                               {"dungeon.landmarks.csv", 1708651326U},
                                               {"dungeon.map.bake.yaml", 1553024069U}}));
  EXPECT_EQ(ChecksumsOf("waypoints"),
            (Checksums{{"patrol.nodes.csv", 1662515482U}, {"patrol.links.csv", 574666707U}}));
  const Checksums world = ChecksumsOf("world");
  EXPECT_EQ(world.size(), 12U);
  EXPECT_EQ(world.at("castle.obj"), 1284197570U);
  EXPECT_EQ(world.at("world.yaml"), 2086903154U);
}

TEST(SampleFiles, TheBenchmarkWorldIsTheSameBytesEverywhere) {
  EXPECT_EQ(ChecksumsOf("bench"), (Checksums{{"bench.glb", 2281322897U}}));
}

TEST(SampleFiles, AFolderThatCannotBeMadeIsAnError) {
  const TempFolder folder;
  std::ofstream(folder.File("file")) << "x";
  for (const Sample& sample : AllSamples()) {
    if (std::string(sample.name) == "bench") continue;  // slow
    const absl::Status status = sample.write(folder.File("file/below"));
    EXPECT_FALSE(status.ok()) << sample.name;
    EXPECT_NE(std::string(status.message()).find("file/below"), std::string::npos) << status;
  }
}

TEST(SampleFiles, PortalsJoinMapsOfTheWorld) {
  const TempFolder folder;
  Write("world", folder);
  const YAML::Node world = YAML::LoadFile(folder.File("world.yaml"));
  std::set<std::string> maps;
  for (const YAML::Node& map : world["maps"]) {
    maps.insert(map["id"].as<std::string>());
    EXPECT_TRUE(std::filesystem::exists(folder.File(map["source"].as<std::string>())));
  }
  EXPECT_EQ(maps, (std::set<std::string>{"castle", "dungeon", "town"}));
  std::set<std::string> ids;
  std::set<std::string> kinds;
  for (const YAML::Node& portal : world["portals"]) {
    EXPECT_TRUE(ids.insert(portal["id"].as<std::string>()).second);
    kinds.insert(portal["kind"].as<std::string>());
    EXPECT_TRUE(maps.contains(portal["from"]["map"].as<std::string>()));
    EXPECT_TRUE(maps.contains(portal["to"]["map"].as<std::string>()));
    EXPECT_GE(portal["cost_m"].as<double>(), 0);
    for (int axis = 0; axis < 3; ++axis) {
      const YAML::Node trigger = portal["from"]["trigger"];
      EXPECT_LT(trigger["min"][axis].as<double>(), trigger["max"][axis].as<double>());
    }
  }
  EXPECT_EQ(kinds, (std::set<std::string>{"npc", "ship", "walk_in", "walk_on_use"}));
}

TEST(SampleFiles, PatrolLinksNameNodesAndSomeLeadOneWayOnly) {
  const TempFolder folder;
  Write("waypoints", folder);
  std::istringstream nodes(ReadAll(folder.File("patrol.nodes.csv")));
  std::istringstream links(ReadAll(folder.File("patrol.links.csv")));
  std::string line;
  int node_count = -1;
  while (std::getline(nodes, line)) ++node_count;
  std::getline(links, line);
  EXPECT_EQ(line, "from,to,length,jump,ladder");
  std::set<std::pair<int, int>> arcs;
  int jumps = 0;
  int ladders = 0;
  while (std::getline(links, line)) {
    int from = 0;
    int to = 0;
    int jump = 0;
    int ladder = 0;
    double length = 0;
    ASSERT_EQ(std::sscanf(line.c_str(), "%d,%d,%lf,%d,%d", &from, &to, &length, &jump, &ladder), 5) << line;
    EXPECT_TRUE(from >= 0 && from < node_count && to >= 0 && to < node_count && from != to) << line;
    EXPECT_TRUE(arcs.emplace(from, to).second) << line;
    EXPECT_GT(length, 0) << line;
    jumps += jump;
    ladders += ladder;
  }
  EXPECT_EQ(jumps, 2);
  EXPECT_EQ(ladders, 2);
  size_t one_way = 0;
  for (const auto& [from, to] : arcs) one_way += arcs.contains({to, from}) ? 0 : 1;
  EXPECT_EQ(one_way, 8U + 2U);
}

}  // namespace
}  // namespace waystone::samples

#include "bake/waypoint/waypoint_importer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

constexpr const char* kNodes =
    "id,x,y,z,radius,flags,flag_names\n7,0,0,0,1,0,\n9,3,0,4,0.5,5,narrow|lookout\n";
constexpr const char* kLinks = "from,to,length,jump,ladder\n7,9,99,0,0\n9,7,5,1,0\n";

class WaypointImporterTest : public ::testing::Test {
 protected:
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.File(name), std::ios::binary) << text;
  }
  absl::StatusOr<ImportedWaypoints> Rows(const std::string& nodes, const std::string& links,
                                         const ImportOptions& options = {}) const {
    Write("m.nodes.csv", nodes);
    Write("m.links.csv", links);
    return ImportWaypoints(folder_.File("m.nodes.csv"), options);
  }
  absl::StatusOr<ImportedWaypoints> Json(const std::string& text) const {
    Write("m.waypoints.json", text);
    return ImportWaypoints(folder_.File("m.waypoints.json"), {});
  }
  TempFolder folder_;
};

TEST_F(WaypointImporterTest, ReadsNodesAndLinksByTheNamesOfTheirColumns) {
  const auto source = Rows("extra,z,y,x,id\n,4,2,3,11\n,0,0,0,12\n", "to,ladder,from\n12,1,11\n",
                           {.scale = 0.5, .up_axis = UpAxis::kZ});
  ASSERT_TRUE(source.ok()) << source.status();
  ASSERT_EQ(source->graph.nodes.size(), 2U);
  EXPECT_EQ(source->graph.nodes[0].id, 11U);
  EXPECT_EQ(source->graph.nodes[0].at, Vec3(1.5, 2, -1));
  ASSERT_EQ(source->graph.links.size(), 1U);
  EXPECT_EQ(source->graph.links[0].from, 0U);
  EXPECT_EQ(source->graph.links[0].to, 1U);
  EXPECT_TRUE(source->graph.links[0].ladder);
  EXPECT_FALSE(source->graph.links[0].jump);
  EXPECT_EQ(source->sha256.size(), 64U);
}

TEST_F(WaypointImporterTest, TheLengthsOfTheSourceDoNotCount) {
  const auto source = Rows(kNodes, kLinks);
  ASSERT_TRUE(source.ok()) << source.status();
  EXPECT_EQ(source->graph.links[0].cost_m, -1);
  EXPECT_EQ(source->graph.nodes[1].flags, 5U);
  EXPECT_EQ(source->graph.nodes[1].radius, 0.5);
}

TEST_F(WaypointImporterTest, ReadsTheSameFromJson) {
  const auto source = Json(R"({"nodes": [{"id": 7, "x": 0, "y": 0, "z": 0, "radius": 1},
                                         {"id": 9, "x": 3, "y": 0, "z": 4, "flags": 5}],
                               "links": [{"from": 7, "to": 9, "kind": "jump", "cost_m": 2.5},
                                         {"from": 9, "to": 7, "ladder": true}]})");
  ASSERT_TRUE(source.ok()) << source.status();
  EXPECT_EQ(source->graph.nodes[1].at, Vec3(3, 0, 4));
  EXPECT_TRUE(source->graph.links[0].jump);
  EXPECT_EQ(source->graph.links[0].cost_m, 2.5);
  EXPECT_TRUE(source->graph.links[1].ladder);
}

TEST_F(WaypointImporterTest, RefusesBadRowsByFileLineColumnAndRule) {
  const std::string node = "id,x,y,z\n";
  const std::string link = "from,to\n";
  const std::string two = "id,x,y,z\n1,0,0,0\n2,1,0,0\n";
  const std::vector<std::vector<std::string>> bad = {
      {"id,x,y\n1,0,0\n", link, "m.nodes.csv: line 1: the header has no column 'z'"},
      {"id,x,x,y,z\n", link, "m.nodes.csv: line 1: the header has column 'x' twice"},
      {node, link, "m.nodes.csv: there is no node"},
      {node + "1,0,0\n", link, "line 2: 3 fields, not 4"},
      {node + "1,0,nan,0\n", link, "line 2: y 'nan' is not"},
      {node + "1,0,inf,0\n", link, "line 2: y 'inf' is not"},
      {node + "1,0,zero,0\n", link, "line 2: y 'zero' is not a number"},
      {node + "-1,0,0,0\n", link, "line 2: id '-1' is not an integer"},
      {node + "4294967295,0,0,0\n", link, "line 2: id '4294967295' is not an integer"},
      {node + "1,1e9,0,0\n", link, "line 2: node 1 lies more than 16000 m"},
      {node + "1,0,0,0\n1,5,0,0\n", link, "line 3: id 1 was given before (line 2)"},
      {"id,x,y,z,radius\n1,0,0,0,-1\n", link, "line 2: radius must not be negative"},
      {"id,x,y,z,radius\n1,0,0,0,101\n", link, "line 2: node 1 has a radius of more than 100 m"},
      {"id,x,y,z,flags\n1,0,0,0,x\n", link, "line 2: flags 'x' is not an integer"},
      {two, "from\n1\n", "m.links.csv: line 1: the header has no column 'to'"},
      {two, link + "1,3\n", "m.links.csv: line 2: to 3 is no node"},
      {two, link + "3,1\n", "line 2: from 3 is no node"},
      {two, link + "2,2\n", "line 2: the link leads from node 2 to itself"},
      {two, link + "1,2\n2,1\n1,2\n", "line 4: the link from 1 to 2 was given before (line 2)"},
      {two, "from,to,jump\n1,2,2\n", "line 2: jump '2' is not an integer from 0 to 1"}};
  for (const std::vector<std::string>& lie : bad) {
    const absl::Status status = Rows(lie[0], lie[1]).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << lie[2];
    EXPECT_THAT(std::string(status.message()), HasSubstr(lie[2]));
  }
}

TEST_F(WaypointImporterTest, RefusesBadJsonByPlaceAndRule) {
  const std::string node = R"({"id": 1, "x": 0, "y": 0, "z": 0})";
  const auto of = [](const std::string& nodes, const std::string& links) {
    return R"({"nodes": [)" + nodes + R"(], "links": [)" + links + "]}";
  };
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"", "is empty"},
      {"[]", "the document must be an object"},
      {R"({"nodes": []})", "links must be a list"},
      {of("", ""), "there is no node"},
      {of(R"({"id": 1, "x": 0, "y": 0})", ""), "nodes[0].z is missing"},
      {of(R"({"id": 1.5, "x": 0, "y": 0, "z": 0})", ""), "nodes[0].id must be an integer"},
      {of(R"({"id": 1, "x": "0", "y": 0, "z": 0})", ""), "nodes[0].x must be a finite number"},
      {of(R"({"id": 1, "x": 0, "y": 0, "z": 0, "radius": -1})", ""), "nodes[0].radius must be at least 0"},
      {of(R"({"id": 1, "x": 0, "y": 0, "z": 0, "colour": 1})", ""), "nodes[0] has an unknown key 'colour'"},
      {of(node + "," + node, ""), "nodes[1]: id 1 was given before (nodes[0])"},
      {of(node, R"({"from": 1})"), "links[0].to is missing"},
      {of(node, R"({"from": 1, "to": 2})"), "links[0]: to 2 is no node"},
      {of(node, R"({"from": 1, "to": 1})"), "links[0]: the link leads from node 1 to itself"},
      {of(node, R"({"from": 1, "to": 2, "kind": "fly"})"), "links[0].kind must be walk, jump or ladder"},
      {of(node, R"({"from": 1, "to": 2, "kind": 3})"), "links[0].kind must be walk, jump or ladder"},
      {of(node, R"({"from": 1, "to": 2, "kind": "jump", "jump": true})"),
       "links[0] has a kind and the flags"},
      {of(node, R"({"from": 1, "to": 2, "jump": 1})"), "links[0].jump must be true or false"},
      {of(node, R"({"from": 1, "to": 2, "cost_m": -1})"), "links[0].cost_m must be at least 0"},
      {of(node, R"({"from": 1, "to": 2, "cost_m": 1e9})"), "links[0].cost_m must be at most"}};
  for (const auto& [text, rule] : bad) {
    const absl::Status status = Json(text).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << rule << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(rule));
    EXPECT_THAT(std::string(status.message()), HasSubstr("m.waypoints.json"));
  }
}

TEST_F(WaypointImporterTest, AMissingCompanionIsNamed) {
  Write("alone.nodes.csv", kNodes);
  const absl::Status status = ImportWaypoints(folder_.File("alone.nodes.csv"), {}).status();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("alone.links.csv"));
}

TEST_F(WaypointImporterTest, MutilatedTextIsReadOrRefused) {
  Random random(5);
  const std::vector<std::string> sound = {kNodes, kLinks,
                                          R"({"nodes": [{"id": 7, "x": 0, "y": 0, "z": 0}], "links": []})"};
  int refused = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> texts = sound;
    std::string& text = texts[random.NextBelow(3)];
    for (uint32_t k = 1 + random.NextBelow(3); k > 0; --k) {
      const uint32_t at = random.NextBelow(static_cast<uint32_t>(text.size()));
      text[at] = static_cast<char>(random.NextBelow(256));
    }
    for (const absl::Status& status : {Rows(texts[0], texts[1]).status(), Json(texts[2]).status()}) {
      EXPECT_TRUE(status.ok() || absl::IsInvalidArgument(status)) << status;
      refused += status.ok() ? 0 : 1;
    }
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace waystone

// The two ways to write polygons down, side by side.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "bake/import/polygon_csv.h"
#include "bake/import/polygon_json.h"
#include "core/base/random.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

using ::testing::StartsWith;

constexpr std::string_view kRows =
    "polygon,x,y,z,area\n"
    "7,0,0,0,road\n"
    "7,1,0,0,road\n"
    "7,0,0.5,1,road\n"
    "8,1,0,0,\n"
    "8,1,1,1,\n"
    "8,0,0.5,1,\n";
constexpr std::string_view kConnections = "from,to\n7,8\n";
constexpr std::string_view kJson =
    R"({"polygons": [{"id": 7, "area": "road", "corners": [[0, 0, 0], [1, 0, 0], [0, 0.5, 1]]},
                     {"id": 8, "corners": [[1, 0, 0], [1, 1, 1], [0, 0.5, 1]]}],
        "connections": [[7, 8]]})";

void ExpectSame(const PolygonMap& map) {
  ASSERT_EQ(map.polygons.size(), 2U);
  EXPECT_EQ(map.polygons[0].id, 7U);
  EXPECT_EQ(map.polygons[0].area, "road");
  ASSERT_EQ(map.polygons[0].corners.size(), 3U);
  EXPECT_EQ(map.polygons[0].corners[2], Vec3(0, 0.5, 1));
  EXPECT_EQ(map.polygons[1].area, "");
  EXPECT_EQ(map.polygons[1].corners[1], Vec3(1, 1, 1));
  ASSERT_EQ(map.connections.size(), 1U);
  EXPECT_EQ(map.connections[0].from, 7U);
  EXPECT_EQ(map.connections[0].to, 8U);
}

TEST(PolygonText, RowsAndJsonGiveTheSameMap) {
  PolygonMap rows;
  ASSERT_TRUE(ParsePolygonRows(kRows, rows).ok());
  ASSERT_TRUE(ParseConnectionRows(kConnections, rows).ok());
  ExpectSame(rows);
  EXPECT_EQ(rows.polygons[1].place, 5U);
  const absl::StatusOr<PolygonMap> json = ParsePolygonJson(kJson);
  ASSERT_TRUE(json.ok()) << json.status();
  ExpectSame(*json);
  EXPECT_EQ(json->polygons[1].place, 1U);
}

std::string RowsError(std::string_view text) {
  PolygonMap map;
  return std::string(ParsePolygonRows(text, map).message());
}

TEST(PolygonText, RowsThatAreNoneAreRefusedByLine) {
  EXPECT_EQ(RowsError(""), "line 1: the header is not 'polygon,x,y,z,area' (the last may be missing)");
  EXPECT_THAT(RowsError("polygon,x,y\n"), StartsWith("line 1: the header"));
  EXPECT_THAT(RowsError("\nid,x,y,z\n"), StartsWith("line 2: the header"));
  EXPECT_EQ(RowsError("polygon,x,y,z\n1,2,3\n"), "line 2: 3 fields, not 4");
  EXPECT_EQ(RowsError("polygon,x,y,z\n1,2,3,4,5\n"), "line 2: 5 fields, not 4");
  EXPECT_EQ(RowsError("polygon,x,y,z\n1,2,inf,4\n"), "line 2: y 'inf' is not finite");
  EXPECT_EQ(RowsError("polygon,x,y,z\nx,2,3,4\n"),
            "line 2: polygon 'x' is not an integer from 0 to 4294967294");
  EXPECT_EQ(RowsError("polygon,x,y,z\n1,0,0,0\n1,1,0,0\n2,0,0,0\n"),
            "line 4: polygon 1 ends with 2 of at least 3 corners");
  EXPECT_EQ(RowsError("polygon,x,y,z\n1,0,0,0\n1,1,0,0\n"),
            "line 3: polygon 1 ends with 2 of at least 3 corners");
  EXPECT_EQ(RowsError("polygon,x,y,z,area\n1,0,0,0,a\n1,1,0,0,b\n"), "line 3: polygon 1 has two areas");
  std::string many = "polygon,x,y,z\n";
  for (int i = 0; i <= 32; ++i) StrAppend(many, "1,", i, ",0,0\n");
  EXPECT_EQ(RowsError(many), "line 34: polygon 1 has more than 32 corners");
}

std::string ConnectionsError(std::string_view text) {
  PolygonMap map;
  return std::string(ParseConnectionRows(text, map).message());
}

TEST(PolygonText, ConnectionsThatAreNoneAreRefusedByLine) {
  EXPECT_EQ(ConnectionsError("to,from\n"), "line 1: the header is not 'from,to'");
  EXPECT_EQ(ConnectionsError("from,to\n1\n"), "line 2: 1 fields, not 2");
  EXPECT_EQ(ConnectionsError("from,to\n1,-2\n"), "line 2: to '-2' is not an integer from 0 to 4294967294");
  EXPECT_EQ(ConnectionsError("from,to\n"), "");
}

std::string JsonError(std::string_view text) {
  return std::string(ParsePolygonJson(text).status().message());
}

TEST(PolygonText, JsonThatIsNoMapIsRefusedByPlace) {
  EXPECT_EQ(JsonError("[]"), "the document must be an object");
  EXPECT_EQ(JsonError("{"), "byte 2 of the JSON is not JSON");
  EXPECT_EQ(JsonError(R"({"polygons": 1})"), "polygons must be a list");
  EXPECT_EQ(JsonError(R"({"polygons": []})"), "connections must be a list");
  EXPECT_EQ(JsonError(R"({"polygons": [], "connections": [], "links": 1})"),
            "the document has an unknown key 'links'");
  EXPECT_EQ(JsonError(R"({"polygons": [{}], "connections": []})"), "polygons[0] has no id");
  EXPECT_EQ(JsonError(R"({"polygons": [{"id": -1}], "connections": []})"),
            "polygons[0].id must be an integer from 0 to 4294967294");
  EXPECT_EQ(JsonError(R"({"polygons": [{"id": 1, "area": 3}], "connections": []})"),
            "polygons[0].area must be text of at most 64 bytes");
  EXPECT_EQ(JsonError(R"({"polygons": [{"id": 1}], "connections": []})"),
            "polygons[0].corners must be a list");
  EXPECT_EQ(JsonError(R"({"polygons": [{"id": 1, "corners": [[0, 0, 0]]}], "connections": []})"),
            "polygons[0].corners has 1 corners, not 3 to 32");
  EXPECT_EQ(JsonError(R"({"polygons": [{"id": 1, "corners": [[0,0,0],[1,0],[0,0,1]]}], "connections": []})"),
            "polygons[0].corners[1] must be a list of 3 finite numbers");
  EXPECT_EQ(JsonError(R"({"polygons": [], "connections": [[1]]})"),
            "connections[0] must be a list of 2 polygon ids");
  EXPECT_THAT(JsonError(R"({"polygons": [{"id": 1, "corners": [[1e999,0,0]]}], "connections": []})"),
              StartsWith("the JSON has a number out of range"));
  EXPECT_EQ(JsonError(std::string(100, '[')), "byte 64 nests deeper than 64 levels");
}

// Every cut and many random bytes: an answer or an error with a message, never a crash.
TEST(PolygonText, DamagedTextIsRefusedOrHarmless) {
  const auto exercise = [](const std::string& text) {
    PolygonMap map;
    const absl::Status rows = ParsePolygonRows(text, map);
    EXPECT_EQ(rows.ok(), rows.message().empty());
    const absl::StatusOr<PolygonMap> json = ParsePolygonJson(text);
    EXPECT_EQ(json.ok(), json.status().message().empty());
  };
  Random random(3);
  for (const std::string_view whole : {kRows, kJson}) {
    for (size_t size = 0; size < whole.size(); ++size) exercise(std::string(whole.substr(0, size)));
    for (int round = 0; round < 2000; ++round) {
      std::string text(whole);
      text[random.NextBelow(static_cast<uint32_t>(text.size()))] = static_cast<char>(random.NextBelow(256));
      exercise(text);
    }
  }
}

}  // namespace
}  // namespace waystone

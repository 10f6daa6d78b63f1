// Bad input of every kind gives the exact code and names the field, and the server goes on.
#include "tests/e2e/bad_request.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace waystone {
namespace {

using grpc::StatusCode;

// One row for each coordinate and each bad value.
void AddBadCoordinates(std::vector<BadRow>& rows) {
  const std::map<std::string, std::string> values = {{"nan", "must be finite"},
                                                     {"inf", "must be finite"},
                                                     {"-inf", "must be finite"},
                                                     {"1e308", "must be in -1e+08..1e+08, is 1e+308"},
                                                     {"-1.0001e8", "must be in -1e+08..1e+08"}};
  for (const char* axis : {"x", "y", "z"}) {
    for (const auto& [value, error] : values) {
      const std::string a(axis);
      std::string position = "{map_id:'yard' " + a + ":" + value;
      for (const std::string other : {"x", "y", "z"}) position += other == a ? "" : " " + other + ":0";
      position += "}";
      rows.push_back({"PlanRoute", "start{position" + position + "}" + kGoal, StatusCode::INVALID_ARGUMENT,
                      "start.position." + a + ": " + error});
      rows.push_back({"PlanRoute", kStart + "goals{position" + position + "}", StatusCode::INVALID_ARGUMENT,
                      "goals[0].position." + a + ": " + error});
      rows.push_back({"ValidateMove", "from" + position + "to{x:0 y:0 z:0}", StatusCode::INVALID_ARGUMENT,
                      "from." + a + ": " + error});
      rows.push_back({"ValidateMove", "from{map_id:'yard' x:0 y:0 z:0} to" + position,
                      StatusCode::INVALID_ARGUMENT, "to." + a + ": " + error});
    }
  }
}

void AddBadDistances(std::vector<BadRow>& rows) {
  const auto add = [&](const std::string& request, StatusCode code, const std::string& message) {
    rows.push_back({"MeasureDistances", request, code, message});
  };
  const StatusCode invalid = StatusCode::INVALID_ARGUMENT;
  const std::string source = " source_xyz:[1,2,3] ";
  const std::string ends = " map_id:'yard' target_xyz:[1,2,3] " + source;
  add("", invalid, "source_xyz: required");
  add(source, invalid, "target_xyz: required");
  add(source + "target_xyz:[1,2]", invalid, "target_xyz: must have x, y, z of each position, has 2 numbers");
  add("source_xyz:[1,2,3,4] target_xyz:[1,2,3]", invalid, "source_xyz: must have x, y, z of each position");
  add("source_xyz:[1,2,3,4,nan,5] target_xyz:[1,2,3]", invalid, "source_xyz[4]: must be finite");
  add(source + "target_xyz:[inf,2,3]", invalid, "target_xyz[0]: must be finite");
  add(source + "target_xyz:[1,2,1e9]", invalid, "target_xyz[2]: must be in -1e+08..1e+08, is 1000000000");
  add(source + "target_xyz:[1,2,3]", invalid, "map_id: required");
  add("map_id:'attic' target_xyz:[1,2,3]" + source, StatusCode::NOT_FOUND, "map_id: no map \"attic\"");
  add(ends + "agent{profile:'giant'}", StatusCode::NOT_FOUND, "agent.profile: ");
  add(ends + "snap{radius_m:-1}", invalid, "snap.radius_m: must be in 0..100");
  add(ends + "max_distance_m:-1", invalid, "max_distance_m: must be in 0..1e+07");
  add(ends + "max_distance_m:nan", invalid, "max_distance_m: must be finite");
  add(ends + "pinned{generation:'x'}", StatusCode::NOT_FOUND, "pinned[0].generation: ");
  std::string many = ends;
  for (int i = 0; i < 1000; ++i) many += "source_xyz:[1,2,3] target_xyz:[1,2,3] ";
  add(many, StatusCode::INVALID_ARGUMENT,
      "target_xyz: 1001 sources times 1001 targets is over the limit of 1000000");
  add(ends + "changes{maps{closed_doors:'d'}}", StatusCode::INVALID_ARGUMENT,
      "changes.maps[0].closed_doors[0]: map \"yard\" has no door");
}

void AddBadOthers(std::vector<BadRow>& rows) {
  const StatusCode invalid = StatusCode::INVALID_ARGUMENT;
  rows.push_back({"Batch", "", invalid, "items: required"});
  rows.push_back({"Batch", "items{} timeout_ms:3600001", invalid, "timeout_ms: must be in 0..3600000"});
  rows.push_back({"Batch", "items{} map_id:'" + kLong + "'", invalid, "map_id: has 200 bytes"});
  std::string many;
  for (int i = 0; i < 1025; ++i) many += "items{} ";
  rows.push_back({"Batch", many, StatusCode::INVALID_ARGUMENT, "items: 1025 is over the limit of 1024"});
  rows.push_back({"ListMaps", "page_size:1001", invalid, "page_size: must be in 0..1000"});
  rows.push_back({"ListMaps", "page_token:'" + kLong + "'", invalid, "page_token: has 200 bytes"});
  rows.push_back({"ListMaps", "map_id_prefix:'" + kLong + "'", invalid, "map_id_prefix: has 200 bytes"});
  rows.push_back({"DescribeMap", "", invalid, "map_id: required"});
  rows.push_back({"DescribeMap", "map_id:'" + kLong + "'", invalid, "map_id: has 200 bytes"});
  rows.push_back({"DescribeMap", "map_id:'attic'", StatusCode::NOT_FOUND, "map_id: no map \"attic\""});
  rows.push_back({"GetSurface", "", invalid, "map_id: required"});
  rows.push_back(
      {"GetSurface", "map_id:'yard' max_polys:100001", invalid, "max_polys: must be in 0..100000"});
  for (const char* rpc : {"GetSurface", "GetSkeleton"}) {
    rows.push_back({rpc, "map_id:'yard' min{x:nan y:0 z:0}", invalid, "min.x: must be finite"});
    rows.push_back({rpc, "map_id:'yard' min{map_id:'attic' x:0 y:0 z:0}", invalid,
                    "min.map_id: must be \"yard\", as the request's, or empty"});
    rows.push_back({rpc, "map_id:'yard' min{x:0 y:2 z:0} max{x:5 y:1 z:5}", invalid,
                    "max: must not be less than min on any axis"});
    rows.push_back({rpc, "map_id:'yard' max{x:0 y:0 z:inf}", invalid, "max.z: must be finite"});
    rows.push_back(
        {rpc, "map_id:'yard' max{map_id:'attic' x:0 y:0 z:0}", invalid, "max.map_id: must be \"yard\""});
    rows.push_back({rpc, "map_id:'yard' cell_m:10001", invalid, "cell_m: must be in 0..10000"});
    rows.push_back({rpc, "map_id:'yard' cell_m:-1", invalid, "cell_m: must be in 0..10000"});
    rows.push_back({rpc, "map_id:'yard' cell_m:nan", invalid, "cell_m: must be finite"});
    rows.push_back({rpc, "map_id:'trail' cell_m:0.04", invalid, "cell_m: must be in 0.05..10000"});
  }
  rows.push_back({"GetSurface", "map_id:'trail' cell_m:1 first_poly:1", invalid,
                  "first_poly: squares come in one part"});
  rows.push_back({"GetSkeleton", "map_id:'trail' cell_m:1 first_key_point:1", invalid,
                  "first_key_point: squares come in one part"});
  rows.push_back({"GetSurface", "map_id:'yard' profile:'giant'", StatusCode::NOT_FOUND, "profile: "});
  rows.push_back(
      {"GetSurface", "map_id:'yard' abilities:'" + kLong + "'", invalid, "abilities[0]: has 200 bytes"});
  rows.push_back({"GetSkeleton", "", invalid, "map_id: required"});
  rows.push_back({"GetSkeleton", "map_id:'yard' max_key_points:100001", invalid,
                  "max_key_points: must be in 0..100000"});
  rows.push_back({"GetSkeleton", "map_id:'yard' profile:'giant'", StatusCode::NOT_FOUND, "profile: "});
  rows.push_back({"DescribeWorld", "", StatusCode::NOT_FOUND, "no world file is loaded"});
  rows.push_back({"Preload", "map_ids:'attic'", StatusCode::NOT_FOUND, "map_ids[0]: no map \"attic\""});
  rows.push_back({"Verify", "map_ids:'" + kLong + "'", invalid, "map_ids[0]: has 200 bytes"});
  rows.push_back(
      {"Verify", "map_ids:['yard', 'attic']", StatusCode::NOT_FOUND, "map_ids[1]: no map \"attic\""});
}

class BadRequestTest : public BadRequests {};

TEST_F(BadRequestTest, CoordinatesThatAreNoPlaces) {
  std::vector<BadRow> rows;
  AddBadCoordinates(rows);
  EXPECT_EQ(rows.size(), 60U);
  ExpectAll(rows);
}

TEST_F(BadRequestTest, DistancesNameTheField) {
  std::vector<BadRow> rows;
  AddBadDistances(rows);
  EXPECT_GE(rows.size(), 10U);
  ExpectAll(rows);
}

TEST_F(BadRequestTest, OtherCallsNameTheField) {
  std::vector<BadRow> rows;
  AddBadOthers(rows);
  EXPECT_GE(rows.size(), 20U);
  ExpectAll(rows);
}

TEST_F(BadRequestTest, BytesThatAreNoMessageAreInvalid) {
  const std::string method = "/waystone.v1.PathPlanning/PlanRoute";
  const std::string garbage[] = {
      "\xff\xff\xff\xff",                                  // no field
      std::string("\x0a\x7f\x01", 3),                      // a field longer than the message
      std::string("\x0a\x06\x0a\x04\x0a\x02\xff\xfe", 8),  // broken UTF-8 in start.position.map_id
      std::string("\x0b\x0b\x0b\x0b", 4),                  // groups without an end
      std::string(100'000, '\x80'),                        // a number without an end
  };
  for (const std::string& bytes : garbage) {
    std::string response;
    const grpc::Status status = CallRaw(server->channel(), method, bytes, &response);
    EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT) << bytes.size();
    EXPECT_EQ(status.error_message(), "the request is not a valid waystone.v1.PlanRouteRequest");
  }
  ExpectStillServes();
}

TEST_F(BadRequestTest, AnOversizeMessageIsRefusedWithTheLimit) {
  std::string response;
  const std::string bytes = std::string("\x0a\x80\x80\x80\x0a", 5) + std::string(20U << 20, '\0');
  const grpc::Status status =
      CallRaw(server->channel(), "/waystone.v1.PathPlanning/PlanRoute", bytes, &response);
  EXPECT_EQ(status.error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_NE(status.error_message().find("16777216"), std::string::npos) << status.error_message();
  ExpectStillServes();
}

TEST_F(BadRequestTest, AMillionBlockedCellsOfAMapThatIsNoGridAreReadAndRefused) {
  v1::PlanRouteRequest request;
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(kEnds, &request));
  auto& cells = *request.mutable_changes()->add_maps()->mutable_blocked_cells();
  for (uint32_t i = 0; i < 1'000'000; ++i) cells.Add(i);
  v1::PlanRouteResponse response;
  grpc::ClientContext context;
  const grpc::Status status = server->planning().PlanRoute(&context, request, &response);
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT) << status.error_message();
  EXPECT_EQ(status.error_message(), "changes.maps[0].blocked_cells: the map is no grid");
}

TEST_F(BadRequestTest, AnUnknownMethodIsUnimplemented) {
  std::string response;
  const grpc::Status status = CallRaw(server->channel(), "/waystone.v1.PathPlanning/Teleport", "", &response);
  EXPECT_EQ(status.error_code(), StatusCode::UNIMPLEMENTED);
}

// Numbers next to zero are numbers.
TEST_F(BadRequestTest, DenormalCoordinatesAreGood) {
  const grpc::Status status =
      Call(server->planning(), &v1::PathPlanning::Stub::PlanRoute,
           "start{position{map_id:'hall' x:5e-324 y:0 z:1}} goals{position{x:3 y:-5e-324 z:1}}");
  EXPECT_TRUE(status.ok()) << status.error_message();
}

}  // namespace
}  // namespace waystone

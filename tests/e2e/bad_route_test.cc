// Routes that cannot be asked for give the exact code and name the field.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "tests/e2e/bad_request.h"

namespace waystone {
namespace {

using grpc::StatusCode;

void AddBadRoutes(std::vector<BadRow>& rows) {
  const auto add = [&](const std::string& request, StatusCode code, const std::string& message) {
    rows.push_back({"PlanRoute", request, code, message});
  };
  const StatusCode invalid = StatusCode::INVALID_ARGUMENT;
  add("", invalid, "start: required");
  add(kGoal, invalid, "start: required");
  add(kStart, invalid, "goals: required");
  add("start{}" + kGoal, invalid, "start.position: required");
  add(kStart + "goals{}", invalid, "goals[0].position: required");
  add("start{position{x:1 y:0 z:0}} goals{position{x:0 y:0 z:0}}", invalid,
      "start.position.map_id: required");
  add("start{position{map_id:'attic' x:0 y:0 z:0}} goals{position{x:0 y:0 z:0}}", StatusCode::NOT_FOUND,
      "start.position.map_id: no map \"attic\" is served");
  add("start{position{map_id:'" + kLong + "'}} goals{position{x:0 y:0 z:0}}", invalid,
      "start.position.map_id: has 200 bytes, the limit is 128");
  add("start{position{map_id:'a\\nb\\033[31m' x:0 y:0 z:0}} goals{position{x:0 y:0 z:0}}",
      StatusCode::NOT_FOUND, "start.position.map_id: no map \"a\\nb\\x1b[31m\" is served");
  add("start{position{map_id:'yard' x:0 y:0 z:0} anchor:'" + kLong + "'}" + kGoal, invalid,
      "start.anchor: has 200 bytes, the limit is 64");
  add(kStart + "goals{position{map_id:'" + kLong + "'}}", invalid, "goals[0].position.map_id: has 200 bytes");
  add(kEnds + "agent{profile:'giant'}", StatusCode::NOT_FOUND,
      "agent.profile: map \"yard\": agent \"giant\"");
  add(kEnds + "agent{profile:'" + kLong + "'}", invalid, "agent.profile: has 200 bytes, the limit is 64");
  for (const char* field : {"radius_m", "max_above_m", "max_below_m"}) {
    const std::string f(field);
    add(kEnds + "snap{" + f + ":nan}", invalid, "snap." + f + ": must be finite");
    add(kEnds + "snap{" + f + ":-0.1}", invalid, "snap." + f + ": must be in 0..100");
    add(kEnds + "snap{" + f + ":100.5}", invalid, "snap." + f + ": must be in 0..100");
  }
  add(kEnds + "limits{max_expansions:4294967295}", StatusCode::INVALID_ARGUMENT,
      "limits.max_expansions: 4294967295 is over the limit of 10000000");
  add(kEnds + "limits{max_length_m:-1}", invalid, "limits.max_length_m: must be in 0..1e+07, is -1");
  add(kEnds + "limits{max_length_m:1.1e7}", invalid, "limits.max_length_m: must be in 0..1e+07");
  add(kEnds + "limits{max_length_m:nan}", invalid, "limits.max_length_m: must be finite");
  add(kEnds + "limits{max_length_ratio:0.5}", invalid, "limits.max_length_ratio: must be in 1..2");
  add(kEnds + "limits{max_length_ratio:nan}", invalid, "limits.max_length_ratio: must be finite");
  add(kEnds + "via{position{map_id:'hall' x:0.5 y:0 z:0.5}} detail{alternatives:1}", invalid,
      "detail.alternatives: must not be given together with exploration or via");
  add(kEnds + "detail{alternatives:9}", invalid, "detail.alternatives: must be in 0..8");
  add(kEnds + "detail{max_points_per_part:10}", invalid,
      "detail.max_points_per_part: answers in parts are sent on Exchange only");
  add(kEnds + "detail{max_points_per_part:1000001}", invalid,
      "detail.max_points_per_part: must be in 0..1000000");
  add(kEnds + "detail{shape:99}", invalid, "detail.shape: unknown value 99");
  add(kEnds + "detail{shape:-1}", invalid, "detail.shape: unknown value -1");
  add("start{position{map_id:'yard' x:1 y:2}}" + kGoal, invalid, "start.position.z: required");
  add(kStart + "goals{position{}}", invalid, "goals[0].position.x: required");
  add(kEnds + "via{position{x:1 z:2}}", invalid, "via[0].position.y: required");
  add(kEnds + "detail{point_format:9}", invalid, "detail.point_format: unknown value 9");
  add(kEnds + "max_response_bytes:50", StatusCode::OUT_OF_RANGE, "max_response_bytes: the answer has ");
  add(kEnds + "pinned{map_id:'yard' generation:'0'}", StatusCode::NOT_FOUND, "pinned[0].generation: ");
  add(kEnds + "pinned{map_id:'attic'}", StatusCode::NOT_FOUND, "pinned[0].map_id: no map \"attic\"");
  add(kEnds + "pinned{map_id:'yard' generation:'" + kLong + "'}", invalid,
      "pinned[0].generation: has 200 bytes");
  add(kEnds + "goals{}", invalid, "goals[1].position: required");
  add(kEnds + "goals{position{x:0 y:inf z:0}}", invalid, "goals[1].position.y: must be finite");
  add(kEnds + "via{}", invalid, "via[0].position: required");
  add(kEnds + "via{position{x:0 y:0 z:0}} via{position{x:1e9 y:0 z:0}}", invalid,
      "via[1].position.x: must be in -1e+08..1e+08");
}

// Lists that are too long, and what is not valid for the map.
void AddRoutesBeyond(std::vector<BadRow>& rows) {
  const auto add = [&](const std::string& request, StatusCode code, const std::string& message) {
    rows.push_back({"PlanRoute", request, code, message});
  };
  std::string many_goals = kStart;
  for (int i = 0; i < 1025; ++i) many_goals += kGoal;
  add(many_goals, StatusCode::INVALID_ARGUMENT, "goals: 1025 is over the limit of 1024");
  std::string many_via = kEnds;
  for (int i = 0; i < 65; ++i) many_via += "via{position{x:0 y:0 z:0}} ";
  add(many_via, StatusCode::INVALID_ARGUMENT, "via: 65 is over the limit of 64");
  std::string many_pins = kEnds;
  for (int i = 0; i < 65; ++i) many_pins += "pinned{map_id:'yard'} ";
  add(many_pins, StatusCode::INVALID_ARGUMENT, "pinned: 65 is over the limit of 64");
  for (const char* shape : {"EVERY_CELL", "SMOOTHED", "ANY_ANGLE"}) {
    add(kEnds + "detail{shape:ROUTE_SHAPE_" + shape + "}", StatusCode::INVALID_ARGUMENT,
        "detail.shape: this shape is for paths over the cells of a grid");
  }
  for (const char* method : {"GRID_JPS", "HIERARCHY", "EDGE_POINTS"}) {
    add(kEnds + "limits{method:ROUTE_METHOD_" + method + "}", StatusCode::INVALID_ARGUMENT,
        "limits.method: not valid for this map and request; valid are: ANY_ANGLE");
  }
  add(kEnds + "limits{method:ROUTE_METHOD_SCENES}", StatusCode::INVALID_ARGUMENT, "limits.method: ");
  add(kEnds + "limits{method:99}", StatusCode::INVALID_ARGUMENT, "limits.method: ");
}

// What needs a world, where there is none.
void AddRoutesWithoutWorld(std::vector<BadRow>& rows) {
  const std::map<std::string, std::string> fields = {
      {kStart + "goals{position{map_id:'hall' x:0 y:0 z:0}}", "goals"},
      {kEnds + "goals{position{x:0 y:0 z:0}} goals{position{map_id:'hall' x:0 y:0 z:0}}", "goals"},
      {kEnds + "via{position{map_id:'hall' x:0 y:0 z:0}}", "via"},
      {kEnds + "portals{mode:PORTAL_MODE_MAY_USE}", "portals"},
      {kEnds + "portals{money:5}", "portals"},
  };
  for (const auto& [request, field] : fields) {
    rows.push_back(
        {"PlanRoute", request, StatusCode::NOT_FOUND, field + ": a route across maps needs a world"});
  }
}

class BadRouteTest : public BadRequests {};

TEST_F(BadRouteTest, RoutesNameTheField) {
  std::vector<BadRow> rows;
  AddBadRoutes(rows);
  AddRoutesBeyond(rows);
  EXPECT_GE(rows.size(), 40U);
  ExpectAll(rows);
}

TEST_F(BadRouteTest, RoutesOverMapsNeedAWorld) {
  std::vector<BadRow> rows;
  AddRoutesWithoutWorld(rows);
  EXPECT_EQ(rows.size(), 5U);
  ExpectAll(rows);
}

}  // namespace
}  // namespace waystone

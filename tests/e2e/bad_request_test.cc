// Bad input of every kind gives the exact code and names the field, and the server goes on.
#include "tests/e2e/bad_request.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace waystone {
namespace {

using grpc::StatusCode;

const std::string kMove = " from{map_id:'yard' x:1000.5 y:10 z:-499.5} to{x:1003 y:10 z:-499.5} ";
const std::string kScatter = " map_id:'yard' scatter{count:3} ";
const std::string kLong(200, 'm');

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
      const std::string position = "{map_id:'yard' " + a + ":" + value + "}";
      rows.push_back({"PlanRoute", "start{position" + position + "}" + kGoal, StatusCode::INVALID_ARGUMENT,
                      "start.position." + a + ": " + error});
      rows.push_back({"PlanRoute", kStart + "goals{position" + position + "}", StatusCode::INVALID_ARGUMENT,
                      "goals[0].position." + a + ": " + error});
      rows.push_back({"ValidateMove", "from" + position + "to{}", StatusCode::INVALID_ARGUMENT,
                      "from." + a + ": " + error});
      rows.push_back({"ValidateMove", "from{map_id:'yard'} to" + position, StatusCode::INVALID_ARGUMENT,
                      "to." + a + ": " + error});
    }
  }
}

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
  add("start{position{x:1}} goals{position{}}", invalid, "start.position.map_id: required");
  add("start{position{map_id:'attic'}} goals{position{}}", StatusCode::NOT_FOUND,
      "start.position.map_id: no map \"attic\" is served");
  add("start{position{map_id:'" + kLong + "'}} goals{position{}}", invalid,
      "start.position.map_id: has 200 bytes, the limit is 128");
  add("start{position{map_id:'a\\nb\\033[31m'}} goals{position{}}", StatusCode::NOT_FOUND,
      "start.position.map_id: no map \"a\\nb\\x1b[31m\" is served");
  add("start{position{map_id:'yard'} anchor:'" + kLong + "'}" + kGoal, invalid,
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
  add(kEnds + "limits{max_expansions:4294967295}", StatusCode::RESOURCE_EXHAUSTED,
      "limits.max_expansions: 4294967295 is over the limit of 10000000");
  add(kEnds + "limits{max_length_m:-1}", invalid, "limits.max_length_m: must be in 0..1e+07, is -1");
  add(kEnds + "limits{max_length_m:1.1e7}", invalid, "limits.max_length_m: must be in 0..1e+07");
  add(kEnds + "limits{max_length_m:nan}", invalid, "limits.max_length_m: must be finite");
  add(kEnds + "limits{max_length_ratio:0.5}", invalid, "limits.max_length_ratio: must be in 1..2");
  add(kEnds + "limits{max_length_ratio:nan}", invalid, "limits.max_length_ratio: must be finite");
  add(kEnds + "detail{max_points_per_part:10}", invalid,
      "detail.max_points_per_part: answers in parts are sent on Exchange only");
  add(kEnds + "detail{max_points_per_part:1000001}", invalid,
      "detail.max_points_per_part: must be in 0..1000000");
  add(kEnds + "detail{shape:99}", invalid, "detail.shape: unknown value 99");
  add(kEnds + "detail{shape:-1}", invalid, "detail.shape: unknown value -1");
  add(kEnds + "pinned{}", invalid, "pinned[0].map_id: required");
  add(kEnds + "pinned{map_id:'yard' generation:'0'}", StatusCode::NOT_FOUND, "pinned[0].generation: ");
  add(kEnds + "pinned{map_id:'attic'}", StatusCode::NOT_FOUND, "pinned[0].map_id: no map \"attic\"");
  add(kEnds + "pinned{map_id:'yard' generation:'" + kLong + "'}", invalid,
      "pinned[0].generation: has 200 bytes");
  add(kEnds + "goals{}", invalid, "goals[1].position: required");
  add(kEnds + "goals{position{y:inf}}", invalid, "goals[1].position.y: must be finite");
  add(kEnds + "via{}", invalid, "via[0].position: required");
  add(kEnds + "via{position{}} via{position{x:1e9}}", invalid, "via[1].position.x: must be in -1e+08..1e+08");
  std::string many_goals = kStart;
  for (int i = 0; i < 1025; ++i) many_goals += kGoal;
  add(many_goals, StatusCode::RESOURCE_EXHAUSTED, "goals: 1025 is over the limit of 1024");
  std::string many_via = kEnds;
  for (int i = 0; i < 65; ++i) many_via += "via{position{}} ";
  add(many_via, StatusCode::RESOURCE_EXHAUSTED, "via: 65 is over the limit of 64");
  std::string many_pins = kEnds;
  for (int i = 0; i < 65; ++i) many_pins += "pinned{map_id:'yard'} ";
  add(many_pins, StatusCode::RESOURCE_EXHAUSTED, "pinned: 65 is over the limit of 64");
  for (const char* shape : {"EVERY_CELL", "SMOOTHED", "ANY_ANGLE"}) {
    add(kEnds + "detail{shape:ROUTE_SHAPE_" + shape + "}", StatusCode::INVALID_ARGUMENT,
        "detail.shape: this shape is for ways over the cells of a grid");
  }
  for (const char* method : {"GRID_JPS", "HIERARCHY", "PORTAL_POINTS"}) {
    add(kEnds + "limits{method:ROUTE_METHOD_" + method + "}", StatusCode::INVALID_ARGUMENT,
        "limits.method: not valid for this map and request; valid are: ANY_ANGLE");
  }
  add(kEnds + "limits{method:ROUTE_METHOD_SCENES}", StatusCode::INVALID_ARGUMENT, "limits.method: ");
  add(kEnds + "limits{method:99}", StatusCode::INVALID_ARGUMENT, "limits.method: ");
}

// What needs a world, where there is none.
void AddRoutesWithoutWorld(std::vector<BadRow>& rows) {
  const std::map<std::string, std::string> fields = {
      {kStart + "goals{position{map_id:'hall'}}", "goals"},
      {kEnds + "goals{position{}} goals{position{map_id:'hall'}}", "goals"},
      {kEnds + "portals{mode:PORTAL_MODE_MAY_USE}", "portals"},
      {kEnds + "portals{money:5}", "portals"},
  };
  for (const auto& [request, field] : fields) {
    rows.push_back(
        {"PlanRoute", request, StatusCode::NOT_FOUND, field + ": a route across maps needs a world"});
  }
}

// Every field that a later version serves: UNIMPLEMENTED, with the field's name.
void AddNotServedRoutes(std::vector<BadRow>& rows) {
  const std::map<std::string, std::string> fields = {
      {kEnds + "via{position{map_id:'hall'}}", "via[0].position.map_id"},
      {kEnds + "detail{alternatives:1}", "detail.alternatives"},
      {kEnds + "detail{explain:true}", "detail.explain"},
  };
  for (const auto& [request, field] : fields) {
    rows.push_back({"PlanRoute", request, StatusCode::UNIMPLEMENTED, field + ": "});
  }
}

void AddBadPlacements(std::vector<BadRow>& rows) {
  const auto add = [&](const std::string& request, StatusCode code, const std::string& message) {
    rows.push_back({"PlaceResource", request, code, message});
  };
  const StatusCode invalid = StatusCode::INVALID_ARGUMENT;
  add("", invalid, "task: required");
  add("map_id:'yard'", invalid, "task: required");
  add("map_id:'yard' scatter{fairness{max_ratio:2}}", invalid, "scatter.fairness.team_xyz: 0 is not in");
  add("map_id:'yard' scatter{fairness{max_ratio:nan team_xyz:[1001,10,-499,1002,10,-499]}}", invalid,
      "scatter.fairness.max_ratio: nan");
  add("map_id:'yard' scatter{fairness{team_xyz:[1001,10,-499,1,2,3]}}", invalid,
      "scatter.fairness.team_xyz[3]: no surface");
  add("map_id:'yard' nearest{}", invalid, "nearest.xyz: required");
  add("map_id:'yard' nearest{xyz:[1,2]}", invalid, "nearest.xyz: must have x, y, z");
  add("map_id:'yard' nearest{xyz:[1,nan,3]}", invalid, "nearest.xyz[1]: nan");
  add("map_id:'yard' nearest{xyz:[1,2,3] max_distance_m:-1}", invalid, "nearest.max_distance_m: -1");
  add("map_id:'yard' audit{}", invalid, "audit.xyz: required");
  add("map_id:'yard' audit{xyz:[1,2,3,4,5,1e300]}", invalid, "audit.xyz[5]: 1e+300");
  add("scatter{}", invalid, "map_id: required");
  add("map_id:'attic' scatter{}", StatusCode::NOT_FOUND, "map_id: no map \"attic\"");
  add("map_id:'" + kLong + "' scatter{}", invalid, "map_id: has 200 bytes, the limit is 128");
  add("map_id:'yard' scatter{count:4294967295}", StatusCode::RESOURCE_EXHAUSTED,
      "scatter.count: 4294967295 is over the limit of 100000");
  add("map_id:'yard' scatter{count:100001}", StatusCode::RESOURCE_EXHAUSTED, "scatter.count: 100001 is over");
  add(kScatter + "rules{reachability:77}", invalid, "rules.reachability: unknown value 77");
  add(kScatter + "snap{radius_m:-1}", invalid, "snap.radius_m: must be in 0..100");
  add(kScatter + "agent{profile:'giant'}", StatusCode::NOT_FOUND, "agent.profile: ");
  add(kScatter + "pinned_generation:'x'", StatusCode::NOT_FOUND, "pinned_generation: map \"yard\" is loaded");
  const std::map<std::string, std::string> fields = {
      {kScatter + "snap{mutually_reachable:true}", "snap.mutually_reachable"},
      {kScatter + "changes{maps{blocked_cells:[1,2]}}", "changes"},
  };
  for (const auto& [request, field] : fields) {
    add(request, StatusCode::UNIMPLEMENTED, field + ": ");
  }
}

void AddBadTracks(std::vector<BadRow>& rows) {
  const auto add = [&](const std::string& request, StatusCode code, const std::string& message) {
    rows.push_back({"ValidateMove", request, code, message});
  };
  const StatusCode invalid = StatusCode::INVALID_ARGUMENT;
  const std::string two = "track{map_id:'yard' xyz:[1000.5,10,-499.5, 1001.5,10,-499.5] ";
  add(kMove + "track{}", invalid, "track: must not be given together with `from` or `to`");
  add("to{} track{}", invalid, "track: must not be given together with `from` or `to`");
  add("track{}", invalid, "track.xyz: must hold 2 samples or more, holds 0");
  add("track{xyz:[1,2,3]}", invalid, "track.xyz: must hold 2 samples or more, holds 1");
  add("track{xyz:[1,2,3,4,5]}", invalid, "track.xyz: must be three numbers a sample, has 5");
  add("track{xyz:[1,2,3,4,5,6]}", invalid, "track.map_id: required");
  add("track{map_id:'attic' xyz:[1,2,3,4,5,6]}", StatusCode::NOT_FOUND, "track.map_id: no map \"attic\"");
  for (const char* bad : {"nan", "inf", "-inf", "1.1e9"}) {
    add("track{map_id:'yard' xyz:[1,2,3,4," + std::string(bad) + ",6]}", invalid, "track.xyz[4]: must be ");
    add(two + "time_s:[0," + std::string(bad) + "]}", invalid, "track.time_s[1]: ");
  }
  add(two + "time_s:[0]}", invalid, "track.time_s: ");
  add(two + "time_s:[0,1,2]}", invalid, "track.time_s: ");
  add(two + "time_s:[1,0.5]}", invalid, "track.time_s[1]: must not be before");
  add(two + "time_s:[-1,1]}", invalid, "track.time_s[0]: ");
  std::string many = "track{map_id:'yard' ";
  for (int i = 0; i < 3 * 10'001; ++i) many += "xyz:1 ";
  add(many + "}", StatusCode::RESOURCE_EXHAUSTED, "track.xyz: 10001 is over the limit of 10000");
}

void AddBadAllowances(std::vector<BadRow>& rows) {
  const auto add = [&](const std::string& allowances, const std::string& message) {
    rows.push_back({"ValidateMove", kMove + "allowances{" + allowances + "}", StatusCode::INVALID_ARGUMENT,
                    "allowances." + message});
  };
  for (const char* bad : {"nan", "inf", "-1", "1e7"}) {
    const std::string b(bad);
    add("max_speed_mps:" + b, "max_speed_mps: ");
    add("speed_tolerance:" + b, "speed_tolerance: ");
    add("max_step_m:" + b, "max_step_m: ");
    add("max_drop_m:" + b, "max_drop_m: ");
    add("grants{kind:MOVE_GRANT_KIND_BLINK} grants{kind:MOVE_GRANT_KIND_BLINK distance_m:" + b + "}",
        "grants[1].distance_m: ");
  }
  add("speed_tolerance:0.99", "speed_tolerance: ");
  add("grants{}", "grants[0].kind: unknown value 0");
  add("grants{kind:9}", "grants[0].kind: unknown value 9");
  add("grants{kind:MOVE_GRANT_KIND_BLINK from_s:2 to_s:1}", "grants[0].to_s: ");
  add("grants{kind:MOVE_GRANT_KIND_BLINK from_s:nan}", "grants[0].from_s: ");
  std::string many = kMove + "allowances{";
  for (int i = 0; i < 1025; ++i) many += "grants{kind:MOVE_GRANT_KIND_BLINK} ";
  rows.push_back({"ValidateMove", many + "}", StatusCode::RESOURCE_EXHAUSTED,
                  "allowances.grants: 1025 is over the limit of 1024"});
}

void AddBadPlaceRules(std::vector<BadRow>& rows) {
  const std::string tiny = std::string(65, 'a');
  std::string sights;
  std::string anchors;
  for (int i = 0; i < 65; ++i) {
    sights += "sight{point{}}";
    anchors += "anchor_xyz:[1001,10,-499]";
  }
  const std::map<std::string, std::string> fields = {
      {"region{}", "rules.region.shape: required"},
      {"region{sphere{radius_m:20}}", "rules.region.sphere.center: required"},
      {"region{box{half_x_m:2}}", "rules.region.box.center: required"},
      {"region{sphere{center{} radius_m:nan}}", "rules.region.sphere.radius_m: nan is not in"},
      {"region{sphere{center{} radius_m:-1}}", "rules.region.sphere.radius_m: -1 is not in"},
      {"region{sphere{center{x:inf}}}", "rules.region.sphere.center.x: must be finite"},
      {"region{sphere{center{map_id:'hall'}}}", "rules.region.sphere.center.map_id: is \"hall\""},
      {"region{box{center{} half_x_m:2e6}}", "rules.region.box.half_x_m: "},
      {"region{box{center{} half_y_m:-1}}", "rules.region.box.half_y_m: "},
      {"region{box{center{} half_z_m:nan}}", "rules.region.box.half_z_m: "},
      {"region{box{center{} yaw_deg:361}}", "rules.region.box.yaw_deg: "},
      {"region{prism{}}", "rules.region.prism.corners_xz: 0 corners"},
      {"region{prism{corners_xz:[1,2,3]}}", "rules.region.prism.corners_xz: must have pairs"},
      {"region{prism{corners_xz:[0,0,1,nan,1,0]}}", "rules.region.prism.corners_xz: nan"},
      {"region{prism{corners_xz:[0,0,1,1,1,0,0,1]}}", "rules.region.prism.corners_xz: sides 0 and 2"},
      {"region{prism{corners_xz:[0,0,1,0,1,1] min_y:1 max_y:0}}", "rules.region.prism.min_y: "},
      {"region{along{}}", "rules.region.along.xyz: required"},
      {"region{along{xyz:[1,2]}}", "rules.region.along.xyz: must have x, y, z"},
      {"region{along{xyz:[1,2,inf]}}", "rules.region.along.xyz: inf"},
      {"region{along{xyz:[1,2,3] half_width_m:10001}}", "rules.region.along.half_width_m: "},
      {"anchor_xyz:[1,2,3,4]", "rules.anchor_xyz: must have x, y, z"},
      {"anchor_xyz:[1001,10,-499,1,nan,3]", "rules.anchor_xyz[4]: nan"},
      {"anchor_xyz:[1001,10,-499,1,2,3]", "rules.anchor_xyz[3]: no surface"},
      {anchors, "rules.anchor_xyz: must be in 0..192, is 195"},
      {"max_walk_m:5", "rules.anchor_xyz: required for a band"},
      {"max_walk_m:nan anchor_xyz:[1001,10,-499]", "rules.max_walk_m: nan"},
      {"min_walk_m:-1 anchor_xyz:[1001,10,-499]", "rules.min_walk_m: -1"},
      {"min_walk_m:5 max_walk_m:4 anchor_xyz:[1001,10,-499]", "rules.max_walk_m: 4 is less"},
      {"clearance_m:-1", "rules.clearance_m: must be in 0..1000"},
      {"clearance_m:nan", "rules.clearance_m: must be finite"},
      {"spacing{between_m:-1}", "rules.spacing.between_m: -1"},
      {"spacing{between_m:nan}", "rules.spacing.between_m: nan"},
      {"spacing{from_existing_m:1e9}", "rules.spacing.from_existing_m: "},
      {"spacing{existing_xyz:[1]}", "rules.spacing.existing_xyz: must have x, y, z"},
      {"spacing{existing_xyz:[1,2,-1e9]}", "rules.spacing.existing_xyz[2]: "},
      {"spacing{metric:9}", "rules.spacing.metric: unknown value 9"},
      {"sight{}", "rules.sight[0].point: required"},
      {"sight{point{} eye_height_m:51}", "rules.sight[0].eye_height_m: "},
      {"sight{point{y:nan}}", "rules.sight[0].point.y: "},
      {sights, "rules.sight: must be in 0..64, is 65"},
      {"area_weights{area:'lava'}", "rules.area_weights[0].area: the map has no area \"lava\""},
      {"area_weights{area:'ground' weight:-1}", "rules.area_weights[0].weight: "},
      {"area_weights{area:'ground' weight:1e-9}", "rules.area_weights[0].weight: "},
      {"area_weights{area:'ground' weight:1} area_weights{area:'ground'}", "rules.area_weights[1].area: "},
      {"area_weights{area:'" + tiny + "'}", "rules.area_weights[0].area: has 65 bytes"},
  };
  for (const auto& [rules, message] : fields) {
    rows.push_back(
        {"PlaceResource", kScatter + "rules{" + rules + "}", StatusCode::INVALID_ARGUMENT, message});
  }
  rows.push_back({"PlaceResource", kScatter + "agent{min_clearance_m:101}", StatusCode::INVALID_ARGUMENT,
                  "agent.min_clearance_m: must be in 0..100"});
  rows.push_back({"PlaceResource", kScatter + "rules{sight{point{}}}", StatusCode::FAILED_PRECONDITION,
                  "rules.sight: map yard has no collision geometry"});
}

void AddBadMoves(std::vector<BadRow>& rows) {
  const auto add = [&](const std::string& request, StatusCode code, const std::string& message) {
    rows.push_back({"ValidateMove", request, code, message});
  };
  const StatusCode invalid = StatusCode::INVALID_ARGUMENT;
  add("", invalid, "from: required");
  add("to{}", invalid, "from: required");
  add("from{} to{}", invalid, "from.map_id: required");
  add("from{map_id:'attic'} to{}", StatusCode::NOT_FOUND, "from.map_id: no map \"attic\"");
  add("from{map_id:'yard'} to{map_id:'hall'}", invalid, "to.map_id: must be the map of `from`");
  add(kMove + "rule:17", invalid, "rule: unknown value 17");
  add(kMove + "skipped_checks:0", invalid, "skipped_checks: unknown value 0");
  add(kMove + "skipped_checks:55", invalid, "skipped_checks: unknown value 55");
  add(kMove + "tolerance_m:nan", invalid, "tolerance_m: must be finite");
  add(kMove + "tolerance_m:-1", invalid, "tolerance_m: must be in 0..10");
  add(kMove + "tolerance_m:11", invalid, "tolerance_m: must be in 0..10");
  add(kMove + "snap{radius_m:inf}", invalid, "snap.radius_m: must be finite");
  add(kMove + "agent{profile:'giant'}", StatusCode::NOT_FOUND, "agent.profile: ");
  add(kMove + "agent{abilities:'" + kLong + "'}", invalid, "agent.abilities: has 200 bytes");
  add(kMove + "pinned_generation:'x'", StatusCode::NOT_FOUND, "pinned_generation: ");
  AddBadTracks(rows);
  AddBadAllowances(rows);
  const std::map<std::string, std::string> fields = {
      {kMove + "agent{min_clearance_m:1}", "agent.min_clearance_m"},
      {kMove + "snap{mutually_reachable:true}", "snap.mutually_reachable"},
      {kMove + "changes{maps{opened_doors:'d'}}", "changes"},
  };
  for (const auto& [request, field] : fields) {
    add(request, StatusCode::UNIMPLEMENTED, field + ": ");
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
  add(source + "target_xyz:[1,2,1e9]", invalid, "target_xyz[2]: must be in -1e+08..1e+08, is 1e+09");
  add(source + "target_xyz:[1,2,3]", invalid, "map_id: required");
  add("map_id:'attic' target_xyz:[1,2,3]" + source, StatusCode::NOT_FOUND, "map_id: no map \"attic\"");
  add(ends + "agent{profile:'giant'}", StatusCode::NOT_FOUND, "agent.profile: ");
  add(ends + "snap{radius_m:-1}", invalid, "snap.radius_m: must be in 0..100");
  add(ends + "max_distance_m:-1", invalid, "max_distance_m: must be in 0..1e+07");
  add(ends + "max_distance_m:nan", invalid, "max_distance_m: must be finite");
  add(ends + "pinned_generation:'x'", StatusCode::NOT_FOUND, "pinned_generation: ");
  std::string many = ends;
  for (int i = 0; i < 1000; ++i) many += "source_xyz:[1,2,3] target_xyz:[1,2,3] ";
  add(many, StatusCode::RESOURCE_EXHAUSTED,
      "target_xyz: 1001 sources times 1001 targets is over the limit of 1000000");
  const StatusCode unimplemented = StatusCode::UNIMPLEMENTED;
  add(ends + "agent{min_clearance_m:1}", unimplemented, "agent.min_clearance_m: ");
  add(ends + "snap{mutually_reachable:true}", unimplemented, "snap.mutually_reachable: ");
  add(ends + "changes{maps{closed_doors:'d'}}", unimplemented, "changes: ");
}

void AddBadOthers(std::vector<BadRow>& rows) {
  const StatusCode invalid = StatusCode::INVALID_ARGUMENT;
  const StatusCode unimplemented = StatusCode::UNIMPLEMENTED;
  rows.push_back({"Batch", "", invalid, "items: required"});
  rows.push_back({"Batch", "items{} timeout_ms:3600001", invalid, "timeout_ms: must be in 0..3600000"});
  rows.push_back({"Batch", "items{} map_id:'" + kLong + "'", invalid, "map_id: has 200 bytes"});
  std::string many;
  for (int i = 0; i < 1025; ++i) many += "items{} ";
  rows.push_back({"Batch", many, StatusCode::RESOURCE_EXHAUSTED, "items: 1025 is over the limit of 1024"});
  rows.push_back({"ListMaps", "page_size:1001", invalid, "page_size: must be in 0..1000"});
  rows.push_back({"ListMaps", "page_token:'" + kLong + "'", invalid, "page_token: has 200 bytes"});
  rows.push_back({"ListMaps", "map_id_prefix:'" + kLong + "'", invalid, "map_id_prefix: has 200 bytes"});
  rows.push_back({"DescribeMap", "", invalid, "map_id: required"});
  rows.push_back({"DescribeMap", "map_id:'attic'", StatusCode::NOT_FOUND, "map_id: no map \"attic\""});
  rows.push_back({"GetSurface", "", invalid, "map_id: required"});
  rows.push_back(
      {"GetSurface", "map_id:'yard' max_polys:100001", invalid, "max_polys: must be in 0..100000"});
  rows.push_back({"GetSurface", "map_id:'yard' min{x:nan}", invalid, "min.x: must be finite"});
  rows.push_back({"GetSurface", "map_id:'yard' min{map_id:'attic'}", invalid,
                  "min.map_id: must be \"yard\", as the request's, or empty"});
  rows.push_back({"GetSurface", "map_id:'yard' min{y:2} max{x:5 y:1 z:5}", invalid,
                  "max: must not be less than min on any axis"});
  rows.push_back({"GetSurface", "map_id:'yard' max{z:inf}", invalid, "max.z: must be finite"});
  rows.push_back({"GetSurface", "map_id:'yard' profile:'giant'", StatusCode::NOT_FOUND, "agent.profile: "});
  rows.push_back(
      {"GetSurface", "map_id:'yard' abilities:'" + kLong + "'", invalid, "agent.abilities: has 200 bytes"});
  rows.push_back({"GetSkeleton", "", invalid, "map_id: required"});
  rows.push_back({"GetSkeleton", "map_id:'yard' max_key_points:100001", invalid,
                  "max_key_points: must be in 0..100000"});
  rows.push_back({"GetSkeleton", "map_id:'yard' profile:'giant'", StatusCode::NOT_FOUND, "agent.profile: "});
  rows.push_back({"DescribeWorld", "", StatusCode::NOT_FOUND, "no world file is loaded"});
  rows.push_back({"Preload", "map_ids:'attic'", StatusCode::NOT_FOUND, "map_ids[0]: no map \"attic\""});
  rows.push_back({"Preload", "pin:true", unimplemented, "pin: "});
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

TEST_F(BadRequestTest, RoutesNameTheField) {
  std::vector<BadRow> rows;
  AddBadRoutes(rows);
  ExpectAll(rows);
}

TEST_F(BadRequestTest, RouteFieldsOfLaterVersionsAreUnimplementedByName) {
  std::vector<BadRow> rows;
  AddNotServedRoutes(rows);
  AddRoutesWithoutWorld(rows);
  ExpectAll(rows);
}

TEST_F(BadRequestTest, PlacementsNameTheField) {
  std::vector<BadRow> rows;
  AddBadPlacements(rows);
  AddBadPlaceRules(rows);
  ExpectAll(rows);
}

TEST_F(BadRequestTest, MovesNameTheField) {
  std::vector<BadRow> rows;
  AddBadMoves(rows);
  ExpectAll(rows);
}

TEST_F(BadRequestTest, DistancesNameTheField) {
  std::vector<BadRow> rows;
  AddBadDistances(rows);
  ExpectAll(rows);
}

TEST_F(BadRequestTest, OtherCallsNameTheField) {
  std::vector<BadRow> rows;
  AddBadOthers(rows);
  ExpectAll(rows);
}

TEST_F(BadRequestTest, TheTablesHaveAHundredRowsAndMore) {
  std::vector<BadRow> rows;
  AddBadCoordinates(rows);
  AddBadRoutes(rows);
  AddNotServedRoutes(rows);
  AddRoutesWithoutWorld(rows);
  AddBadPlacements(rows);
  AddBadMoves(rows);
  AddBadOthers(rows);
  EXPECT_GE(rows.size(), 150U);
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
           "start{position{map_id:'hall' x:5e-324 z:1}} goals{position{x:3 y:-5e-324 z:1}}");
  EXPECT_TRUE(status.ok()) << status.error_message();
}

}  // namespace
}  // namespace waystone

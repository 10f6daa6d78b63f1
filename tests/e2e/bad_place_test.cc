// Placements that cannot be asked for give the exact code and name the field.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "tests/e2e/bad_request.h"

namespace waystone {
namespace {

using grpc::StatusCode;

const std::string kScatter = " map_id:'yard' scatter{count:3} ";

void AddBadPlacements(std::vector<BadRow>& rows) {
  const auto add = [&](const std::string& request, StatusCode code, const std::string& message) {
    rows.push_back({"PlaceResource", request, code, message});
  };
  const StatusCode invalid = StatusCode::INVALID_ARGUMENT;
  add("", invalid, "task: required");
  add("map_id:'yard'", invalid, "task: required");
  add("map_id:'yard' scatter{fairness{max_ratio:2}}", invalid,
      "scatter.fairness.team_xyz: must be in 2..64, is 0");
  add("map_id:'yard' scatter{fairness{max_ratio:nan team_xyz:[1001,10,-499,1002,10,-499]}}", invalid,
      "scatter.fairness.max_ratio: must be finite, is nan");
  add("map_id:'yard' scatter{fairness{team_xyz:[1001,10,-499,1,2,3]}}", invalid,
      "scatter.fairness.team_xyz[3]: no surface");
  add("map_id:'yard' nearest{}", invalid, "nearest.xyz: required");
  add("map_id:'yard' nearest{xyz:[1,2]}", invalid, "nearest.xyz: must have x, y, z");
  add("map_id:'yard' nearest{xyz:[1,nan,3]}", invalid, "nearest.xyz[1]: must be finite, is nan");
  add("map_id:'yard' nearest{xyz:[1,2,3] max_distance_m:-1}", invalid,
      "nearest.max_distance_m: must be in 0..10000, is -1");
  add("map_id:'yard' audit{}", invalid, "audit.xyz: required");
  add("map_id:'yard' audit{xyz:[1,2,3,4,5,1e300]}", invalid,
      "audit.xyz[5]: must be in -1e+08..1e+08, is 1e+300");
  add("scatter{}", invalid, "map_id: required");
  add("map_id:'attic' scatter{}", StatusCode::NOT_FOUND, "map_id: no map \"attic\"");
  add("map_id:'" + kLong + "' scatter{}", invalid, "map_id: has 200 bytes, the limit is 128");
  add("map_id:'yard' scatter{count:4294967295}", StatusCode::INVALID_ARGUMENT,
      "scatter.count: 4294967295 is over the limit of 100000");
  add("map_id:'yard' scatter{count:100001}", StatusCode::INVALID_ARGUMENT, "scatter.count: 100001 is over");
  add(kScatter + "rules{reachability:77}", invalid, "rules.reachability: unknown value 77");
  add(kScatter + "snap{radius_m:-1}", invalid, "snap.radius_m: must be in 0..100");
  add(kScatter + "agent{profile:'giant'}", StatusCode::NOT_FOUND, "agent.profile: ");
  add(kScatter + "pinned{generation:'x'}", StatusCode::NOT_FOUND,
      "pinned[0].generation: map \"yard\" is loaded");
  add(kScatter + "snap{mutually_reachable:true}", invalid, "snap.mutually_reachable: a placement judges");
  add(kScatter + "changes{maps{blocked_cells:[1,2]}}", StatusCode::INVALID_ARGUMENT,
      "changes.maps[0].blocked_cells: the map is no grid");
}

void AddBadPlaceRules(std::vector<BadRow>& rows) {
  const std::string tiny = std::string(65, 'a');
  std::string sights;
  std::string anchors;
  for (int i = 0; i < 65; ++i) {
    sights += "sight{point{x:0 y:0 z:0}}";
    anchors += "anchor_xyz:[1001,10,-499]";
  }
  const std::map<std::string, std::string> fields = {
      {"region{}", "rules.region.shape: required"},
      {"region{sphere{radius_m:20}}", "rules.region.sphere.center: required"},
      {"region{box{half_x_m:2}}", "rules.region.box.center: required"},
      {"region{sphere{center{x:0 y:0 z:0} radius_m:nan}}",
       "rules.region.sphere.radius_m: must be finite, is nan"},
      {"region{sphere{center{x:0 y:0 z:0} radius_m:-1}}",
       "rules.region.sphere.radius_m: must be in 0..1e+06, is -1"},
      {"region{sphere{center{x:inf y:0 z:0}}}", "rules.region.sphere.center.x: must be finite"},
      {"region{sphere{center{map_id:'hall' x:0 y:0 z:0}}}", "rules.region.sphere.center.map_id: is \"hall\""},
      {"region{box{center{x:0 y:0 z:0} half_x_m:2e6}}", "rules.region.box.half_x_m: "},
      {"region{box{center{x:0 y:0 z:0} half_y_m:-1}}", "rules.region.box.half_y_m: "},
      {"region{box{center{x:0 y:0 z:0} half_z_m:nan}}", "rules.region.box.half_z_m: "},
      {"region{box{center{x:0 y:0 z:0} yaw_deg:361}}", "rules.region.box.yaw_deg: "},
      {"region{prism{}}", "rules.region.prism.corners_xz: 0 corners"},
      {"region{prism{corners_xz:[1,2,3]}}", "rules.region.prism.corners_xz: must have pairs"},
      {"region{prism{corners_xz:[0,0,1,nan,1,0]}}",
       "rules.region.prism.corners_xz[3]: must be finite, is nan"},
      {"region{prism{corners_xz:[0,0,1,1,1,0,0,1]}}", "rules.region.prism.corners_xz: sides 0 and 2"},
      {"region{prism{corners_xz:[0,0,1,0,1,1] min_y:1 max_y:0}}", "rules.region.prism.min_y: "},
      {"region{along{}}", "rules.region.along.xyz: required"},
      {"region{along{xyz:[1,2]}}", "rules.region.along.xyz: must have x, y, z"},
      {"region{along{xyz:[1,2,inf]}}", "rules.region.along.xyz[2]: must be finite, is inf"},
      {"region{along{xyz:[1,2,3] half_width_m:10001}}", "rules.region.along.half_width_m: "},
      {"anchor_xyz:[1,2,3,4]", "rules.anchor_xyz: must have x, y, z"},
      {"anchor_xyz:[1001,10,-499,1,nan,3]", "rules.anchor_xyz[4]: must be finite, is nan"},
      {"anchor_xyz:[1001,10,-499,1,2,3]", "rules.anchor_xyz[3]: no surface"},
      {"max_walk_m:5", "rules.anchor_xyz: required for a band"},
      {"max_walk_m:nan anchor_xyz:[1001,10,-499]", "rules.max_walk_m: must be finite, is nan"},
      {"min_walk_m:-1 anchor_xyz:[1001,10,-499]", "rules.min_walk_m: must be in 0..1e+07, is -1"},
      {"min_walk_m:5 max_walk_m:4 anchor_xyz:[1001,10,-499]", "rules.max_walk_m: 4 is less"},
      {"clearance_m:-1", "rules.clearance_m: must be in 0..1000"},
      {"clearance_m:nan", "rules.clearance_m: must be finite"},
      {"spacing{between_m:-1}", "rules.spacing.between_m: must be in 0..10000, is -1"},
      {"spacing{between_m:nan}", "rules.spacing.between_m: must be finite, is nan"},
      {"spacing{from_existing_m:1e9}", "rules.spacing.from_existing_m: "},
      {"spacing{existing_xyz:[1]}", "rules.spacing.existing_xyz: must have x, y, z"},
      {"spacing{existing_xyz:[1,2,-1e9]}", "rules.spacing.existing_xyz[2]: "},
      {"spacing{metric:9}", "rules.spacing.metric: unknown value 9"},
      {"sight{}", "rules.sight[0].point: required"},
      {"sight{point{x:0 y:0 z:0} eye_height_m:51}", "rules.sight[0].eye_height_m: "},
      {"sight{point{x:0 y:nan z:0}}", "rules.sight[0].point.y: "},
      {"area_weights{area:'lava'}", "rules.area_weights[0].area: map \"yard\" has no area \"lava\""},
      {"area_weights{area:'ground' weight:-1}", "rules.area_weights[0].weight: "},
      {"area_weights{area:'ground' weight:1e-9}", "rules.area_weights[0].weight: "},
      {"area_weights{area:'ground' weight:1} area_weights{area:'ground'}", "rules.area_weights[1].area: "},
      {"area_weights{area:'" + tiny + "'}", "rules.area_weights[0].area: has 65 bytes"},
  };
  for (const auto& [rules, message] : fields) {
    rows.push_back(
        {"PlaceResource", kScatter + "rules{" + rules + "}", StatusCode::INVALID_ARGUMENT, message});
  }
  rows.push_back({"PlaceResource", kScatter + "rules{" + anchors + "}", StatusCode::INVALID_ARGUMENT,
                  "rules.anchor_xyz: 195 is over the limit of 192"});
  rows.push_back({"PlaceResource", kScatter + "rules{" + sights + "}", StatusCode::INVALID_ARGUMENT,
                  "rules.sight: 65 is over the limit of 64"});
  rows.push_back({"PlaceResource", kScatter + "agent{min_clearance_m:101}", StatusCode::INVALID_ARGUMENT,
                  "agent.min_clearance_m: must be in 0..100"});
  rows.push_back({"PlaceResource", kScatter + "rules{sight{point{x:0 y:0 z:0}}}",
                  StatusCode::FAILED_PRECONDITION, "rules.sight: map yard has no collision geometry"});
}

class BadPlaceTest : public BadRequests {};

TEST_F(BadPlaceTest, PlacementsNameTheField) {
  std::vector<BadRow> rows;
  AddBadPlacements(rows);
  AddBadPlaceRules(rows);
  EXPECT_GE(rows.size(), 20U);
  ExpectAll(rows);
}

}  // namespace
}  // namespace waystone

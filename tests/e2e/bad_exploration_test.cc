// Explorations that cannot be asked for give the exact code and name the field.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/e2e/bad_request.h"

namespace waystone {
namespace {

using grpc::StatusCode;

void AddBadExplorations(std::vector<BadRow>& rows) {
  const auto add = [&](const std::string& request, StatusCode code, const std::string& message) {
    rows.push_back({"PlanRoute", request, code, message});
  };
  const StatusCode invalid = StatusCode::INVALID_ARGUMENT;
  const std::string start = " start{position{map_id:'trail' x:0.5 y:0 z:0.5}} ";
  const auto goal = [&](const std::string& fields) { return start + "exploration{" + fields + "}"; };
  add("exploration{}", invalid, "start: required");
  add(kStart + "exploration{}", StatusCode::FAILED_PRECONDITION,
      "exploration: map \"yard\" has no skeleton for agent \"human\"");
  add(goal("") + "agent{profile:'ogre'}", StatusCode::FAILED_PRECONDITION,
      "exploration: map \"trail\" has no skeleton for agent \"ogre\"");
  add(goal("") + "goals{position{x:0 y:0 z:0}}", invalid,
      "goals: must not be given together with exploration");
  add(goal("") + "via{position{x:0 y:0 z:0}}", invalid, "via: must not be given together with exploration");
  add(goal("") + "portals{}", invalid, "portals: must not be given together with exploration");
  add(goal("order:9"), invalid, "exploration.order: unknown value 9");
  for (const char* value : {"-0.1", "1.1", "nan"}) {
    add(goal(std::string("coverage:") + value), invalid, "exploration.coverage: must be ");
  }
  add(goal("search_budget_ms:60001"), invalid, "exploration.search_budget_ms: must be in 0..60000");
  add(goal("max_length_m:-1"), invalid, "exploration.max_length_m: must be in 0..1e+07");
  add(goal("max_walk_time_s:1.1e6 speed_mps:1"), invalid, "exploration.max_walk_time_s: must be in 0..1e+06");
  add(goal("max_walk_time_s:10"), invalid, "exploration.speed_mps: needed with max_walk_time_s");
  add(goal("speed_mps:inf"), invalid, "exploration.speed_mps: must be finite");
  add(goal("walkers:65"), invalid, "exploration.walkers: must be in 0..64");
  add(goal("max_join_m:1001"), invalid, "exploration.max_join_m: must be in 0..1000");
  add(goal("sight_radius_m:nan"), invalid, "exploration.sight_radius_m: must be finite");
  add(goal("movement{}"), invalid, "exploration.movement: must not be zero");
  add(goal("movement{x:1 z:inf}"), invalid, "exploration.movement.z: must be finite");
  add(goal("visited_key_points:0"), invalid, "exploration.visited_key_points: ids need the generation");
  add(goal("") + "detail{max_points_per_part:10}", invalid,
      "detail.max_points_per_part: answers in parts are sent on Exchange only");
  add(goal("") + "snap{mutually_reachable:true}", invalid, "snap.mutually_reachable: ");
  add(goal("") + "changes{maps{area_costs{area:'ground' factor:0}}}", invalid,
      "changes.maps[0].area_costs[0].factor: must be in 0.01..1000, is 0");
  add(goal("") + "changes{maps{closed_links:'under'}}", invalid, "changes.maps[0].closed_links[0]: ");
}

class BadExplorationTest : public BadRequests {};

TEST_F(BadExplorationTest, NamesTheField) {
  std::vector<BadRow> rows;
  AddBadExplorations(rows);
  ExpectAll(rows);
}

}  // namespace
}  // namespace waystone

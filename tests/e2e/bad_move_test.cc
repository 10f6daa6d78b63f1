// Moves that cannot be judged give the exact code and name the field.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "tests/e2e/bad_request.h"

namespace waystone {
namespace {

using grpc::StatusCode;

const std::string kMove = " from{map_id:'yard' x:1000.5 y:10 z:-499.5} to{x:1003 y:10 z:-499.5} ";

void AddBadTracks(std::vector<BadRow>& rows) {
  const auto add = [&](const std::string& request, StatusCode code, const std::string& message) {
    rows.push_back({"ValidateMove", request, code, message});
  };
  const StatusCode invalid = StatusCode::INVALID_ARGUMENT;
  const std::string two = "track{map_id:'yard' xyz:[1000.5,10,-499.5, 1001.5,10,-499.5] ";
  add(kMove + "track{}", invalid, "track: must not be given together with `from` or `to`");
  add("to{x:0 y:0 z:0} track{}", invalid, "track: must not be given together with `from` or `to`");
  add("track{}", invalid, "track.xyz: must hold 2 samples or more, holds 0");
  add("track{xyz:[1,2,3]}", invalid, "track.xyz: must hold 2 samples or more, holds 1");
  add("track{xyz:[1,2,3,4,5]}", invalid, "track.xyz: must be three numbers a sample, has 5");
  add("track{xyz:[1,2,3,4,5,6]}", invalid, "track.map_id: required");
  add("track{map_id:'attic' xyz:[1,2,3,4,5,6]}", StatusCode::NOT_FOUND, "track.map_id: no map \"attic\"");
  for (const char* bad : {"nan", "inf", "-inf", "1.1e9"}) {
    add("track{map_id:'yard' xyz:[1,2,3,4," + std::string(bad) + ",6]}", invalid, "track.xyz[4]: must be ");
    add(two + "time_s:[0," + std::string(bad) + "]}", invalid, "track.time_s[1]: ");
  }
  add(two + "time_s:[0]}", invalid, "track.time_s: must have one time for each of the 2 samples, has 1");
  add(two + "time_s:[0,1,2]}", invalid, "track.time_s: ");
  add(two + "time_s:[0,1] received_s:[0]}", invalid, "track.received_s: ");
  add(two + "time_s:[0,1] received_s:[0,nan]}", invalid, "track.received_s[1]: ");
  add(two + "received_s:[0,1]}", invalid, "track.received_s: needs time_s");
  add(two + "time_s:[0,1] states:1}", invalid,
      "track.states: must have one state for each of the 2 samples, has 1");
  add(two + "time_s:[0,1] states:1 states:9}", invalid, "track.states[1]: unknown value 9");
  add(two + "} allowances{max_speed_mps:5}", invalid, "allowances.max_speed_mps: needs track.time_s");
  add(two + "time_s:[-1,1]}", invalid, "track.time_s[0]: ");
  std::string many = "track{map_id:'yard' ";
  for (int i = 0; i < 3 * 10'001; ++i) many += "xyz:1 ";
  add(many + "}", StatusCode::INVALID_ARGUMENT, "track.xyz: 10001 is over the limit of 10000");
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
    for (const char* field : {"max_detour_ratio", "max_jump_m", "gravity_mps2", "max_air_s", "max_rise_mps",
                              "credit_s", "debt_s", "max_lag_s"}) {
      add(std::string(field) + ":" + b, std::string(field) + ": ");
    }
    add("grants{kind:MOVE_GRANT_KIND_BLINK} grants{kind:MOVE_GRANT_KIND_BLINK distance_m:" + b + "}",
        "grants[1].distance_m: ");
  }
  add("speed_tolerance:0.99", "speed_tolerance: ");
  add("grants{}", "grants[0].kind: required");
  add("grants{kind:9}", "grants[0].kind: unknown value 9");
  add("grants{kind:MOVE_GRANT_KIND_BLINK from_s:2 to_s:1}", "grants[0].to_s: ");
  add("grants{kind:MOVE_GRANT_KIND_BLINK from_s:nan}", "grants[0].from_s: ");
  std::string many = kMove + "allowances{";
  for (int i = 0; i < 1025; ++i) many += "grants{kind:MOVE_GRANT_KIND_BLINK} ";
  rows.push_back({"ValidateMove", many + "}", StatusCode::INVALID_ARGUMENT,
                  "allowances.grants: 1025 is over the limit of 1024"});
}

void AddBadMoves(std::vector<BadRow>& rows) {
  const auto add = [&](const std::string& request, StatusCode code, const std::string& message) {
    rows.push_back({"ValidateMove", request, code, message});
  };
  const StatusCode invalid = StatusCode::INVALID_ARGUMENT;
  add("", invalid, "from: required");
  add("to{x:0 y:0 z:0}", invalid, "from: required");
  add(kMove + "allowances{max_speed_mps:5}", invalid,
      "allowances.max_speed_mps: needs from_time_s and to_time_s");
  add(kMove + "from_time_s:1", invalid, "to_time_s: required");
  add(kMove + "to_time_s:1", invalid, "from_time_s: required");
  add(kMove + "from_time_s:1 to_time_s:nan", invalid, "to_time_s: ");
  add("from{map_id:'yard' x:0 y:0 z:0} from_time_s:1 to_time_s:2", invalid, "to_time_s: must not be given");
  add(kMove + "from_state:9", invalid, "from_state: unknown value 9");
  add(kMove + "corrections:9", invalid, "corrections[0]: unknown value 9");
  add(kMove + "corrections:2", invalid, "corrections[0]: must be SLIDE, FURTHEST or LAST_GOOD");
  add(kMove + "corrections:0", invalid, "corrections[0]: must be SLIDE, FURTHEST or LAST_GOOD");
  add(kMove + "token:'x'", invalid, "token: must be that of an earlier answer");
  add(kMove + "token:'" + std::string(300, 'x') + "'", invalid, "token: must be that of an earlier answer");
  add(kMove + "changes{maps{closed_links:'no such link'}}", invalid, "changes.maps[0].closed_links[0]: ");
  add("from{x:0 y:0 z:0} to{x:0 y:0 z:0}", invalid, "from.map_id: required");
  add("from{map_id:'attic' x:0 y:0 z:0} to{x:0 y:0 z:0}", StatusCode::NOT_FOUND,
      "from.map_id: no map \"attic\"");
  add("from{map_id:'yard' x:0 y:0 z:0} to{map_id:'hall' x:0 y:0 z:0}", invalid,
      "to.map_id: must be the map of `from`");
  add(kMove + "rule:17", invalid, "rule: unknown value 17");
  add(kMove + "skipped_checks:0", invalid, "skipped_checks[0]: required");
  add(kMove + "skipped_checks:55", invalid, "skipped_checks[0]: unknown value 55");
  add(kMove + "tolerance_m:nan", invalid, "tolerance_m: must be finite");
  add(kMove + "tolerance_m:-1", invalid, "tolerance_m: must be in 0..10");
  add(kMove + "tolerance_m:11", invalid, "tolerance_m: must be in 0..10");
  add(kMove + "snap{radius_m:inf}", invalid, "snap.radius_m: must be finite");
  add(kMove + "agent{profile:'giant'}", StatusCode::NOT_FOUND, "agent.profile: ");
  add(kMove + "agent{abilities:'" + kLong + "'}", invalid, "agent.abilities[0]: has 200 bytes");
  add(kMove + "pinned{generation:'x'}", StatusCode::NOT_FOUND, "pinned[0].generation: ");
  AddBadTracks(rows);
  AddBadAllowances(rows);
  const std::map<std::string, std::string> fields = {};
  for (const auto& [request, field] : fields) {
    add(request, StatusCode::UNIMPLEMENTED, field + ": ");
  }
}

class BadMoveTest : public BadRequests {};

TEST_F(BadMoveTest, MovesNameTheField) {
  std::vector<BadRow> rows;
  AddBadMoves(rows);
  EXPECT_GE(rows.size(), 40U);
  ExpectAll(rows);
}

}  // namespace
}  // namespace waystone

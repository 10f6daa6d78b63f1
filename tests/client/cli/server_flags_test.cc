#include "client/cli/server_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/base/str_cat.h"
#include "tests/client/fake_service.h"

namespace waystone::cli {
namespace {

// What is printed of a call that the server refused.
std::string Printed(const absl::Status& status) {
  std::ostringstream out;
  std::ostringstream err;
  FailCall({out, err}, ServerFlags(), status);
  EXPECT_EQ(out.str(), "");
  return err.str();
}

TEST(FailCall, NamesTheFlagOfTheFieldThatTheServerRefuses) {
  for (const auto& [field, flag] :
       {std::pair("limits.method", "--method"),
        std::pair("detail.shape", "--shape"),
        std::pair("detail.polys", "--polys"),
        std::pair("changes.maps[0].blocked_cells[3]", "--block-cells"),
        std::pair("changes.maps[0].opened_cells", "--open-cells"),
        std::pair("changes.maps[0].blocked_rects[2]", "--block-rect"),
        std::pair("changes.maps[0].opened_rects[7]", "--open-rect"),
        std::pair("changes.maps[0].blocked_polys[0]", "--block-poly"),
        std::pair("changes.maps[2].closed_doors[1]", "--close-door"),
        std::pair("changes.maps[1].map_id", "@MAP"),
        std::pair("changes.maps", "--close-link, --block-..., --open-..., --area-cost or --exclude-area"),
        std::pair("goals[1].position", "--to"),
        std::pair("start.position.map_id", "--map"),
        std::pair("start.position.x", "--from"),
        std::pair("from_time_s", "--from-time"),
        std::pair("to_time_s", "--to-time"),
        std::pair("from_state", "--from-state"),
        std::pair("to_state", "--to-state"),
        std::pair("from.x", "--from"),
        std::pair("to", "--to"),
        std::pair("corrections[0]", "--correct"),
        std::pair("token", "--token"),
        std::pair("return_token", "--return-token"),
        std::pair("body_only", "--body-only"),
        std::pair("track.received_s[1]", "--track"),
        std::pair("track.states[1]", "--track"),
        std::pair("allowances.max_detour_ratio", "--detour-ratio"),
        std::pair("allowances.max_jump_m", "--max-jump"),
        std::pair("allowances.gravity_mps2", "--gravity"),
        std::pair("allowances.max_air_s", "--max-air"),
        std::pair("allowances.max_rise_mps", "--max-rise"),
        std::pair("allowances.credit_s", "--credit"),
        std::pair("allowances.debt_s", "--debt"),
        std::pair("allowances.max_lag_s", "--max-lag"),
        std::pair("snap.mutually_reachable", "--mutually-reachable")}) {
    EXPECT_EQ(Printed(absl::InvalidArgumentError(StrCat(field, ": is wrong"))),
              StrCat("waystone: ", flag, ": ", field, ": is wrong\n"));
  }
}

TEST(FailCall, LeavesOtherMessagesAsTheyAre) {
  EXPECT_EQ(Printed(absl::InvalidArgumentError("startling: is wrong")), "waystone: startling: is wrong\n");
  EXPECT_EQ(Printed(absl::InternalError("no field")), "waystone: no field\n");
}

TEST(WarnOfAbilities, NamesThoseThatNothingOnTheMapAsksFor) {
  client::FakeServer server;
  int asked = 0;
  server.catalog.describe_map = [&](auto&, const v1::DescribeMapRequest& request, auto& map) {
    ++asked;
    if (request.map_id() != "keep") return grpc::Status(grpc::StatusCode::NOT_FOUND, "no such map");
    map.add_abilities("climb");
    map.add_variants()->add_abilities("drop");
    return grpc::Status::OK;
  };
  const auto client = *client::WaystoneClient::Create({.address = server.address()});
  const auto warned = [&](const std::vector<std::string>& abilities, const std::string& map_id) {
    std::ostringstream out;
    std::ostringstream err;
    v1::Agent agent;
    agent.mutable_abilities()->Assign(abilities.begin(), abilities.end());
    WarnOfAbilities(*client, agent, map_id, {out, err});
    return out.str() + err.str();
  };
  EXPECT_EQ(warned({"fly", "climb", "drop", "swim"}, "keep"),
            "waystone: warning: --ability: nothing on map \"keep\" asks for \"fly\"\n"
            "waystone: warning: --ability: nothing on map \"keep\" asks for \"swim\"\n");
  EXPECT_EQ(warned({"fly"}, "moon"), "") << "the server does not tell";
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(warned({}, "keep"), "");
  EXPECT_EQ(warned({"fly"}, ""), "") << "over several maps";
  EXPECT_EQ(asked, 2);
}

TEST(WarnOfAbilities, IsOfTheMapThatTheAnswerCameFrom) {
  v1::PlaceResourceResponse place;
  place.mutable_map()->set_map_id("keep");
  EXPECT_EQ(MapOf(place), "keep");
  v1::PlanRouteResponse route;
  EXPECT_EQ(MapOf(route), "");
  route.add_maps()->set_map_id("keep");
  EXPECT_EQ(MapOf(route), "keep");
  route.add_maps()->set_map_id("moor");
  EXPECT_EQ(MapOf(route), "");
}

}  // namespace
}  // namespace waystone::cli

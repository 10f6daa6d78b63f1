// What the program says of a world, against a server of the test's own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "client/cli/command.h"
#include "tests/client/fake_service.h"

namespace waystone::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class WorldCommandTest : public ::testing::Test {
 protected:
  int Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--server", server_.address()});
    std::vector<const char*> argv = {"waystone"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    out_.str("");
    err_.str("");
    return RunCommandLine(static_cast<int>(argv.size()), argv.data(), {out_, err_});
  }

  client::FakeServer server_;
  std::ostringstream out_;
  std::ostringstream err_;
};

TEST_F(WorldCommandTest, AWorldIsListedWithItsMapsAndPortals) {
  server_.catalog.describe_world = [](auto&, const auto&, v1::DescribeWorldResponse& response) {
    response.set_world_generation("feed");
    response.set_missing_maps(1);
    v1::WorldMap& cave = *response.add_maps();
    cave.set_map_id("cave");
    cave.set_missing(v1::MISSING_MAP_REASON_OTHER_PACKAGE);
    v1::WorldMap& town = *response.add_maps();
    town.set_map_id("town");
    town.set_available(true);
    response.add_travellers();
    v1::WorldTraveller& ogre = *response.add_travellers();
    ogre.set_profile("ogre");
    ogre.add_abilities("climb");
    ogre.add_abilities("jump");
    v1::WorldPortal& well = *response.add_portals();
    well.set_name("well");
    well.mutable_from()->set_map_id("town");
    well.mutable_to()->set_map_id("cave");
    well.mutable_to()->set_x(4);
    well.set_cost_m(7.5);
    well.set_kind(v1::PORTAL_KIND_NPC);
    well.set_money(12.5);
    well.set_ticket("pass");
    well.set_requirement("rope");
    return grpc::Status::OK;
  };
  EXPECT_EQ(Run({"world"}), kExitOk) << err_.str();
  EXPECT_EQ(out_.str(),
            "2 maps, 1 portals, generation feed; 1 maps missing or not joined\n"
            "cave  (baked anew outside of the world: run waystone-bake --join)\n"
            "town\n"
            "traveller: each map's first agent\n"
            "traveller: \"ogre\" with \"climb\", \"jump\"\n"
            "\"well\"  town at 0, 0, 0 to cave at 4, 0, 0, npc, cost 7.5 m, costs 12.5, costs a ticket "
            "\"pass\", needs "
            "\"rope\"\n");
  EXPECT_EQ(Run({"world", "--json"}), kExitOk);
  EXPECT_THAT(out_.str(),
              StartsWith(R"({"world_generation":"feed","maps":[{"map_id":"cave","available":false,)"));
  EXPECT_THAT(
      out_.str(),
      HasSubstr(R"("kind":"PORTAL_KIND_NPC","money":12.5,"ticket":"pass","requirement":"rope","group":""})"));
  EXPECT_THAT(out_.str(), HasSubstr(R"("travellers":[{"profile":"","abilities":[]},{"profile":"ogre",)"));
}

TEST_F(WorldCommandTest, AServerWithoutAWorldSaysSo) {
  server_.catalog.describe_world = [](auto&, const auto&, auto&) {
    return grpc::Status(grpc::StatusCode::NOT_FOUND, "no world file is loaded");
  };
  EXPECT_EQ(Run({"world"}), kExitUsage);
  EXPECT_EQ(err_.str(), "waystone: no world file is loaded\n");
}

TEST_F(WorldCommandTest, ErrorsOfRoutesThroughPortalsNameTheFlag) {
  std::string field;
  v1::PlanRouteRequest seen;
  server_.planning.plan_route = [&](auto&, const v1::PlanRouteRequest& request, auto&) {
    seen = request;
    return grpc::Status(grpc::StatusCode::NOT_FOUND, field + ": the world has none");
  };
  const std::vector<std::pair<std::string, std::string>> flags = {
      {"agent", "--agent"},
      {"start.position.map_id", "--map"},
      {"goals[0].position.map_id", "--to-map"},
      {"portals.tickets[0].count", "--ticket"},
      {"portals.met_requirements", "--met"},
      {"changes.closed_portals[0]", "--close-portal"},
      {"changes.excluded_maps[0]", "--exclude-map"},
      {"detail.maps_in_full", "--maps-in-full"}};
  for (const auto& [name, flag] : flags) {
    field = name;
    EXPECT_EQ(Run({"route", "--map", "town", "--from", "1,2,3", "--to", "4,5,6", "--to-map", "cave",
                   "--money", "5", "--agent", "ogre", "--ability", "jump"}),
              kExitUsage);
    EXPECT_THAT(err_.str(), StartsWith("waystone: " + flag + ": " + name)) << name;
  }
  EXPECT_EQ(seen.agent().profile(), "ogre");
  EXPECT_EQ(seen.agent().abilities(0), "jump");
  EXPECT_EQ(seen.start().position().map_id(), "town");
  EXPECT_EQ(seen.goals(0).position().map_id(), "cave");
  EXPECT_EQ(seen.portals().money(), 5);
}

TEST_F(WorldCommandTest, ARouteToAnotherMapTellsThePortal) {
  server_.planning.plan_route = [](auto&, const v1::PlanRouteRequest& request,
                                   v1::PlanRouteResponse& response) {
    EXPECT_EQ(request.start().position().map_id(), "town");
    EXPECT_EQ(request.goals(0).position().map_id(), "cave");
    EXPECT_EQ(request.goals(1).named_place().map_id(), "cave");
    EXPECT_EQ(request.goals(1).named_place().name(), "well");
    response.set_status(v1::ROUTE_STATUS_COMPLETE);
    response.add_maps()->set_map_id("town");
    response.add_maps()->set_map_id("cave");
    v1::Route& route = *response.add_routes();
    v1::RouteLeg& leg = *route.add_legs();
    leg.set_kind(v1::LEG_KIND_PORTAL);
    leg.set_external_id("guide");
    leg.mutable_portal()->set_kind(v1::PORTAL_KIND_NPC);
    leg.mutable_portal()->set_to_map_index(1);
    return grpc::Status::OK;
  };
  EXPECT_EQ(Run({"route", "--map", "town", "--from", "1,2,3", "--to", "4,5,6", "--to", "name:well",
                 "--to-map", "cave"}),
            kExitOk);
  EXPECT_THAT(out_.str(), HasSubstr("1. town: 0 m\n   talk at \"guide\" to cave\n2. cave: 0 m\n"));
}

// The table in docs/cli.md.
TEST_F(WorldCommandTest, CodesOfErrorsTellTheExitCode) {
  const std::vector<std::pair<grpc::StatusCode, int>> table = {
      {grpc::StatusCode::INVALID_ARGUMENT, kExitUsage},
      {grpc::StatusCode::NOT_FOUND, kExitUsage},
      {grpc::StatusCode::FAILED_PRECONDITION, kExitUsage},
      {grpc::StatusCode::UNIMPLEMENTED, kExitUsage},
      {grpc::StatusCode::OUT_OF_RANGE, kExitUsage},
      {grpc::StatusCode::RESOURCE_EXHAUSTED, kExitFailed},
      {grpc::StatusCode::DEADLINE_EXCEEDED, kExitFailed},
      {grpc::StatusCode::DATA_LOSS, kExitFailed},
      {grpc::StatusCode::INTERNAL, kExitFailed}};
  for (const auto& [code, exit_code] : table) {
    server_.planning.plan_route = [code = code](auto&, const auto&, auto&) {
      return grpc::Status(code, "no");
    };
    EXPECT_EQ(Run({"route", "--map", "town", "--from", "0,0,0", "--to", "1,0,0"}), exit_code) << code;
  }
}

TEST_F(WorldCommandTest, WhyAsksWithThePlacesToPass) {
  server_.planning.plan_route = [](auto&, const v1::PlanRouteRequest& request,
                                   v1::PlanRouteResponse& response) {
    EXPECT_EQ(request.via_size(), 2) << request.DebugString();
    if (request.via_size() != 2) return grpc::Status::CANCELLED;
    EXPECT_EQ(request.via(0).position().x(), 7);
    EXPECT_EQ(request.via(0).position().map_id(), "m");
    EXPECT_EQ(request.via(1).named_place().name(), "well");
    EXPECT_TRUE(request.detail().explain());
    response.set_status(v1::ROUTE_STATUS_PARTIAL);
    response.add_fixes()->set_sentence("a step");
    return grpc::Status::OK;
  };
  EXPECT_EQ(
      Run({"why", "--map", "m", "--from", "1,2,3", "--to", "4,5,6", "--via", "7,8,9", "--via", "name:well"}),
      kExitOk)
      << err_.str();
  EXPECT_THAT(out_.str(), HasSubstr("- a step\n"));
  EXPECT_EQ(Run({"why", "--map", "m", "--from", "1,2,3", "--to", "4,5,6", "--via", "7,8"}), kExitUsage);
}

}  // namespace
}  // namespace waystone::cli

// The sample island over a real socket: swimming, a cave, a tower, and the seed's rules.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "tests/e2e/running_server.h"
#include "tests/e2e/text_message.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class ScenesTest : public ::testing::Test {
 protected:
  ScenesTest() {
    EXPECT_EQ(RunProgram({WAYSTONE_SAMPLES, "island", "-o", folder_.File("source")}).exit_code, 0);
    const ProgramRun bake = RunProgram(
        {WAYSTONE_BAKE, folder_.File("source/island.obj"), "-o", folder_.File("packages"), "--strict"});
    EXPECT_EQ(bake.exit_code, 0) << bake.err;
    server_ = std::make_unique<RunningServer>(TestServerOptions(folder_.File("packages")));
  }

  v1::PlanRouteResponse Plan(const std::string& text) {
    grpc::ClientContext context;
    v1::PlanRouteResponse response;
    const grpc::Status status =
        server_->planning().PlanRoute(&context, Parse<v1::PlanRouteRequest>(text), &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  static std::string Start(const std::string& xyz) { return "start{position{map_id:'island' " + xyz + "}} "; }
  static std::string Goal(const std::string& xyz) { return "goals{position{" + xyz + "}} "; }
  static std::vector<std::string> ScenesOf(const v1::PlanRouteResponse& response) {
    std::vector<std::string> names;
    for (const v1::SceneVisit& visit : response.scenes().visits()) names.push_back(visit.scene());
    return names;
  }
  static std::vector<v1::LegKind> KindsOf(const v1::PlanRouteResponse& response) {
    std::vector<v1::LegKind> kinds;
    for (const v1::RouteLeg& leg : response.routes(0).legs()) {
      if (kinds.empty() || kinds.back() != leg.kind()) kinds.push_back(leg.kind());
    }
    return kinds;
  }

  const std::string beach_ = "x:7 y:2 z:0";
  const std::string chamber_ = "x:-30 y:-8 z:-31";
  const std::string near_ = "x:-8 y:-1.5 z:-8";
  TempFolder folder_;
  std::unique_ptr<RunningServer> server_;
};

TEST_F(ScenesTest, ADiverWalksSwimsAndEntersTheCaveByItsMouth) {
  const v1::PlanRouteResponse answer =
      Plan(Start(beach_) + Goal(chamber_) + "agent{abilities:'swim'} detail{shape:ROUTE_SHAPE_SMOOTHED}");
  ASSERT_EQ(answer.status(), v1::ROUTE_STATUS_COMPLETE) << answer.explanation();
  EXPECT_EQ(answer.surface(), v1::SURFACE_KIND_SCENES);
  EXPECT_EQ(answer.method(), v1::ROUTE_METHOD_SCENES);
  EXPECT_THAT(KindsOf(answer), ElementsAre(v1::LEG_KIND_WALK, v1::LEG_KIND_SWIM));
  std::vector<std::string> names;
  for (const v1::RouteLeg& leg : answer.routes(0).legs()) names.push_back(leg.external_id());
  EXPECT_THAT(names, Contains("cave/gate").Times(1));
  EXPECT_THAT(ScenesOf(answer), ElementsAre("sky", "", "sea", "cave"));
  const v1::SceneVisit& cave = answer.scenes().visits(3);
  EXPECT_EQ(cave.priority(), 1);
  EXPECT_TRUE(cave.asks_again());
  EXPECT_NEAR(cave.at().z(), -16, 0.01);
  EXPECT_FALSE(answer.scenes().visits(0).asks_again());
  // Asked again from there, with its token, the route goes on.
  const std::string at = "x:" + std::to_string(cave.at().x()) + " y:" + std::to_string(cave.at().y()) +
                         " z:" + std::to_string(cave.at().z() - 0.5);
  const v1::PlanRouteResponse rest =
      Plan(Start(at) + Goal(chamber_) + "agent{abilities:'swim'} scenes{token:'" + cave.token() + "'}");
  EXPECT_EQ(rest.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(ScenesOf(rest).front(), "cave");
}

TEST_F(ScenesTest, AnObstacleInAMouthShutsTheCave) {
  const std::string swim = "agent{abilities:'swim'} ";
  const std::string shut =
      "changes{maps{obstacles{box{center{x:-26.5 y:-9 z:-16} half_x_m:3 half_y_m:3 half_z_m:1}}}} ";
  const std::string whole = "limits{complete_only:true} detail{explain:true} ";
  const v1::PlanRouteResponse in = Plan(Start(near_) + Goal(chamber_) + swim + shut + whole);
  EXPECT_EQ(in.status(), v1::ROUTE_STATUS_UNREACHABLE);
  ASSERT_EQ(in.blocking_changes_size(), 1) << in.explanation();
  EXPECT_EQ(in.blocking_changes(0).field(), "changes.maps[0].obstacles[0]");
  // Nor is an agent moved to the mouth from inside.
  const std::string out = Start(chamber_) + Goal(near_) + swim + "scenes{teleport_to_mouths:true} ";
  EXPECT_EQ(Plan(out).status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(Plan(out + shut + whole).status(), v1::ROUTE_STATUS_UNREACHABLE);
}

TEST_F(ScenesTest, WithoutTheAbilityThereIsNoPlaceInTheSea) {
  EXPECT_EQ(Plan(Start(beach_) + Goal(chamber_)).status(), v1::ROUTE_STATUS_GOAL_OFF_MESH);
  EXPECT_EQ(Plan(Start(near_) + Goal(chamber_)).status(), v1::ROUTE_STATUS_START_OFF_MESH);
}

TEST_F(ScenesTest, WhatIsMissingThereIsToldAsTheFix) {
  for (const auto& [place, scene, ability] :
       {std::tuple(chamber_, "cave", "swim"), std::tuple(std::string("x:8 y:12 z:30"), "sky", "fly")}) {
    const v1::PlanRouteResponse answer = Plan(Start(beach_) + Goal(place) + "detail{explain:true}");
    ASSERT_EQ(answer.fixes_size(), 1) << place;
    EXPECT_EQ(answer.fixes(0).kind(), v1::FIX_KIND_ABILITY);
    EXPECT_THAT(answer.fixes(0).abilities(), ElementsAre(ability));
    EXPECT_EQ(answer.fixes(0).name(), scene);
  }
}

TEST_F(ScenesTest, TheTowerIsClimbedOnFootAndItsRoofReachedInTheAir) {
  const v1::PlanRouteResponse up = Plan(Start(beach_) + Goal("x:19 y:10 z:14"));
  ASSERT_EQ(up.status(), v1::ROUTE_STATUS_COMPLETE) << up.explanation();
  EXPECT_THAT(KindsOf(up), ElementsAre(v1::LEG_KIND_WALK));
  EXPECT_THAT(ScenesOf(up), Contains("tower"));
  const v1::PlanRouteResponse flown = Plan(Start(beach_) + Goal("x:8 y:12 z:30") + "agent{abilities:'fly'}");
  ASSERT_EQ(flown.status(), v1::ROUTE_STATUS_COMPLETE) << flown.explanation();
  EXPECT_EQ(KindsOf(flown).back(), v1::LEG_KIND_FLY);
}

TEST_F(ScenesTest, TheSeedsRulesAreAskedForByName) {
  const std::string swim = "agent{abilities:'swim'} ";
  const std::string goal = Goal("x:-32 y:-8 z:30");
  const v1::PlanRouteResponse exact = Plan(Start(near_) + goal + swim);
  ASSERT_EQ(exact.status(), v1::ROUTE_STATUS_COMPLETE) << exact.explanation();
  for (const char* method : {"ROUTE_METHOD_RISE_FIRST", "ROUTE_METHOD_RISE_LAST"}) {
    const v1::PlanRouteResponse by_rule = Plan(Start(near_) + goal + swim + "limits{method:" + method + "}");
    EXPECT_EQ(v1::RouteMethod_Name(by_rule.method()), method);
    if (by_rule.status() != v1::ROUTE_STATUS_COMPLETE) {
      EXPECT_EQ(by_rule.status(), v1::ROUTE_STATUS_PARTIAL);
      EXPECT_GT(std::abs(by_rule.scenes().height_gap_m()) + by_rule.scenes().plane_gap_m(), 0.5);
      continue;
    }
    EXPECT_GE(by_rule.routes(0).cost_m(), exact.routes(0).cost_m() - 1e-6);
  }
}

TEST_F(ScenesTest, WhatMeansNothingIsRefused) {
  grpc::ClientContext context;
  v1::PlanRouteResponse response;
  const grpc::Status status = server_->planning().PlanRoute(
      &context,
      Parse<v1::PlanRouteRequest>(Start(beach_) + Goal(chamber_) + "detail{shape:ROUTE_SHAPE_EVERY_CELL}"),
      &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("detail.shape"));
  // Tokens of anything else count as none.
  const v1::PlanRouteResponse answer =
      Plan(Start(beach_) + Goal("x:20 y:2 z:22") + "scenes{token:'99999999999:x\\000'}");
  EXPECT_EQ(answer.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_THAT(ScenesOf(answer), Not(IsEmpty()));
}

TEST_F(ScenesTest, ReachKeepsTheClearanceOfRoutes) {
  const std::vector<std::string> agents = {"agent{min_clearance_m:0.4}",
                                           "agent{abilities:'swim' min_clearance_m:0.2}",
                                           "agent{abilities:'swim' abilities:'fly' min_clearance_m:0.5}"};
  for (const std::string& agent : agents) {
    v1::ReachResponse reached;
    grpc::ClientContext context;
    ASSERT_TRUE(
        server_->planning()
            .Reach(&context,
                   Parse<v1::ReachRequest>("map_id:'island' start_xyz:[7,2,0] max_cost_m:30 " + agent),
                   &reached)
            .ok());
    v1::MeasureDistancesRequest request =
        Parse<v1::MeasureDistancesRequest>("map_id:'island' source_xyz:[7,2,0] " + agent);
    std::vector<double> costs_m;
    const int step = std::max(1, reached.cost_m_size() / 200);
    for (int i = 0; i < reached.cost_m_size(); i += step) {
      costs_m.push_back(reached.cost_m(i));
      for (int axis = 0; axis < 3; ++axis) request.add_target_xyz(reached.places().xyz(3 * i + axis));
    }
    ASSERT_GT(costs_m.size(), 100U);
    v1::MeasureDistancesResponse distances;
    grpc::ClientContext second;
    ASSERT_TRUE(server_->planning().MeasureDistances(&second, request, &distances).ok());
    for (size_t k = 0; k < costs_m.size(); ++k) {
      ASSERT_EQ(distances.statuses(static_cast<int>(k)), v1::DISTANCE_STATUS_FOUND) << agent << " at " << k;
      EXPECT_NEAR(distances.distance_m(static_cast<int>(k)), costs_m[k], 0.03 * costs_m[k] + 0.05) << agent;
    }
  }
}

}  // namespace
}  // namespace waystone

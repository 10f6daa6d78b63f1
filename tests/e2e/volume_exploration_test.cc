// Explorations of a volume over a real socket.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <set>
#include <string>

#include "tests/e2e/running_server.h"
#include "tests/e2e/text_message.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Water of 24 x 8 x 8 m, halved by a wall at x = 12 with a hole at y = 6, z = 2; "bare", the same without a skeleton.
class VolumeExplorationTest : public ::testing::Test {
 protected:
  VolumeExplorationTest() {
    std::string text = "voxel 24 8 8\n";
    for (int y = 0; y < 8; ++y) {
      for (int z = 0; z < 8; ++z) {
        if (y != 6 || z != 2) text += "12 " + std::to_string(y) + " " + std::to_string(z) + "\n";
      }
    }
    for (const std::string name : {"reef", "bare"}) {
      const std::string source = folder_.File(name + ".3dmap");
      std::ofstream(source, std::ios::binary) << text;
      std::ofstream(source + ".bake.yaml")
          << "volume: {medium: water}\nskeleton: " << (name == "reef" ? "{reach_m: 4}" : "false") << "\n";
      const ProgramRun run = RunProgram({WAYSTONE_BAKE, source, "-o", folder_.File("packages"), "--strict"});
      EXPECT_EQ(run.exit_code, 0) << run.err;
    }
    server_ = std::make_unique<RunningServer>(TestServerOptions(folder_.File("packages")));
    grpc::ClientContext context;
    v1::GetSkeletonRequest request;
    request.set_map_id("reef");
    EXPECT_TRUE(server_->catalog().GetSkeleton(&context, request, &skeleton_).ok());
  }

  grpc::Status Call(const std::string& text, v1::PlanRouteResponse& response) {
    grpc::ClientContext context;
    return server_->planning().PlanRoute(
        &context, Parse<v1::PlanRouteRequest>("start{position{map_id:'reef' x:1.5 y:1.5 z:1.5}} " + text),
        &response);
  }
  v1::PlanRouteResponse Explore(const std::string& text) {
    v1::PlanRouteResponse response;
    const grpc::Status status = Call(text, response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  void ExpectRefused(const std::string& text, grpc::StatusCode code, const std::string& message) {
    v1::PlanRouteResponse response;
    const grpc::Status status = Call(text, response);
    EXPECT_EQ(status.error_code(), code) << text;
    EXPECT_THAT(status.error_message(), HasSubstr(message));
  }

  TempFolder folder_;
  std::unique_ptr<RunningServer> server_;
  v1::GetSkeletonResponse skeleton_;
};

TEST_F(VolumeExplorationTest, GetSkeletonShowsKeyPointsThatArcsJoinBothWays) {
  EXPECT_GT(skeleton_.key_point_count(), 5U);
  EXPECT_EQ(skeleton_.points().xyz_size(), 3 * static_cast<int>(skeleton_.key_point_count()));
  std::set<std::pair<uint32_t, uint32_t>> arcs;
  for (int i = 0; i < skeleton_.arc_from_size(); ++i) {
    arcs.insert({skeleton_.arc_from(i), skeleton_.arc_to(i)});
    EXPECT_EQ(skeleton_.arc_kinds(i), v1::SKELETON_ARC_KIND_WALK);
  }
  for (const auto& [from, to] : arcs) EXPECT_TRUE(arcs.contains({to, from}));
}

TEST_F(VolumeExplorationTest, EveryOrderSwimsToAllKeyPoints) {
  for (const std::string order : {"BREADTH_FIRST", "DEPTH_FIRST", "POCKET_FIRST", "SHORTEST"}) {
    const v1::PlanRouteResponse response = Explore("exploration{order:WALK_ORDER_" + order +
                                                   " return_to_start:true sight_radius_m:20 walkers:2}");
    EXPECT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE);
    EXPECT_EQ(response.method(), v1::ROUTE_METHOD_SKELETON);
    const v1::ExplorationReport& report = response.exploration();
    EXPECT_EQ(report.end(), v1::EXPLORATION_END_COVERED);
    EXPECT_EQ(report.reachable_key_points(), skeleton_.key_point_count());
    EXPECT_EQ(report.key_points(), skeleton_.key_point_count());
    EXPECT_GT(report.ground_coverage(), 0.99);
    ASSERT_EQ(response.routes_size(), 2);
    std::set<uint32_t> visited;
    double length_m = 0;
    for (const v1::Route& route : response.routes()) {
      visited.insert(route.key_points().begin(), route.key_points().end());
      length_m += route.length_m();
      ASSERT_LE(route.legs_size(), 1);
      if (route.legs_size() == 1) {
        EXPECT_EQ(route.legs(0).kind(), v1::LEG_KIND_SWIM);
      }
    }
    EXPECT_EQ(visited.size(), skeleton_.key_point_count());
    EXPECT_LE(report.lower_bound_m(), length_m);
  }
}

TEST_F(VolumeExplorationTest, LimitsAndVisitedKeyPointsCount) {
  const v1::PlanRouteResponse whole = Explore("exploration{}");
  v1::PlanRouteResponse response = Explore("exploration{max_length_m:9}");
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_PARTIAL);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_LENGTH_LIMIT);
  EXPECT_LE(response.routes(0).length_m(), 9);
  EXPECT_LT(response.exploration().coverage(), 1);
  std::string visited;
  for (const uint32_t id : response.routes(0).key_points()) {
    visited += " visited_key_points:" + std::to_string(id);
  }
  const std::string pin =
      "pinned{map_id:'reef' generation:'" + response.maps(0).generation() + "'} exploration{";
  response = Explore(pin + visited + "}");
  EXPECT_EQ(response.exploration().coverage(), 1);
  EXPECT_LE(response.routes(0).length_m(), whole.routes(0).length_m());
}

TEST_F(VolumeExplorationTest, ObstaclesCloseKeyPoints) {
  // A pillar before the hole in the wall.
  const v1::PlanRouteResponse response = Explore(
      "exploration{} changes{maps{obstacles{cylinder{base{x:11.5 y:0 z:2.5} radius_m:1 height_m:8}}}}");
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(response.basis(), v1::ANSWER_BASIS_SEARCH);
  EXPECT_LT(response.exploration().reachable_key_points(), skeleton_.key_point_count() * 2 / 3);
  for (const float x : response.routes(0).points(0).xyz()) EXPECT_LT(x, 12);
}

TEST_F(VolumeExplorationTest, ItsPolygonIsThePartThatItIsIn) {
  const v1::PlanRouteResponse route = Explore("goals{position{x:20 y:1 z:1}} detail{polys:true}");
  ASSERT_EQ(route.routes(0).polys_size(), 1);
  const v1::PlanRouteResponse walks = Explore("exploration{walkers:2} detail{polys:true}");
  ASSERT_EQ(walks.routes_size(), 2);
  for (const v1::Route& walk : walks.routes()) {
    EXPECT_THAT(walk.polys(), ElementsAre(route.routes(0).polys(0)));
  }
  EXPECT_TRUE(Explore("exploration{}").routes(0).polys().empty());
  // Places are told to lie in the same part.
  v1::PlaceResourceRequest request = Parse<v1::PlaceResourceRequest>("map_id:'reef' scatter{count:1}");
  v1::PlaceResourceResponse places;
  grpc::ClientContext context;
  const grpc::Status status = server_->planning().PlaceResource(&context, request, &places);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_THAT(places.polys(), ElementsAre(route.routes(0).polys(0)));
  // With the hole closed there are two parts, of the same one of the bake.
  const v1::PlanRouteResponse closed = Explore(
      "exploration{} detail{polys:true} "
      "changes{maps{obstacles{cylinder{base{x:12.5 y:0 z:2.5} radius_m:1 height_m:8}}}}");
  EXPECT_THAT(closed.routes(0).polys(), ElementsAre(route.routes(0).polys(0)));
}

TEST_F(VolumeExplorationTest, WhatIsNotServedIsRefusedByName) {
  ExpectRefused("goals{position{x:20 y:1 z:1}} scenes{teleport_to_mouths:true}",
                grpc::StatusCode::INVALID_ARGUMENT, "scenes");
  ExpectRefused("exploration{} detail{shape:ROUTE_SHAPE_EVERY_CELL}", grpc::StatusCode::INVALID_ARGUMENT,
                "detail.shape");
  v1::PlanRouteResponse response;
  grpc::ClientContext context;
  const grpc::Status status = server_->planning().PlanRoute(
      &context, Parse<v1::PlanRouteRequest>("start{position{map_id:'bare' x:1 y:1 z:1}} exploration{}"),
      &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(status.error_message(), HasSubstr("exploration: map \"bare\" has no skeleton"));
}

}  // namespace
}  // namespace waystone

// Routes of a world that differs from the baked one: every field served, every bad value refused by its path.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "google/protobuf/util/message_differencer.h"
#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/e2e/text_message.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using grpc::StatusCode;
using ::testing::HasSubstr;

// From the left room to the right one, both beside the door.
const std::string kCourtEnds =
    "start{position{map_id:'court' x:1.5 y:0 z:1.5}} goals{position{map_id:'court' x:5.5 y:0 z:1.5}} ";
const std::string kJumper = "agent{abilities:'jump'} ";

class ChangesTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder();
    WriteCourt(folder_->path());
    WriteHall(folder_->path());
    server_ = new RunningServer(TestServerOptions(folder_->path()));
    pin_ = "pinned{map_id:'court' generation:'" + Plan(kCourtEnds).maps(0).generation() + "'} ";
  }
  static void TearDownTestSuite() {
    delete server_;
    delete folder_;
  }

  static v1::PlanRouteResponse Plan(const std::string& text) {
    v1::PlanRouteResponse response;
    grpc::ClientContext context;
    const grpc::Status status =
        server_->planning().PlanRoute(&context, Parse<v1::PlanRouteRequest>(text), &response);
    EXPECT_TRUE(status.ok()) << text << "\n" << status.error_message();
    return response;
  }
  static double CostOf(const std::string& text) {
    const v1::PlanRouteResponse response = Plan(text);
    EXPECT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE) << text;
    return response.routes_size() == 1 ? response.routes(0).cost_m() : -1;
  }
  static void ExpectRefused(const std::string& text, StatusCode code, const std::string& message) {
    v1::PlanRouteResponse response;
    grpc::ClientContext context;
    const grpc::Status status =
        server_->planning().PlanRoute(&context, Parse<v1::PlanRouteRequest>(text), &response);
    EXPECT_EQ(status.error_code(), code) << text << "\n" << status.error_message();
    EXPECT_THAT(status.error_message(), HasSubstr(message)) << text;
    EXPECT_EQ(status.error_message().find(message), 0U) << status.error_message();
  }
  // The polygon under a place.
  static std::string PolyUnder(double x, double z) {
    v1::PlaceResourceRequest request;
    request.set_map_id("court");
    for (const double v : {x, 0.0, z}) request.mutable_audit()->add_xyz(v);
    request.mutable_audit()->set_suggest(true);
    v1::PlaceResourceResponse response;
    grpc::ClientContext context;
    const grpc::Status status = server_->planning().PlaceResource(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response.polys_size() == 1 ? std::to_string(response.polys(0)) : "none";
  }

  static TempFolder* folder_;
  static RunningServer* server_;
  static std::string pin_;
};
TempFolder* ChangesTest::folder_ = nullptr;
RunningServer* ChangesTest::server_ = nullptr;
std::string ChangesTest::pin_;

// By the mud: slantwise to the corners of the wall, and 1 m between them.
constexpr double kByMud_m = 6.8310;
constexpr double kByLink_m = 14.4721;

TEST_F(ChangesTest, AnExcludedAreaIsADoorThatIsShut) {
  EXPECT_NEAR(CostOf(kCourtEnds), 4, 1e-9);
  const std::string shut = "changes{maps{area_costs{area:'door' excluded:true}}} ";
  const v1::PlanRouteResponse response = Plan(kCourtEnds + shut);
  ASSERT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_NEAR(response.routes(0).cost_m(), kByMud_m, 1e-3);
  EXPECT_EQ(response.method(), v1::ROUTE_METHOD_ANY_ANGLE);
  EXPECT_EQ(response.basis(), v1::ANSWER_BASIS_SEARCH);
  EXPECT_NEAR(CostOf(kCourtEnds), 4, 1e-9) << "the next request is not affected";
}

TEST_F(ChangesTest, BlockedPolygonsCloseThePathOrTheGoal) {
  const std::string door = PolyUnder(3.5, 1.5);
  const std::string mud = PolyUnder(3.5, 4.5);
  EXPECT_NEAR(CostOf(kCourtEnds + pin_ + "changes{maps{blocked_polys:" + door + "}}"), kByMud_m, 1e-3);
  const std::string both = "changes{maps{blocked_polys:[" + door + "," + mud + "]}}";
  v1::PlanRouteResponse response = Plan(kCourtEnds + pin_ + both + " limits{complete_only:true}");
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_UNREACHABLE);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES);
  EXPECT_EQ(response.basis(), v1::ANSWER_BASIS_SEARCH);
  response = Plan(kCourtEnds + pin_ + both);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_PARTIAL);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES);
  EXPECT_DOUBLE_EQ(response.routes(0).gap_m(), 2.5);
  // The goal snaps to the ground beside a blocked polygon.
  const std::string goal = "changes{maps{blocked_polys:" + PolyUnder(5.5, 1.5) + "}}";
  response = Plan(kCourtEnds + pin_ + goal);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_DOUBLE_EQ(response.goal_snap_m(), 0.5);
  // Where that is too far away, the answer says that the ground was there.
  response = Plan(kCourtEnds + pin_ + goal + " snap{radius_m:0.25}");
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_GOAL_OFF_MESH);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES);
  EXPECT_EQ(response.explanation(), "the goal: the ground there is closed by the request's changes");
}

TEST_F(ChangesTest, LinksCloseByNameBothWaysAndByIdOneWay) {
  const std::string shut = "area_costs{area:'door' excluded:true} area_costs{area:'mud' excluded:true} ";
  EXPECT_NEAR(CostOf(kCourtEnds + kJumper + "changes{maps{" + shut + "}}"), kByLink_m, 1e-3);
  const auto reason_of = [&](const std::string& changes) {
    const v1::PlanRouteResponse response = Plan(
        kCourtEnds + kJumper + pin_ + "limits{complete_only:true} changes{maps{" + shut + changes + "}}");
    return response.status() == v1::ROUTE_STATUS_COMPLETE ? "" : v1::RouteReason_Name(response.reason());
  };
  EXPECT_EQ(reason_of("closed_links:'over'"), "ROUTE_REASON_CLOSED_BY_CHANGES");
  EXPECT_NE(reason_of("closed_link_ids:0"), reason_of("closed_link_ids:1"));
  EXPECT_EQ(reason_of("closed_link_ids:[0,1]"), "ROUTE_REASON_CLOSED_BY_CHANGES");
}

TEST_F(ChangesTest, GroundWithoutAFactorCostsAsItDid) {
  EXPECT_EQ(CostOf(kCourtEnds + "changes{maps{area_costs{area:'door'}}}"), CostOf(kCourtEnds));
}

TEST_F(ChangesTest, DearGroundIsLeftForOtherWays) {
  const auto plan = [](double factor) {
    return Plan(kCourtEnds + "changes{maps{area_costs{area:'door' factor:" + std::to_string(factor) + "}}}");
  };
  v1::PlanRouteResponse response = plan(2);
  ASSERT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(response.method(), v1::ROUTE_METHOD_EDGE_POINTS);
  EXPECT_EQ(response.basis(), v1::ANSWER_BASIS_SEARCH);
  EXPECT_NEAR(response.routes(0).cost_m(), 5, 1e-9);
  EXPECT_NEAR(response.routes(0).plane_length_m(), 4, 1e-9);
  response = plan(1000);
  EXPECT_NEAR(response.routes(0).cost_m(), kByMud_m, 1e-2);
  EXPECT_NEAR(response.routes(0).legs(0).cost_m(), response.routes(0).cost_m(), 1e-9);
  response = plan(0.01);
  EXPECT_NEAR(response.routes(0).cost_m(), 3.01, 1e-9);
  EXPECT_EQ(plan(1).method(), v1::ROUTE_METHOD_ANY_ANGLE) << "plain ground";
}

TEST_F(ChangesTest, ClearanceIsKeptFromBordersBeyondTheRadius) {
  const auto plan = [](double clearance_m) {
    return Plan(kCourtEnds + "agent{min_clearance_m:" + std::to_string(clearance_m) + "}");
  };
  EXPECT_NEAR(plan(0.5).routes(0).cost_m(), 4, 1e-9) << "the door is 1 m wide";
  const v1::PlanRouteResponse response = plan(0.6);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_PARTIAL);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_CLEARANCE);
  EXPECT_EQ(response.method(), v1::ROUTE_METHOD_EDGE_POINTS);
  EXPECT_THAT(response.explanation(), HasSubstr("the clearance asked for"));
}

TEST_F(ChangesTest, TheNearestOfSeveralGoalsIsThatOfTheChangedWorld) {
  const std::string goals = "goals{position{map_id:'court' x:0.5 y:0 z:4.5}} ";
  v1::PlanRouteResponse response = Plan(kCourtEnds + goals);
  EXPECT_EQ(response.goal_index(), 1U) << "3.16 m against 4 m";
  response = Plan(kCourtEnds + goals + "changes{maps{area_costs{area:'ground' factor:4}}}");
  EXPECT_EQ(response.goal_index(), 1U);
  response = Plan(kCourtEnds + goals + pin_ + "changes{maps{blocked_polys:[" + PolyUnder(0.5, 3.5) + "," +
                  PolyUnder(1.5, 3.5) + "," + PolyUnder(2.5, 3.5) + "]}}");
  EXPECT_EQ(response.goal_index(), 0U);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE);
  response = Plan(kCourtEnds + goals +
                  "changes{maps{area_costs{area:'door' excluded:true} "
                  "area_costs{area:'mud' excluded:true} area_costs{area:'ground' factor:2}}}");
  EXPECT_EQ(response.goal_index(), 1U);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE);
}

// A box across the door, as wide as the wall is thick.
const std::string kBarricade =
    "changes{maps{obstacles{box{center{x:3.5 y:0.5 z:1.5} half_x_m:0.2 half_y_m:0.5 half_z_m:0.5}}}} ";

TEST_F(ChangesTest, AnObstacleIsInTheWayOfRoutesDistancesAndMoves) {
  EXPECT_NEAR(CostOf(kCourtEnds + kBarricade), kByMud_m, 1e-3);
  EXPECT_NEAR(CostOf(kCourtEnds +
                     "changes{maps{obstacles{cylinder{base{x:3.5 y:0 z:1.5} radius_m:0.6 height_m:1}}}}"),
              kByMud_m, 1e-3);
  const std::string prism = "obstacles{prism{corners_xz:[3.3,1,3.7,1,3.7,2,3.3,2] min_y:0 max_y:1}}";
  EXPECT_NEAR(CostOf(kCourtEnds + "changes{maps{" + prism + "}}"), kByMud_m, 1e-3);
  EXPECT_NEAR(CostOf(kCourtEnds + "changes{maps{obstacles{box{center{x:3.5 y:6 z:1.5} half_x_m:1 half_y_m:1 "
                                  "half_z_m:1}}}}"),
              4, 1e-9)
      << "overhead";

  v1::MeasureDistancesRequest distances = Parse<v1::MeasureDistancesRequest>(
      "map_id:'court' source_xyz:[1.5,0,1.5] target_xyz:[5.5,0,1.5] " + kBarricade);
  v1::MeasureDistancesResponse measured;
  grpc::ClientContext distances_context;
  grpc::Status status = server_->planning().MeasureDistances(&distances_context, distances, &measured);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_NEAR(measured.distance_m(0), kByMud_m, 1e-3);

  for (const bool is_blocked : {false, true}) {
    v1::ValidateMoveRequest move = Parse<v1::ValidateMoveRequest>(
        "from{map_id:'court' x:2.5 y:0 z:1.5} to{map_id:'court' x:4.5 y:0 z:1.5} " +
        (is_blocked ? kBarricade : ""));
    v1::ValidateMoveResponse verdict;
    grpc::ClientContext context;
    status = server_->planning().ValidateMove(&context, move, &verdict);
    ASSERT_TRUE(status.ok()) << status.error_message();
    EXPECT_EQ(verdict.verdict(), is_blocked ? v1::MOVE_VERDICT_ILLEGAL : v1::MOVE_VERDICT_LEGAL);
  }
}

TEST_F(ChangesTest, NothingIsPlacedInAnObstacleNorBehindOne) {
  const auto place = [](const std::string& changes) {
    v1::PlaceResourceRequest request =
        Parse<v1::PlaceResourceRequest>("map_id:'court' scatter{count:200} " + changes);
    v1::PlaceResourceResponse response;
    grpc::ClientContext context;
    const grpc::Status status = server_->planning().PlaceResource(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    EXPECT_EQ(response.status(), v1::PLACE_STATUS_COMPLETE);
    return response;
  };
  const auto count_in = [](const v1::PlaceResourceResponse& response, double x0, double x1) {
    int count = 0;
    for (int i = 0; i < response.points().xyz_size(); i += 3) {
      count += response.points().xyz(i) > x0 && response.points().xyz(i) < x1 ? 1 : 0;
    }
    return count;
  };
  const std::string pillar =
      "changes{maps{obstacles{cylinder{base{x:1.5 y:0 z:2.5} radius_m:1 height_m:1}}}}";
  const v1::PlaceResourceResponse beside = place(pillar);
  for (int i = 0; i < beside.points().xyz_size(); i += 3) {
    EXPECT_GT(std::hypot(beside.points().xyz(i) - 1.5, beside.points().xyz(i + 2) - 2.5), 1);
  }
  EXPECT_GT(count_in(place(""), 0, 3), 0);
  EXPECT_GT(count_in(place(""), 4, 7), 0);
  // Anywhere on the ground that is left, whatever leads there.
  const std::string anywhere = "rules{reachability:REACHABILITY_ANY} ";
  EXPECT_GT(count_in(place(anywhere + pillar), 0, 3), 20);
  EXPECT_GT(count_in(place(anywhere + pillar), 4, 7), 20);
  // Both passages are shut: the rooms are as large as each other, the first one has the lower ids.
  const v1::PlaceResourceResponse shut =
      place("changes{maps{area_costs{area:'door' excluded:true} area_costs{area:'mud' excluded:true}}}");
  EXPECT_TRUE(count_in(shut, 0, 3) == 0 || count_in(shut, 4, 7) == 0);
}

TEST_F(ChangesTest, BadObstaclesAreRefusedByTheirPlace) {
  const auto refused = [](const std::string& obstacle, const std::string& message) {
    ExpectRefused(kCourtEnds + "changes{maps{obstacles{" + obstacle + "}}}", StatusCode::INVALID_ARGUMENT,
                  message);
  };
  const std::string at = "changes.maps[0].obstacles[0].";
  refused("", at + "shape: required: box, cylinder or prism");
  refused("box{half_x_m:1 half_y_m:1 half_z_m:1}", at + "box.center: required");
  refused("box{center{x:1 y:0 z:1} half_y_m:1 half_z_m:1}", at + "box.half_x_m: must be above 0");
  refused("cylinder{base{map_id:'hall' x:1 y:0 z:1} radius_m:1}", at + "cylinder.base.map_id: is \"hall\"");
  refused("cylinder{base{x:1 y:0 z:1}}", at + "cylinder.radius_m: must be above 0");
  refused("prism{corners_xz:[0,0,1,0]}",
          at + "prism.corners_xz: must have pairs of numbers for three corners");
  refused("prism{corners_xz:[0,0,2,0,1,0.5,2,2]}", at + "prism.corners_xz: must be convex");
  refused("prism{corners_xz:[0,0,1,0,2,0]}", at + "prism.corners_xz: must enclose some area");
}

TEST_F(ChangesTest, ChangesOfOtherMapsSayNothingButMustBeSound) {
  EXPECT_NEAR(CostOf(kCourtEnds + "changes{maps{map_id:'hall' area_costs{area:'ground' excluded:true}}}"), 4,
              1e-9);
  const auto expect = [](const std::string& changes, const std::string& message) {
    ExpectRefused(kCourtEnds + changes, StatusCode::INVALID_ARGUMENT, message);
  };
  expect("changes{maps{} maps{map_id:'hall' area_costs{area:'nonsense' excluded:true}}}",
         "changes.maps[1].area_costs[0].area: map \"hall\" has no area \"nonsense\"");
  const std::string polys = "changes{maps{map_id:'hall' blocked_polys:[0,4000000000]}}";
  expect(polys, "changes.maps[0].blocked_polys[1]: no polygon 4000000000, there are ");
  v1::BatchRequest batch;
  batch.set_map_id("court");
  *batch.mutable_changes() = Parse<v1::Changes>("maps{map_id:'hall' closed_links:'nonsense'}");
  for (int i = 0; i < 2; ++i)
    *batch.add_items()->mutable_plan_route() = Parse<v1::PlanRouteRequest>(kCourtEnds);
  v1::BatchResponse response;
  grpc::ClientContext of_batch;
  ASSERT_TRUE(server_->planning().Batch(&of_batch, batch, &response).ok());
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(response.results(i).error().message(), HasSubstr("batch.changes.maps[0].closed_links[0]: "));
  }
  ExpectRefused(kCourtEnds + "changes{maps{map_id:'attic'}}", StatusCode::NOT_FOUND,
                "changes.maps[0].map_id: no map \"attic\"");
}

TEST_F(ChangesTest, ABatchsChangesHoldForAllItsRoutesBesidesTheirOwn) {
  v1::BatchRequest batch;
  *batch.mutable_changes() = Parse<v1::Changes>("maps{map_id:'court' area_costs{area:'door' excluded:true}}");
  *batch.add_items()->mutable_plan_route() = Parse<v1::PlanRouteRequest>(kCourtEnds);
  *batch.add_items()->mutable_plan_route() =
      Parse<v1::PlanRouteRequest>(kCourtEnds + "changes{maps{area_costs{area:'mud' excluded:true}}}");
  *batch.add_items()->mutable_plan_route() =
      Parse<v1::PlanRouteRequest>(kCourtEnds + "changes{maps{area_costs{area:'door' factor:1}}}");
  *batch.add_items()->mutable_measure_distances() =
      Parse<v1::MeasureDistancesRequest>("map_id:'court' source_xyz:[1.5,0,1.5] target_xyz:[5.5,0,1.5]");
  v1::BatchResponse response;
  grpc::ClientContext context;
  ASSERT_TRUE(server_->planning().Batch(&context, batch, &response).ok());
  EXPECT_NEAR(response.results(0).plan_route().routes(0).cost_m(), kByMud_m, 1e-3);
  EXPECT_EQ(response.results(1).plan_route().reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES);
  EXPECT_NEAR(response.results(2).plan_route().routes(0).cost_m(), 4, 1e-9);
  EXPECT_NEAR(response.results(3).measure_distances().distance_m(0), kByMud_m, 1e-3);

  batch.mutable_changes()->mutable_maps(0)->add_closed_links("nonsense");
  response.Clear();
  grpc::ClientContext again;
  ASSERT_TRUE(server_->planning().Batch(&again, batch, &response).ok());
  EXPECT_EQ(response.results(0).error().code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(response.results(0).error().message(), HasSubstr("batch.changes.maps[0].closed_links[0]: "));
}

TEST_F(ChangesTest, BadValuesAreRefusedByTheirPath) {
  const auto expect = [](const std::string& changes, StatusCode code, const std::string& message) {
    ExpectRefused(kCourtEnds + pin_ + "changes{maps{" + changes + "}}", code, "changes.maps[0]." + message);
  };
  const StatusCode invalid = StatusCode::INVALID_ARGUMENT;
  expect("blocked_polys:[0,32]", invalid, "blocked_polys[1]: no polygon 32, there are 32");
  expect("closed_link_ids:2", invalid, "closed_link_ids[0]: no link 2, there are 2");
  expect("closed_links:['over','under']", invalid,
         "closed_links[1]: map \"court\" has no link of this agent named");
  expect("closed_links:''", invalid, "closed_links[0]: required");
  expect("area_costs{}", invalid, "area_costs[0].area: map \"court\" has no area \"\"; it has \"ground\"");
  expect("area_costs{area:'lava' factor:2}", invalid,
         "area_costs[0].area: map \"court\" has no area \"lava\"");
  expect("area_costs{area:'mud' factor:0}", invalid, "area_costs[0].factor: must be in 0.01..1000, is 0");
  expect("area_costs{area:'mud' factor:1000.1}", invalid, "area_costs[0].factor: must be in 0.01..1000");
  expect("area_costs{area:'mud' factor:nan}", invalid, "area_costs[0].factor: must be finite");
  for (const char* bad : {"-0.1", "100.1", "inf", "nan"}) {
    ExpectRefused(kCourtEnds + "agent{min_clearance_m:" + bad + "}", invalid,
                  "agent.min_clearance_m: must be ");
  }
  expect("area_costs{area:'mud' factor:1} area_costs{area:'mud' excluded:true}", invalid,
         "area_costs[1].area: \"mud\" stands here twice");
  ExpectRefused(kCourtEnds + "changes{maps{} maps{map_id:'court'}}", invalid,
                "changes.maps[1].map_id: map \"court\" stands here twice");
  expect("closed_doors:'d'", invalid, "closed_doors[0]: map \"court\" has no door \"d\"; it has no doors");
  expect("opened_doors:'d'", invalid, "opened_doors[0]: map \"court\" has no door \"d\"; it has no doors");
  expect("cost_profile:'cart'", invalid,
         "cost_profile: map \"court\" has no cost profile \"cart\"; it has no cost profiles");
  for (const std::string name : {"blocked_cells", "opened_cells"}) {
    expect(name + ":1", invalid, name + ": the map is no grid");
  }
  for (const std::string name : {"blocked_rects", "opened_rects"}) {
    expect(name + ":[1,1,1,1]", invalid, name + ": the map is no grid");
  }
  ExpectRefused(kCourtEnds + "changes{closed_portals:'p'}", StatusCode::NOT_FOUND,
                "changes.closed_portals: this needs a world, and no world file is loaded");
  ExpectRefused(kCourtEnds + "changes{excluded_maps:'m'}", StatusCode::NOT_FOUND,
                "changes.excluded_maps: this needs a world, and no world file is loaded");
  ExpectRefused(kCourtEnds + "changes{maps{blocked_polys:0}}", invalid,
                "changes.maps[0].blocked_polys: ids need");
  ExpectRefused(kCourtEnds + "changes{maps{closed_link_ids:0}}", invalid,
                "changes.maps[0].closed_link_ids: ids need");
}

TEST_F(ChangesTest, ListsOverTheirLimitsAreRefusedWithTheLimit) {
  v1::PlanRouteRequest request = Parse<v1::PlanRouteRequest>(kCourtEnds + pin_);
  const auto expect = [&](const std::string& message) {
    v1::PlanRouteResponse response;
    grpc::ClientContext context;
    const grpc::Status status = server_->planning().PlanRoute(&context, request, &response);
    EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
    EXPECT_THAT(status.error_message(), HasSubstr(message));
  };
  v1::MapChanges& map = *request.mutable_changes()->add_maps();
  for (int i = 0; i <= 1'000'000; ++i) map.add_blocked_polys(0);
  expect("changes.maps[0].blocked_polys: 1000001 is over the limit of 1000000");
  map.Clear();
  for (int i = 0; i <= 1'000'000; ++i) map.add_closed_link_ids(0);
  expect("changes.maps[0].closed_link_ids: 1000001 is over the limit of 1000000");
  map.Clear();
  for (int i = 0; i <= 10'000; ++i) map.add_closed_links("over");
  expect("changes.maps[0].closed_links: 10001 is over the limit of 10000");
  map.Clear();
  for (int i = 0; i < 65; ++i) map.add_area_costs();
  expect("changes.maps[0].area_costs: 65 is over the limit of 64");
  for (int i = 0; i < 64; ++i) request.mutable_changes()->add_maps();
  expect("changes.maps: 65 is over the limit of 64");
}

}  // namespace
}  // namespace waystone

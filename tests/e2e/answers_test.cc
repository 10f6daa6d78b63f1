// What the three RPCs answer on a map small enough to check by hand, and that the same request has the same
// answer whichever way it travels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "google/protobuf/util/message_differencer.h"
#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/e2e/text_message.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string Place(double x, double z) {
  return "map_id:'yard' x:" + std::to_string(x) + " y:10 z:" + std::to_string(z);
}

v1::PlanRouteRequest Route(double x0, double z0, double x1, double z1) {
  return Parse<v1::PlanRouteRequest>("start{position{" + Place(x0, z0) + "}} goals{position{" +
                                     Place(x1, z1) + "}}");
}

v1::ValidateMoveRequest Move(double x0, double z0, double x1, double z1) {
  return Parse<v1::ValidateMoveRequest>("from{" + Place(x0, z0) + "} to{" + Place(x1, z1) + "}");
}

v1::PlaceResourceRequest Scatter(uint32_t count, uint64_t seed) {
  return Parse<v1::PlaceResourceRequest>("map_id:'yard' scatter{count:" + std::to_string(count) +
                                         " seed:" + std::to_string(seed) + "}");
}

// A mixture of requests: good, bad, and not served.
std::vector<v1::BatchItem> MixedItems() {
  std::vector<v1::BatchItem> items(9);
  *items[0].mutable_plan_route() = Route(1000.5, -499.5, 1009.5, -493.5);
  *items[1].mutable_plan_route() = Route(1000.5, -499.5, 1003, -496.5);  // into the pocket: partial
  *items[2].mutable_plan_route() = Route(1000.5, -499.5, NAN, 0);
  *items[3].mutable_place_resource() = Scatter(17, 5);
  *items[4].mutable_place_resource() = Scatter(200'000, 5);
  *items[5].mutable_validate_move() = Move(1000.5, -499.5, 1003, -499.5);
  *items[6].mutable_validate_move() = Move(1005.5, -499.5, 1007.5, -499.5);  // through the wall
  *items[7].mutable_measure_distances() = Parse<v1::MeasureDistancesRequest>(
      "map_id:'yard' source_xyz:[1000.5,10,-499.5] target_xyz:[1003,10,-496.5, 1007.5,10,-499.5, "
      "1005,90,-499]");
  items[8] = Parse<v1::BatchItem>(
      "validate_move{track{map_id:'yard' xyz:[1000.5,10,-499.5, 1001,10,-499.5] time_s:[0,0.01]} "
      "allowances{max_speed_mps:5}}");
  for (size_t i = 0; i < items.size(); ++i) items[i].set_tag(100 + i);
  return items;
}

class AnswersTest : public ::testing::Test {
 protected:
  AnswersTest() {
    WriteYard(folder_.path());
    WriteHall(folder_.path());
    server_ = std::make_unique<RunningServer>(TestServerOptions(folder_.path()));
  }

  v1::PlanRouteResponse Plan(const v1::PlanRouteRequest& request) {
    grpc::ClientContext context;
    v1::PlanRouteResponse response;
    const grpc::Status status = server_->planning().PlanRoute(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  v1::PlaceResourceResponse PlaceAt(const v1::PlaceResourceRequest& request) {
    grpc::ClientContext context;
    v1::PlaceResourceResponse response;
    const grpc::Status status = server_->planning().PlaceResource(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  v1::ValidateMoveResponse Validate(const v1::ValidateMoveRequest& request) {
    grpc::ClientContext context;
    v1::ValidateMoveResponse response;
    const grpc::Status status = server_->planning().ValidateMove(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  // What a call of its own gives for the item.
  v1::BatchResult Unary(const v1::BatchItem& item) {
    v1::BatchResult result;
    result.set_tag(item.tag());
    grpc::ClientContext context;
    grpc::Status status(grpc::StatusCode::INVALID_ARGUMENT, "request: required");
    v1::PathPlanning::Stub& stub = server_->planning();
    if (item.has_plan_route()) {
      status = stub.PlanRoute(&context, item.plan_route(), result.mutable_plan_route());
    } else if (item.has_place_resource()) {
      status = stub.PlaceResource(&context, item.place_resource(), result.mutable_place_resource());
    } else if (item.has_validate_move()) {
      status = stub.ValidateMove(&context, item.validate_move(), result.mutable_validate_move());
    } else if (item.has_measure_distances()) {
      status = stub.MeasureDistances(&context, item.measure_distances(), result.mutable_measure_distances());
    }
    if (!status.ok()) {
      result.mutable_error()->set_code(status.error_code());
      result.mutable_error()->set_message(status.error_message());
      v1::StatusDetails details;
      v1::ErrorDetail detail;
      EXPECT_TRUE(details.ParseFromString(status.error_details()));
      for (const auto& any : details.details()) {
        if (any.UnpackTo(&detail)) result.mutable_error()->set_reason(detail.reason());
      }
      *result.mutable_error()->mutable_details() = details.details();
    }
    return result;
  }
  void ExpectUnaryAnswers(const v1::BatchResponse& response) {
    const std::vector<v1::BatchItem> items = MixedItems();
    ASSERT_EQ(response.results_size(), static_cast<int>(items.size()));
    for (size_t i = 0; i < items.size(); ++i) {
      const v1::BatchResult expected = Unary(items[i]);
      EXPECT_TRUE(
          google::protobuf::util::MessageDifferencer::Equals(expected, response.results(static_cast<int>(i))))
          << expected.DebugString() << "\nagainst\n"
          << response.results(static_cast<int>(i)).DebugString();
    }
  }

  TempFolder folder_;
  std::unique_ptr<RunningServer> server_;
};

TEST_F(AnswersTest, ARouteGoesRoundTheWallInAbsoluteCoordinates) {
  const v1::PlanRouteResponse response = Plan(Route(1005.5, -499.5, 1007.5, -499.5));
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_UNSPECIFIED);
  EXPECT_EQ(response.method(), v1::ROUTE_METHOD_ANY_ANGLE);
  EXPECT_EQ(response.basis(), v1::ANSWER_BASIS_SEARCH);
  ASSERT_EQ(response.routes_size(), 1);
  const v1::Route& route = response.routes(0);
  // Round the wall's end: (1006, -496) and (1007, -496).
  const double expected = 2 * std::hypot(0.5, 3.5) + 1;
  EXPECT_NEAR(route.length_m(), expected, 1e-4);
  EXPECT_NEAR(route.plane_length_m(), expected, 1e-4);
  EXPECT_NEAR(route.cost_m(), expected, 1e-4);
  EXPECT_EQ(route.gap_m(), 0);
  ASSERT_EQ(route.points_size(), 1);
  const v1::PointList& points = route.points(0);
  EXPECT_THAT(points.xyz(),
              ElementsAre(1005.5, 10, -499.5, 1006, 10, -496, 1007, 10, -496, 1007.5, 10, -499.5));
  EXPECT_TRUE(points.local_xyz().empty());
  EXPECT_EQ(points.origin_x(), 0);
  ASSERT_EQ(route.legs_size(), 1);
  EXPECT_EQ(route.legs(0).kind(), v1::LEG_KIND_WALK);
  EXPECT_EQ(route.legs(0).first_point(), 0U);
  EXPECT_EQ(route.legs(0).point_count(), 4U);
  EXPECT_EQ(route.legs(0).map_index(), 0U);
  ASSERT_EQ(response.maps_size(), 1);
  EXPECT_EQ(response.maps(0).map_id(), "yard");
  EXPECT_EQ(response.maps(0).generation().size(), 32U);
}

TEST_F(AnswersTest, PointsAreFloatsRelativeToTheOriginIfAskedFor) {
  v1::PlanRouteRequest request = Route(1005.5, -499.5, 1007.5, -499.5);
  request.mutable_detail()->set_point_format(v1::POINT_FORMAT_LOCAL_FLOATS);
  const v1::PlanRouteResponse response = Plan(request);
  const v1::PointList& points = response.routes(0).points(0);
  EXPECT_EQ(points.origin_x(), 1000);
  EXPECT_EQ(points.origin_y(), 10);
  EXPECT_EQ(points.origin_z(), -500);
  EXPECT_THAT(points.local_xyz(), ElementsAre(5.5F, 0, 0.5F, 6, 0, 4, 7, 0, 4, 7.5F, 0, 0.5F));
  EXPECT_TRUE(points.xyz().empty());
}

TEST_F(AnswersTest, AWeightThatIsNotGivenIsOneAndZeroExcludes) {
  v1::PlaceResourceRequest request = Scatter(5, 1);
  v1::AreaWeight& weight = *request.mutable_rules()->add_area_weights();
  weight.set_area("ground");
  EXPECT_EQ(PlaceAt(request).status(), v1::PLACE_STATUS_COMPLETE);
  weight.set_weight(0);
  EXPECT_EQ(PlaceAt(request).status(), v1::PLACE_STATUS_NONE);
}

TEST_F(AnswersTest, AnAnswerLargerThanTheCallerTakesIsRefusedWithItsSize) {
  v1::PlaceResourceRequest request = Scatter(100, 1);
  const size_t bytes = PlaceAt(request).ByteSizeLong();
  const auto place = [&](uint32_t max_bytes) {
    request.set_max_response_bytes(max_bytes);
    grpc::ClientContext context;
    v1::PlaceResourceResponse response;
    return server_->planning().PlaceResource(&context, request, &response);
  };
  EXPECT_TRUE(place(static_cast<uint32_t>(bytes)).ok());
  const grpc::Status refused = place(static_cast<uint32_t>(bytes) - 1);
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::OUT_OF_RANGE);
  EXPECT_EQ(refused.error_message(), "max_response_bytes: the answer has " + std::to_string(bytes) +
                                         " bytes, over the limit of " + std::to_string(bytes - 1));
  EXPECT_TRUE(place(0xffffffffU).ok()) << "the server's own limit counts";
}

TEST_F(AnswersTest, ALargeMatrixIsRefusedBeforeItIsMeasuredUnlessTheCallerTakesIt) {
  v1::MeasureDistancesRequest request;
  request.set_map_id("yard");
  for (int i = 0; i < 1000; ++i) {
    for (const double number : {1000.5, 10.0, -499.5}) {
      request.add_source_xyz(number);
      request.add_target_xyz(number);
    }
  }
  grpc::ClientContext context;
  v1::MeasureDistancesResponse response;
  const grpc::Status status = server_->planning().MeasureDistances(&context, request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::OUT_OF_RANGE);
  EXPECT_EQ(
      status.error_message(),
      "max_response_bytes: the answer has 5000000 bytes, over the 4194304 that a request takes which does "
      "not set it");
}

TEST_F(AnswersTest, AnAnswerLargerThanTheServerSendsIsRefusedByTheNameOfItsOption) {
  ServerOptions options = TestServerOptions(folder_.path());
  options.limits.max_response_bytes = 2000;
  RunningServer server(options);
  for (const uint32_t taken : {0U, 2001U}) {
    v1::PlaceResourceRequest request = Scatter(100, 1);
    request.set_max_response_bytes(taken);
    grpc::ClientContext context;
    v1::PlaceResourceResponse response;
    const grpc::Status status = server.planning().PlaceResource(&context, request, &response);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::OUT_OF_RANGE);
    EXPECT_THAT(status.error_message(),
                ::testing::MatchesRegex(
                    "the answer has [0-9]+ bytes, over the server's limit of 2000 .--max-response-bytes."));
    v1::BatchRequest batch;
    *batch.add_items()->mutable_place_resource() = request;
    batch.set_max_response_bytes(taken);
    grpc::ClientContext batch_context;
    v1::BatchResponse answers;
    ASSERT_TRUE(server.planning().Batch(&batch_context, batch, &answers).ok());
    EXPECT_THAT(answers.results(0).error().message(), ::testing::HasSubstr("(--max-response-bytes)"));
  }
}

TEST_F(AnswersTest, DistanceOnlyHasLengthsAndNoPoints) {
  v1::PlanRouteRequest request = Route(1005.5, -499.5, 1007.5, -499.5);
  request.mutable_detail()->set_shape(v1::ROUTE_SHAPE_DISTANCE_ONLY);
  const v1::PlanRouteResponse response = Plan(request);
  ASSERT_EQ(response.routes_size(), 1);
  EXPECT_NEAR(response.routes(0).length_m(), 2 * std::hypot(0.5, 3.5) + 1, 1e-4);
  EXPECT_EQ(response.routes(0).points_size(), 0);
  EXPECT_EQ(response.routes(0).legs(0).point_count(), 0U);
}

TEST_F(AnswersTest, AGoalInTheClosedPocketIsPartialWithItsGapOrUnreachable) {
  v1::PlanRouteRequest request = Route(1000.5, -499.5, 1003, -496.5);
  v1::PlanRouteResponse response = Plan(request);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_PARTIAL);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_ISOLATED);
  EXPECT_EQ(response.basis(), v1::ANSWER_BASIS_BAKED);
  EXPECT_THAT(response.explanation(), testing::HasSubstr("(4 polygons, isolated)"));
  ASSERT_EQ(response.routes_size(), 1);
  EXPECT_GT(response.routes(0).gap_m(), 0.9);
  request.mutable_limits()->set_complete_only(true);
  response = Plan(request);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_UNREACHABLE);
  EXPECT_EQ(response.routes_size(), 0);
}

// With a map that has a link.
class GapTest : public AnswersTest {
 protected:
  GapTest() {
    WriteGap(folder_.path());
    server_ = std::make_unique<RunningServer>(TestServerOptions(folder_.path()));
  }
};

v1::PlanRouteRequest OverTheGap() {
  v1::PlanRouteRequest request;
  request.mutable_start()->mutable_position()->set_map_id("gap");
  request.mutable_start()->mutable_position()->set_x(0.5);
  request.mutable_start()->mutable_position()->set_y(0);
  request.mutable_start()->mutable_position()->set_z(0.5);
  *request.add_goals() = request.start();
  request.mutable_goals(0)->mutable_position()->set_x(6.5);
  request.mutable_limits()->set_complete_only(true);
  return request;
}

TEST_F(GapTest, AnAgentWithTheAbilityJumpsTheGap) {
  v1::PlanRouteRequest request = OverTheGap();
  request.mutable_agent()->add_abilities("jump");
  request.mutable_agent()->add_abilities("sing");  // no link needs it
  const v1::PlanRouteResponse response = Plan(request);
  ASSERT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE);
  const v1::Route& route = response.routes(0);
  ASSERT_EQ(route.legs_size(), 3);
  EXPECT_EQ(route.legs(0).kind(), v1::LEG_KIND_WALK);
  EXPECT_EQ(route.legs(1).kind(), v1::LEG_KIND_JUMP);
  EXPECT_EQ(route.legs(1).external_id(), "over");
  EXPECT_TRUE(route.legs(1).has_link_id());
  EXPECT_EQ(route.legs(1).link_id(), 0U);
  EXPECT_FALSE(route.legs(0).has_link_id());
  EXPECT_EQ(route.legs(1).point_count(), 2U);
  EXPECT_EQ(route.legs(1).cost_m(), 3);
  EXPECT_EQ(route.legs(1).length_m(), 2);
  EXPECT_EQ(route.legs(2).first_point(), route.legs(1).first_point() + 1);
  EXPECT_EQ(route.length_m(), 6);
  EXPECT_EQ(route.cost_m(), 7);
}

TEST_F(GapTest, AnAgentWithoutItIsToldThatItLacks) {
  const v1::PlanRouteResponse response = Plan(OverTheGap());
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_UNREACHABLE);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_ABILITY_MISSING);
  EXPECT_EQ(response.basis(), v1::ANSWER_BASIS_BAKED);
  EXPECT_EQ(response.expansions(), 0U);
}

TEST_F(GapTest, ABatchsAgentMayHaveAbilities) {
  v1::BatchRequest batch;
  batch.mutable_agent()->add_abilities("jump");
  *batch.add_items()->mutable_plan_route() = OverTheGap();
  *batch.add_items()->mutable_plan_route() = OverTheGap();
  batch.mutable_items(1)->mutable_plan_route()->mutable_agent()->set_profile("human");  // its own, without
  grpc::ClientContext context;
  v1::BatchResponse response;
  ASSERT_TRUE(server_->planning().Batch(&context, batch, &response).ok());
  EXPECT_EQ(response.results(0).plan_route().status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(response.results(1).plan_route().status(), v1::ROUTE_STATUS_UNREACHABLE);
}

TEST_F(GapTest, StartAndGoalSnapToCommonGround) {
  v1::PlanRouteRequest request = OverTheGap();
  request.mutable_start()->mutable_position()->set_x(2.9);  // the goal is within 2 m of both yards
  request.mutable_goals(0)->mutable_position()->set_x(4.5);
  EXPECT_EQ(Plan(request).status(), v1::ROUTE_STATUS_UNREACHABLE);
  request.mutable_snap()->set_mutually_reachable(true);
  const v1::PlanRouteResponse response = Plan(request);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_NEAR(response.start_snap_m() + response.goal_snap_m(), 1.1, 1e-6);
}

TEST_F(AnswersTest, EndsOffTheMeshAreToldApart) {
  EXPECT_EQ(Plan(Route(900, -499.5, 1003, -499.5)).status(), v1::ROUTE_STATUS_START_OFF_MESH);
  EXPECT_EQ(Plan(Route(1003, -499.5, 1003, -300)).status(), v1::ROUTE_STATUS_GOAL_OFF_MESH);
}

TEST_F(AnswersTest, AnExpansionLimitIsMarked) {
  v1::PlanRouteRequest request = Route(1000.5, -499.5, 1009.5, -499.5);
  request.mutable_limits()->set_max_expansions(1);
  const v1::PlanRouteResponse response = Plan(request);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_EXPANSION_LIMIT);
  EXPECT_EQ(response.basis(), v1::ANSWER_BASIS_INCOMPLETE_SEARCH);
  EXPECT_THAT(response.status(), ::testing::AnyOf(v1::ROUTE_STATUS_PARTIAL, v1::ROUTE_STATUS_LIMIT_REACHED));
  EXPECT_THAT(response.explanation(), ::testing::EndsWith("limit of expansions, limits.max_expansions: 1"));
}

TEST_F(AnswersTest, AnExpansionLimitThatNobodyAskedForIsMarkedAsTheServers) {
  ServerOptions options = TestServerOptions(folder_.path());
  options.limits.max_expansions = 1;
  RunningServer server(options);
  grpc::ClientContext context;
  v1::PlanRouteResponse response;
  ASSERT_TRUE(server.planning().PlanRoute(&context, Route(1000.5, -499.5, 1009.5, -499.5), &response).ok());
  EXPECT_THAT(response.explanation(), ::testing::EndsWith("limit of expansions, 1: the server's for requests "
                                                          "without limits.max_expansions"));
}

TEST_F(AnswersTest, ThePinnedGenerationAnswersAsIfNotPinned) {
  v1::PlanRouteRequest request = Route(1000.5, -499.5, 1009.5, -499.5);
  const v1::PlanRouteResponse free = Plan(request);
  *request.add_pinned() = free.maps(0);
  EXPECT_EQ(Plan(request).SerializeAsString(), free.SerializeAsString());
}

TEST_F(AnswersTest, PlacementsAreOnTheMeshAndTheSameForTheSameSeed) {
  const v1::PlaceResourceResponse response = PlaceAt(Scatter(500, 42));
  EXPECT_EQ(response.status(), v1::PLACE_STATUS_COMPLETE);
  EXPECT_EQ(response.basis(), v1::PLACE_BASIS_LABELS);
  ASSERT_EQ(response.points().xyz_size(), 1500);
  ASSERT_EQ(response.polys_size(), 500);
  const std::vector<std::string> yard = {"......#...", "......#...", ".####.#...", ".#..#.#...",
                                         ".#..#.....", ".####.....", ".........."};
  for (int i = 0; i < 500; ++i) {
    const auto column = static_cast<size_t>(response.points().xyz(3 * i) - 1000);
    const auto row = static_cast<size_t>(response.points().xyz(3 * i + 2) + 500);
    EXPECT_EQ(yard.at(row).at(column), '.');
  }
  EXPECT_EQ(PlaceAt(Scatter(500, 42)).SerializeAsString(), response.SerializeAsString());
  EXPECT_NE(PlaceAt(Scatter(500, 43)).SerializeAsString(), response.SerializeAsString());
}

TEST_F(AnswersTest, AScatterSaysWhyThereAreFewer) {
  v1::PlaceResourceRequest request = Scatter(500, 42);
  request.mutable_rules()->mutable_spacing()->set_between_m(3);
  const v1::PlaceResourceResponse response = PlaceAt(request);
  EXPECT_EQ(response.status(), v1::PLACE_STATUS_FEWER);
  EXPECT_GT(response.polys_size(), 5);
  const v1::PlaceRejections& last = response.rejections(response.rejections_size() - 1);
  EXPECT_EQ(last.reason(), v1::PLACE_REASON_NO_ROOM);
  EXPECT_EQ(static_cast<int>(last.count()), 500 - response.polys_size());
}

TEST_F(AnswersTest, ARegionOfIsolatedGroundHoldsNothing) {
  v1::PlaceResourceRequest request = Scatter(5, 42);
  request.mutable_rules()->MergeFrom(
      Parse<v1::PlaceRules>("region{box{center{x:1003 y:10 z:-496} half_x_m:1 half_y_m:1 half_z_m:1}}"));
  const v1::PlaceResourceResponse response = PlaceAt(request);
  EXPECT_EQ(response.status(), v1::PLACE_STATUS_NONE);
  EXPECT_EQ(response.rejections(0).reason(), v1::PLACE_REASON_ISOLATED);
  request.mutable_rules()->set_reachability(v1::REACHABILITY_ANY);
  EXPECT_EQ(PlaceAt(request).polys_size(), 5);
  EXPECT_EQ(PlaceAt(request).basis(), v1::PLACE_BASIS_SURFACE);
}

// Beside the wall; in the pocket; in the air.
TEST_F(AnswersTest, AnAuditNamesFaultsAndTheNearestGoodPositions) {
  v1::PlaceResourceRequest request = Parse<v1::PlaceResourceRequest>(
      "map_id:'yard' audit{xyz:[1000.5,10,-499.5, 1002.5,10,-496.5, 1000.5,90,-499.5] suggest:true}");
  const v1::PlaceResourceResponse audit = PlaceAt(request);
  EXPECT_EQ(audit.status(), v1::PLACE_STATUS_COMPLETE);
  ASSERT_EQ(audit.verdicts_size(), 3);
  EXPECT_EQ(audit.verdicts(0), v1::PLACE_REASON_GOOD);
  EXPECT_EQ(audit.verdicts(1), v1::PLACE_REASON_ISOLATED);
  EXPECT_EQ(audit.verdicts(2), v1::PLACE_REASON_OFF_MESH);
  EXPECT_THAT(audit.suggestions(), ElementsAre(v1::SUGGESTION_STATUS_GOOD, v1::SUGGESTION_STATUS_FOUND,
                                               v1::SUGGESTION_STATUS_NOT_FOUND))
      << "the last is 80 m up";
  EXPECT_NEAR(audit.points().xyz(3), 1001.0, 0.02);  // 1.5 m to the left, out of the pocket
  EXPECT_NEAR(audit.points().xyz(5), -496.5, 0.02);
  request.mutable_nearest()->add_xyz(1002.5);
  request.mutable_nearest()->add_xyz(10);
  request.mutable_nearest()->add_xyz(-496.5);
  request.mutable_nearest()->set_max_distance_m(1);
  EXPECT_EQ(PlaceAt(request).suggestions(0), v1::SUGGESTION_STATUS_NOT_FOUND);
  request.mutable_nearest()->set_max_distance_m(2);
  EXPECT_EQ(PlaceAt(request).suggestions(0), v1::SUGGESTION_STATUS_FOUND);
}

TEST_F(AnswersTest, AScatterWithoutACountIsOnePosition) { EXPECT_EQ(PlaceAt(Scatter(0, 1)).polys_size(), 1); }

TEST_F(AnswersTest, AStraightWalkIsLegal) {
  const v1::ValidateMoveResponse response = Validate(Move(1000.5, -499.5, 1003, -499.5));
  EXPECT_EQ(response.verdict(), v1::MOVE_VERDICT_LEGAL);
  EXPECT_EQ(response.rule(), v1::MOVE_RULE_EXACT);
  EXPECT_EQ(response.violations_size(), 0);
  EXPECT_THAT(response.checks_made(), ElementsAre(v1::MOVE_CHECK_BOUNDS, v1::MOVE_CHECK_SURFACE,
                                                  v1::MOVE_CHECK_REACHABILITY, v1::MOVE_CHECK_WALK));
  EXPECT_NEAR(response.end().x(), 1003, 1e-6);
  EXPECT_NEAR(response.end().y(), 10, 1e-6);
}

TEST_F(AnswersTest, AWalkThroughTheWallIsIllegalWithPlaceAndCorrection) {
  v1::ValidateMoveRequest request = Move(1005.5, -499.5, 1007.5, -499.5);
  EXPECT_EQ(Validate(request).corrections_size(), 0);
  for (const v1::MoveCorrectionKind kind :
       {v1::MOVE_CORRECTION_KIND_LAST_GOOD, v1::MOVE_CORRECTION_KIND_FURTHEST,
        v1::MOVE_CORRECTION_KIND_SLIDE}) {
    request.add_corrections(kind);
  }
  const v1::ValidateMoveResponse response = Validate(request);
  EXPECT_EQ(response.verdict(), v1::MOVE_VERDICT_ILLEGAL);
  EXPECT_EQ(response.first_bad_sample(), 1U);
  ASSERT_EQ(response.violations_size(), 1);
  EXPECT_EQ(response.violations(0).kind(), v1::MOVE_VIOLATION_KIND_BLOCKED);
  EXPECT_EQ(response.violations(0).check(), v1::MOVE_CHECK_WALK);
  EXPECT_NEAR(response.violations(0).at().x(), 1006, 1e-6);
  ASSERT_EQ(response.corrections_size(), 3);
  EXPECT_EQ(response.corrections(0).kind(), v1::MOVE_CORRECTION_KIND_SLIDE);
  EXPECT_LE(response.corrections(0).position().x(), 1006.0001);
  EXPECT_NEAR(response.corrections(0).distance_m(), 1.5, 0.0101);
  EXPECT_NEAR(response.corrections(0).walk_m(), 0.5, 0.0101);
  EXPECT_EQ(response.corrections(1).kind(), v1::MOVE_CORRECTION_KIND_FURTHEST);
  EXPECT_LE(response.corrections(1).position().x(), 1006.0001);
  EXPECT_NEAR(response.violations(0).last_good().x(), 1005.5, 1e-6);
  EXPECT_THAT(response.violations(0).explanation(), HasSubstr("in the way"));
  const v1::MoveCorrection& last = response.corrections(2);
  EXPECT_EQ(last.kind(), v1::MOVE_CORRECTION_KIND_LAST_GOOD);
  EXPECT_NEAR(last.position().x(), 1005.5, 1e-6);
}

TEST_F(AnswersTest, SkippedChecksAreNotMade) {
  v1::ValidateMoveRequest request = Move(1005.5, -499.5, 1007.5, -499.5);
  request.add_skipped_checks(v1::MOVE_CHECK_WALK);
  request.add_skipped_checks(v1::MOVE_CHECK_BOUNDS);
  const v1::ValidateMoveResponse response = Validate(request);
  EXPECT_EQ(response.verdict(), v1::MOVE_VERDICT_LEGAL);
  EXPECT_THAT(response.checks_made(), ElementsAre(v1::MOVE_CHECK_SURFACE, v1::MOVE_CHECK_REACHABILITY));
}

TEST_F(AnswersTest, ATrackIsJudgedUpToItsFirstBadSample) {
  auto request = Parse<v1::ValidateMoveRequest>(
      "track{map_id:'yard' xyz:[1000.5,10,-499.5, 1001,10,-499.5, 1001.5,10,-499.5, 1007.5,10,-499.5] "
      "time_s:[100,100.1,100.2,100.3]} tolerance_m:0.1 allowances{max_detour_ratio:1}");
  v1::ValidateMoveResponse response = Validate(request);
  ASSERT_EQ(response.violations_size(), 1);
  EXPECT_EQ(response.violations(0).kind(), v1::MOVE_VIOLATION_KIND_BLOCKED);
  EXPECT_EQ(response.first_bad_sample(), 3U);
  request.mutable_allowances()->set_max_speed_mps(5);
  response = Validate(request);
  EXPECT_EQ(response.violations(0).kind(), v1::MOVE_VIOLATION_KIND_TOO_FAST);
  EXPECT_NEAR(response.violations(0).measured(), 60, 1e-6);
  EXPECT_DOUBLE_EQ(response.violations(0).allowed(), 5.5);
  EXPECT_THAT(response.checks_made(), Contains(v1::MOVE_CHECK_SPEED));
  v1::MoveGrant& blink = *request.mutable_allowances()->add_grants();
  blink.set_kind(v1::MOVE_GRANT_KIND_BLINK);
  blink.set_from_s(100.25);
  blink.set_to_s(100.25);
  blink.set_distance_m(6);
  response = Validate(request);
  EXPECT_EQ(response.verdict(), v1::MOVE_VERDICT_LEGAL) << response.DebugString();
  EXPECT_NEAR(response.end().x(), 1007.5, 1e-6);
}

TEST_F(AnswersTest, AStartAloneIsTriedWithARandomEndThatTheSeedChooses) {
  v1::ValidateMoveRequest request = Move(1003, -496.5, 0, 0);  // in the closed pocket
  request.clear_to();
  request.set_seed(3);
  const v1::ValidateMoveResponse response = Validate(request);
  EXPECT_EQ(response.verdict(), v1::MOVE_VERDICT_LEGAL);
  EXPECT_GT(response.end().x(), 1002);
  EXPECT_LT(response.end().x(), 1004);
  EXPECT_EQ(Validate(request).SerializeAsString(), response.SerializeAsString());
  EXPECT_THAT(response.checks_made(),
              ElementsAre(v1::MOVE_CHECK_BOUNDS, v1::MOVE_CHECK_SURFACE, v1::MOVE_CHECK_REACHABILITY));
}

TEST_F(AnswersTest, TheSeedsRuleIsServedByName) {
  v1::ValidateMoveRequest request = Move(1003, -496.5, 1009.5, -493.5);  // out of the closed pocket
  request.add_skipped_checks(v1::MOVE_CHECK_WALK);
  EXPECT_EQ(Validate(request).violations(0).kind(), v1::MOVE_VIOLATION_KIND_UNREACHABLE);
  request.set_rule(v1::MOVE_RULE_SEED);
  const v1::ValidateMoveResponse response = Validate(request);
  EXPECT_EQ(response.verdict(), v1::MOVE_VERDICT_LEGAL);
  EXPECT_EQ(response.rule(), v1::MOVE_RULE_SEED);
}

TEST_F(AnswersTest, MovesFromAndToNowhereAreToldApart) {
  EXPECT_EQ(Validate(Move(990, -499.5, 1003, -499.5)).violations(0).kind(),
            v1::MOVE_VIOLATION_KIND_FROM_OFF_MESH);
  EXPECT_EQ(Validate(Move(1003, -499.5, 1003, -480)).violations(0).kind(),
            v1::MOVE_VIOLATION_KIND_TO_OFF_MESH);
  const v1::ValidateMoveResponse far = Validate(Move(1003, -499.5, 1003, -300));
  EXPECT_EQ(far.violations(0).kind(), v1::MOVE_VIOLATION_KIND_OUT_OF_BOUNDS);
  EXPECT_EQ(far.violations(0).check(), v1::MOVE_CHECK_BOUNDS);
  EXPECT_EQ(far.first_bad_sample(), 1U);
}

TEST_F(AnswersTest, ABatchAnswersAsUnaryCallsDo) {
  v1::BatchRequest request;
  request.set_tag(7);
  for (const v1::BatchItem& item : MixedItems()) *request.add_items() = item;
  grpc::ClientContext context;
  v1::BatchResponse response;
  const grpc::Status status = server_->planning().Batch(&context, request, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.tag(), 7U);
  ExpectUnaryAnswers(response);
}

TEST_F(AnswersTest, ABatchOfManyMixedMovesAnswersAsUnaryCallsDo) {
  v1::BatchRequest request;
  const char* const moves[] = {
      "validate_move{from{map_id:'yard' x:1000.5 y:10 z:-499.5} to{x:1003 y:10 z:-499.5}}",
      "validate_move{from{map_id:'yard' x:1005.5 y:10 z:-499.5} to{x:1007.5 y:10 z:-499.5}}",
      "validate_move{from{map_id:'hall' x:1 y:0 z:1} to{x:2 y:0 z:3} rule:MOVE_RULE_SEED}",
      "validate_move{from{map_id:'hall' x:nan y:0 z:1} to{x:2 y:0 z:3}}",
      "validate_move{from{map_id:'attic' x:0 y:0 z:0} to{x:0 y:0 z:0}}",
      "validate_move{from{map_id:'yard' x:1003 y:10 z:-496.5} to{x:1009 y:10 z:-494} skipped_checks:5}",
      "validate_move{track{map_id:'yard' xyz:[1000.5,10,-499.5, 1001,10,-499.5, 1900,10,0]}}",
      "validate_move{from{map_id:'yard' x:1000.5 y:10 z:-499.5} to{x:1003 y:10 z:-499.5} "
      "agent{profile:'ogre'}}",
      "validate_move{from{map_id:'yard' x:1000.5 y:10 z:-499.5} to{x:1003 y:10 z:-499.5} "
      "agent{profile:'elf'}}",
      "validate_move{from{map_id:'yard' x:1000.5 y:10 z:-499.5} to{x:1003 y:10 z:-499.5} "
      "agent{abilities:'jump'}}",
  };
  for (uint64_t i = 0; i < 64; ++i) {
    v1::BatchItem& item = *request.add_items();
    item = Parse<v1::BatchItem>(moves[i * 7 % std::size(moves)]);
    item.set_tag(i);
  }
  grpc::ClientContext context;
  v1::BatchResponse response;
  const grpc::Status status = server_->planning().Batch(&context, request, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_EQ(response.results_size(), 64);
  for (int i = 0; i < 64; ++i) {
    const v1::BatchResult expected = Unary(request.items(i));
    EXPECT_EQ(response.results(i).SerializeAsString(), expected.SerializeAsString()) << i;
  }
}

TEST_F(AnswersTest, ABatchGivesItsMapAndAgentToItsItems) {
  auto request = Parse<v1::BatchRequest>(
      "map_id:'hall' agent{profile:'giant'} "
      "items{plan_route{start{position{x:1 y:0 z:1}} goals{position{x:4 y:0 z:1}} agent{}}} "
      "items{plan_route{start{position{x:1 y:0 z:1}} goals{position{x:4 y:0 z:1}}}} "
      "items{place_resource{scatter{} agent{profile:'human'}}} "
      "items{validate_move{from{x:1 y:0 z:1} to{map_id:'hall' x:2 y:0 z:1} agent{}}}");
  grpc::ClientContext context;
  v1::BatchResponse response;
  const grpc::Status status = server_->planning().Batch(&context, request, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_EQ(response.results_size(), 4);
  EXPECT_EQ(response.results(0).plan_route().status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_NEAR(response.results(0).plan_route().routes(0).length_m(), 3, 1e-6);
  EXPECT_EQ(response.results(1).error().code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_THAT(response.results(1).error().message(), HasSubstr("agent.profile: "));
  EXPECT_EQ(response.results(2).place_resource().map().map_id(), "hall");
  EXPECT_EQ(response.results(3).validate_move().verdict(), v1::MOVE_VERDICT_LEGAL);
}

TEST_F(AnswersTest, ABatchWhoseAnswerWouldBeTooLargeFailsItemByItem) {
  ServerOptions options = TestServerOptions(folder_.path());
  options.limits.max_response_bytes = 4096;
  RunningServer small(options);
  v1::BatchRequest request;
  for (int i = 0; i < 4; ++i) {
    v1::PlaceResourceRequest& place = *request.add_items()->mutable_place_resource();
    place = Scatter(100, 1);
    place.set_point_format(v1::POINT_FORMAT_LOCAL_FLOATS);
  }
  grpc::ClientContext context;
  v1::BatchResponse response;
  const grpc::Status status = small.planning().Batch(&context, request, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_TRUE(response.results(0).has_place_resource());
  EXPECT_TRUE(response.results(1).has_place_resource());
  EXPECT_EQ(response.results(3).error().code(), grpc::StatusCode::OUT_OF_RANGE);
  EXPECT_THAT(response.results(3).error().message(), HasSubstr("4096"));
}

TEST_F(AnswersTest, AStreamAnswersEveryBatchAsUnaryCallsDo) {
  grpc::ClientContext context;
  const auto stream = server_->planning().Exchange(&context);
  constexpr int kBatches = 40;  // more than a stream's limit of batches in flight
  for (int tag = 0; tag < kBatches; ++tag) {
    v1::BatchRequest request;
    request.set_tag(tag);
    for (const v1::BatchItem& item : MixedItems()) *request.add_items() = item;
    ASSERT_TRUE(stream->Write(request));
  }
  ASSERT_TRUE(stream->WritesDone());
  std::map<uint64_t, v1::BatchResponse> responses;
  v1::BatchResponse response;
  while (stream->Read(&response)) responses[response.tag()] = response;
  EXPECT_TRUE(stream->Finish().ok());
  ASSERT_EQ(responses.size(), static_cast<size_t>(kBatches));
  ExpectUnaryAnswers(responses.at(0));
  for (int tag = 1; tag < kBatches; ++tag) {
    responses.at(tag).set_tag(0);
    EXPECT_EQ(responses.at(tag).SerializeAsString(), responses.at(0).SerializeAsString());
  }
}

TEST_F(AnswersTest, AStreamAnswersABadBatchWithItsErrorAndGoesOn) {
  grpc::ClientContext context;
  const auto stream = server_->planning().Exchange(&context);
  ASSERT_TRUE(stream->Write(Parse<v1::BatchRequest>("tag:1")));
  v1::BatchResponse response;
  ASSERT_TRUE(stream->Read(&response));
  EXPECT_EQ(response.tag(), 1U);
  EXPECT_EQ(response.error().code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(response.error().message(), "items: required");
  ASSERT_TRUE(stream->Write(Parse<v1::BatchRequest>("tag:2 items{place_resource{map_id:'hall' scatter{}}}")));
  ASSERT_TRUE(stream->Read(&response));
  EXPECT_EQ(response.tag(), 2U);
  EXPECT_TRUE(response.results(0).has_place_resource());
  stream->WritesDone();
  EXPECT_TRUE(stream->Finish().ok());
}

TEST_F(AnswersTest, TheCatalogueDescribesServerAndMaps) {
  grpc::ClientContext server_context;
  v1::DescribeServerResponse server;
  ASSERT_TRUE(server_->catalog().DescribeServer(&server_context, {}, &server).ok());
  EXPECT_EQ(server.maps(), 2U);
  EXPECT_GT(server.cpu_s(), 0);
  EXPECT_EQ(server.limits().max_batch_items(), 1024U);
  grpc::ClientContext map_context;
  v1::DescribeMapResponse map;
  ASSERT_TRUE(server_->catalog()
                  .DescribeMap(&map_context, Parse<v1::DescribeMapRequest>("map_id:'yard'"), &map)
                  .ok());
  EXPECT_EQ(map.summary().surface(), v1::SURFACE_KIND_NAVMESH);
  EXPECT_EQ(map.origin().x(), 1000);
  EXPECT_EQ(map.summary().min().x(), 1000);
  EXPECT_EQ(map.summary().max().z(), -493);
  ASSERT_EQ(map.variants_size(), 2);
  EXPECT_EQ(map.variants(0).profile(), "human");
  EXPECT_EQ(map.variants(1).profile(), "ogre");
  EXPECT_EQ(map.variants(0).area_m2(), 54);
  EXPECT_THAT(map.areas(0).name(), "ground");
  EXPECT_GT(map.sections_size(), 5);
}

TEST_F(AnswersTest, MapsAreListedInPages) {
  const auto list = [&](const std::string& request) {
    grpc::ClientContext context;
    v1::ListMapsResponse response;
    EXPECT_TRUE(server_->catalog().ListMaps(&context, Parse<v1::ListMapsRequest>(request), &response).ok());
    return response;
  };
  const v1::ListMapsResponse first = list("page_size:1");
  ASSERT_EQ(first.maps_size(), 1);
  EXPECT_EQ(first.maps(0).map_id(), "hall");
  const v1::ListMapsResponse second = list("page_size:1 page_token:'" + first.next_page_token() + "'");
  ASSERT_EQ(second.maps_size(), 1);
  EXPECT_EQ(second.maps(0).map_id(), "yard");
  EXPECT_EQ(second.next_page_token(), "");
  EXPECT_EQ(list("map_id_prefix:'ya'").maps_size(), 1);
  EXPECT_EQ(list("map_id_prefix:'x'").maps_size(), 0);
}

TEST_F(AnswersTest, TheSurfaceComesInPartsAndByRegion) {
  uint32_t next = 0;
  int polys = 0;
  do {
    grpc::ClientContext context;
    v1::GetSurfaceRequest request;
    request.set_map_id("yard");
    request.set_max_polys(20);
    request.set_first_poly(next);
    v1::GetSurfaceResponse response;
    ASSERT_TRUE(server_->catalog().GetSurface(&context, request, &response).ok());
    polys += response.polys_size();
    next = response.next_poly();
  } while (next != 0xffffffffU);
  EXPECT_EQ(polys, 54);
  grpc::ClientContext context;
  v1::GetSurfaceResponse response;
  ASSERT_TRUE(server_->catalog()
                  .GetSurface(&context,
                              Parse<v1::GetSurfaceRequest>("map_id:'yard' min{x:1000.2 y:9 z:-499.8} "
                                                           "max{x:1000.4 y:11 z:-499.6}"),
                              &response)
                  .ok());
  ASSERT_EQ(response.polys_size(), 1);
  EXPECT_THAT(response.corner_counts(), ElementsAre(4));
  EXPECT_EQ(response.corners().xyz_size(), 12);
  EXPECT_EQ(response.corners().xyz(0), 1000);
}

}  // namespace
}  // namespace waystone

#include "client/waystone_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "google/protobuf/text_format.h"
#include "tests/client/fake_service.h"

namespace waystone::client {
namespace {

using ::testing::HasSubstr;

constexpr std::chrono::milliseconds kPatience{60'000};  // nothing here waits that long unless it fails

std::unique_ptr<WaystoneClient> Connect(const FakeServer& server,
                                        std::chrono::milliseconds timeout = kPatience) {
  auto client = WaystoneClient::Create({.address = server.address(), .timeout = timeout});
  EXPECT_TRUE(client.ok()) << client.status();
  return *std::move(client);
}

RouteRequest SomeRoute() {
  return {.start = {"town", {1, 2, 3}},
          .goals = {{"town", {4, 5, 6}}},
          .agent = {.profile = "orc", .abilities = {"jump"}},
          .snap = {}};
}

TEST(WaystoneClient, SendsAllChangesOfARoute) {
  FakeServer server;
  v1::PlanRouteRequest seen;
  server.planning.plan_route = [&](auto&, const auto& request, auto&) {
    seen = request;
    return grpc::Status::OK;
  };
  RouteRequest request = SomeRoute();
  request.agent.min_clearance_m = 0.5;
  request.changes = {{.map_id = "town",
                      .closed_links = {"gate"},
                      .closed_link_ids = {1, 2},
                      .blocked_polys = {3},
                      .area_costs = {{"mud", 2.5, false}, {"door", 1, true}}}};
  request.pinned = {{"town", "abc"}};
  (void)Connect(server)->PlanRoute(request);
  v1::PlanRouteRequest want;
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(
      "changes{maps{map_id:'town' closed_links:'gate' closed_link_ids:[1,2] blocked_polys:3 "
      "area_costs{area:'mud' factor:2.5} area_costs{area:'door' factor:1 excluded:true}}} "
      "pinned{map_id:'town' generation:'abc'}",
      &want));
  EXPECT_EQ(seen.changes().DebugString(), want.changes().DebugString());
  ASSERT_EQ(seen.pinned_size(), 1);
  EXPECT_EQ(seen.pinned(0).DebugString(), want.pinned(0).DebugString());
  EXPECT_EQ(seen.agent().min_clearance_m(), 0.5);
}

// A sound answer: two legs over three points.
v1::PlanRouteResponse SoundRoute() {
  v1::PlanRouteResponse response;
  response.set_status(v1::ROUTE_STATUS_COMPLETE);
  response.add_maps()->set_map_id("town");
  v1::Route& route = *response.add_routes();
  v1::PointList& points = *route.add_points();
  points.set_origin_x(1000);
  for (const float coordinate : {0, 0, 0, 3, 0, 4, 3, 0, 10}) points.add_xyz(coordinate);
  for (const uint32_t first : {0U, 1U}) {
    v1::RouteLeg& leg = *route.add_legs();
    leg.set_kind(first == 0 ? v1::LEG_KIND_WALK : v1::LEG_KIND_JUMP);
    leg.set_first_point(first);
    leg.set_point_count(2);
  }
  route.set_length_m(11);
  return response;
}

absl::Status StatusOfAnswer(const v1::PlanRouteResponse& answer) {
  FakeServer server;
  server.planning.plan_route = [&](auto&, const auto&, v1::PlanRouteResponse& response) {
    response = answer;
    return grpc::Status::OK;
  };
  return Connect(server)->PlanRoute(SomeRoute()).status();
}

void ExpectMalformed(const v1::PlanRouteResponse& answer, std::string_view field) {
  const absl::Status status = StatusOfAnswer(answer);
  EXPECT_TRUE(absl::IsDataLoss(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr(std::string(field)));
}

TEST(WaystoneClient, OptionsThatCannotBeRightAreRefused) {
  EXPECT_TRUE(absl::IsInvalidArgument(WaystoneClient::Create({.address = ""}).status()));
  EXPECT_TRUE(
      absl::IsInvalidArgument(WaystoneClient::Create({.timeout = std::chrono::milliseconds(0)}).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(
      WaystoneClient::Create({.timeout = std::chrono::milliseconds(3'600'001)}).status()));
}

TEST(WaystoneClient, ARouteComesBackAsPoints) {
  FakeServer server;
  v1::PlanRouteRequest seen;
  server.planning.plan_route = [&](auto&, const v1::PlanRouteRequest& request,
                                   v1::PlanRouteResponse& response) {
    seen = request;
    response = SoundRoute();
    return grpc::Status::OK;
  };
  const absl::StatusOr<RouteAnswer> answer = Connect(server)->PlanRoute(SomeRoute());
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(seen.start().position().map_id(), "town");
  EXPECT_EQ(seen.goals(0).position().z(), 6);
  EXPECT_EQ(seen.agent().abilities(0), "jump");
  EXPECT_EQ(seen.snap().max_below_m(), 4);
  EXPECT_EQ(answer->status, RouteStatus::kComplete);
  ASSERT_EQ(answer->routes.size(), 1U);
  const Route& route = answer->routes[0];
  ASSERT_EQ(route.legs.size(), 2U);
  EXPECT_EQ(route.legs[1].kind, LegKind::kJump);
  EXPECT_EQ(route.LegPoints(route.legs[1]).front(), Vec3(1003, 0, 4));
  EXPECT_EQ(route.LegPoints(route.legs[1]).back(), Vec3(1003, 0, 10));
}

TEST(WaystoneClient, NoRouteIsAnAnswer) {
  v1::PlanRouteResponse answer;
  answer.set_status(v1::ROUTE_STATUS_UNREACHABLE);
  EXPECT_TRUE(StatusOfAnswer(answer).ok());
}

TEST(WaystoneClient, RouteAnswersThatBreakARuleAreDataLoss) {
  EXPECT_TRUE(StatusOfAnswer(SoundRoute()).ok());
  v1::PlanRouteResponse answer = SoundRoute();
  answer.mutable_routes(0)->mutable_points(0)->add_xyz(1);
  ExpectMalformed(answer, "routes[0].points[0].xyz");
  answer = SoundRoute();
  answer.mutable_routes(0)->mutable_points(0)->set_xyz(4, std::numeric_limits<float>::quiet_NaN());
  ExpectMalformed(answer, "routes[0].points[0].xyz");
  answer = SoundRoute();
  answer.mutable_routes(0)->mutable_points(0)->set_origin_z(std::numeric_limits<double>::infinity());
  ExpectMalformed(answer, "routes[0].points[0].origin");
  answer = SoundRoute();
  answer.mutable_routes(0)->mutable_legs(1)->set_point_count(3);
  ExpectMalformed(answer, "routes[0].legs[1]");
  answer = SoundRoute();
  answer.mutable_routes(0)->mutable_legs(1)->set_first_point(0xffffffffU);
  ExpectMalformed(answer, "routes[0].legs[1]");
  answer = SoundRoute();
  answer.mutable_routes(0)->mutable_legs(0)->set_map_index(1);
  ExpectMalformed(answer, "routes[0].legs[0].map_index");
  answer = SoundRoute();
  answer.mutable_routes(0)->mutable_legs(0)->set_kind(v1::LEG_KIND_UNSPECIFIED);
  ExpectMalformed(answer, "routes[0].legs[0].kind");
  answer = SoundRoute();
  answer.clear_maps();
  ExpectMalformed(answer, "routes[0].points");
  answer = SoundRoute();
  answer.clear_status();
  ExpectMalformed(answer, "status");
  answer = SoundRoute();
  answer.clear_routes();
  ExpectMalformed(answer, "routes");
  answer = SoundRoute();
  answer.mutable_routes(0)->set_length_m(std::numeric_limits<double>::quiet_NaN());
  ExpectMalformed(answer, "routes[0].length_m");
}

TEST(WaystoneClient, PlacementsWithoutAPolygonEachAreDataLoss) {
  FakeServer server;
  server.planning.place_resource = [](auto&, const v1::PlaceResourceRequest& request,
                                      v1::PlaceResourceResponse& response) {
    EXPECT_EQ(request.scatter().count(), 2U);
    EXPECT_EQ(request.scatter().seed(), 9U);
    response.set_status(v1::PLACE_STATUS_COMPLETE);
    for (int i = 0; i < 6; ++i) response.mutable_points()->add_xyz(static_cast<float>(i));
    response.add_polys(17);
    if (request.map_id() == "town") response.add_polys(18);
    return grpc::Status::OK;
  };
  const auto client = Connect(server);
  const auto good =
      client->PlaceResource({.map_id = "town", .agent = {}, .task = ScatterTask{.count = 2, .seed = 9}});
  ASSERT_TRUE(good.ok()) << good.status();
  EXPECT_EQ(good->points.view()[1], Vec3(3, 4, 5));
  EXPECT_EQ(good->polys, (std::vector<uint32_t>{17, 18}));
  const auto bad =
      client->PlaceResource({.map_id = "cave", .agent = {}, .task = ScatterTask{.count = 2, .seed = 9}});
  EXPECT_TRUE(absl::IsDataLoss(bad.status())) << bad.status();
}

TEST(WaystoneClient, EveryRuleOfAPlacementIsSent) {
  FakeServer server;
  v1::PlaceResourceRequest sent;
  server.planning.place_resource = [&](auto&, const v1::PlaceResourceRequest& request,
                                       v1::PlaceResourceResponse& response) {
    sent = request;
    response.set_status(v1::PLACE_STATUS_NONE);
    response.set_basis(v1::PLACE_BASIS_SEARCH);
    response.add_team_walk_m(3);
    v1::PlaceRejections& rejections = *response.add_rejections();
    rejections.set_reason(v1::PLACE_REASON_CANDIDATE_LIMIT);
    rejections.set_count(5);
    return grpc::Status::OK;
  };
  PlaceRequest request;
  request.map_id = "town";
  request.task = ScatterTask{.count = 5, .fairness = PlaceFairness{.teams = {{1, 2, 3}, {4, 5, 6}}}};
  request.rules.region = PrismRegion{.corners = {{0, 0}, {9, 0}, {0, 9}}, .min_y = {}, .max_y = 3};
  request.rules.reachability = Reachability::kFrom;
  request.rules.anchors = {{1, 2, 3}};
  request.rules.clearance_m = 0.5;
  request.rules.spacing = {8, 9, {{4, 5, 6}}, DistanceMetric::kWalking};
  request.rules.min_walk_m = 10;
  request.rules.max_walk_m = 20;
  request.rules.sight = {{.point = {7, 8, 9}, .hidden = true, .eye_height_m = 0}};
  request.rules.area_weights = {{"road", 0.5}};
  request.snap.max_below_m = 1;
  const auto answer = Connect(server)->PlaceResource(request);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(sent.ShortDebugString(),
            R"(map_id: "town" scatter { count: 5 fairness { team_xyz: 1 team_xyz: 2 team_xyz: 3 team_xyz: 4 )"
            R"(team_xyz: 5 team_xyz: 6 max_ratio: 1.1 } } rules { region { prism { corners_xz: 0 )"
            R"(corners_xz: 0 corners_xz: 9 corners_xz: 0 corners_xz: 0 corners_xz: 9 max_y: 3 } } )"
            R"(reachability: REACHABILITY_FROM anchor_xyz: 1 anchor_xyz: 2 anchor_xyz: 3 clearance_m: 0.5 )"
            R"(spacing { between_m: 8 from_existing_m: 9 existing_xyz: 4 existing_xyz: 5 existing_xyz: 6 )"
            R"(metric: DISTANCE_METRIC_WALKING } min_walk_m: 10 max_walk_m: 20 )"
            R"(sight { point { x: 7 y: 8 z: 9 } hidden: true eye_height_m: 0 } )"
            R"(area_weights { area: "road" weight: 0.5 } } )"
            R"(snap { radius_m: 2 max_above_m: 2 max_below_m: 1 })");
  EXPECT_EQ(answer->basis, PlaceBasis::kSearch);
  EXPECT_EQ(answer->team_walk_m, std::vector<double>{3});
  EXPECT_EQ(answer->rejections[0].reason, PlaceReason::kCandidateLimit);
}

TEST(WaystoneClient, OtherRegionsAreSentToo) {
  FakeServer server;
  std::string sent;
  server.planning.place_resource = [&](auto&, const v1::PlaceResourceRequest& request,
                                       v1::PlaceResourceResponse& response) {
    sent = request.rules().region().ShortDebugString();
    response.set_status(v1::PLACE_STATUS_NONE);
    return grpc::Status::OK;
  };
  const auto client = Connect(server);
  const auto region = [&](const PlaceRegion& shape) {
    PlaceRequest request;
    request.rules.region = shape;
    EXPECT_TRUE(client->PlaceResource(request).ok());
    return sent;
  };
  EXPECT_EQ(region({}), "");
  EXPECT_EQ(region(SphereRegion{{1, 2, 3}, 4}), "sphere { center { x: 1 y: 2 z: 3 } radius_m: 4 }");
  EXPECT_EQ(region(BoxRegion{{1, 2, 3}, {4, 5, 6}, 7}),
            "box { center { x: 1 y: 2 z: 3 } half_x_m: 4 half_y_m: 5 half_z_m: 6 yaw_deg: 7 }");
  EXPECT_EQ(region(BandRegion{{{1, 2, 3}}, 4}), "along { xyz: 1 xyz: 2 xyz: 3 half_width_m: 4 }");
}

TEST(WaystoneClient, AnAuditHasAVerdictForEachPositionOrIsDataLoss) {
  FakeServer server;
  server.planning.place_resource = [](auto&, const v1::PlaceResourceRequest& request,
                                      v1::PlaceResourceResponse& response) {
    response.set_status(v1::PLACE_STATUS_COMPLETE);
    response.add_verdicts(v1::PLACE_REASON_UNSPECIFIED);
    response.add_verdicts(v1::PLACE_REASON_NO_RETURN);
    if (request.map_id() == "cave") response.add_verdicts(v1::PLACE_REASON_SIGHT);
    if (!request.audit().suggest() && !request.has_nearest()) return grpc::Status::OK;
    for (int i = 0; i < 6; ++i) response.mutable_points()->add_xyz(static_cast<float>(i));
    for (const uint32_t found : {1, 0}) {
      response.add_found(found);
      response.add_polys(7);
    }
    if (request.map_id() == "mine") response.mutable_found()->RemoveLast();
    return grpc::Status::OK;
  };
  const auto client = Connect(server);
  PlaceRequest request;
  request.map_id = "town";
  request.task = AuditTask{.positions = {{}, {}}};
  const auto audit = client->PlaceResource(request);
  ASSERT_TRUE(audit.ok()) << audit.status();
  EXPECT_EQ(audit->verdicts, (std::vector<PlaceReason>{PlaceReason::kNone, PlaceReason::kNoReturn}));
  EXPECT_TRUE(audit->found.empty());
  request.task = AuditTask{.positions = {{}, {}}, .suggest = true};
  EXPECT_EQ(client->PlaceResource(request)->found, (std::vector<bool>{true, false}));
  request.map_id = "mine";
  EXPECT_TRUE(absl::IsDataLoss(client->PlaceResource(request).status())) << "a mark is missing";
  request.map_id = "town";
  request.task = NearestTask{.positions = {{}, {}}};
  EXPECT_EQ(client->PlaceResource(request)->points.view()[0], Vec3(0, 1, 2));
  request.map_id = "cave";
  EXPECT_TRUE(absl::IsDataLoss(client->PlaceResource(request).status())) << "a verdict too many";
}

TEST(WaystoneClient, AnIllegalMoveComesWithItsReason) {
  FakeServer server;
  server.planning.validate_move = [](auto&, const v1::ValidateMoveRequest& request,
                                     v1::ValidateMoveResponse& response) {
    EXPECT_EQ(request.tolerance_m(), 0.25);
    response.set_verdict(v1::MOVE_VERDICT_ILLEGAL);
    if (request.from().map_id() == "cave") return grpc::Status::OK;  // illegal without a reason
    v1::MoveViolation& violation = *response.add_violations();
    violation.set_kind(v1::MOVE_VIOLATION_KIND_BLOCKED);
    violation.mutable_at()->set_x(7);
    response.add_corrections()->set_kind(v1::MOVE_CORRECTION_KIND_SLIDE);
    return grpc::Status::OK;
  };
  const auto client = Connect(server);
  MoveRequest request;
  request.from = {"town", {}};
  request.to = Position{"town", {9, 0, 0}};
  request.tolerance_m = 0.25;
  const auto answer = client->ValidateMove(request);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->verdict, MoveVerdict::kIllegal);
  EXPECT_EQ(answer->violations[0].kind, MoveViolationKind::kBlocked);
  EXPECT_EQ(answer->violations[0].at, Vec3(7, 0, 0));
  EXPECT_EQ(answer->corrections[0].kind, MoveCorrectionKind::kSlide);
  EXPECT_EQ(answer->end, std::nullopt);
  request.from.map_id = "cave";
  EXPECT_TRUE(absl::IsDataLoss(client->ValidateMove(request).status()));
}

TEST(WaystoneClient, CallsAreTriedAgainWhileTheServerIsUnavailable) {
  FakeServer server;
  std::atomic<int> calls{0};
  server.planning.plan_route = [&](auto&, const auto&, v1::PlanRouteResponse& response) {
    if (++calls < 4) return grpc::Status(grpc::StatusCode::UNAVAILABLE, "not yet");
    response = SoundRoute();
    return grpc::Status::OK;
  };
  EXPECT_TRUE(Connect(server)->PlanRoute(SomeRoute()).ok());
  EXPECT_EQ(calls, 4);
}

TEST(WaystoneClient, AfterFourTriesTheErrorComesThrough) {
  FakeServer server;
  std::atomic<int> calls{0};
  server.planning.plan_route = [&](auto&, const auto&, auto&) {
    ++calls;
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "never");
  };
  const absl::Status status = Connect(server)->PlanRoute(SomeRoute()).status();
  EXPECT_EQ(status, absl::UnavailableError("never"));
  EXPECT_EQ(calls, 4);
}

TEST(WaystoneClient, OtherErrorsAreNotTriedAgain) {
  FakeServer server;
  std::atomic<int> calls{0};
  server.planning.plan_route = [&](auto&, const auto&, auto&) {
    ++calls;
    return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "start.position.x: must be finite");
  };
  const absl::Status status = Connect(server)->PlanRoute(SomeRoute()).status();
  EXPECT_EQ(status, absl::InvalidArgumentError("start.position.x: must be finite"));
  EXPECT_EQ(calls, 1);
}

TEST(WaystoneClient, TheTimeoutEndsACallThatHangs) {
  FakeServer server;
  server.planning.plan_route = [](grpc::ServerContext& context, const auto&, auto&) {
    while (!context.IsCancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return grpc::Status::CANCELLED;
  };
  const auto client = Connect(server, std::chrono::milliseconds(200));
  EXPECT_TRUE(absl::IsDeadlineExceeded(client->PlanRoute(SomeRoute()).status()));
}

TEST(WaystoneClient, ABatchAnswersEachItemInItsKind) {
  FakeServer server;
  server.planning.batch = [](auto&, const v1::BatchRequest& request, v1::BatchResponse& response) {
    EXPECT_EQ(request.map_id(), "town");
    EXPECT_EQ(request.agent().profile(), "orc");
    EXPECT_FALSE(request.items(1).validate_move().has_agent());
    for (const v1::BatchItem& item : request.items()) response.add_results()->set_tag(item.tag());
    *response.mutable_results(0)->mutable_plan_route() = SoundRoute();
    response.mutable_results(1)->mutable_validate_move()->set_verdict(v1::MOVE_VERDICT_LEGAL);
    response.mutable_results(2)->mutable_error()->set_code(5);
    response.mutable_results(2)->mutable_error()->set_message("no such map");
    response.mutable_results(3)->mutable_validate_move()->set_verdict(v1::MOVE_VERDICT_LEGAL);
    return grpc::Status::OK;
  };
  const BatchRequest request{.map_id = "town",
                             .agent = {.profile = "orc", .abilities = {}},
                             .items = {SomeRoute(), MoveRequest{}, PlaceRequest{}, PlaceRequest{}}};
  const absl::StatusOr<BatchAnswer> answer = Connect(server)->Batch(request);
  ASSERT_TRUE(answer.ok()) << answer.status();
  ASSERT_EQ(answer->size(), 4U);
  EXPECT_TRUE(std::holds_alternative<RouteAnswer>(*(*answer)[0]));
  EXPECT_EQ(std::get<MoveAnswer>(*(*answer)[1]).verdict, MoveVerdict::kLegal);
  EXPECT_EQ((*answer)[2].status(), absl::NotFoundError("no such map"));
  EXPECT_TRUE(absl::IsDataLoss((*answer)[3].status())) << "a verdict is no answer to a placement";
}

TEST(WaystoneClient, ABatchWithResultsMissingOrMixedUpIsDataLoss) {
  FakeServer server;
  server.planning.batch = [](auto&, const v1::BatchRequest& request, v1::BatchResponse& response) {
    for (int i = request.items_size() - 1; i >= 0; --i) {
      v1::BatchResult& result = *response.add_results();
      result.set_tag(request.items(i).tag());
      result.mutable_validate_move()->set_verdict(v1::MOVE_VERDICT_LEGAL);
    }
    if (request.map_id() == "short") response.mutable_results()->RemoveLast();
    return grpc::Status::OK;
  };
  const auto client = Connect(server);
  const std::vector<AnyRequest> moves = {MoveRequest{}, MoveRequest{}};
  EXPECT_TRUE(absl::IsDataLoss(client->Batch({.map_id = "short", .agent = {}, .items = moves}).status()));
  EXPECT_TRUE(absl::IsDataLoss(client->Batch({.map_id = "backwards", .agent = {}, .items = moves}).status()));
  EXPECT_TRUE(client->Batch({.map_id = "one", .agent = {}, .items = {MoveRequest{}}}).ok());
}

TEST(WaystoneClient, ListMapsCollectsEveryPage) {
  FakeServer server;
  server.catalog.list_maps = [](auto&, const v1::ListMapsRequest& request, v1::ListMapsResponse& response) {
    const bool is_first = request.page_token().empty();
    response.add_maps()->set_map_id(is_first ? "cave" : "town");
    if (is_first) response.set_next_page_token("more");
    return grpc::Status::OK;
  };
  const auto maps = Connect(server)->ListMaps();
  ASSERT_TRUE(maps.ok()) << maps.status();
  ASSERT_EQ(maps->size(), 2U);
  EXPECT_EQ((*maps)[1].map_id, "town");
}

TEST(WaystoneClient, AnEndlessListOfEmptyPagesIsRefused) {
  FakeServer server;
  server.catalog.list_maps = [](auto&, const auto&, v1::ListMapsResponse& response) {
    response.set_next_page_token("more");
    return grpc::Status::OK;
  };
  EXPECT_TRUE(absl::IsDataLoss(Connect(server)->ListMaps().status()));
}

TEST(WaystoneClient, OneClientServesManyThreads) {
  FakeServer server;
  server.planning.plan_route = [](auto&, const v1::PlanRouteRequest& request,
                                  v1::PlanRouteResponse& response) {
    response = SoundRoute();
    response.set_expansions(static_cast<uint32_t>(request.start().position().x()));
    return grpc::Status::OK;
  };
  const auto client = Connect(server);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        RouteRequest request = SomeRoute();
        request.start.at.x = t * 100 + i;
        const auto answer = client->PlanRoute(request);
        if (!answer.ok() || answer->expansions != static_cast<uint32_t>(t * 100 + i)) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(WaystoneClient, TellsWhetherAServiceTakesCalls) {
  FakeServer server;
  const auto client = Connect(server);
  server.SetServing("waystone.v1.PathPlanning", true);
  EXPECT_EQ(client->IsServing().value(), true);
  server.SetServing("waystone.v1.PathPlanning", false);
  EXPECT_EQ(client->IsServing().value(), false);
  EXPECT_EQ(client->IsServing("nobody").status().code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace waystone::client

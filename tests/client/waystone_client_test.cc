#include "client/waystone_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "tests/client/fake_service.h"

namespace waystone::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::chrono::milliseconds kPatience{60'000};  // nothing here waits that long unless it fails

std::unique_ptr<WaystoneClient> Connect(const FakeServer& server,
                                        std::chrono::milliseconds timeout = kPatience) {
  auto client = WaystoneClient::Create({.address = server.address(), .timeout = timeout});
  EXPECT_TRUE(client.ok()) << client.status();
  return *std::move(client);
}

v1::PlanRouteRequest SomeRoute() {
  v1::PlanRouteRequest request;
  *request.mutable_start() = MakeLocation("town", {1, 2, 3});
  *request.add_goals() = MakeLocation("town", {4, 5, 6});
  request.mutable_agent()->set_profile("orc");
  request.mutable_agent()->add_abilities("jump");
  return request;
}

// A sound answer: two legs over three points.
v1::PlanRouteResponse SoundRoute() {
  v1::PlanRouteResponse response;
  response.set_status(v1::ROUTE_STATUS_COMPLETE);
  response.add_maps()->set_map_id("town");
  v1::Route& route = *response.add_routes();
  v1::PointList& points = *route.add_points();
  for (const double coordinate : {1000, 0, 0, 1003, 0, 4, 1003, 0, 10}) points.add_xyz(coordinate);
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
  EXPECT_EQ(WaystoneClient::Create({.hedge_after = std::chrono::milliseconds(-1)}).status(),
            absl::InvalidArgumentError("hedge_after: must be 0 to 3600000 ms"));
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
  const absl::StatusOr<v1::PlanRouteResponse> answer = Connect(server)->PlanRoute(SomeRoute());
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(seen.start().position().map_id(), "town");
  EXPECT_EQ(seen.goals(0).position().z(), 6);
  EXPECT_EQ(seen.agent().abilities(0), "jump");
  EXPECT_EQ(answer->status(), v1::ROUTE_STATUS_COMPLETE);
  ASSERT_EQ(answer->routes_size(), 1);
  const v1::Route& route = answer->routes(0);
  ASSERT_EQ(route.legs_size(), 2);
  EXPECT_EQ(route.legs(1).kind(), v1::LEG_KIND_JUMP);
  EXPECT_EQ(LegPoints(route, route.legs(1)).front(), Vec3(1003, 0, 4));
  EXPECT_EQ(LegPoints(route, route.legs(1)).back(), Vec3(1003, 0, 10));
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
  ExpectMalformed(answer, "routes[0].points[0].xyz: the number");
  answer = SoundRoute();
  answer.mutable_routes(0)->mutable_points(0)->add_local_xyz(1);
  ExpectMalformed(answer, "routes[0].points[0]: both lists");
  answer.mutable_routes(0)->mutable_points(0)->clear_xyz();
  ExpectMalformed(answer, "routes[0].points[0].local_xyz: the number");
  answer = SoundRoute();
  answer.mutable_routes(0)->mutable_points(0)->set_xyz(4, std::numeric_limits<double>::quiet_NaN());
  ExpectMalformed(answer, "routes[0].points[0].xyz: not finite");
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
    for (int i = 0; i < 6; ++i) response.mutable_points()->add_xyz(i);
    response.add_polys(17);
    if (request.map_id() == "town") response.add_polys(18);
    return grpc::Status::OK;
  };
  const auto client = Connect(server);
  v1::PlaceResourceRequest request;
  request.set_map_id("town");
  request.mutable_scatter()->set_count(2);
  request.mutable_scatter()->set_seed(9);
  const auto good = client->PlaceResource(request);
  ASSERT_TRUE(good.ok()) << good.status();
  EXPECT_EQ(PointsOf(good->points())[1], Vec3(3, 4, 5));
  EXPECT_THAT(good->polys(), ElementsAre(17U, 18U));
  request.set_map_id("cave");
  const auto bad = client->PlaceResource(request);
  EXPECT_TRUE(absl::IsDataLoss(bad.status())) << bad.status();
}

TEST(WaystoneClient, AnAuditHasAVerdictForEachPositionOrIsDataLoss) {
  FakeServer server;
  server.planning.place_resource = [](auto&, const v1::PlaceResourceRequest& request,
                                      v1::PlaceResourceResponse& response) {
    response.set_status(v1::PLACE_STATUS_COMPLETE);
    response.add_verdicts(v1::PLACE_REASON_GOOD);
    response.add_verdicts(v1::PLACE_REASON_NO_RETURN);
    if (request.map_id() == "cave") response.add_verdicts(v1::PLACE_REASON_SIGHT);
    if (!request.audit().suggest() && !request.has_nearest()) return grpc::Status::OK;
    for (int i = 0; i < 6; ++i) response.mutable_points()->add_xyz(i);
    for (const v1::SuggestionStatus status : {v1::SUGGESTION_STATUS_GOOD, v1::SUGGESTION_STATUS_NOT_FOUND}) {
      response.add_suggestions(status);
      response.add_polys(7);
    }
    if (request.map_id() == "mine") response.mutable_suggestions()->RemoveLast();
    return grpc::Status::OK;
  };
  const auto client = Connect(server);
  v1::PlaceResourceRequest request;
  request.set_map_id("town");
  AddPoints({{}, {}}, request.mutable_audit()->mutable_xyz());
  const auto audit = client->PlaceResource(request);
  ASSERT_TRUE(audit.ok()) << audit.status();
  EXPECT_THAT(audit->verdicts(), ElementsAre(v1::PLACE_REASON_GOOD, v1::PLACE_REASON_NO_RETURN));
  EXPECT_EQ(FoundPlace(*audit, 0), std::nullopt);
  request.mutable_audit()->set_suggest(true);
  const auto suggested = client->PlaceResource(request);
  ASSERT_TRUE(suggested.ok()) << suggested.status();
  EXPECT_EQ(FoundPlace(*suggested, 0), Vec3(0, 1, 2));
  EXPECT_EQ(FoundPlace(*suggested, 1), std::nullopt);
  request.set_map_id("mine");
  EXPECT_TRUE(absl::IsDataLoss(client->PlaceResource(request).status())) << "a mark is missing";
  request.set_map_id("town");
  AddPoints({{}, {}}, request.mutable_nearest()->mutable_xyz());
  const auto nearest = client->PlaceResource(request);
  ASSERT_TRUE(nearest.ok()) << nearest.status();
  EXPECT_EQ(FoundPlace(*nearest, 0), Vec3(0, 1, 2));
  request.set_map_id("cave");
  EXPECT_TRUE(absl::IsDataLoss(client->PlaceResource(request).status())) << "a verdict too many";
}

TEST(WaystoneClient, ABodyThatCannotMoveNeedsNoOtherReason) {
  FakeServer server;
  server.planning.validate_move = [](auto&, const v1::ValidateMoveRequest& request,
                                     v1::ValidateMoveResponse& response) {
    response.set_verdict(v1::MOVE_VERDICT_ILLEGAL);
    if (request.seed() == 0) response.mutable_body()->set_part(v1::BODY_MOVE_PART_NONE);
    return grpc::Status::OK;
  };
  const auto client = Connect(server);
  v1::ValidateMoveRequest request;
  request.set_body_only(true);
  EXPECT_TRUE(client->ValidateMove(request).ok());
  request.set_seed(1);
  EXPECT_TRUE(absl::IsDataLoss(client->ValidateMove(request).status())) << "the server knows no bodies";
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
  v1::ValidateMoveRequest request;
  *request.mutable_from() = MakePosition("town", {});
  *request.mutable_to() = MakePosition("town", {9, 0, 0});
  request.set_tolerance_m(0.25);
  const auto answer = client->ValidateMove(request);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->verdict(), v1::MOVE_VERDICT_ILLEGAL);
  EXPECT_EQ(answer->violations(0).kind(), v1::MOVE_VIOLATION_KIND_BLOCKED);
  EXPECT_EQ(ToVec3(answer->violations(0).at()), Vec3(7, 0, 0));
  EXPECT_EQ(answer->corrections(0).kind(), v1::MOVE_CORRECTION_KIND_SLIDE);
  EXPECT_FALSE(answer->has_end());
  request.mutable_from()->set_map_id("cave");
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

TEST(WaystoneClient, ABusyServerIsAskedAgainWhenItSays) {
  FakeServer server;
  std::atomic<int> calls{0};
  std::chrono::steady_clock::time_point refused;
  std::chrono::steady_clock::time_point asked_again;
  server.planning.plan_route = [&](auto& context, const auto&, v1::PlanRouteResponse& response) {
    if (++calls == 1) {
      context.AddTrailingMetadata("grpc-retry-pushback-ms", "400");
      refused = std::chrono::steady_clock::now();
      return grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "busy");
    }
    asked_again = std::chrono::steady_clock::now();
    response = SoundRoute();
    return grpc::Status::OK;
  };
  EXPECT_TRUE(Connect(server)->PlanRoute(SomeRoute()).ok());
  EXPECT_EQ(calls, 2);
  EXPECT_GE(asked_again - refused, std::chrono::milliseconds(390));
}

TEST(WaystoneClient, WhatTheServerWouldRefuseAgainIsNotTriedAgain) {
  FakeServer server;
  std::atomic<int> calls{0};
  server.planning.plan_route = [&](auto& context, const auto&, auto&) {
    ++calls;
    context.AddTrailingMetadata("grpc-retry-pushback-ms", "-1");
    return grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "too much memory");
  };
  EXPECT_EQ(Connect(server)->PlanRoute(SomeRoute()).status(),
            absl::ResourceExhaustedError("too much memory"));
  EXPECT_EQ(calls, 1);
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

// Two replicas of a name, of which the first lets all wait until they give up.
class TwoReplicas {
 public:
  TwoReplicas() {
    slow.planning.plan_route = [this](grpc::ServerContext& context, const auto&, auto&) {
      ++slow_calls;
      while (!context.IsCancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      ++cancelled;
      return grpc::Status::CANCELLED;
    };
    slow.planning.batch = [this](auto&, const auto&, auto&) { return ++slow_met, grpc::Status::OK; };
    quick.planning.batch = [this](auto&, const auto&, auto&) { return ++quick_met, grpc::Status::OK; };
    quick.planning.plan_route = [this](auto&, const auto&, v1::PlanRouteResponse& response) {
      ++quick_calls;
      response = SoundRoute();
      return grpc::Status::OK;
    };
  }
  std::unique_ptr<WaystoneClient> Connect(std::chrono::milliseconds hedge_after) const {
    auto client = WaystoneClient::Create({.address = "ipv4:" + slow.address() + "," + quick.address(),
                                          .timeout = kPatience,
                                          .hedge_after = hedge_after});
    EXPECT_TRUE(client.ok()) << client.status();
    // Calls go round all replicas that are connected.
    while (slow_met == 0 || quick_met == 0) EXPECT_TRUE((*client)->Batch({}).ok());
    return *std::move(client);
  }

  std::atomic<int> slow_met = 0;
  std::atomic<int> quick_met = 0;
  std::atomic<int> slow_calls = 0;
  std::atomic<int> cancelled = 0;
  std::atomic<int> quick_calls = 0;
  FakeServer slow;
  FakeServer quick;
};

TEST(WaystoneClient, ACallThatHasToWaitIsMadeASecondTime) {
  TwoReplicas replicas;
  const auto client = replicas.Connect(std::chrono::milliseconds(50));
  for (int i = 0; i < 8; ++i) {
    const auto answer = client->PlanRoute(SomeRoute());
    ASSERT_TRUE(answer.ok()) << answer.status();
    EXPECT_EQ(answer->status(), v1::ROUTE_STATUS_COMPLETE);
  }
  EXPECT_GT(replicas.slow_calls, 0);
  EXPECT_EQ(replicas.quick_calls, 8);
  while (replicas.cancelled < replicas.slow_calls) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

TEST(WaystoneClient, OfAllCallsOnlySomeAreMadeASecondTime) {
  FakeServer server;
  std::atomic<int> calls = 0;
  server.planning.plan_route = [&](grpc::ServerContext& context, const auto&, auto&) {
    ++calls;
    while (!context.IsCancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return grpc::Status::CANCELLED;
  };
  const auto client = WaystoneClient::Create({.address = server.address(),
                                              .timeout = std::chrono::milliseconds(100),
                                              .hedge_after = std::chrono::milliseconds(1)});
  ASSERT_TRUE(client.ok());
  for (int i = 0; i < 40; ++i) {
    EXPECT_TRUE(absl::IsDeadlineExceeded((*client)->PlanRoute(SomeRoute()).status()));
  }
  EXPECT_GE(calls, 40 + 10);
  EXPECT_LE(calls, 40 + 10 + 40 / 20);
}

TEST(WaystoneClient, AnErrorThatStaysIsNotWaitedFor) {
  TwoReplicas replicas;
  replicas.quick.planning.plan_route = [](auto&, const auto&, auto&) {
    return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "start: required");
  };
  const auto client = replicas.Connect(std::chrono::milliseconds(20));
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(client->PlanRoute(SomeRoute()).status(), absl::InvalidArgumentError("start: required"));
  }
}

// Of a replica that lacks the map, or whose package is damaged: without the second call the answer would have come.
TEST(WaystoneClient, AnErrorOfOneReplicaIsNotTakenForTheAnswerOfTheOther) {
  for (const grpc::StatusCode code : {grpc::StatusCode::NOT_FOUND, grpc::StatusCode::DATA_LOSS}) {
    TwoReplicas replicas;
    std::atomic<int> errors = 0;
    replicas.slow.planning.plan_route = [](auto&, const auto&, v1::PlanRouteResponse& response) {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      response = SoundRoute();
      return grpc::Status::OK;
    };
    replicas.quick.planning.plan_route = [&](auto&, const auto&, auto&) {
      return ++errors, grpc::Status(code, "no such map");
    };
    const auto client = replicas.Connect(std::chrono::milliseconds(20));
    int first_answers = 0;
    for (int i = 0; i < 6; ++i) {
      const int before = errors;
      const auto answer = client->PlanRoute(SomeRoute());
      if (answer.ok() && errors > before) ++first_answers;  // the slow one's, of two calls
    }
    EXPECT_GT(first_answers, 0);
  }
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
  v1::BatchRequest request;
  request.set_map_id("town");
  request.mutable_agent()->set_profile("orc");
  *request.add_items()->mutable_plan_route() = SomeRoute();
  request.add_items()->mutable_validate_move();
  request.add_items()->mutable_place_resource();
  request.add_items()->mutable_place_resource();
  for (int i = 0; i < 4; ++i) request.mutable_items(i)->set_tag(static_cast<uint64_t>(7 + i));
  const absl::StatusOr<v1::BatchResponse> answer = Connect(server)->Batch(request);
  ASSERT_TRUE(answer.ok()) << answer.status();
  ASSERT_EQ(answer->results_size(), 4);
  EXPECT_TRUE(answer->results(0).has_plan_route());
  EXPECT_TRUE(ToStatus(answer->results(0)).ok());
  EXPECT_EQ(answer->results(1).validate_move().verdict(), v1::MOVE_VERDICT_LEGAL);
  EXPECT_EQ(ToStatus(answer->results(2)), absl::NotFoundError("no such map"));
  EXPECT_TRUE(absl::IsDataLoss(ToStatus(answer->results(3)))) << "a verdict is no answer to a placement";
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
  v1::BatchRequest batch;
  for (const uint64_t tag : {0U, 1U}) {
    batch.add_items()->mutable_validate_move();
    batch.mutable_items(static_cast<int>(tag))->set_tag(tag);
  }
  batch.set_map_id("short");
  EXPECT_TRUE(absl::IsDataLoss(client->Batch(batch).status()));
  batch.set_map_id("backwards");
  EXPECT_TRUE(absl::IsDataLoss(client->Batch(batch).status()));
  batch.mutable_items()->RemoveLast();
  EXPECT_TRUE(client->Batch(batch).ok());
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
  ASSERT_EQ(maps->maps_size(), 2);
  EXPECT_EQ(maps->maps(1).map_id(), "town");
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
        v1::PlanRouteRequest request = SomeRoute();
        request.mutable_start()->mutable_position()->set_x(t * 100 + i);
        const auto answer = client->PlanRoute(request);
        if (!answer.ok() || answer->expansions() != static_cast<uint32_t>(t * 100 + i)) ++wrong;
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

TEST(WaystoneClient, CallsNameTheirMapForProxies) {
  FakeServer server;
  std::vector<std::string> named;
  const auto note = [&named](grpc::ServerContext& context) {
    const auto found = context.client_metadata().find("waystone-map");
    named.push_back(found == context.client_metadata().end()
                        ? "none"
                        : std::string(found->second.data(), found->second.size()));
    return grpc::Status(grpc::StatusCode::NOT_FOUND, "");
  };
  server.planning.plan_route = [&](grpc::ServerContext& context, const auto&, auto&) {
    return note(context);
  };
  server.planning.validate_move = [&](grpc::ServerContext& context, const auto&, auto&) {
    return note(context);
  };
  const auto client = Connect(server);
  v1::PlanRouteRequest route;
  *route.mutable_start() = MakeLocation("town", {0, 0, 0});
  EXPECT_FALSE(client->PlanRoute(route).ok());
  *route.mutable_start() = MakeLocation("\xc3\xa9t\xc3\xa9", {0, 0, 0});  // metadata are plain text
  EXPECT_FALSE(client->PlanRoute(route).ok());
  *route.mutable_start() = MakeLocation("a\nb", {0, 0, 0});
  EXPECT_FALSE(client->PlanRoute(route).ok());
  v1::ValidateMoveRequest move;
  move.mutable_track()->set_map_id("cave");
  EXPECT_FALSE(client->ValidateMove(move).ok());
  EXPECT_EQ(named, (std::vector<std::string>{"town", "none", "none", "cave"}));
}

}  // namespace
}  // namespace waystone::client

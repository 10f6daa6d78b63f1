#include "client/cli/answer_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "client/cli/overlay_json.h"
#include "client/messages.h"

namespace waystone::cli {
namespace {

v1::PlanRouteRequest RequestOnTown(const Vec3& from, const Vec3& to) {
  v1::PlanRouteRequest request;
  *request.mutable_start() = client::MakeLocation("town", from);
  *request.add_goals() = client::MakeLocation("town", to);
  return request;
}

v1::PlanRouteResponse StraightRoute() {
  v1::PlanRouteResponse answer;
  answer.set_status(v1::ROUTE_STATUS_COMPLETE);
  answer.set_basis(v1::ANSWER_BASIS_BAKED_UNTOUCHED);
  answer.add_maps()->set_map_id("town");
  v1::Route& route = *answer.add_routes();
  v1::PointList& points = *route.add_points();
  points.set_origin_x(100);
  for (const float coordinate : {0.0F, 0.0F, 0.0F, 0.5F, 0.0F, 4.0F}) points.add_local_xyz(coordinate);
  v1::RouteLeg& leg = *route.add_legs();
  leg.set_kind(v1::LEG_KIND_WALK);
  leg.set_point_count(2);
  leg.set_length_m(4.00125);
  return answer;
}

TEST(AnswerJson, EveryFieldHasItsNameAndZerosAreNumbersToo) {
  v1::MeasureDistancesResponse answer;
  answer.add_distance_m(2.25F);
  answer.add_distance_m(-1);
  answer.add_statuses(v1::DISTANCE_STATUS_FOUND);
  answer.add_statuses(v1::DISTANCE_STATUS_UNREACHABLE);
  answer.mutable_map()->set_map_id("town");
  EXPECT_EQ(
      JsonLine(answer),
      R"({"distance_m":[2.25,-1],"statuses":["DISTANCE_STATUS_FOUND","DISTANCE_STATUS_UNREACHABLE"],)"
      R"("map":{"map_id":"town","generation":""},"surface":"SURFACE_KIND_UNSPECIFIED","missing_maps":[],"missing_map_count":0})"
      "\n");
}

TEST(AnswerJson, AnAnswerIsOneLineWithWhatWasAsked) {
  v1::MeasureDistancesRequest request;
  request.set_map_id("town");
  client::AddPoint({1, 0.5, 0}, request.mutable_source_xyz());
  EXPECT_EQ(
      AnswerLine("distances", request, v1::MeasureDistancesResponse()),
      R"({"kind":"distances","request":{"map_id":"town","source_xyz":[1,0.5,0]},)"
      R"("response":{"distance_m":[],"statuses":[],"surface":"SURFACE_KIND_UNSPECIFIED","missing_maps":[],"missing_map_count":0}})"
      "\n");
}

TEST(AnswerJson, DrawReadsWhatTheCommandsPrint) {
  draw::Overlays overlays;
  const std::string route = AnswerLine("route", RequestOnTown({}, {}), StraightRoute());
  EXPECT_TRUE(ReadOverlays("r", route, kRouteAnswer, "town", overlays).ok());
  v1::PlaceResourceRequest place;
  place.set_map_id("town");
  v1::PlaceResourceResponse places;
  places.set_status(v1::PLACE_STATUS_COMPLETE);
  for (const float coordinate : {1, 2, 3}) places.mutable_points()->add_xyz(coordinate);
  places.add_polys(7);
  EXPECT_TRUE(ReadOverlays("p", AnswerLine("place", place, places), kPlaceAnswer, "town", overlays).ok());
  v1::ValidateMoveRequest asked;
  asked.mutable_from()->set_map_id("town");
  v1::ValidateMoveResponse move;
  move.set_verdict(v1::MOVE_VERDICT_ILLEGAL);
  move.add_violations()->set_kind(v1::MOVE_VIOLATION_KIND_BLOCKED);
  *move.mutable_violations(0)->mutable_at() = client::MakePosition("", {1, 2, 3});
  EXPECT_TRUE(ReadOverlays("m", AnswerLine("move", asked, move), kMoveAnswer, "town", overlays).ok());
  ASSERT_EQ(overlays.routes.size(), 1U);
  ASSERT_EQ(overlays.placements.size(), 1U);
  ASSERT_EQ(overlays.moves.size(), 1U);
  EXPECT_EQ(overlays.routes[0].visits[0].back(), Vec3(100.5, 0, 4));
  EXPECT_EQ(overlays.placements[0].at, Vec3(1, 2, 3));
  EXPECT_EQ(overlays.moves[0].violated_at, Vec3(1, 2, 3));
}

TEST(AnswerJson, ValuesTheClientDoesNotKnowHaveANumber) {
  EXPECT_EQ(client::EnumName(static_cast<v1::RouteStatus>(77)), "unknown-77");
  EXPECT_EQ(client::EnumName(v1::ROUTE_REASON_GOAL_UNREACHABLE), "goal_unreachable");
  v1::ValidateMoveResponse answer;
  answer.set_verdict(static_cast<v1::MoveVerdict>(77));
  EXPECT_THAT(JsonLine(answer), testing::HasSubstr(R"("verdict":77)"));
}

TEST(AnswerJson, BytesThatAreNotUtf8DoNotBreakTheLine) {
  v1::PlanRouteResponse answer = StraightRoute();
  answer.set_explanation("\xff\n");
  const std::string line = AnswerLine("route", RequestOnTown({}, {}), answer);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
}

}  // namespace
}  // namespace waystone::cli

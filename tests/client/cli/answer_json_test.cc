#include "client/cli/answer_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/cli/overlay_json.h"

namespace waystone::cli {
namespace {

client::RouteRequest RequestOnTown(const Vec3& from, const Vec3& to) {
  client::RouteRequest request;
  request.start = {"town", from};
  request.goals.push_back({"town", to});
  return request;
}

client::RouteAnswer StraightRoute() {
  client::RouteAnswer answer;
  answer.status = client::RouteStatus::kComplete;
  answer.method = client::RouteMethod::kAnyAngle;
  answer.maps = {{"town", "abc"}};
  client::Route& route = answer.routes.emplace_back();
  route.points.push_back({.origin = {100, 0, 200}, .xyz = {0, 0, 0, 0.1F, 0, 4}});
  route.legs.push_back({.kind = client::LegKind::kWalk,
                        .map_index = 0,
                        .first_point = 0,
                        .point_count = 2,
                        .length_m = 4.00125,
                        .cost = 4,
                        .external_id = ""});
  route.length_m = 4.00125;
  return answer;
}

TEST(AnswerJson, ARouteIsOneLineWithRoundedNumbers) {
  const client::RouteRequest request = RequestOnTown({100, 0, 200}, {100.1, 0, 204});
  EXPECT_EQ(
      PrintLine(RouteJson(request, StraightRoute())),
      R"({"kind":"route","status":"complete","reason":"none","explanation":"","map_id":"town",)"
      R"("from":[100.0,0.0,200.0],"to":[100.1,0.0,204.0],"start_snap_m":0.0,"goal_snap_m":0.0,)"
      R"("method":"any_angle","expansions":0,"maps":[{"map_id":"town","generation":"abc"}],)"
      R"("length_m":4.0013,"plane_length_m":0.0,"cost":0.0,"gap_m":0.0,)"
      R"("legs":[{"kind":"walk","map_id":"town","length_m":4.0013,"cost":4.0,"points":[[100.0,0.0,200.0],[100.1,0.0,204.0]]}]})"
      "\n");
}

TEST(AnswerJson, ALinkIsALegWithItsIds) {
  client::RouteAnswer answer = StraightRoute();
  client::RouteLeg& leg = answer.routes[0].legs[0];
  leg.kind = client::LegKind::kDrop;
  leg.link_id = 7;
  leg.external_id = "ledge";
  EXPECT_THAT(PrintLine(RouteJson(RequestOnTown({}, {}), answer)),
              testing::HasSubstr(R"("kind":"drop","map_id":"town","length_m":4.0013,"cost":4.0,"link_id":7,)"
                                 R"("external_id":"ledge","points")"));
}

TEST(AnswerJson, DrawReadsWhatTheCommandsPrint) {
  draw::Overlays overlays;
  const client::RouteRequest route = RequestOnTown({}, {});
  EXPECT_TRUE(
      ReadOverlays("r", PrintLine(RouteJson(route, StraightRoute())), kRouteAnswer, "town", overlays).ok());
  client::PlaceAnswer places;
  places.points.xyz = {1, 2, 3};
  EXPECT_TRUE(ReadOverlays("p", PrintLine(PlaceJson({.map_id = "town", .agent = {}}, places)), kPlaceAnswer,
                           "town", overlays)
                  .ok());
  client::MoveAnswer move;
  move.violations.push_back({.kind = client::MoveViolationKind::kBlocked, .at = {1, 2, 3}});
  EXPECT_TRUE(
      ReadOverlays(
          "m",
          PrintLine(MoveJson(
              {.from = {"town", {}}, .to = client::Position{"town", {}}, .agent = {}, .snap = {}}, move)),
          kMoveAnswer, "town", overlays)
          .ok());
  ASSERT_EQ(overlays.routes.size(), 1U);
  ASSERT_EQ(overlays.placements.size(), 1U);
  ASSERT_EQ(overlays.moves.size(), 1U);
  EXPECT_EQ(overlays.routes[0].points.back(), Vec3(100.1, 0, 204));
  EXPECT_EQ(overlays.placements[0].at, Vec3(1, 2, 3));
  EXPECT_EQ(overlays.moves[0].blocked_at, Vec3(1, 2, 3));
}

TEST(AnswerJson, ValuesTheClientDoesNotKnowHaveANumber) {
  EXPECT_EQ(EnumName(static_cast<client::RouteStatus>(77)), "unknown-77");
  EXPECT_EQ(EnumName(client::RouteReason::kGoalUnreachable), "goal_unreachable");
}

TEST(AnswerJson, BytesThatAreNotUtf8DoNotBreakTheLine) {
  client::RouteAnswer answer = StraightRoute();
  answer.explanation = "\xff\n";
  const client::RouteRequest request = RequestOnTown({}, {});
  const std::string line = PrintLine(RouteJson(request, answer));
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  EXPECT_NE(line.find("\xef\xbf\xbd\\n"), std::string::npos);
}

}  // namespace
}  // namespace waystone::cli

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
  answer.basis = client::AnswerBasis::kBakedUntouched;
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
      R"("method":"any_angle","basis":"baked_untouched","expansions":0,"surface":"navmesh",)"
      R"("maps":[{"map_id":"town","generation":"abc"}],)"
      R"("length_m":4.0013,"plane_length_m":0.0,"cost":0.0,"gap_m":0.0,)"
      R"("legs":[{"kind":"walk","map_id":"town","length_m":4.0013,"cost":4.0,"points":[[100.0,0.0,200.0],[100.1,0.0,204.0]]}]})"
      "\n");
}

TEST(AnswerJson, WhatIsProvenOfTheCostIsToldAndNeverRoundedDown) {
  client::RouteAnswer answer = StraightRoute();
  EXPECT_THAT(PrintLine(RouteJson(RequestOnTown({}, {}), answer)),
              testing::Not(testing::HasSubstr("cost_ratio")));
  answer.routes[0].cost_ratio = 1.02001;
  EXPECT_THAT(PrintLine(RouteJson(RequestOnTown({}, {}), answer)),
              testing::HasSubstr(R"("cost_ratio":1.0201)"));
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

TEST(AnswerJson, ARouteSaysWhichGoalItLeadsToAndWhatItPasses) {
  client::RouteRequest request = RequestOnTown({}, {1, 0, 0});
  request.goals.push_back({"town", {2, 0, 0}});
  request.via.push_back({"town", {3, 0, 0}});
  client::RouteAnswer answer = StraightRoute();
  answer.goal_index = 1;
  answer.routes[0].polys = {7, 9};
  const Json json = RouteJson(request, answer);
  EXPECT_EQ(json["to"], Json::parse("[2.0,0.0,0.0]"));
  EXPECT_EQ(json["goals"], Json::parse("[[1.0,0.0,0.0],[2.0,0.0,0.0]]"));
  EXPECT_EQ(json["goal_index"], 1);
  EXPECT_EQ(json["via"], Json::parse("[[3.0,0.0,0.0]]"));
  EXPECT_EQ(json["polys"], Json::parse("[7,9]"));
  answer.goal_index = 2;  // a server that cannot count
  EXPECT_EQ(RouteJson(request, answer)["to"], Json::parse("[1.0,0.0,0.0]"));
}

TEST(AnswerJson, AnExplorationHasAReportAndARouteForEachWalker) {
  client::ExploreRequest request{.start = {"town", {100, 0, 200}}, .sight_radius_m = 9};
  client::RouteAnswer answer = StraightRoute();
  answer.method = client::RouteMethod::kSkeleton;
  answer.routes[0].key_points = {4, 5, 4};
  answer.routes[0].legs[0].kind = client::LegKind::kJump;
  answer.routes[0].legs[0].link_id = 4294967295U;
  answer.exploration = {.end = client::ExplorationEnd::kCovered,
                        .coverage = 0.5,
                        .ground_coverage = 0.25,
                        .lower_bound_m = 3,
                        .reachable_key_points = 4,
                        .key_points = 6,
                        .unjoinable_key_points = 1,
                        .cycle_rank = 2};
  EXPECT_EQ(
      PrintLine(ExplorationJson(request, answer)),
      R"({"kind":"exploration","status":"complete","reason":"none","explanation":"","map_id":"town",)"
      R"("from":[100.0,0.0,200.0],"order":"shortest","start_snap_m":0.0,"basis":"baked_untouched","expansions":0,)"
      R"("maps":[{"map_id":"town","generation":"abc"}],"end":"covered","coverage":0.5,"ground_coverage":0.25,)"
      R"("lower_bound_m":3.0,"reachable_key_points":4,"key_points":6,"unjoinable_key_points":1,"cycle_rank":2,)"
      R"("routes":[{"length_m":4.0013,"key_points":[4,5,4],)"
      R"("legs":[{"kind":"jump","map_id":"town","length_m":4.0013,"cost":4.0,"points":[[100.0,0.0,200.0],[100.1,0.0,204.0]]}]}]})"
      "\n");
}

TEST(AnswerJson, DistancesAreRowsWithoutNumbersWhereThereAreNone) {
  client::DistancesRequest request;
  request.map_id = "town";
  request.sources = {{1, 0, 0}, {2, 0, 0}};
  request.targets = {{3, 0, 0}};
  client::DistancesAnswer answer;
  answer.targets = 1;
  answer.distance_m = {2.25F, -1};
  answer.statuses = {client::DistanceStatus::kFound, client::DistanceStatus::kUnreachable};
  answer.map.generation = "abc";
  EXPECT_EQ(PrintLine(DistancesJson(request, answer)),
            R"({"kind":"distances","map_id":"town","generation":"abc","from":[[1.0,0.0,0.0],[2.0,0.0,0.0]],)"
            R"("to":[[3.0,0.0,0.0]],"distance_m":[[2.25],[null]],"statuses":[["found"],["unreachable"]]})"
            "\n");
}

TEST(AnswerJson, AScatterHasItsPositionsReasonsAndTeams) {
  client::PlaceAnswer answer;
  answer.status = client::PlaceStatus::kFewer;
  answer.points.xyz = {1, 2, 3};
  answer.polys = {7};
  answer.rejections = {{client::PlaceReason::kTooClose, 40}, {client::PlaceReason::kNoRoom, 2}};
  answer.team_walk_m = {4, 4.25};
  answer.basis = client::PlaceBasis::kLabels;
  answer.map = {"town", "abc"};
  const client::ScatterTask scatter{
      .count = 3, .seed = 9, .fairness = client::PlaceFairness{.teams = {{}, {}}}};
  client::PlaceRequest request;
  request.map_id = "town";
  request.task = scatter;
  EXPECT_EQ(
      PrintLine(PlaceJson(request, answer)),
      R"({"kind":"place","status":"fewer","map_id":"town","generation":"abc","basis":"labels","asked_for":3,)"
      R"("seed":9,"positions":[[1.0,2.0,3.0]],"polys":[7],"team_walk_m":[4.0,4.25],)"
      R"("rejections":{"too_close":40,"no_room":2}})"
      "\n");
}

TEST(AnswerJson, AnAuditHasAVerdictForEachGivenPosition) {
  client::PlaceAnswer answer;
  answer.status = client::PlaceStatus::kComplete;
  answer.verdicts = {client::PlaceReason::kNone, client::PlaceReason::kUnreachable,
                     client::PlaceReason::kOffMesh};
  client::AuditTask audit{.positions = {{1, 0, 1}, {2, 0, 2}, {3, 9, 3}}};
  client::PlaceRequest request;
  request.map_id = "town";
  const auto print = [&] {
    request.task = audit;
    return PrintLine(PlaceJson(request, answer));
  };
  EXPECT_EQ(print(),
            R"({"kind":"place","status":"complete","map_id":"town","generation":"","basis":"surface",)"
            R"("asked_for":3,"positions":[],"polys":[],"given":[{"at":[1.0,0.0,1.0],"verdict":"good"},)"
            R"({"at":[2.0,0.0,2.0],"verdict":"unreachable"},{"at":[3.0,9.0,3.0],"verdict":"off_mesh"}],)"
            R"("rejections":{}})"
            "\n");
  audit.suggest = true;
  answer.points.xyz = {1, 0, 1, 2, 0, 5, 0, 0, 0};
  answer.polys = {7, 8, 4294967295};
  answer.found = {true, true, false};
  const Json json = Json::parse(print());
  EXPECT_EQ(json["positions"], Json::parse("[[1.0,0.0,1.0],[2.0,0.0,5.0]]"));
  EXPECT_EQ(json["polys"], Json::parse("[7,8]"));
  EXPECT_EQ(json["given"][1]["found"], Json::parse("[2.0,0.0,5.0]"));
  EXPECT_EQ(json["given"][1]["distance_m"], 3.0);
  EXPECT_FALSE(json["given"][2].contains("found"));
}

TEST(AnswerJson, DrawReadsWhatTheCommandsPrint) {
  draw::Overlays overlays;
  const client::RouteRequest route = RequestOnTown({}, {});
  EXPECT_TRUE(
      ReadOverlays("r", PrintLine(RouteJson(route, StraightRoute())), kRouteAnswer, "town", overlays).ok());
  client::PlaceAnswer places;
  places.points.xyz = {1, 2, 3};
  client::PlaceRequest place;
  place.map_id = "town";
  EXPECT_TRUE(ReadOverlays("p", PrintLine(PlaceJson(place, places)), kPlaceAnswer, "town", overlays).ok());
  client::MoveAnswer move;
  move.violations.push_back({.kind = client::MoveViolationKind::kBlocked, .at = {1, 2, 3}});
  client::MoveRequest asked;
  asked.from.map_id = "town";
  asked.to.emplace().map_id = "town";
  EXPECT_TRUE(ReadOverlays("m", PrintLine(MoveJson(asked, move)), kMoveAnswer, "town", overlays).ok());
  ASSERT_EQ(overlays.routes.size(), 1U);
  ASSERT_EQ(overlays.placements.size(), 1U);
  ASSERT_EQ(overlays.moves.size(), 1U);
  EXPECT_EQ(overlays.routes[0].visits[0].back(), Vec3(100.1, 0, 204));
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

TEST(AnswerJson, PlacesByNameTellWhoseTheyAreAndTakeTheirMapsFromTheAnswer) {
  client::RouteRequest request;
  request.start.name = "attic";
  request.goals = {{.map_id = "house", .at = {}, .name = "bar"}};
  client::RouteAnswer answer;
  Json json = RouteJson(request, answer);
  EXPECT_EQ(json["from"], "world:attic");
  EXPECT_EQ(json["to"], "name:bar");
  EXPECT_EQ(json["map_id"], "");
  answer.maps = {{"house", "feed"}, {"street", "beef"}};
  json = RouteJson(request, answer);
  EXPECT_EQ(json["map_id"], "house");
  EXPECT_FALSE(json.contains("to_map_id"));
  request.goals[0].map_id = "";
  json = RouteJson(request, answer);
  EXPECT_EQ(json["to"], "world:bar");
  EXPECT_EQ(json["to_map_id"], "street");
}

}  // namespace
}  // namespace waystone::cli

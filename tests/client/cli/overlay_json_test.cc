#include "client/cli/overlay_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/str_cat.h"

namespace waystone::cli {
namespace {

using ::testing::HasSubstr;

// A route over maps, each with its line of points; the legs name the lines.
std::string Route(const std::string& maps, const std::string& points, const std::string& legs) {
  return StrCat(R"({"kind":"route","request":{},"response":{"status":"ROUTE_STATUS_COMPLETE","maps":[)", maps,
                R"(],"routes":[{"length_m":5,"points":[)", points, R"(],"legs":[)", legs, "]}]}}");
}

std::string Leg(int map_index, int first_point, int point_count) {
  return StrCat(R"({"kind":"LEG_KIND_WALK","map_index":)", map_index, R"(,"first_point":)", first_point,
                R"(,"point_count":)", point_count, "}");
}

const std::string& OverTwoMaps() {
  static const std::string kRoute =
      Route(R"({"map_id":"town"},{"map_id":"cave"})", R"({"xyz":[0,0,0, 3,0,4, 3,0,5]},{"xyz":[9,9,9]})",
            StrCat(Leg(0, 0, 2), ",", Leg(1, 0, 1), ",", Leg(0, 1, 2)));
  return kRoute;
}

std::string Places(const std::string& map_id, const std::string& response) {
  return StrCat(R"({"kind":"place","request":{"map_id":")", map_id,
                R"("},"response":{"status":"PLACE_STATUS_COMPLETE",)", response, "}}");
}

std::string MessageOf(std::string_view text, std::string_view kind) {
  draw::Overlays overlays;
  const absl::Status status = ReadOverlays("a.json", text, kind, "town", overlays);
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  return std::string(status.message());
}

TEST(OverlayJson, ARouteKeepsItsPointsOnTheMapDrawn) {
  draw::Overlays overlays;
  ASSERT_TRUE(ReadOverlays("dir/to the well.json", OverTwoMaps(), kRouteAnswer, "town", overlays).ok());
  ASSERT_EQ(overlays.routes.size(), 1U);
  EXPECT_EQ(overlays.routes[0].visits, (std::vector<std::vector<Vec3>>{{{0, 0, 0}, {3, 0, 4}, {3, 0, 5}}}));
  EXPECT_EQ(overlays.routes[0].name, "to the well");
  EXPECT_TRUE(overlays.routes[0].is_complete);
}

// Out of town through a portal, and back into it elsewhere; the second visit ends where the first one began.
TEST(OverlayJson, AMapVisitedTwiceHasALineForEachVisit) {
  const std::string route =
      Route(R"({"map_id":"town"},{"map_id":"cave"},{"map_id":"town"})",
            R"({"xyz":[0,0,0, 3,0,4]},{"xyz":[9,9,9]},{"xyz":[3,0,4, 0,0,0]})",
            StrCat(Leg(0, 0, 2), ",", Leg(0, 1, 1), ",", Leg(1, 0, 1), ",", Leg(2, 0, 2)));
  draw::Overlays overlays;
  ASSERT_TRUE(ReadOverlays("a", route, kRouteAnswer, "town", overlays).ok());
  ASSERT_EQ(overlays.routes.size(), 1U);
  EXPECT_EQ(overlays.routes[0].visits,
            (std::vector<std::vector<Vec3>>{{{0, 0, 0}, {3, 0, 4}}, {{3, 0, 4}, {0, 0, 0}}}));
}

TEST(OverlayJson, NoRouteDrawsNothing) {
  draw::Overlays overlays;
  const std::string none =
      R"({"kind":"route","request":{},"response":{"status":"ROUTE_STATUS_UNREACHABLE","news":1}})";
  ASSERT_TRUE(ReadOverlays("a", none, kRouteAnswer, "town", overlays).ok());
  EXPECT_TRUE(overlays.routes.empty());
}

TEST(OverlayJson, AnswersMayStandOnePerLine) {
  const std::string line = Places("town", R"("points":{"xyz":[1,2,3]},"polys":[7])");
  draw::Overlays overlays;
  ASSERT_TRUE(ReadOverlays("a", line + "\n\n" + line + "\r\n", kPlaceAnswer, "town", overlays).ok());
  EXPECT_EQ(overlays.placements.size(), 2U);
}

TEST(OverlayJson, OfAnAuditThePlacesFoundAreDrawn) {
  const std::string audit =
      R"({"kind":"place","request":{"map_id":"town","audit":{"xyz":[9,9,9, 8,8,8],"suggest":true}},)"
      R"("response":{"status":"PLACE_STATUS_COMPLETE","points":{"xyz":[0,0,0, 1,2,3]},"polys":[4294967295,7],)"
      R"("verdicts":["PLACE_REASON_OFF_MESH","PLACE_REASON_ISOLATED"],"suggestions":["SUGGESTION_STATUS_NOT_FOUND","SUGGESTION_STATUS_FOUND"]}})";
  draw::Overlays overlays;
  const absl::Status status = ReadOverlays("a", audit, kPlaceAnswer, "town", overlays);
  ASSERT_TRUE(status.ok()) << status;
  ASSERT_EQ(overlays.placements.size(), 1U);
  EXPECT_EQ(overlays.placements[0].at, Vec3(1, 2, 3));
}

std::string Move(const std::string& request, const std::string& response) {
  return StrCat(R"({"kind":"move","request":{)", request, R"(},"response":{)", response, "}}");
}

TEST(OverlayJson, AnIllegalMoveKeepsItsEvidence) {
  draw::Overlays overlays;
  const std::string move = Move(R"("from":{"map_id":"town"},"to":{"map_id":"town","x":5})",
                                R"("verdict":"MOVE_VERDICT_ILLEGAL","first_bad_sample":1,
                                   "violations":[{"kind":"MOVE_VIOLATION_KIND_BLOCKED","at":{"x":2},"sample":1,
                                     "last_good":{"z":0.1},"walk_xyz":[0,0,0, 1,2,3, 5,0,0],
                                     "measured":7,"allowed":6,"explanation":"A wall."}],
                                   "corrections":[{"kind":"MOVE_CORRECTION_KIND_SLIDE","position":{"x":2,"z":1}},
                                     {"kind":"MOVE_CORRECTION_KIND_FURTHEST","position":{"x":3}},
                                     {"kind":"MOVE_CORRECTION_KIND_LAST_GOOD","position":{"x":0}}])");
  ASSERT_TRUE(ReadOverlays("a", move, kMoveAnswer, "town", overlays).ok());
  ASSERT_EQ(overlays.moves.size(), 1U);
  const draw::MoveOverlay& drawn = overlays.moves[0];
  EXPECT_FALSE(drawn.is_legal);
  EXPECT_EQ(drawn.samples, (std::vector<Vec3>{{0, 0, 0}, {5, 0, 0}}));
  EXPECT_EQ(drawn.bad_sample, 1U);
  EXPECT_EQ(drawn.reason, "blocked");
  EXPECT_EQ(drawn.evidence, "A wall.");
  EXPECT_EQ(drawn.violated_at, Vec3(2, 0, 0));
  EXPECT_EQ(drawn.last_good, Vec3(0, 0, 0.1));
  EXPECT_EQ(drawn.walk, (std::vector<Vec3>{{0, 0, 0}, {1, 2, 3}, {5, 0, 0}}));
  ASSERT_EQ(drawn.corrections.size(), 3U);
  EXPECT_EQ(drawn.corrections[0].kind, draw::CorrectionOverlay::Kind::kSlide);
  EXPECT_EQ(drawn.corrections[0].at, Vec3(2, 0, 1));
  EXPECT_EQ(drawn.corrections[1].kind, draw::CorrectionOverlay::Kind::kFurthest);
  EXPECT_EQ(drawn.corrections[2].kind, draw::CorrectionOverlay::Kind::kLastGood);
}

TEST(OverlayJson, WithoutAnExplanationTheEvidenceIsWhatWasMeasured) {
  draw::Overlays overlays;
  const std::string move = Move(R"("from":{"map_id":"town"},"to":{"map_id":"town","x":5})",
                                R"("verdict":"MOVE_VERDICT_ILLEGAL",
                                   "violations":[{"kind":"MOVE_VIOLATION_KIND_TOO_FAST","measured":9,"allowed":5.5}])");
  ASSERT_TRUE(ReadOverlays("a", move, kMoveAnswer, "town", overlays).ok());
  EXPECT_EQ(overlays.moves[0].evidence, "9 m/s, allowed 5.5 m/s");
}

TEST(OverlayJson, ABodyThatStopsIsDrawnWithItsContact) {
  draw::Overlays overlays;
  const std::string move = Move(R"("from":{"map_id":"town"},"to":{"map_id":"town","x":5},"body_only":true)",
                                R"("verdict":"MOVE_VERDICT_ILLEGAL","body":{"part":"BODY_MOVE_PART_NONE",
                                   "end":{"x":1},"contact":{"fraction":0.5,"at":{"x":2.5}}})");
  ASSERT_TRUE(ReadOverlays("a", move, kMoveAnswer, "town", overlays).ok());
  const draw::MoveOverlay& drawn = overlays.moves[0];
  EXPECT_EQ(drawn.bad_sample, 1U);
  EXPECT_EQ(drawn.violated_at, Vec3(2.5, 0, 0));
  EXPECT_EQ(drawn.corrections[0].at, Vec3(1, 0, 0));
  EXPECT_EQ(drawn.reason, "body stops");
}

TEST(OverlayJson, AMoveWithoutAnEndEndsWhereTheServerSays) {
  draw::Overlays overlays;
  const std::string legal = R"("verdict":"MOVE_VERDICT_LEGAL","end":{"x":7})";
  ASSERT_TRUE(
      ReadOverlays("a", Move(R"("from":{"map_id":"town"})", legal), kMoveAnswer, "town", overlays).ok());
  const std::string track = R"("track":{"map_id":"town","xyz":[1,0,0, 2,0,0, 3,0,0]})";
  ASSERT_TRUE(ReadOverlays("a", Move(track, legal), kMoveAnswer, "town", overlays).ok());
  ASSERT_EQ(overlays.moves.size(), 2U);
  EXPECT_TRUE(overlays.moves[0].is_legal);
  EXPECT_EQ(overlays.moves[0].samples, (std::vector<Vec3>{{0, 0, 0}, {7, 0, 0}}));
  EXPECT_EQ(overlays.moves[1].samples, (std::vector<Vec3>{{1, 0, 0}, {2, 0, 0}, {3, 0, 0}}));
}

TEST(OverlayJson, WhatCannotBeReadIsNamedByFileLineAndField) {
  EXPECT_THAT(MessageOf("{}\n{", kRouteAnswer), HasSubstr("a.json:1: kind: must be a string"));
  EXPECT_THAT(MessageOf("nonsense", kRouteAnswer), HasSubstr("a.json:1: must be a JSON object"));
  EXPECT_THAT(MessageOf("[]", kRouteAnswer), HasSubstr("must be a JSON object"));
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  EXPECT_THAT(
      MessageOf(StrCat(R"({"kind":"route","request":{"a":)", deep, R"(},"response":{}})"), kRouteAnswer),
      HasSubstr("a.json: byte 93 nests deeper than 64 levels"));
  EXPECT_THAT(MessageOf(OverTwoMaps(), kPlaceAnswer), HasSubstr("kind: must be \"place\", not \"route\""));
  EXPECT_THAT(MessageOf(R"({"kind":"route"})", kRouteAnswer), HasSubstr("request: must be an object"));
  EXPECT_THAT(MessageOf(R"({"kind":"route","request":{},"response":{"status":[]}})", kRouteAnswer),
              HasSubstr("response: "));
  EXPECT_THAT(MessageOf(R"({"kind":"route","request":{},"response":{}})", kRouteAnswer),
              HasSubstr("status: missing"));
  EXPECT_THAT(MessageOf(Places("cave", R"("points":{})"), kPlaceAnswer),
              HasSubstr("request.map_id: must be \"town\""));
  EXPECT_THAT(MessageOf(Places("town", R"("points":{"xyz":[1,2,3,1,2]},"polys":[7,7])"), kPlaceAnswer),
              HasSubstr("points.xyz: the number of coordinates is no multiple of 3"));
  EXPECT_THAT(MessageOf(Places("town", R"("points":{"origin_x":1e300,"local_xyz":[1,2,3]},"polys":[7])"),
                        kPlaceAnswer),
              HasSubstr("positions must be within 1e8 m of zero"));
  EXPECT_THAT(MessageOf(Move(R"("from":{"map_id":"town","x":1e300})", R"("verdict":"MOVE_VERDICT_LEGAL")"),
                        kMoveAnswer),
              HasSubstr("positions must be within 1e8 m of zero"));
  EXPECT_THAT(
      MessageOf(Move(R"("track":{"map_id":"town"})", R"("verdict":"MOVE_VERDICT_LEGAL")"), kMoveAnswer),
      HasSubstr("request.track.xyz: must have samples"));
  EXPECT_THAT(MessageOf(Move(R"("from":{"map_id":"town"},"to":{"map_id":"town"})",
                             R"("verdict":"MOVE_VERDICT_ILLEGAL","violations":[{"walk_xyz":[1,2]}])"),
                        kMoveAnswer),
              HasSubstr("violations[0].walk_xyz: the number of coordinates is no multiple of 3"));
  EXPECT_THAT(MessageOf(Move(R"("from":{"map_id":"town"},"to":{"map_id":"town"})",
                             R"("verdict":"MOVE_VERDICT_ILLEGAL","violations":[{"walk_xyz":[1,2,1e300]}])"),
                        kMoveAnswer),
              HasSubstr("positions must be within 1e8 m of zero"));
  EXPECT_THAT(MessageOf(Move(R"("to":{"map_id":"cave"})", R"("verdict":"MOVE_VERDICT_LEGAL")"), kMoveAnswer),
              HasSubstr("request.to.map_id: must be \"town\""));
  EXPECT_THAT(MessageOf(R"({"kind":"route","request":{},"response":{"start_snap_m":1e999}})", kRouteAnswer),
              HasSubstr("a.json"));
  EXPECT_THAT(MessageOf(Route(R"({"map_id":"cave"})", R"({"xyz":[9,9,9]})", Leg(0, 0, 1)), kRouteAnswer),
              HasSubstr("legs: none lies on map \"town\""));
  EXPECT_THAT(MessageOf(Route(R"({"map_id":"town"})", R"({"xyz":[9,9,9]})", Leg(0, 0, 2)), kRouteAnswer),
              HasSubstr("routes[0].legs[0]: its points are not all there"));
}

}  // namespace
}  // namespace waystone::cli

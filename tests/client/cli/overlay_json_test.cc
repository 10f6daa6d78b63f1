#include "client/cli/overlay_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace waystone::cli {
namespace {

using ::testing::HasSubstr;

constexpr char kRoute[] =
    R"({"kind":"route","status":"complete","length_m":5,"legs":[{"kind":"walk","map_id":"town","points":[[0,0,0],[3,0,4]]},)"
    R"({"kind":"walk","map_id":"cave","points":[[9,9,9]]},{"kind":"walk","map_id":"town","points":[[3,0,4],[3,0,5]]}]})";

std::string MessageOf(std::string_view text, std::string_view kind) {
  draw::Overlays overlays;
  const absl::Status status = ReadOverlays("a.json", text, kind, "town", overlays);
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  return std::string(status.message());
}

TEST(OverlayJson, ARouteKeepsItsPointsOnTheMapDrawn) {
  draw::Overlays overlays;
  ASSERT_TRUE(ReadOverlays("dir/to the well.json", kRoute, kRouteAnswer, "town", overlays).ok());
  ASSERT_EQ(overlays.routes.size(), 1U);
  EXPECT_EQ(overlays.routes[0].visits, (std::vector<std::vector<Vec3>>{{{0, 0, 0}, {3, 0, 4}, {3, 0, 5}}}));
  EXPECT_EQ(overlays.routes[0].name, "to the well");
  EXPECT_TRUE(overlays.routes[0].is_complete);
}

// Out of town through a portal, and back into it elsewhere; the second visit ends where the first one began.
TEST(OverlayJson, AMapVisitedTwiceHasALineForEachVisit) {
  const std::string route =
      R"({"kind":"route","status":"complete","length_m":9,"legs":[)"
      R"({"map_id":"town","map_index":0,"points":[[0,0,0],[3,0,4]]},{"map_id":"town","map_index":0,"points":[[3,0,4]]},)"
      R"({"map_id":"cave","map_index":1,"points":[[9,9,9]]},{"map_id":"town","map_index":2,"points":[[3,0,4],[0,0,0]]}]})";
  draw::Overlays overlays;
  ASSERT_TRUE(ReadOverlays("a", route, kRouteAnswer, "town", overlays).ok());
  ASSERT_EQ(overlays.routes.size(), 1U);
  EXPECT_EQ(overlays.routes[0].visits,
            (std::vector<std::vector<Vec3>>{{{0, 0, 0}, {3, 0, 4}}, {{3, 0, 4}, {0, 0, 0}}}));
}

TEST(OverlayJson, NoRouteDrawsNothing) {
  draw::Overlays overlays;
  ASSERT_TRUE(
      ReadOverlays("a", R"({"kind":"route","status":"unreachable"})", kRouteAnswer, "town", overlays).ok());
  EXPECT_TRUE(overlays.routes.empty());
}

TEST(OverlayJson, AnswersMayStandOnePerLine) {
  const std::string line = R"({"kind":"place","map_id":"town","positions":[[1,2,3]]})";
  draw::Overlays overlays;
  ASSERT_TRUE(ReadOverlays("a", line + "\n\n" + line + "\r\n", kPlaceAnswer, "town", overlays).ok());
  EXPECT_EQ(overlays.placements.size(), 2U);
}

TEST(OverlayJson, AnIllegalMoveKeepsWhereAndWhy) {
  draw::Overlays overlays;
  ASSERT_TRUE(ReadOverlays("a",
                           R"({"kind":"move","map_id":"town","verdict":"illegal","from":[0,0,0],"to":[5,0,0],
                               "violations":[{"kind":"blocked","at":[2,0,0]}],
                               "corrections":[{"kind":"slide","at":[2,0,1]}]})",
                           kMoveAnswer, "town", overlays)
                  .ok());
  ASSERT_EQ(overlays.moves.size(), 1U);
  EXPECT_FALSE(overlays.moves[0].is_legal);
  EXPECT_EQ(overlays.moves[0].reason, "blocked");
  EXPECT_EQ(overlays.moves[0].blocked_at, Vec3(2, 0, 0));
  EXPECT_EQ(overlays.moves[0].corrected, Vec3(2, 0, 1));
}

TEST(OverlayJson, WhatCannotBeReadIsNamedByFileLineAndField) {
  EXPECT_THAT(MessageOf("{}\n{", kRouteAnswer), HasSubstr("a.json:1: kind: must be a string"));
  EXPECT_THAT(MessageOf("nonsense", kRouteAnswer), HasSubstr("a.json:1: must be a JSON object"));
  EXPECT_THAT(MessageOf("[]", kRouteAnswer), HasSubstr("must be a JSON object"));
  EXPECT_THAT(MessageOf(kRoute, kPlaceAnswer), HasSubstr("kind: must be \"place\", not \"route\""));
  EXPECT_THAT(MessageOf(R"({"kind":"place","map_id":"cave","positions":[]})", kPlaceAnswer),
              HasSubstr("map_id: must be \"town\""));
  EXPECT_THAT(MessageOf(R"({"kind":"place","map_id":"town","positions":[[1,2,3],[1,2]]})", kPlaceAnswer),
              HasSubstr("positions[1]: must be three numbers"));
  EXPECT_THAT(MessageOf(R"({"kind":"place","map_id":"town","positions":[[1,2,1e300]]})", kPlaceAnswer),
              HasSubstr("positions[0]"));
  EXPECT_THAT(MessageOf(R"({"kind":"move","map_id":"town","verdict":"legal","from":[0,0,0]})", kMoveAnswer),
              HasSubstr("to: must be three numbers"));
  EXPECT_THAT(MessageOf(R"({"kind":"route","status":"complete","length_m":1e999,"legs":[]})", kRouteAnswer),
              HasSubstr("a.json"));
  EXPECT_THAT(
      MessageOf(R"({"kind":"route","status":"complete","length_m":1,"legs":[{"map_id":"cave","points":[]}]})",
                kRouteAnswer),
      HasSubstr("legs: none lies on map \"town\""));
}

}  // namespace
}  // namespace waystone::cli

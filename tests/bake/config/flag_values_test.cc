#include "bake/config/flag_values.h"

#include <gtest/gtest.h>

namespace waystone {
namespace {

TEST(AgentFlag, SetsWhatItNamesAndKeepsTheRest) {
  const auto agent = ParseAgentFlag("slope=30,name=ogre,radius=1.2");
  ASSERT_TRUE(agent.ok()) << agent.status();
  EXPECT_EQ(agent->name, "ogre");
  EXPECT_EQ(agent->radius_m, 1.2);
  EXPECT_EQ(agent->max_slope_deg, 30);
  EXPECT_EQ(agent->height_m, AgentProfile().height_m);
  EXPECT_EQ(agent->max_climb_m, AgentProfile().max_climb_m);
}

TEST(AgentFlag, RefusesWhatItDoesNotKnowOrCannotBe) {
  for (const char* bad :
       {"", "human", "name=", "radius=", "radius=wide", "radius=1m", "speed=3", "height=1,height=2",
        "radius=-1", "radius=11", "height=0", "climb=nan", "slope=90", "name=a,,radius=1"}) {
    EXPECT_FALSE(ParseAgentFlag(bad).ok()) << bad;
  }
}

TEST(LinkFlag, SetsWhatItNamesAndKeepsTheRest) {
  const auto options = ParseLinkFlag("drop_height=4,jump_distance=3");
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->jump_distance_m, 3);
  EXPECT_EQ(options->drop_height_m, 4);
  EXPECT_EQ(options->jump_height_m, 0);
  EXPECT_EQ(options->spacing_m, LinkGenOptions().spacing_m);
}

TEST(LinkFlag, RefusesWhatItDoesNotKnowOrCannotBe) {
  for (const char* bad : {"", "4", "drop=4", "drop_height=", "drop_height=-1", "drop_height=101",
                          "jump_distance=nan", "jump_height=1", "spacing=0", "drop_height=1,drop_height=2"}) {
    EXPECT_FALSE(ParseLinkFlag(bad).ok()) << bad;
  }
}

TEST(PointFlag, ThreeNumbersAreAPoint) {
  const absl::StatusOr<Vec3> point = ParsePointFlag("--spawn", "1.5,-2,3e1");
  ASSERT_TRUE(point.ok()) << point.status();
  EXPECT_EQ(*point, Vec3(1.5, -2, 30));
}

TEST(PointFlag, AnythingElseIsRefusedWithTheTextQuoted) {
  for (const char* text :
       {"", "1", "1,2", "1,2,", "1,2,3,4", "1,2,x", "1;2;3", "1, 2,3", "nan,0,0", "0,inf,0", "1,2,3 "}) {
    const absl::StatusOr<Vec3> point = ParsePointFlag("--spawn", text);
    ASSERT_FALSE(point.ok()) << text;
    EXPECT_NE(point.status().message().find(text), absl::string_view::npos) << point.status();
  }
}

}  // namespace
}  // namespace waystone

#include "bake/config/agent_flag.h"

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

}  // namespace
}  // namespace waystone

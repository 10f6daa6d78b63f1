#include "bake/config/link_flag.h"

#include <gtest/gtest.h>

namespace waystone {
namespace {

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

}  // namespace
}  // namespace waystone

#include "core/scene/height_rule.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace waystone {
namespace {

// Layers at whole heights from 0 up; a path on them that can always go on, told as letters: a - across, the end; g -
// to the goal's place; u, d - up, down.
std::string Follow(HeightOrder order, int layers, int from, double goal_height_m) {
  std::string steps;
  int layer = from;
  bool is_beneath_goal = false;
  while (steps.size() < 100) {
    const HeightStep step = NextHeightStep(order, {.height_m = static_cast<double>(layer),
                                                   .goal_height_m = goal_height_m,
                                                   .threshold_m = 0.5,
                                                   .is_top = layer + 1 == layers,
                                                   .is_bottom = layer == 0,
                                                   .is_beneath_goal = is_beneath_goal});
    switch (step) {
      case HeightStep::kAcross:
        return steps + "a";
      case HeightStep::kToGoalsPlace:
        steps += "g";
        is_beneath_goal = true;
        break;
      case HeightStep::kUp:
        steps += "u";
        ++layer;
        is_beneath_goal = false;
        break;
      case HeightStep::kDown:
        steps += "d";
        --layer;
        is_beneath_goal = false;
        break;
    }
  }
  return "endless";
}

// S702-S713: same height: over this layer; higher: up layer by layer, then across; lower: above the goal, then down a
// layer, and again; on the top or bottom layer the rest is level.
TEST(HeightRule, FollowsTheSeedsFigure7) {
  EXPECT_EQ(Follow(HeightOrder::kRiseFirst, 4, 1, 1), "a");
  EXPECT_EQ(Follow(HeightOrder::kRiseFirst, 4, 1, 1.4), "a");  // S703: under the threshold
  EXPECT_EQ(Follow(HeightOrder::kRiseFirst, 4, 0, 3), "uuua");
  EXPECT_EQ(Follow(HeightOrder::kRiseFirst, 4, 3, 1), "gdgda");
  EXPECT_EQ(Follow(HeightOrder::kRiseFirst, 4, 2, 9), "ua");    // S705: no layer above
  EXPECT_EQ(Follow(HeightOrder::kRiseFirst, 4, 1, -9), "gda");  // S708: none below
}

// Figure 5, S510: which strategy, by the heights alone; the second example of the seed is the mirror.
TEST(HeightRule, TheMirrorOfFigure5GoesAcrossBeneathAHigherGoalAndDownFirst) {
  EXPECT_EQ(Follow(HeightOrder::kRiseLast, 4, 1, 1), "a");
  EXPECT_EQ(Follow(HeightOrder::kRiseLast, 4, 0, 3), "gugugua");
  EXPECT_EQ(Follow(HeightOrder::kRiseLast, 4, 3, 1), "dda");
  EXPECT_EQ(Follow(HeightOrder::kRiseLast, 4, 2, 9), "gua");
  EXPECT_EQ(Follow(HeightOrder::kRiseLast, 4, 1, -9), "da");
}

}  // namespace
}  // namespace waystone

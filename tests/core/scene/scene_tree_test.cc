#include "core/scene/scene_tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "core/base/random.h"
#include "core/scene/scene_visits.h"

namespace waystone {
namespace {

SceneRecord Box(const Vec3& min, const Vec3& max, int32_t priority, double yaw_deg = 0) {
  SceneRecord scene{};
  const Vec3 middle = (min + max) * 0.5;
  const Vec3 half = (max - min) * 0.5;
  const double values[2][3] = {{middle.x, middle.y, middle.z}, {half.x, half.y, half.z}};
  for (int k = 0; k < 3; ++k) {
    scene.middle[k] = values[0][k];
    scene.half[k] = values[1][k];
  }
  scene.cos_yaw = std::cos(yaw_deg * std::numbers::pi / 180);
  scene.sin_yaw = std::sin(yaw_deg * std::numbers::pi / 180);
  scene.priority = priority;
  return scene;
}

// The seed's figure 2, step by step: S201 begin with the highest priority; S202, S203 the boxes of that priority; S204
// those that contain the position; S205 the recorded one stays; S206, S207 else lower the priority; S208 none: clear
// the record. Of several new ones the one whose middle is nearest, then the first.
SceneId Figure2(const std::vector<SceneRecord>& scenes, const Vec3& position, SceneId recorded) {
  for (int32_t priority = 10; priority >= -10; --priority) {
    SceneId found;
    double least_m = std::numeric_limits<double>::infinity();
    for (uint32_t i = 0; i < scenes.size(); ++i) {
      if (scenes[i].priority != priority || !Contains(scenes[i], position)) continue;
      if (SceneId(i) == recorded) return recorded;
      const double apart_m =
          Distance(position, {scenes[i].middle[0], scenes[i].middle[1], scenes[i].middle[2]});
      if (apart_m < least_m) {
        least_m = apart_m;
        found = SceneId(i);
      }
    }
    if (!found.IsNone()) return found;
  }
  return SceneId();
}

TEST(SceneTree, FindsWhatTheSeedsFigure2Finds) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<SceneRecord> scenes;
    const uint32_t count = random.NextBelow(40);
    for (uint32_t i = 0; i < count; ++i) {
      const Vec3 min(random.NextBelow(20), random.NextBelow(8), random.NextBelow(20));
      const Vec3 size(1 + random.NextBelow(9), 1 + random.NextBelow(5), 1 + random.NextBelow(9));
      const int32_t priority = static_cast<int32_t>(random.NextBelow(5)) - 2;
      scenes.push_back(
          Box(min, min + size, priority, random.NextBelow(3) == 0 ? random.NextInRange(0, 90) : 0));
    }
    const SceneTree tree(scenes);
    for (int i = 0; i < 200; ++i) {
      // Whole numbers lie on faces and corners.
      Vec3 position(random.NextBelow(32), random.NextBelow(14), random.NextBelow(32));
      if (i % 2 == 0) position = position + Vec3(random.NextUnit(), random.NextUnit(), random.NextUnit());
      const uint32_t last = random.NextBelow(count + 1);
      const SceneId recorded = last == count ? SceneId() : SceneId(last);
      ASSERT_EQ(tree.Find(position, recorded), Figure2(scenes, position, recorded)) << round << " " << i;
    }
  }
}

TEST(SceneTree, TheLastSceneEnteredStaysUntilAnotherRanksAboveIt) {
  const std::vector<SceneRecord> scenes = {Box({0, 0, 0}, {10, 4, 4}, 1), Box({6, 0, 0}, {16, 4, 4}, 1),
                                           Box({7, 0, 0}, {8, 4, 4}, 2)};
  const SceneTree tree(scenes);
  const Vec3 both(9, 2, 2);  // nearer to the middle of the second
  EXPECT_EQ(tree.Find(both), SceneId(1));
  EXPECT_EQ(tree.Find(both, SceneId(0)), SceneId(0));
  EXPECT_EQ(tree.Find({7.5, 2, 2}, SceneId(0)), SceneId(2));
  EXPECT_EQ(tree.Find({12, 2, 2}, SceneId(0)), SceneId(1));
  EXPECT_TRUE(tree.Find({17, 2, 2}, SceneId(1)).IsNone());
}

TEST(SceneTree, FacesBelongToABoxAndATurnedBoxIsTurned) {
  const std::vector<SceneRecord> scenes = {
      Box({0, 0, 0}, {4, 4, 2}, 0, 90)};  // about (2, 2, 1): x from 1 to 3
  const SceneTree tree(scenes);
  EXPECT_EQ(tree.Find({1, 0, -1}), SceneId(0));
  EXPECT_EQ(tree.Find({3, 4, 3}), SceneId(0));
  EXPECT_TRUE(tree.Find({0.9, 2, 1}).IsNone());
  EXPECT_TRUE(tree.Find({2, 2, 3.1}).IsNone());
  EXPECT_TRUE(SceneTree({}).Find({0, 0, 0}).IsNone());
}

//        cross-section, x to the right
//   y 4  +-----------------------+
//        |  A      +-----+       |
//   y 0  +---------+  B  +-------+
//        0         4     6       10
TEST(VisitsAlong, TellsWhereBoxesOfAnotherPriorityAreEnteredAndLeft) {
  const std::vector<SceneRecord> scenes = {Box({0, 0, 0}, {10, 4, 4}, 0), Box({4, 0, 0}, {6, 3, 4}, 1)};
  const SceneTree tree(scenes);
  const std::vector<Vec3> line = {{-2, 1, 2}, {5, 1, 2}, {12, 1, 2}};
  const std::vector<SceneVisit> visits = VisitsAlong(tree, scenes, line);
  ASSERT_EQ(visits.size(), 5U);
  const SceneId expected[] = {SceneId(), SceneId(0), SceneId(1), SceneId(0), SceneId()};
  const double along_m[] = {0, 2, 6, 8, 12};
  for (size_t i = 0; i < visits.size(); ++i) {
    EXPECT_EQ(visits[i].scene, expected[i]) << i;
    EXPECT_NEAR(visits[i].along_m, along_m[i], 1e-9) << i;
    EXPECT_NEAR(visits[i].from.x, along_m[i] - 2, 1e-9) << i;
    EXPECT_EQ(visits[i].is_reselected, i > 0) << i;
  }
}

TEST(VisitsAlong, ScenesOfOnePriorityAreNoReasonToAskAgain) {
  const std::vector<SceneRecord> scenes = {Box({0, 0, 0}, {4, 4, 4}, 0), Box({4, 0, 0}, {8, 4, 4}, 0)};
  const SceneTree tree(scenes);
  const std::vector<Vec3> line = {{1, 1, 1}, {7, 1, 1}};
  const std::vector<SceneVisit> visits = VisitsAlong(tree, scenes, line);
  ASSERT_EQ(visits.size(), 2U);
  EXPECT_EQ(visits[1].scene, SceneId(1));
  EXPECT_FALSE(visits[1].is_reselected);
}

TEST(VisitsAlong, ALineOfNoLengthAndOneThatOnlyTouchesHaveOneVisit) {
  const std::vector<SceneRecord> scenes = {Box({0, 0, 0}, {4, 4, 4}, 0)};
  const SceneTree tree(scenes);
  const std::vector<Vec3> place = {{1, 1, 1}};
  ASSERT_EQ(VisitsAlong(tree, scenes, place).size(), 1U);
  EXPECT_EQ(VisitsAlong(tree, scenes, place)[0].scene, SceneId(0));
  const std::vector<Vec3> beside = {{-4, 1, 4}, {0, 1, 8}, {4, 1, 4}};  // over no corner
  const std::vector<Vec3> touching = {{-4, 1, 0}, {0, 1, 4}, {4, 1, 8}};
  EXPECT_EQ(VisitsAlong(tree, scenes, touching).size(), 1U);
  EXPECT_TRUE(VisitsAlong(tree, scenes, {}).empty());
  EXPECT_EQ(VisitsAlong(tree, scenes, beside).size(), 1U);
}

}  // namespace
}  // namespace waystone

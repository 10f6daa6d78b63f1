#include "bake/scene/scene_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bake/config/config_file.h"
#include "bake/scene/scene_parts.h"

namespace waystone {
namespace {

using testing::HasSubstr;

std::vector<SceneSettings> Parse(const std::string& text) {
  const auto config = ParseConfig(text, "map.yaml");
  EXPECT_TRUE(config.ok()) << config.status();
  return config.ok() ? config->scenes : std::vector<SceneSettings>();
}

std::string Refusal(const std::string& text) {
  const auto config = ParseConfig(text, "map.yaml");
  EXPECT_TRUE(absl::IsInvalidArgument(config.status())) << text;
  return std::string(config.status().message());
}

TEST(SceneRules, ReadsEveryKey) {
  const std::vector<SceneSettings> scenes = Parse(R"(
scenes:
  - {name: sea, box: [[0, -20, 0], [50, 0, 50]], medium: water, surfaces: [layers, points], layer_gap_m: 5}
  - name: cave
    box: [[10, -18, 10], [20, -10, 20]]
    yaw_deg: 30
    within: sea
    priority: 7
    medium: water
    surfaces: [volume]
    layer_heights_m: [-15, -12]
    point_gap_m: 2
    walkable: true
    mouths: [{name: gate, at: [10, -14, 15], radius_m: 3, state: swimming}, {name: hole, at: [15, -10, 15]}]
)");
  ASSERT_EQ(scenes.size(), 2U);
  EXPECT_EQ(scenes[0].parts, (std::vector<ScenePart>{ScenePart::kLayers, ScenePart::kPoints}));
  EXPECT_EQ(scenes[0].layer_gap_m, 5);
  EXPECT_FALSE(scenes[0].HasGround());
  const SceneSettings& cave = scenes[1];
  EXPECT_EQ(cave.box.max, Vec3(20, -10, 20));
  EXPECT_EQ(cave.yaw_deg, 30);
  EXPECT_EQ(cave.priority, 7);
  EXPECT_EQ(cave.medium, SceneMedium::kWater);
  EXPECT_EQ(cave.layer_heights_m, (std::vector<double>{-15, -12}));
  EXPECT_TRUE(cave.HasGround());
  ASSERT_EQ(cave.mouths.size(), 2U);
  EXPECT_EQ(cave.mouths[0].medium, SceneMedium::kWater);
  EXPECT_EQ(cave.mouths[0].radius_m, 3);
  EXPECT_EQ(cave.mouths[1].medium, SceneMedium::kGround);
}

std::string Scene(const std::string& name, const std::string& box, const std::string& more = "") {
  return "  - {name: " + name + ", box: " + box + (more.empty() ? "" : ", " + more) + "}\n";
}

TEST(SceneRules, NestsEachInTheSmallestThatHoldsItAndRanksItAbove) {
  const std::vector<SceneSettings> scenes =
      Parse("scenes:\n" + Scene("hut", "[[4, 0, 4], [6, 2, 6]]") + Scene("all", "[[0, 0, 0], [40, 20, 40]]") +
            Scene("beach", "[[2, 0, 2], [10, 5, 10]]") + Scene("pier", "[[8, 0, 8], [12, 5, 12]]"));
  const auto order = OrderScenes(scenes, {1, 0, 0});
  ASSERT_TRUE(order.ok()) << order.status();
  const auto view = SceneView::Create(order->data);
  ASSERT_TRUE(view.ok()) << view.status();
  std::vector<std::string> names;
  for (uint32_t i = 0; i < 4; ++i) names.emplace_back(view->NameOf(SceneId(i)));
  EXPECT_EQ(names, (std::vector<std::string>{"all", "beach", "pier", "hut"}));
  EXPECT_EQ(view->ParentOf(SceneId(3)), SceneId(1));
  EXPECT_EQ(view->ParentOf(SceneId(1)), SceneId(0));
  EXPECT_EQ(view->ParentOf(SceneId(2)), SceneId(0));
  EXPECT_EQ(view->scene(SceneId(3)).priority, 2);
  EXPECT_EQ(view->scene(SceneId(0)).middle[0], 19);
  // In both the beach and the pier: the one whose middle is nearer.
  EXPECT_EQ(view->tree().Find({7.5, 1, 8.5}), SceneId(2));
}

TEST(SceneRules, RefusesTreesThatAreNone) {
  const std::string outer = "[[0, 0, 0], [9, 9, 9]]";
  const auto refusal = [](const std::string& scenes) { return Refusal("scenes:\n" + scenes); };
  EXPECT_THAT(refusal(Scene("a", outer, "within: b") + Scene("b", outer, "within: a")),
              HasSubstr("scene \"a\" lies within itself"));
  EXPECT_THAT(refusal(Scene("a", outer, "within: a")), HasSubstr("scene \"a\" lies within itself"));
  EXPECT_THAT(refusal(Scene("a", outer) + Scene("b", "[[5, 5, 5], [10, 8, 8]]", "within: a")),
              HasSubstr("scene \"b\": within: its box is not inside that of \"a\""));
  EXPECT_THAT(refusal(Scene("b", outer, "within: sea")), HasSubstr("within: there is no scene \"sea\""));
  EXPECT_THAT(refusal(Scene("a", outer, "priority: 3") + Scene("b", "[[1, 1, 1], [2, 2, 2]]", "priority: 3")),
              HasSubstr("scene \"b\": its priority 3 is not above 3 of \"a\""));
  EXPECT_THAT(refusal(Scene("a", outer) + Scene("a", outer)),
              HasSubstr("scene \"a\": its name is there twice"));
}

TEST(SceneRules, RefusesScenesThatAreNone) {
  const std::string box = "[[0, 0, 0], [9, 9, 9]]";
  const auto refusal = [&](const std::string& more) { return Refusal("scenes:\n" + Scene("a", box, more)); };
  EXPECT_THAT(Refusal("scenes:\n" + Scene("a", "[[0, 0, 0], [9, 0, 9]]")), HasSubstr("its box is empty"));
  EXPECT_THAT(Refusal("scenes:\n" + Scene("a", "[[0, 0, 0], [.nan, 1, 9]]")), HasSubstr("must be finite"));
  EXPECT_THAT(Refusal("scenes: [{name: a}]"), HasSubstr("the key 'box' is missing"));
  EXPECT_THAT(Refusal("scenes:\n" + Scene("''", box)), HasSubstr("must have a name"));
  EXPECT_THAT(refusal("mouths: [{name: m, at: [0, 1, 1]}, {name: m, at: [9, 1, 1]}]"),
              HasSubstr("scene \"a\": mouth \"m\" is there twice"));
  EXPECT_THAT(refusal("mouths: [{name: m, at: [12, 1, 1]}]"),
              HasSubstr("farther from its box than its radius_m"));
  EXPECT_THAT(refusal("mouths: [{name: m, at: [9, 1, 1], radius_m: 0}]"), HasSubstr("radius_m is 0"));
  EXPECT_THAT(refusal("mouths: [{name: m, at: [9, 1, 1], state: sleeping}]"),
              HasSubstr("must be walking, swimming or flying"));
  EXPECT_THAT(refusal("surfaces: [layers]"), HasSubstr("ground is always walked"));
  EXPECT_THAT(refusal("medium: water, surfaces: [layers, layers]"), HasSubstr("one is there twice"));
  EXPECT_THAT(refusal("medium: water, surfaces: [cubes]"), HasSubstr("must be of layers, points and volume"));
  EXPECT_THAT(refusal("medium: lava"), HasSubstr("must be ground, water or air"));
  EXPECT_THAT(refusal("medium: air, layer_heights_m: [3, 3]"), HasSubstr("must ascend"));
  EXPECT_THAT(refusal("medium: air, layer_heights_m: [10]"), HasSubstr("10 is not in its box"));
  EXPECT_THAT(refusal("medium: air, layer_gap_m: 0"), HasSubstr("layer_gap_m is 0"));
  EXPECT_THAT(refusal("medium: air, point_gap_m: -1"), HasSubstr("point_gap_m is -1"));
  EXPECT_THAT(refusal("yaw_deg: 361"), HasSubstr("yaw_deg is 361"));
  EXPECT_THAT(refusal("priority: 1.5"), HasSubstr("must be a whole number"));
  EXPECT_THAT(Refusal("scene_cell_m: 20"), HasSubstr("scene_cell_m is 20"));
}

TEST(SceneParts, AreChosenWithTheirReason) {
  SceneSettings scene;
  EXPECT_EQ(ChooseParts(scene, 1).parts, std::vector<ScenePart>{ScenePart::kGround});
  scene.medium = SceneMedium::kWater;
  EXPECT_EQ(ChooseParts(scene, 0.05).parts, std::vector<ScenePart>{ScenePart::kVolume});
  const PartChoice complex = ChooseParts(scene, 0.5);
  EXPECT_EQ(complex.parts, (std::vector<ScenePart>{ScenePart::kLayers, ScenePart::kPoints}));
  EXPECT_THAT(complex.reason, HasSubstr("50 % of its free space lies at walls"));
  scene.mouths.resize(1);
  EXPECT_EQ(ChooseParts(scene, 0.5).parts, std::vector<ScenePart>{ScenePart::kPoints});
  scene.mouths.resize(2);
  EXPECT_EQ(ChooseParts(scene, 0.5).parts, std::vector<ScenePart>{ScenePart::kLayers});
  scene.parts = {ScenePart::kVolume};
  EXPECT_EQ(ChooseParts(scene, 0.5).parts, std::vector<ScenePart>{ScenePart::kVolume});
}

}  // namespace
}  // namespace waystone

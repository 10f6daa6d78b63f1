#include "core/scene/scene_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>

namespace waystone {
namespace {

using testing::HasSubstr;

// A closed scene with a mouth in another one.
SceneData Nested() {
  SceneData data;
  data.texts = {'\0', 's', 'e', 'a', '\0', 'c', 'a', 'v', 'e', '\0'};
  for (uint32_t i = 0; i < 2; ++i) {
    SceneRecord& scene = data.scenes.emplace_back();
    for (int k = 0; k < 3; ++k) scene.half[k] = 8 - 4.0 * i;
    scene.cos_yaw = 1;
    scene.priority = static_cast<int32_t>(i);
    scene.parent = i == 0 ? kNoParent : 0;
    scene.name_offset = i == 0 ? 1 : 5;
    scene.mouth_count = i;
    scene.is_closed = static_cast<uint8_t>(i);
    scene.medium = SceneMedium::kWater;
  }
  data.mouths.push_back({.at = {4, 0, 0},
                         .radius_m = 1,
                         .scene = 1,
                         .name_offset = 0,
                         .medium = SceneMedium::kWater,
                         .reserved = {}});
  data.polys.push_back({.scene = 1,
                        .layer = kNoLayer,
                        .part = ScenePart::kPoints,
                        .medium = SceneMedium::kWater,
                        .reserved = {}});
  data.header.scene_count = 2;
  data.header.mouth_count = 1;
  return data;
}

TEST(SceneView, KnowsNamesMouthsAndParents) {
  const SceneData data = Nested();
  const auto view = SceneView::Create(data);
  ASSERT_TRUE(view.ok()) << view.status();
  EXPECT_EQ(view->NameOf(SceneId(0)), "sea");
  EXPECT_EQ(view->NameOf(SceneId(1)), "cave");
  EXPECT_TRUE(view->MouthsOf(SceneId(0)).empty());
  ASSERT_EQ(view->MouthsOf(SceneId(1)).size(), 1U);
  EXPECT_TRUE(view->IsWithin(SceneId(1), SceneId(0)));
  EXPECT_TRUE(view->IsWithin(SceneId(0), SceneId(0)));
  EXPECT_FALSE(view->IsWithin(SceneId(0), SceneId(1)));
  EXPECT_FALSE(view->IsWithin(SceneId(), SceneId(0)));
  EXPECT_EQ(view->tree().Find({1, 1, 1}), SceneId(1));
}

TEST(SceneView, RefusesWhatBreaksARuleByName) {
  const auto expect_refused = [](const std::function<void(SceneData&)>& damage, const std::string& what) {
    SceneData data = Nested();
    damage(data);
    const absl::Status status = SceneView::Create(data).status();
    EXPECT_TRUE(absl::IsDataLoss(status)) << what;
    EXPECT_THAT(std::string(status.message()), HasSubstr(what));
  };
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  expect_refused([](SceneData& d) { d.header.scene_count = 3; }, "scene header");
  expect_refused([](SceneData& d) { d.texts.back() = 'x'; }, "scene texts");
  expect_refused([](SceneData& d) { d.scenes[1].middle[0] = kNan; }, "scene records[1]: not finite");
  expect_refused([](SceneData& d) { d.scenes[1].half[2] = 0; }, "scene records[1]: an empty box");
  expect_refused([](SceneData& d) { d.scenes[0].cos_yaw = 2; }, "scene records[0]: no turn");
  expect_refused([](SceneData& d) { d.scenes[0].reach_m = -1; }, "bad reach_m");
  expect_refused([](SceneData& d) { d.scenes[0].layer_gap_m = NAN; }, "bad layer_gap_m");
  expect_refused([](SceneData& d) { d.scenes[0].parent = 1; },
                 "records[0]: its parent does not come before it");
  expect_refused([](SceneData& d) { d.scenes[1].parent = 1; },
                 "records[1]: its parent does not come before it");
  expect_refused([](SceneData& d) { d.scenes[1].name_offset = 10; }, "text out of range");
  expect_refused([](SceneData& d) { d.scenes[1].mouth_count = 2; }, "mouths out of range");
  expect_refused([](SceneData& d) { d.scenes[0].mouth_count = 1; }, "another scene's mouth");
  expect_refused([](SceneData& d) { d.scenes[0].medium = SceneMedium(9); }, "unknown medium");
  expect_refused([](SceneData& d) { d.scenes[0].is_closed = 2; }, "is_closed");
  expect_refused([](SceneData& d) { d.mouths[0].radius_m = 0; }, "scene mouths[0]: bad radius_m");
  expect_refused([](SceneData& d) { d.mouths[0].at[1] = kNan; }, "scene mouths[0]: not finite");
  expect_refused([](SceneData& d) { d.polys[0].scene = 2; }, "scene polygons[0]: no such scene");
  expect_refused([](SceneData& d) { d.polys[0].scene = kNoScene; }, "scene polygons[0]: of no scene");
  expect_refused([](SceneData& d) { d.polys[0].part = ScenePart(0); }, "unknown part or medium");
}

}  // namespace
}  // namespace waystone

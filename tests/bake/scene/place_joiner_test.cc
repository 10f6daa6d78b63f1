#include "bake/scene/place_joiner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bake/collision/collision_builder.h"
#include "bake/scene/scene_rules.h"
#include "core/base/random.h"

namespace waystone {
namespace {

// A wall at x = 5 with a hole of 2 x 2 m about (5, 1, 1), and a scene of each side.
class PlaceJoinerTest : public testing::Test {
 protected:
  PlaceJoinerTest() {
    AddWall(-9, -9, 0, 9);
    AddWall(2, -9, 9, 9);
    AddWall(0, -9, 2, 0);
    AddWall(0, 2, 2, 9);
    solid_data_ = *BuildCollision(vertices_, triangles_);
  }

  // A rectangle of the plane x = 5.
  void AddWall(float z0, float y0, float z1, float y1) {
    const auto first = static_cast<uint32_t>(vertices_.size());
    for (const auto& [y, z] : {std::pair(y0, z0), std::pair(y0, z1), std::pair(y1, z1), std::pair(y1, z0)}) {
      vertices_.push_back({5, y, z});
    }
    triangles_.push_back({{first, first + 1, first + 2}});
    triangles_.push_back({{first, first + 2, first + 3}});
  }

  std::vector<PlaceJoin> Join(const std::vector<MouthSettings>& mouths) {
    std::vector<SceneSettings> settings(2);
    settings[0].name = "left";
    settings[0].box = {{0, -9, -9}, {5, 9, 9}};
    settings[1].name = "right";
    settings[1].box = {{5, -9, -9}, {10, 9, 9}};
    settings[1].mouths = mouths;
    for (SceneSettings& scene : settings) scene.medium = SceneMedium::kWater;
    order_ = *OrderScenes(settings, Vec3());
    const SceneView scenes = *SceneView::Create(order_.data);
    const CollisionView solid =
        *CollisionView::Create(solid_data_.vertices, solid_data_.triangles, solid_data_.nodes);
    std::vector<JoinPlace> places;
    const auto add = [&](const Vec3& at, uint32_t scene, uint32_t polygon) {
      places.push_back({at, at, 1, polygon, SceneId(scene), ScenePart::kPoints, SceneMedium::kWater});
    };
    add({4.5, 1, 1}, 0, 0);  // before the hole
    add({4.5, 5, 5}, 0, 1);  // before the wall
    add({5.5, 1, 1}, 1, 2);
    add({5.5, 5, 5}, 1, 3);
    add({7.5, 1, 1}, 1, 4);  // out of reach
    return JoinPlaces(places, scenes, solid, agent_);
  }

  AgentProfile agent_{.name = "fish", .radius_m = 0.3, .height_m = 0.6};
  std::vector<Vec3f> vertices_;
  std::vector<CollisionTriangle> triangles_;
  CollisionData solid_data_;
  SceneOrder order_;
};

TEST_F(PlaceJoinerTest, JoinsWhatTheBodyCanBeSweptBetween) {
  const std::vector<PlaceJoin> joins = Join({});
  ASSERT_EQ(joins.size(), 1U);
  EXPECT_EQ(joins[0].from, 0U);
  EXPECT_EQ(joins[0].to, 2U);
  EXPECT_EQ(joins[0].mouth, "");
  agent_.radius_m = 1.2;
  EXPECT_TRUE(Join({}).empty());
}

TEST_F(PlaceJoinerTest, AClosedSceneIsEnteredThroughAMouthThatFitsOnly) {
  MouthSettings mouth{.name = "hole", .at = {5, 1, 1}, .radius_m = 1, .medium = SceneMedium::kWater};
  const std::vector<PlaceJoin> joins = Join({mouth});
  ASSERT_EQ(joins.size(), 1U);
  EXPECT_EQ(joins[0].mouth, "right/hole");
  mouth.medium = SceneMedium::kGround;
  EXPECT_TRUE(Join({mouth}).empty());
  mouth.medium = SceneMedium::kWater;
  mouth.at = {5, 5, 5};
  EXPECT_TRUE(Join({mouth}).empty());
}

// It comes within 0.9 m of the mouth's middle, and to the border within 0.95 m of it.
TEST_F(PlaceJoinerTest, ALineBesideAMouthPassesTheBorderOutsideOfIt) {
  const MouthSettings mouth{
      .name = "hole", .at = {5.3, 1, 1.9}, .radius_m = 0.92, .medium = SceneMedium::kWater};
  ASSERT_EQ(Join({mouth}).size(), 0U);
}

// A thousand places on each side, all within reach: each is joined with the nearest four that it can be swept to, as trying
// all of them finds.
TEST_F(PlaceJoinerTest, JoinsTheNearestFourOfMany) {
  std::vector<SceneSettings> settings(2);
  settings[0].name = "left";
  settings[0].box = {{0, -9, -9}, {5, 9, 9}};
  settings[1].name = "right";
  settings[1].box = {{5, -9, -9}, {10, 9, 9}};
  for (SceneSettings& scene : settings) scene.medium = SceneMedium::kWater;
  order_ = *OrderScenes(settings, Vec3());
  const SceneView scenes = *SceneView::Create(order_.data);
  const CollisionView solid =
      *CollisionView::Create(solid_data_.vertices, solid_data_.triangles, solid_data_.nodes);
  Random random(7);
  std::vector<JoinPlace> places;
  for (uint32_t i = 0; i < 2000; ++i) {
    const uint32_t scene = i % 2;
    const Vec3 at(random.NextInRange(scene == 0 ? 2 : 5.5, scene == 0 ? 4.5 : 8), random.NextInRange(0, 2),
                  random.NextInRange(0, 2));
    places.push_back({at, at, 50, i, SceneId(scene), ScenePart::kPoints, SceneMedium::kWater});
  }
  std::set<std::pair<size_t, size_t>> expected;
  for (size_t i = 0; i < places.size(); ++i) {
    std::vector<std::pair<double, size_t>> others;
    for (size_t j = 1 - i % 2; j < places.size(); j += 2) {
      others.emplace_back(Distance(places[i].middle, places[j].middle), j);
    }
    std::ranges::sort(others);
    size_t joined = 0;
    for (size_t k = 0; k < 64 && joined < 4; ++k) {
      const size_t j = others[k].second;
      if (!IsBodyFree(solid, agent_, places[i].middle, places[j].middle)) continue;
      ++joined;
      expected.emplace(std::min(i, j), std::max(i, j));
    }
  }
  std::set<std::pair<size_t, size_t>> got;
  for (const PlaceJoin& join : JoinPlaces(places, scenes, solid, agent_)) got.emplace(join.from, join.to);
  EXPECT_GT(expected.size(), 500U);
  EXPECT_EQ(got, expected);
}

}  // namespace
}  // namespace waystone

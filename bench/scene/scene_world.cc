#include "bench/scene/scene_world.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "bake/collision/collision_builder.h"
#include "bake/links/link_packer.h"
#include "bake/navmesh/navmesh_builder.h"
#include "bake/scene/scene_builder.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/surface/computed_zones.h"

namespace waystone {
namespace {

constexpr uint8_t kWaterAreaIndex = 2;
constexpr uint8_t kAirAreaIndex = 3;
constexpr Vec3 kSize{6, 4, 6};  // [m]
constexpr double kStep_m = 0.5;

double RandomStep(Random& random, double from, double to) {
  const auto steps = static_cast<uint32_t>((to - from) / kStep_m) + 1;
  return from + random.NextBelow(steps) * kStep_m;
}

// Within a box, each side of at least `least_m`.
Aabb RandomBox(Random& random, const Aabb& in, double least_m) {
  Aabb box;
  const auto draw = [&](double low, double high, double& from, double& to) {
    from = RandomStep(random, low, high - least_m);
    to = RandomStep(random, from + least_m, high);
  };
  draw(in.min.x, in.max.x, box.min.x, box.max.x);
  draw(in.min.y, in.max.y, box.min.y, box.max.y);
  draw(in.min.z, in.max.z, box.min.z, box.max.z);
  return box;
}

std::vector<ScenePart> RandomParts(Random& random) {
  switch (random.NextBelow(5)) {
    case 0:
      return {ScenePart::kLayers};
    case 1:
      return {ScenePart::kPoints};
    case 2:
      return {ScenePart::kVolume};
    case 3:
      return {ScenePart::kLayers, ScenePart::kPoints};
    default:
      return {};
  }
}

SceneSettings RandomScene(Random& random, const Aabb& box, const std::string& name) {
  SceneSettings scene;
  scene.name = name;
  scene.box = box;
  scene.medium = random.NextBelow(2) == 0 ? SceneMedium::kWater : SceneMedium::kAir;
  scene.parts = RandomParts(random);
  scene.layer_gap_m = random.NextBelow(2) == 0 ? 1 : 1.5;
  scene.point_gap_m = random.NextBelow(2) == 0 ? 1 : 2;
  return scene;
}

// On one of the faces.
MouthSettings RandomMouth(Random& random, const SceneSettings& scene, const std::string& name) {
  MouthSettings mouth;
  mouth.name = name;
  mouth.radius_m = 1.5;
  mouth.medium = random.NextBelow(4) == 0 ? SceneMedium::kAir : scene.medium;
  const Aabb& box = scene.box;
  mouth.at = {RandomStep(random, box.min.x, box.max.x), RandomStep(random, box.min.y, box.max.y),
              RandomStep(random, box.min.z, box.max.z)};
  switch (random.NextBelow(3)) {
    case 0:
      mouth.at.x = random.NextBelow(2) == 0 ? box.min.x : box.max.x;
      break;
    case 1:
      mouth.at.y = random.NextBelow(2) == 0 ? box.min.y : box.max.y;
      break;
    default:
      mouth.at.z = random.NextBelow(2) == 0 ? box.min.z : box.max.z;
  }
  return mouth;
}

// Twelve triangles, seen from outside.
void AddBoxTriangles(const SolidBox& box, std::vector<std::array<Vec3, 3>>& triangles) {
  static constexpr uint32_t kFaces[] = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                        2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
  const auto corner = [&](uint32_t k) { return Vec3(box[k & 1].x, box[k >> 1 & 1].y, box[k >> 2].z); };
  for (size_t t = 0; t < std::size(kFaces); t += 3) {
    triangles.push_back({corner(kFaces[t]), corner(kFaces[t + 1]), corner(kFaces[t + 2])});
  }
}

}  // namespace

SceneWorldPlan RandomScenes(Random& random) {
  SceneWorldPlan plan;
  plan.agent = {.name = "fish", .radius_m = 0.2, .height_m = 0.4};
  const Aabb all{{0, 0, 0}, kSize};
  plan.scenes.push_back(RandomScene(random, all, "all"));
  const uint32_t count = random.NextBelow(4);
  for (uint32_t i = 0; i < count; ++i) {
    const bool is_deeper = i > 0 && random.NextBelow(2) == 0;
    const Aabb in = is_deeper ? plan.scenes.back().box : all;
    SceneSettings scene = RandomScene(random, RandomBox(random, in, 1), StrCat("scene ", i));
    const uint32_t mouths = random.NextBelow(5);
    for (uint32_t m = 0; m < mouths && m < 2; ++m) {
      scene.mouths.push_back(RandomMouth(random, scene, StrCat("mouth ", m)));
    }
    // A nested one within the whole stays in it if it is not turned.
    plan.scenes.push_back(std::move(scene));
  }
  const uint32_t boxes = random.NextBelow(6);
  for (uint32_t i = 0; i < boxes; ++i) {
    const Aabb box = RandomBox(random, all, kStep_m);
    plan.solid.push_back({box.min, box.max});
  }
  return plan;
}

absl::StatusOr<std::unique_ptr<SceneWorld>> SceneWorld::Make(const SceneWorldPlan& plan) {
  std::unique_ptr<SceneWorld> world(new SceneWorld);
  for (const SolidBox& box : plan.solid) AddBoxTriangles(box, world->triangles_);
  std::vector<Vec3f> vertices;
  std::vector<CollisionTriangle> corners;
  for (const auto& triangle : world->triangles_) {
    const auto first = static_cast<uint32_t>(vertices.size());
    for (const Vec3& corner : triangle) vertices.push_back(corner.ToFloat());
    corners.push_back({{first, first + 1, first + 2}});
  }
  WS_RETURN_IF_ERROR(CheckScenes(plan.scenes));
  WS_ASSIGN_OR_RETURN(const SceneOrder order, OrderScenes(plan.scenes, Vec3()));
  const SceneInput input{.settings = plan.scenes,
                         .order = order,
                         .vertices = vertices,
                         .triangles = corners,
                         .origin = {},
                         .agent = plan.agent,
                         .cell_m = plan.cell_m,
                         .water_area = kWaterAreaIndex,
                         .air_area = kAirAreaIndex,
                         .thread_count = 1,
                         .progress = [](uint64_t, uint64_t) {}};
  PolygonSoup soup;
  WS_ASSIGN_OR_RETURN(const BuiltScenes built, BuildScenes(input, soup));
  WS_ASSIGN_OR_RETURN(world->navmesh_data_, BuildNavmesh(soup));
  WS_ASSIGN_OR_RETURN(const NavmeshView numbered, NavmeshView::Create(world->navmesh_data_));
  PackedLinks packed =
      PackLinks(built.links, {}, numbered, Vec3(), {std::string(kFlyAbility), std::string(kSwimAbility)});
  world->link_data_ = std::move(packed.data);
  world->scene_data_ = FinishScenes(order, built, 0, 0, world->navmesh_data_);
  world->manifest_.areas = {
      {1, "ground"}, {kWaterAreaIndex, std::string(kWaterArea)}, {kAirAreaIndex, std::string(kAirArea)}};
  world->manifest_.variants.push_back({.agent = plan.agent, .abilities = packed.abilities});
  world->manifest_.link_abilities = packed.abilities;
  WS_ASSIGN_OR_RETURN(world->collision_data_, BuildCollision(vertices, corners));
  WS_ASSIGN_OR_RETURN(world->collision_,
                      CollisionView::Create(world->collision_data_.vertices, world->collision_data_.triangles,
                                            world->collision_data_.nodes));
  WS_ASSIGN_OR_RETURN(world->navmesh_, NavmeshView::Create(world->navmesh_data_));
  WS_ASSIGN_OR_RETURN(world->links_, LinkView::Create(world->link_data_, *world->navmesh_));
  WS_ASSIGN_OR_RETURN(world->scenes_, SceneView::Create(world->scene_data_));
  const uint64_t abilities = (uint64_t{1} << packed.abilities.size()) - 1;
  world->zone_data_ = ComputeZones(*world->navmesh_, *world->links_, abilities, {});
  WS_ASSIGN_OR_RETURN(world->zones_, ZoneView::Create(world->zone_data_));
  world->surface_.emplace(*world->scenes_);
  world->view_ = {.manifest = &world->manifest_,
                  .variant = world->manifest_.variants.data(),
                  .navmesh = &*world->navmesh_,
                  .surface = &*world->surface_,
                  .links = &*world->links_,
                  .zones = &*world->zones_,
                  .all_abilities_zones = &*world->zones_,
                  .collision = &*world->collision_,
                  .abilities = abilities};
  return world;
}

}  // namespace waystone

#include "bake/scene/scene_builder.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "bake/collision/collision_builder.h"
#include "bake/navmesh/navmesh_builder.h"
#include "bake/scene/free_space.h"
#include "bake/scene/scene_cubes.h"
#include "bake/scene/scene_joins.h"
#include "bake/scene/scene_layers.h"
#include "bake/scene/scene_parts.h"
#include "bake/scene/scene_pieces.h"
#include "bake/skeleton/ray_scene.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr double kLeastCell_m = 0.1;
constexpr double kMostCell_m = 1;

Vec3 MiddleOf(const NavmeshData& mesh, const NavPoly& poly) {
  Vec3 sum;
  for (uint32_t k = 0; k < poly.edge_count; ++k) {
    sum = sum + Vec3(mesh.vertices[mesh.edges[poly.first_edge + k].vertex]);
  }
  return sum * (1.0 / poly.edge_count);
}

uint8_t BitOf(ScenePart part) { return static_cast<uint8_t>(1U << static_cast<uint32_t>(part)); }

absl::Status AddScene(SceneId id, const SolidSpace& solid, ScenePieces& pieces) {
  const SceneSettings& settings = pieces.SettingsOf(id);
  std::optional<FreeSpace> space;
  if (settings.medium != SceneMedium::kGround) {
    WS_ASSIGN_OR_RETURN(space, FreeSpaceOf(pieces.scenes(), id, solid));
  }
  PartChoice choice = ChooseParts(settings, space ? space->wall_share : 0);
  uint8_t& parts = pieces.built().parts[id.value()];
  for (const ScenePart part : choice.parts) parts |= BitOf(part);
  if (settings.HasGround()) parts |= BitOf(ScenePart::kGround);
  pieces.built().reasons[id.value()] = std::move(choice.reason);
  if (!space) return absl::OkStatus();
  std::vector<SceneLayer> layers;
  if (std::ranges::find(choice.parts, ScenePart::kLayers) != choice.parts.end()) {
    WS_ASSIGN_OR_RETURN(layers, AddLayers(id, *space, pieces));
  }
  for (const ScenePart part : choice.parts) {
    if (part != ScenePart::kLayers) AddCubes(id, part, *space, layers, pieces);
  }
  return absl::OkStatus();
}

void AddWarnings(ScenePieces& pieces) {
  const SceneView& scenes = pieces.scenes();
  BuiltScenes& built = pieces.built();
  std::set<std::string> used;
  for (const OffMeshLink& link : built.links) used.insert(link.external_id);
  for (uint32_t i = 0; i < scenes.scenes().size(); ++i) {
    const SceneId id(i);
    const auto is_its = [&](const ScenePoly& poly) { return poly.scene == i; };
    const std::string what = StrCat("scene ", Quoted(scenes.NameOf(id)), ": ");
    const bool is_ground = scenes.scene(id).medium == SceneMedium::kGround;
    if (!is_ground && std::ranges::none_of(built.polys, is_its)) {
      built.warnings.push_back(
          StrCat(what, "nothing of it is free for the agent's body on its layers and points"));
      continue;
    }
    if (is_ground && scenes.scene(id).mouth_count > 0) {
      built.warnings.push_back(
          StrCat(what, "walkers pass wherever there is ground: its mouths mean nothing"));
    }
    for (uint32_t m = 0; !is_ground && m < scenes.scene(id).mouth_count; ++m) {
      const std::string_view mouth = scenes.NameOf(MouthId(scenes.scene(id).first_mouth + m));
      if (used.contains(StrCat(scenes.NameOf(id), "/", mouth))) continue;
      built.warnings.push_back(StrCat(what, "no way leads through its mouth ", Quoted(mouth)));
    }
  }
}

}  // namespace

absl::StatusOr<BuiltScenes> BuildScenes(const SceneInput& input, PolygonSoup& soup) {
  WS_ASSIGN_OR_RETURN(const SceneView scenes, SceneView::Create(input.order.data));
  WS_ASSIGN_OR_RETURN(const CollisionData data, BuildCollision(input.vertices, input.triangles));
  WS_ASSIGN_OR_RETURN(const CollisionView solid,
                      CollisionView::Create(data.vertices, data.triangles, data.nodes));
  ScenePieces pieces(input, scenes, soup);
  WS_ASSIGN_OR_RETURN(const NavmeshData ground_data, BuildNavmesh(soup));
  WS_ASSIGN_OR_RETURN(const NavmeshView ground, NavmeshView::Create(ground_data));
  WS_ASSIGN_OR_RETURN(const std::unique_ptr<RayScene> rays,
                      RayScene::Create(input.vertices, input.triangles));
  std::vector<SolidTriangle> triangles;
  for (const CollisionTriangle& triangle : input.triangles) {
    SolidTriangle& corners = triangles.emplace_back();
    for (size_t k = 0; k < 3; ++k) corners[k] = Vec3(input.vertices[triangle.vertex[k]]);
  }
  const SolidSpace space{triangles,    rays.get(),         {input.agent.radius_m, HalfHeightOf(input.agent)},
                         input.cell_m, input.thread_count, input.progress};
  for (uint32_t i = 0; i < scenes.scenes().size(); ++i) {
    WS_RETURN_IF_ERROR(AddScene(SceneId(i), space, pieces));
  }
  JoinSurfaces(ground, solid, pieces);
  AddWarnings(pieces);
  return std::move(pieces.built());
}

SceneData FinishScenes(const SceneOrder& order, const BuiltScenes& built, uint32_t ground_count, double up_m,
                       NavmeshData& mesh) {
  SceneData data = order.data;
  for (uint32_t s = 0; s < data.scenes.size(); ++s) {
    SceneRecord& scene = data.scenes[s];
    scene.parts = built.parts[s];
    scene.reach_m = static_cast<float>(built.reaches_m[s]);
    scene.layer_gap_m = static_cast<float>(built.layer_gaps_m[s]);
    scene.reason_offset = AddSceneText(built.reasons[s], data);
  }
  const SceneTree tree(data.scenes);
  for (NavPoly& poly : mesh.polys) {
    ScenePoly& out = data.polys.emplace_back();
    if (poly.external_id >= ground_count) {
      out = built.polys[poly.external_id - ground_count];
    } else {
      const SceneId scene = tree.Find(MiddleOf(mesh, poly) + Vec3(0, up_m, 0));
      out = {.scene = scene.IsNone() ? kNoScene : static_cast<uint16_t>(scene.value()),
             .layer = kNoLayer,
             .part = ScenePart::kGround,
             .medium = SceneMedium::kGround,
             .reserved = {}};
    }
    poly.external_id = kNoExternalId;
  }
  return data;
}

double DefaultSceneCell_m(const AgentProfile& agent) {
  return std::clamp(agent.radius_m, kLeastCell_m, kMostCell_m);
}

}  // namespace waystone

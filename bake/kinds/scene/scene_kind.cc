#include "bake/kinds/scene/scene_kind.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "bake/scene/scene_builder.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {
namespace {

constexpr uint8_t kFirstFreeArea = 2;  // 0 is nowhere to stand, 1 plain ground
constexpr uint8_t kLastArea = 63;

// Adds an area of that name.
absl::StatusOr<uint8_t> AddArea(std::string_view name, std::vector<AreaType>& areas) {
  if (std::ranges::find(areas, name, &AreaType::name) != areas.end()) {
    return InvalidArgument("areas: '", name,
                           "' is the area of polygons that scenes add; give yours another name");
  }
  for (uint8_t index = kFirstFreeArea; index <= kLastArea; ++index) {
    if (std::ranges::find(areas, index, &AreaType::index) != areas.end()) continue;
    areas.push_back({index, std::string(name)});
    std::ranges::sort(areas, {}, &AreaType::index);
    return index;
  }
  return InvalidArgument("scenes: no index is left for the area '", name, "'");
}

std::string_view NameOf(ScenePart part) {
  switch (part) {
    case ScenePart::kGround:
      return "ground";
    case ScenePart::kLayers:
      return "layers";
    case ScenePart::kPoints:
      return "points";
    case ScenePart::kVolume:
      return "volume";
  }
  return {};
}

std::vector<std::string> NamesOf(uint8_t parts) {
  std::vector<std::string> names;
  for (const ScenePart part :
       {ScenePart::kGround, ScenePart::kLayers, ScenePart::kPoints, ScenePart::kVolume}) {
    if ((parts >> static_cast<uint32_t>(part) & 1) != 0) names.emplace_back(NameOf(part));
  }
  return names;
}

}  // namespace

absl::Status PlanScenes(BakeRun& run) {
  PlannedScenes& plan = run.surfaces.scenes.emplace();
  WS_ASSIGN_OR_RETURN(plan.order, OrderScenes(run.job.config.scenes, run.surfaces.origin));
  WS_ASSIGN_OR_RETURN(plan.water_area, AddArea(kWaterArea, run.surfaces.areas));
  WS_ASSIGN_OR_RETURN(plan.air_area, AddArea(kAirArea, run.surfaces.areas));
  return absl::OkStatus();
}

std::vector<SceneGround> GroundOfScenes(const BakeRun& run, const AgentProfile& agent) {
  const SceneOrder& order = run.surfaces.scenes->order;
  std::vector<uint32_t> by_priority(order.settings.size());
  std::iota(by_priority.begin(), by_priority.end(), 0U);
  std::ranges::stable_sort(by_priority, {}, [&](uint32_t i) { return order.data.scenes[i].priority; });
  std::vector<SceneGround> ground;
  for (const uint32_t i : by_priority) {
    const SceneSettings& scene = run.job.config.scenes[order.settings[i]];
    SceneGround& out = ground.emplace_back();
    out.is_walkable = scene.HasGround();
    VolumePrism prism;
    const Vec3 middle = (scene.box.min + scene.box.max) * 0.5;
    const Vec3 half = (scene.box.max - scene.box.min) * 0.5;
    const double yaw = -scene.yaw_deg * std::numbers::pi / 180;
    double top_m = scene.box.max.y;
    if (!out.is_walkable && scene.medium == SceneMedium::kWater) top_m -= agent.height_m;
    if (top_m <= scene.box.min.y) {
      ground.pop_back();
      continue;
    }
    for (const auto& [x, z] : std::array<std::array<double, 2>, 4>{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}}) {
      const Vec2 corner{middle.x + x * half.x * std::cos(yaw) - z * half.z * std::sin(yaw),
                        middle.z + x * half.x * std::sin(yaw) + z * half.z * std::cos(yaw)};
      prism.corners.push_back(corner);
      out.volume.bounds.Extend({corner.x, scene.box.min.y, corner.z});
      out.volume.bounds.Extend({corner.x, top_m, corner.z});
    }
    out.volume.outline = std::move(prism);
    // Ground that no dry scene around takes away keeps its areas.
    const auto takes = [&](const SceneGround& other) {
      return !other.is_walkable && other.volume.bounds.Overlaps(out.volume.bounds);
    };
    if (out.is_walkable && std::ranges::none_of(ground, takes)) ground.pop_back();
  }
  return ground;
}

absl::Status AddScenes(const AgentProfile& agent, PolygonSoup& soup, BakeRun& run) {
  run.log.Begin("scenes");
  PlannedScenes& plan = *run.surfaces.scenes;
  const BakeConfig& config = run.job.config;
  const SolidTriangles& solid = *run.surfaces.solid;
  const SceneInput input{.settings = config.scenes,
                         .order = plan.order,
                         .vertices = solid.vertices,
                         .triangles = solid.triangles,
                         .origin = run.surfaces.origin,
                         .agent = agent,
                         .cell_m = config.scene_cell_m != 0 ? config.scene_cell_m : DefaultSceneCell_m(agent),
                         .water_area = plan.water_area,
                         .air_area = plan.air_area,
                         .thread_count = run.log.report.threads,
                         .progress = run.Progress("scenes: slab")};
  const size_t ground_count = soup.polygons.size();
  WS_ASSIGN_OR_RETURN(BuiltScenes built, BuildScenes(input, soup));
  run.log.WarnOf(agent.name, built.warnings);
  run.log.EndStage(agent.name, "polygons", soup.polygons.size() - ground_count, BytesIn(built.polys));
  run.surfaces.links.insert(run.surfaces.links.end(), built.links.begin(), built.links.end());
  built.links.clear();
  plan.of_agent.push_back({static_cast<uint32_t>(ground_count), std::move(built)});
  return absl::OkStatus();
}

absl::Status PackScenes(BakeRun& run) {
  const PlannedScenes& plan = *run.surfaces.scenes;
  for (size_t i = 0; i < run.surfaces.agents.size(); ++i) {
    const auto& [ground_count, built] = plan.of_agent[i];
    AgentSurface& surface = run.surfaces.agents[i];
    const AgentProfile& agent = surface.agent.profile;
    const SceneData& data = run.scenes.emplace_back(
        FinishScenes(plan.order, built, ground_count, agent.height_m / 2, surface.navmesh));
    std::vector<uint64_t> polygons(data.scenes.size());
    for (const ScenePoly& poly : data.polys) {
      if (poly.scene != kNoScene) ++polygons[poly.scene];
    }
    for (uint32_t s = 0; s < data.scenes.size(); ++s) {
      run.log.report.scenes.push_back({.agent = agent.name,
                                       .name = data.texts.data() + data.scenes[s].name_offset,
                                       .surfaces = NamesOf(data.scenes[s].parts),
                                       .reason = built.reasons[s],
                                       .polygons = polygons[s]});
    }
    run.log.EndStage(agent.name, "scenes", data.scenes.size(),
                     BytesIn(data.scenes, data.mouths, data.polys, data.texts));
  }
  return absl::OkStatus();
}

}  // namespace waystone

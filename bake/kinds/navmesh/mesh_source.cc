#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "bake/import/equal_triangles.h"
#include "bake/import/importer.h"
#include "bake/import/source_check.h"
#include "bake/import/source_file.h"
#include "bake/kinds/navmesh/mesh_cost.h"
#include "bake/kinds/navmesh/navmesh_kind.h"
#include "bake/kinds/scene/scene_kind.h"
#include "bake/kinds/volume/volume_kind.h"
#include "bake/recast/gap_windows.h"
#include "bake/recast/navmesh_baker.h"
#include "bake/recast/open_spans.h"
#include "bake/stages/shared_stages.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr double kLeastShare = 0.1;
constexpr uint64_t kManyTriangles = 200;  // of one polygon
// Of ten levels by different makers, nine tenths of the upright triangles are lower than 2 to 13 m.
constexpr double kHighWall_m = 60;
constexpr double kWallShare = 0.9;
constexpr size_t kFewWalls = 20;
constexpr double kUpright = 0.1;  // of a normal's length: its part upwards

// The height [m] that nine tenths of the upright solid triangles do not exceed; 0 if there are few.
double WallHeight_m(const SourceMap& map, const std::vector<TriangleClass>& classes) {
  std::vector<double> heights_m;
  for (size_t i = 0; i < map.triangles.size(); ++i) {
    if (!IsSolid(classes[i])) continue;
    const Vec3& a = map.vertices[map.triangles[i][0]];
    const Vec3& b = map.vertices[map.triangles[i][1]];
    const Vec3& c = map.vertices[map.triangles[i][2]];
    const Vec3 normal = Cross(b - a, c - a);
    if (std::abs(normal.y) > kUpright * Length(normal)) continue;
    heights_m.push_back(std::max({a.y, b.y, c.y}) - std::min({a.y, b.y, c.y}));
  }
  if (heights_m.size() < kFewWalls) return 0;
  const auto rank = static_cast<ptrdiff_t>(static_cast<double>(heights_m.size()) * kWallShare);
  std::nth_element(heights_m.begin(), heights_m.begin() + rank, heights_m.end());
  return heights_m[static_cast<size_t>(rank)];
}

double Tenths(double value) { return std::round(value * 10) / 10; }

// Says so if the source's walls are as high as if its numbers were centimetres or inches, or all of it is
// smaller than the smallest agent is high. `bounds`: of the solid triangles. O(triangles).
std::optional<std::string> DoubtOfUnits(const SourceMap& map, const std::vector<TriangleClass>& classes,
                                        const Aabb& bounds, double least_height_m) {
  const double wall_m = WallHeight_m(map, classes);
  if (wall_m > kHighWall_m) {
    return StrCat("its walls are up to ", Tenths(wall_m),
                  " m high: are its units centimetres (--scale 0.01) or inches (--scale 0.0254)?");
  }
  const Vec3 size = bounds.max - bounds.min;
  const double largest_m = std::max({size.x, size.y, size.z});
  if (largest_m >= least_height_m) return std::nullopt;
  return StrCat("all of it is ", largest_m, " m large, and the smallest agent ", least_height_m,
                " m high: are its units metres (--scale)?");
}

// Says so if less than a tenth of the ground that is not too steep became surface, and where the rest went.
// `area_m2`: of the surface. Ground that volumes take away is not lost.
std::optional<std::string> DoubtOfLoss(const GroundCells& ground, double cell_size_m, double area_m2,
                                       const AgentProfile& agent) {
  const auto area_of = [&](uint64_t cells) { return static_cast<double>(cells) * cell_size_m * cell_size_m; };
  const double flat_m2 = area_of(ground.flat);
  const double high_m2 = area_of(ground.high);
  const double wide_m2 = area_of(ground.wide);
  if (area_m2 + area_of(ground.taken) >= kLeastShare * flat_m2) return std::nullopt;
  const char* cause = "";
  if (wide_m2 < kLeastShare * high_m2) cause = "it is wider than nearly every gap: ";
  if (high_m2 < kLeastShare * flat_m2) cause = "it is higher than nearly every room: ";
  return StrCat(cause, "of ", Tenths(flat_m2), " m2 of ground that is not too steep it can walk on ",
                Tenths(area_m2), " m2; ", Tenths(flat_m2 - high_m2), " m2 lack its headroom of ",
                agent.height_m, " m, and ", Tenths(std::max(0.0, high_m2 - wide_m2)),
                " m2 are nearer to a wall or a ledge than its radius of ", agent.radius_m,
                " m; check --scale, --up-axis and the agent's measures");
}

struct ClassifiedMap {
  const SourceMap& map;
  std::vector<TriangleClass> classes;
  Aabb bounds;
};

// The middle of the map, at a whole metre, so that small changes at the rim do not move every stored number.
Vec3 OriginFor(const Aabb& bounds) {
  const Vec3 middle = (bounds.min + bounds.max) * 0.5;
  return {std::round(middle.x), std::round(middle.y), std::round(middle.z)};
}

std::vector<AreaType> AreasOf(const SurfaceTable& table) {
  std::vector<AreaType> areas;
  for (const AreaRule& area : table.areas) areas.push_back(area.type);
  const auto is_plain = [](const AreaType& area) { return area.index == 1; };
  if (std::ranges::none_of(areas, is_plain)) areas.push_back(AreaType{});
  std::ranges::sort(areas, {}, &AreaType::index);
  return areas;
}

absl::StatusOr<ClassifiedMap> Classify(const SourceMap& map, BakeRun& run) {
  const BakeConfig& config = run.job.config;
  BakeLog& log = run.log;
  log.Begin("classify");
  std::vector<UnknownName> unknown;
  ClassifiedMap out{map, ClassifyTriangles(map, config.surfaces, unknown), {}};
  log.TellOf(unknown, config.shared_names);
  WS_RETURN_IF_ERROR(CheckSource(map, out.classes, log.report.warnings));
  log.report.equal_triangles = IgnoreEqualTriangles(map, out.classes);
  out.bounds = SolidBounds(map, out.classes);
  log.report.solid_triangles = static_cast<uint64_t>(std::ranges::count_if(out.classes, IsSolid));
  log.EndStage("", "solid_triangles", log.report.solid_triangles, out.classes.size());
  return out;
}

// The solid triangles and the corners they use.
SolidTriangles SolidOf(const ClassifiedMap& source, const Vec3& origin) {
  SolidTriangles solid;
  constexpr uint32_t kUnused = 0xffffffffU;
  std::vector<uint32_t> place(source.map.vertices.size(), kUnused);
  for (size_t t = 0; t < source.map.triangles.size(); ++t) {
    if (!IsSolid(source.classes[t])) continue;
    CollisionTriangle& triangle = solid.triangles.emplace_back();
    for (size_t k = 0; k < 3; ++k) {
      const uint32_t vertex = source.map.triangles[t][k];
      if (place[vertex] == kUnused) {
        place[vertex] = static_cast<uint32_t>(solid.vertices.size());
        solid.vertices.push_back((source.map.vertices[vertex] - origin).ToFloat());
      }
      triangle.vertex[k] = place[vertex];
    }
  }
  return solid;
}

// Their areas by index; CheckBakeConfig has found every name.
std::vector<IndexedVolume> VolumesOf(const BakeConfig& config) {
  std::vector<IndexedVolume> volumes;
  for (const AreaVolume& volume : config.volumes) {
    uint8_t index = volume.area == kNotWalkableArea ? 0 : 1;
    for (const AreaRule& rule : config.surfaces.areas) {
      if (rule.type.name == volume.area) index = rule.type.index;
    }
    volumes.push_back({&volume, index});
  }
  return volumes;
}

// 0 if no skeleton is baked.
double SkeletonSpacing_m(const BakeConfig& config) {
  return config.skeleton ? config.skeleton_options.spacing_m : 0;
}

// How an agent's ground is going to be cut.
struct AgentPlan {
  VoxelSettings settings;
  TilePlan tiles;
};

absl::StatusOr<AgentPlan> PlanAgent(const AgentProfile& profile, const ClassifiedMap& source, BakeRun& run) {
  const BakeConfig& config = run.job.config;
  AgentPlan plan;
  WS_ASSIGN_OR_RETURN(plan.settings, MakeVoxelSettings(profile, config.voxels));
  const BakeInput input{source.map, source.classes, source.bounds, run.surfaces.origin};
  WS_ASSIGN_OR_RETURN(plan.tiles, PlanTiles(input, plan.settings, run.job.limits));
  TellCost(CostOfMesh(profile, input, plan.settings, plan.tiles, SkeletonSpacing_m(config),
                      run.log.report.threads),
           run);
  return plan;
}

absl::Status KeepGaps(const BakeInput& input, const AgentPlan& plan, TileFindings found, BakeRun& run) {
  run.log.Begin("gap windows");
  AgentSurface& surface = run.surfaces.agents.back();
  surface.gap_rules = GapRulesOf(plan.settings);
  WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(surface.navmesh));
  WS_ASSIGN_OR_RETURN(GapsOfMap all, FindGapsOfMap(input, plan.settings, plan.tiles, surface.agent.profile,
                                                   mesh, std::move(found), run.log.report.threads));
  surface.tile_gaps = std::move(all.gaps);
  if (all.window_count == 0) return absl::OkStatus();
  run.log.EndStage(surface.agent.profile.name, "windows", all.window_count, BytesIn(surface.tile_gaps));
  return absl::OkStatus();
}

absl::Status BakeAgent(const AgentConfig& agent, const ClassifiedMap& source, const AgentPlan& plan,
                       BakeRun& run) {
  const BakeConfig& config = run.job.config;
  const AgentProfile& profile = agent.profile;
  const VoxelSettings& settings = plan.settings;
  BakeLog& log = run.log;
  log.Begin("polygons");
  std::vector<IndexedVolume> volumes = VolumesOf(config);
  const bool has_scenes = run.surfaces.surface == SurfaceKind::kScene;
  const std::vector<SceneGround> of_scenes =
      has_scenes ? GroundOfScenes(run, profile) : std::vector<SceneGround>();
  for (const SceneGround& ground : of_scenes) {
    volumes.push_back({&ground.volume, 0, ground.is_walkable});
  }
  const bool finds_gaps = config.gaps && !has_scenes;
  const BakeInput input{source.map, source.classes, source.bounds, run.surfaces.origin, volumes, finds_gaps};
  WS_ASSIGN_OR_RETURN(BakeOutcome baked, BakePolygons(input, settings, plan.tiles, profile.max_climb_m,
                                                      log.report.threads, run.Progress("tile")));
  log.WarnOf(profile.name, baked.warnings);
  log.EndStage(profile.name, "polygons", baked.soup.polygons.size(),
               BytesIn(baked.soup.polygons, baked.soup.vertices));
  if (has_scenes) WS_RETURN_IF_ERROR(AddScenes(profile, baked.soup, run));
  WS_RETURN_IF_ERROR(AddSurface(agent, baked.soup, run));
  if (finds_gaps) WS_RETURN_IF_ERROR(KeepGaps(input, plan, std::move(baked.found), run));
  AgentReport& report = log.report.agents.back();
  report.cell_size_m = settings.cell_size_m;
  report.cell_height_m = settings.cell_height_m;
  report.tile_size_m = settings.tile_size_m();
  report.tiles = baked.tile_count;
  report.tile_triangles = baked.tile_triangles;
  report.voxel_spans = baked.span_count;
  report.dropped_polygons = baked.dropped_polygon_count;
  if (config.skeleton) {
    WS_RETURN_IF_ERROR(
        CheckLaunchPoints(report.area_m2, SkeletonSpacing_m(config), run.job.limits.launch_points));
  }
  if (baked.soup.polygons.empty()) return absl::OkStatus();
  if (const auto doubt = DoubtOfLoss(baked.ground, settings.cell_size_m, report.area_m2, profile)) {
    log.WarnOf(profile.name, {*doubt});
  } else if (report.polygons == 1 && log.report.solid_triangles >= kManyTriangles) {
    log.WarnOf(profile.name, {StrCat("all that was baked of ", log.report.solid_triangles,
                                     " triangles is one polygon: check --scale and --up-axis")});
  }
  return absl::OkStatus();
}

absl::Status CheckSomewhereToStand(const MapSurfaces& surfaces, BakeLog& log) {
  const auto is_empty = [](const AgentSurface& agent) { return agent.navmesh.polys.empty(); };
  if (std::ranges::all_of(surfaces.agents, is_empty)) {
    return absl::InvalidArgumentError(
        "no agent can stand anywhere: check --up-axis, --scale, the agents' measures and that floors are "
        "wound counter-clockwise seen from above");
  }
  for (const AgentSurface& agent : surfaces.agents) {
    if (!is_empty(agent)) continue;
    log.report.warnings.push_back(
        StrCat("agent '", Printable(agent.agent.profile.name), "' can stand nowhere"));
  }
  return absl::OkStatus();
}

absl::Status BakeAgents(const std::vector<AgentConfig>& agents, const ClassifiedMap& source, BakeRun& run) {
  std::vector<AgentPlan> plans;  // all before any is costly
  for (const AgentConfig& agent : agents) {
    WS_ASSIGN_OR_RETURN(AgentPlan plan, PlanAgent(agent.profile, source, run));
    plans.push_back(std::move(plan));
  }
  for (size_t i = 0; i < agents.size(); ++i) WS_RETURN_IF_ERROR(BakeAgent(agents[i], source, plans[i], run));
  return CheckSomewhereToStand(run.surfaces, run.log);
}

absl::Status CutSurfaces(const SourceMap& map, BakeRun& run) {
  const BakeConfig& config = run.job.config;
  WS_ASSIGN_OR_RETURN(const ClassifiedMap source, Classify(map, run));
  if (run.surfaces.surface == SurfaceKind::kVolume) {
    run.surfaces.solid = SolidOf(source, Vec3());
    return FillVolumes(run);
  }
  run.surfaces.origin = OriginFor(source.bounds);
  const std::vector<AgentConfig> agents = config.agents.empty() ? std::vector<AgentConfig>(1) : config.agents;
  double least_height_m = agents[0].profile.height_m;
  for (const AgentConfig& agent : agents) least_height_m = std::min(least_height_m, agent.profile.height_m);
  const std::optional<std::string> doubt = DoubtOfUnits(map, source.classes, source.bounds, least_height_m);
  if (doubt.has_value()) run.log.report.warnings.push_back(*doubt);
  run.surfaces.solid = SolidOf(source, run.surfaces.origin);
  if (run.surfaces.surface == SurfaceKind::kScene) WS_RETURN_IF_ERROR(PlanScenes(run));
  const absl::Status status = BakeAgents(agents, source, run);
  if (status.ok() || !doubt.has_value()) return status;
  return absl::Status(status.code(), StrCat(status.message(), "; ", *doubt));
}

absl::Status CheckMeshSettings(const BakeRun& run) {
  return run.surfaces.surface == SurfaceKind::kVolume ? CheckVolumeSettings(run) : absl::OkStatus();
}

}  // namespace

absl::Status ReadTriangles(BakeRun& run) {
  const BakeConfig& config = run.job.config;
  BakeReport& report = run.log.report;
  WS_RETURN_IF_ERROR(run.InSource(TakeStrategy(
      {.shape = SourceShape::kMesh, .has_scenes = !config.scenes.empty()}, run, CheckMeshSettings)));
  WS_ASSIGN_OR_RETURN(ImportedSource source, ImportSource(run.job.source_path, config.import, report.warnings,
                                                          run.job.limits.triangles));
  report.source_triangles = source.map.triangles.size();
  run.log.EndStage("", "triangles", report.source_triangles, source.size_bytes);
  run.surfaces.source = source;
  run.surfaces.areas = AreasOf(config.surfaces);
  return run.InSource(CutSurfaces(source.map, run));
}

}  // namespace waystone

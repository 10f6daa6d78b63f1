#include "bake/program/skeleton_stage.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "bake/grid/cell_polys.h"
#include "bake/skeleton/grid_launch.h"
#include "bake/skeleton/lap_clock.h"
#include "bake/skeleton/ray_scene.h"
#include "bake/skeleton/skeleton_builder.h"
#include "bake/waypoint/waypoint_skeleton.h"
#include "bake/zones/zone_baker.h"
#include "core/base/status_macros.h"
#include "core/navmesh/surface_queries.h"
#include "core/store/section_visit.h"

namespace waystone {
namespace {

// The place of the main zone nearest to the middle of the surface, in the plane.
std::optional<NavLocation> MiddleOfMainZone(const NavmeshView& mesh, const ZoneView& zones) {
  if (mesh.poly_count() == 0) return std::nullopt;
  Aabb bounds;
  for (const Vec3f& vertex : mesh.arrays().vertices) bounds.Extend(Vec3(vertex));
  const Vec2 middle = ((bounds.min + bounds.max) * 0.5).Plane();
  std::optional<NavLocation> nearest;
  double nearest_m = std::numeric_limits<double>::infinity();
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    if (zones.ZoneOf(p) != 1) continue;
    const PlaneHit hit = ClosestInPlane(mesh, PolyId(p), middle, nearest_m);
    if (hit.distance_sq_m2 >= nearest_m) continue;
    nearest_m = hit.distance_sq_m2;
    nearest = {PolyId(p), {hit.point.x, HeightOnPoly(mesh, PolyId(p), hit.point.Plane()), hit.point.z}};
  }
  return nearest;
}

std::vector<NavLocation> StartsOf(const NavmeshView& mesh, const ZoneView& zones, const Vec3& origin,
                                  const std::vector<Vec3>& spawns) {
  SurfaceWorkspace workspace;
  std::vector<NavLocation> starts;
  for (const Vec3& spawn : spawns) {
    const std::optional<NavLocation> place = SnapSpawn(mesh, spawn, origin, workspace);
    if (place.has_value()) starts.push_back(*place);
  }
  if (!starts.empty()) return starts;
  const std::optional<NavLocation> middle = MiddleOfMainZone(mesh, zones);
  if (middle.has_value()) starts.push_back(*middle);
  return starts;
}

SkeletonReport ReportOf(const BuiltSkeleton& built) {
  return {.launch_points = built.data.header.launch_point_count,
          .casts = built.counts.casts,
          .rays = built.counts.rays,
          .blocked_ways = built.counts.blocked,
          .thinning_rounds = built.thinning_rounds,
          .key_points = built.data.header.key_point_count,
          .cycle_rank = built.data.header.cycle_rank,
          .reach_m = static_cast<double>(built.data.header.reach_m),
          .cast_s = built.cast_s,
          .thin_s = built.thin_s,
          .pack_s = built.pack_s,
          .round_walk_s = built.walk_s};
}

bool MayLeap(const std::vector<std::string>& abilities) {
  return std::binary_search(abilities.begin(), abilities.end(), "drop") &&
         std::binary_search(abilities.begin(), abilities.end(), "jump");
}

// All free cells of the grid, whatever the starts.
absl::StatusOr<BuiltSkeleton> BuildForGrid(const GridData& data, const NavmeshView& mesh,
                                           const SkeletonOptions& options) {
  WS_ASSIGN_OR_RETURN(const GridView grid, GridView::Create(data));
  LapClock clock;
  const std::vector<uint32_t> polys = PolysOfCells(grid, mesh);
  std::vector<uint8_t> is_free(polys.size());
  std::transform(polys.begin(), polys.end(), is_free.begin(),
                 [](uint32_t poly) { return poly == kNoCellPoly ? uint8_t{0} : uint8_t{1}; });
  const GridHeader& h = grid.header();
  const GridSource source{.width = h.columns,
                          .height = h.rows,
                          .free_cells = is_free,
                          .cell_m = h.cell_size_m,
                          .origin = {h.corner_x_m, h.height_m, h.corner_z_m},
                          .polys = polys};
  BuiltSkeleton built;
  built.cast_s = clock.Lap();
  WS_ASSIGN_OR_RETURN(static_cast<FinishedSkeleton&>(built), BuildGridSkeleton(source, options));
  return built;
}

absl::StatusOr<std::vector<SkeletonData>> SkeletonsOfWaypoints(const WaypointData& data,
                                                               std::span<const PlannedVariant> variants,
                                                               BakeLog& log) {
  WS_ASSIGN_OR_RETURN(const WaypointView graph, WaypointView::Create(data));
  std::vector<SkeletonData> skeletons;
  for (size_t i = 0; i < variants.size(); ++i) {
    const SkeletonData& skeleton = skeletons.emplace_back(SkeletonOf(graph, variants[i].bits));
    log.EndStage("skeleton", variants[i].variant.agent.name, "key points", skeleton.header.key_point_count,
                 SectionBytes(skeleton));
    log.report.stages.back().abilities = variants[i].variant.abilities;
    log.report.variants[i].skeleton = {.launch_points = skeleton.header.launch_point_count,
                                       .key_points = skeleton.header.key_point_count,
                                       .cycle_rank = skeleton.header.cycle_rank};
  }
  return skeletons;
}

}  // namespace

absl::StatusOr<std::vector<SkeletonData>> BakeSkeletons(const BakeJob& job, const MapSurfaces& surfaces,
                                                        const BakedLinks& links,
                                                        std::span<const PlannedVariant> variants,
                                                        std::span<const ZoneData> zones, BakeLog& log) {
  std::vector<SkeletonData> skeletons;
  if (!job.config.skeleton || !surfaces.may_have_skeleton) return skeletons;
  if (surfaces.waypoints.has_value()) {
    return SkeletonsOfWaypoints(surfaces.waypoints->data, variants, log);
  }
  std::unique_ptr<RayScene> rays;
  if (surfaces.solid.has_value()) {
    WS_ASSIGN_OR_RETURN(rays, RayScene::Create(surfaces.solid->vertices, surfaces.solid->triangles));
  }
  for (size_t i = 0; i < variants.size(); ++i) {
    const PlannedVariant& planned = variants[i];
    const AgentSurface& surface = surfaces.agents[planned.agent];
    WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(surface.navmesh));
    WS_ASSIGN_OR_RETURN(const LinkView view, LinkView::Create(links.of_agent[planned.agent], mesh));
    WS_ASSIGN_OR_RETURN(const ZoneView zone_view, ZoneView::Create(zones[i]));
    const SkeletonSource source{.mesh = &mesh,
                                .links = &view,
                                .abilities = planned.bits,
                                .rays = rays.get(),
                                .starts = StartsOf(mesh, zone_view, surfaces.origin, job.config.zones.spawns),
                                .agent = surface.agent.profile};
    const auto progress = [&](uint64_t points) {
      if (job.progress) job.progress("skeleton: launch point", points, points);
    };
    SkeletonOptions options = job.config.skeleton_options;
    options.leaps = options.leaps && MayLeap(planned.variant.abilities);
    WS_ASSIGN_OR_RETURN(BuiltSkeleton built,
                        surfaces.grid.has_value()
                            ? BuildForGrid(*surfaces.grid, mesh, options)
                            : BuildSkeleton(source, options, log.report.threads, progress));
    log.EndStage("skeleton", planned.variant.agent.name, "key points", built.data.header.key_point_count,
                 SectionBytes(built.data));
    log.report.stages.back().abilities = planned.variant.abilities;
    log.report.variants[i].skeleton = ReportOf(built);
    skeletons.push_back(std::move(built.data));
  }
  return skeletons;
}

}  // namespace waystone

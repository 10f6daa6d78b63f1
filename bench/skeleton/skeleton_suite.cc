#include "bench/skeleton/skeleton_suite.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "bake/import/importer.h"
#include "bake/skeleton/skeleton_builder.h"
#include "bench/sample_stats.h"
#include "bench/skeleton/raw_rays.h"
#include "bench/stopwatch.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/skeleton/explore.h"
#include "core/store/loaded_map.h"

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

// Every triangle of the source, about the package's origin.
absl::StatusOr<std::unique_ptr<RayScene>> SceneOfSource(const std::string& path, const Vec3& origin) {
  std::vector<std::string> warnings;
  WS_ASSIGN_OR_RETURN(const ImportedSource source, ImportSource(path, {}, warnings));
  std::vector<Vec3f> vertices;
  for (const Vec3& vertex : source.map.vertices) vertices.push_back((vertex - origin).ToFloat());
  std::vector<CollisionTriangle> triangles;
  for (const SourceTriangle& t : source.map.triangles) triangles.push_back({{t[0], t[1], t[2]}});
  return RayScene::Create(vertices, triangles);
}

absl::StatusOr<std::unique_ptr<RayScene>> SceneOf(const MapView& map, const std::string& source_path) {
  if (!source_path.empty()) return SceneOfSource(source_path, map.manifest->origin);
  if (map.collision == nullptr) return std::unique_ptr<RayScene>();
  return RayScene::Create(map.collision->vertices(), map.collision->triangles());
}

absl::StatusOr<Json> MeasureBuild(const MapView& view, const RayScene* rays, int threads) {
  const KeyPoint& first = view.skeleton->key_points().front();
  const SkeletonSource source{.mesh = view.navmesh,
                              .links = view.links,
                              .abilities = view.abilities,
                              .rays = rays,
                              .starts = {{PolyId(first.poly), {first.x, first.y, first.z}}},
                              .agent = view.variant->agent};
  SkeletonOptions options;
  options.spacing_m = view.skeleton->header().spacing_m;
  WS_ASSIGN_OR_RETURN(const BuiltSkeleton built, BuildSkeleton(source, options, threads, nullptr));
  Json line = {{"launch_points", built.data.header.launch_point_count},
               {"key_points", built.data.header.key_point_count},
               {"cycle_rank", built.data.header.cycle_rank},
               {"reach_m", built.data.header.reach_m},
               {"casts_per_second", static_cast<double>(built.counts.casts) / built.cast_s},
               {"rays_per_second", nullptr},
               {"ray_share", nullptr},
               {"seconds",
                {{"cast", built.cast_s},
                 {"thin", built.thin_s},
                 {"pack", built.pack_s},
                 {"round_walk", built.walk_s}}}};
  if (rays == nullptr) return line;
  WS_ASSIGN_OR_RETURN(const CastPoints cast, CastLaunchPoints(source, options, threads, nullptr));
  const double raw = RawRaysPerSecond(*rays, cast.graph, BodyOf(view.variant->agent, options), threads);
  const double ours = static_cast<double>(built.counts.rays) / built.cast_s;
  line["rays_per_second"] = ours;
  line["ray_share"] = ours / raw;
  line["raw_rays_per_second"] = raw;
  return line;
}

Json MeasureWalk(const SkeletonView& skeleton, const char* name, WalkOrder order,
                 const SkeletonSuiteOptions& options) {
  ExploreAnswer answer;
  std::vector<double> times_ms;
  for (uint32_t i = 0; i < options.repeats; ++i) {
    ExploreQuery query;
    query.start = KeyPointId(0);
    query.order = order;
    query.improve_for = std::chrono::milliseconds(options.budget_ms);
    query.budget = Deadline::After(query.improve_for);
    times_ms.push_back(MicrosecondsOf([&] { answer = ExploreSkeleton(skeleton, query); }) / 1000);
  }
  return {{"order", name},
          {"coverage", answer.coverage},
          {"length_m", answer.walks[0].length_m},
          {"length_ratio_to_bound", answer.walks[0].length_m / answer.lower_bound_m},
          {"walk_ms", Median(times_ms)},
          {"reachable_key_points", answer.reachable},
          {"unjoinable_key_points", answer.unjoinable}};
}

}  // namespace

absl::Status RunSkeletonSuite(const SkeletonSuiteOptions& options, const BenchLines& lines) {
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const LoadedMap> map, LoadedMap::Load(options.package_path));
  WS_ASSIGN_OR_RETURN(const MapView view, map->View(options.agent, {}, ZonesNeed::kIfReady));
  if (view.skeleton == nullptr || view.skeleton->size() == 0) {
    return absl::FailedPreconditionError(StrCat(options.package_path, ": has no skeleton"));
  }
  WS_ASSIGN_OR_RETURN(const std::unique_ptr<RayScene> rays, SceneOf(view, options.source_path));
  Json line = {{"map", map->manifest().map_id}, {"agent", view.variant->agent.name}};
  WS_ASSIGN_OR_RETURN(const Json build, MeasureBuild(view, rays.get(), static_cast<int>(options.threads)));
  line.update(build);
  lines.Print(line);
  lines.Print(MeasureWalk(*view.skeleton, "breadth_first", WalkOrder::kBreadthFirst, options));
  lines.Print(MeasureWalk(*view.skeleton, "depth_first", WalkOrder::kDepthFirst, options));
  lines.Print(MeasureWalk(*view.skeleton, "pocket_first", WalkOrder::kPocketFirst, options));
  lines.Print(MeasureWalk(*view.skeleton, "shortest", WalkOrder::kShortest, options));
  return absl::OkStatus();
}

}  // namespace waystone

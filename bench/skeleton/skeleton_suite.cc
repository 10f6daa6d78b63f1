#include "bench/skeleton/skeleton_suite.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <vector>

#include "bake/import/importer.h"
#include "bake/skeleton/skeleton_builder.h"
#include "bench/stopwatch.h"
#include "core/base/parallel_for.h"
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

constexpr size_t kChunk = 4096;  // [points]

// The count keeps the compiler from leaving out the rays.
struct Counts {
  uint64_t rays = 0;
  uint64_t hits = 0;
};

void CastAlong(const RayScene& rays, const Vec3& from, const Vec3& to, const CastBody& body, Counts& counts) {
  const Vec2 path = to.Plane() - from.Plane();
  const Vec2 ahead = path * (body.side_m / Length(path));
  counts.hits +=
      rays.GroundBelow({to.x, to.y + body.low_m, to.z}, body.low_m + body.climb_m).has_value() ? 1 : 0;
  for (const double side : {0.0, 1.0, -1.0}) {
    for (const double height_m : {body.low_m, body.top_m}) {
      const Vec3 shift{-side * ahead.z, height_m, side * ahead.x};
      counts.hits += rays.IsBlocked({from + shift, to + shift}) ? 1 : 0;
    }
  }
  counts.rays += 7;
}

// The rays of a launch graph's casts through Embree, and nothing else: what casting is measured against.
// Along every arc of the lattice, the body's six lines and the one down, in the order of the points, on so
// many threads (0 = one per core).
double RawRaysPerSecond(const RayScene& rays, const LaunchGraph& graph, const CastBody& body,
                        int thread_count) {
  const size_t chunks = (graph.points.size() + kChunk - 1) / kChunk;
  std::vector<Counts> counts(chunks);
  const double us = MicrosecondsOf([&] {
    ParallelFor(chunks, thread_count, [&](size_t chunk) {
      const size_t end = std::min(graph.points.size(), (chunk + 1) * kChunk);
      for (size_t p = chunk * kChunk; p < end; ++p) {
        const LaunchPoint& point = graph.points[p];
        for (uint32_t d = 0; d < kDirectionCount; ++d) {
          if ((point.out & 1U << d) == 0) continue;
          CastAlong(rays, Vec3(point.at), Vec3(graph.points[point.neighbours[d]].at), body, counts[chunk]);
        }
      }
    });
  });
  const auto sum = [](uint64_t total, const Counts& c) { return total + c.rays; };
  return static_cast<double>(std::accumulate(counts.begin(), counts.end(), uint64_t{0}, sum)) / (us * 1e-6);
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

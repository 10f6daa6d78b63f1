#include "bench/navmesh/navmesh_suite.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "bench/navmesh/distance_share.h"
#include "bench/navmesh/local_queries.h"
#include "bench/navmesh/pair_sampler.h"
#include "bench/navmesh/route_race.h"
#include "bench/navmesh/unreachable_pairs.h"
#include "bench/resident_bytes.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/package/format.h"
#include "core/store/loaded_map.h"
#include "core/surface/navmesh/navmesh_indexes.h"

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

// Distances are measured over pairs of this bucket, or else over those of the last one that has any.
constexpr size_t kDistanceBucket = 5;
static_assert(kLengthBuckets[kDistanceBucket].lo_m == 1000);
constexpr size_t kReadPairs = 10;  // [pairs] of a bucket that are planned on forgotten pages

uint64_t NavmeshBytes(const PackageReader& package) {
  uint64_t bytes = 0;
  for (const SectionEntry& section : package.sections()) {
    if (section.type >= SectionType::kNavmeshHeader && section.type <= SectionType::kNavmeshAreaPrefix) {
      bytes += section.size_bytes;
    }
  }
  return bytes;
}

// Size for the view's own variant; null if it has no hierarchy.
Json HierarchyBytes(const LoadedMap& map, const MapView& view) {
  if (IndexesOf(view).hierarchy == nullptr) return nullptr;
  const auto variant = static_cast<VariantIndex>(view.variant - map.manifest().variants.data() + 1);
  uint64_t bytes = 0;
  for (const SectionEntry& section : map.package().sections()) {
    if (section.variant == variant && section.type >= SectionType::kHierarchyHeader &&
        section.type <= SectionType::kHierarchyStrings) {
      bytes += section.size_bytes;
    }
  }
  return bytes;
}

// CPU seconds; null if there is no report.
struct BakeSeconds {
  Json whole;
  Json hierarchy;  // of all variants
};

absl::StatusOr<BakeSeconds> ReadBakeSeconds(const std::string& report_path) {
  if (report_path.empty()) return BakeSeconds{};
  std::ifstream file(report_path);
  const Json report = Json::parse(file, nullptr, false);
  const bool is_report = report.is_object() && report.contains("cpu_s") && report.contains("stages") &&
                         report["stages"].is_array();
  if (!is_report) return InvalidArgument(report_path, ": not a bake report");
  double hierarchy_cpu_s = 0;
  for (const Json& stage : report["stages"]) {
    if (stage.is_object() && stage.value("stage", "") == "hierarchy") {
      hierarchy_cpu_s += stage.value("cpu_s", 0.0);
    }
  }
  return BakeSeconds{report["cpu_s"], hierarchy_cpu_s};
}

// Fields without data in the package are null, never a guess.
absl::Status PrintSizes(const NavmeshSuiteOptions& options, const LoadedMap& map, const MapView& view,
                        const BenchLines& lines) {
  WS_ASSIGN_OR_RETURN(const BakeSeconds seconds, ReadBakeSeconds(options.bake_report_path));
  Json line{{"index_bytes", HierarchyBytes(map, view)},
            {"navmesh_bytes", NavmeshBytes(map.package())},
            {"bake_cpu_s", seconds.whole},
            {"hierarchy_cpu_s", seconds.hierarchy}};
  if (options.bake_report_path.empty()) line["note"] = "bake seconds need --bake-report";
  lines.Print(line);
  return absl::OkStatus();
}

// [bytes] The part of the package that one route loads into memory if none of it was there; of some pairs.
Json BytesRead(const LoadedMap& map, const MapView& view, const std::vector<RoutePair>& pairs) {
  OwnPlanner planner(view);
  std::vector<double> bytes;
  for (size_t i = 0; i < std::min(pairs.size(), kReadPairs); ++i) {
    map.package().ForgetAll();
    planner.Plan(pairs[i].start, pairs[i].goal);
    bytes.push_back(static_cast<double>(ResidentBytes(map.package().name())));
  }
  if (bytes.empty()) return nullptr;
  return {{"median", Median(bytes)}, {"max", std::ranges::max(bytes)}};
}

// Prints a line per bucket.
TimedPairs RaceAll(const NavmeshSuiteOptions& options, const LoadedMap& map, const MapView& view,
                   const DetourMesh* peer, const BenchLines& lines) {
  PairSampler sampler(view, options.seed);
  RouteRace race(view, peer, options.exact_samples);
  TimedPairs for_distances;
  for (size_t i = 0; i < kLengthBuckets.size(); ++i) {
    const LengthBucket& bucket = kLengthBuckets[i];
    std::vector<RoutePair> pairs = sampler.Draw(bucket, options.pairs);
    BucketTimes times = race.Run(pairs);
    Json line = BucketLine(bucket, times, options.with_detour);
    line["bytes_read"] = BytesRead(map, view, pairs);
    lines.Print(line);
    if (i <= kDistanceBucket && !pairs.empty()) {
      for_distances = {bucket, std::move(pairs), std::move(times.ours_us)};
    }
  }
  return for_distances;
}

}  // namespace

absl::Status RunNavmeshSuite(const NavmeshSuiteOptions& options, const BenchLines& lines) {
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const LoadedMap> map, LoadedMap::Load(options.package_path));
  WS_ASSIGN_OR_RETURN(const MapView view, map->View(options.agent));
  std::optional<DetourMesh> detour;
  if (options.with_detour) {
    WS_ASSIGN_OR_RETURN(detour, DetourMesh::Create(*view.navmesh));
  }
  const DetourMesh* const peer = detour ? &*detour : nullptr;
  const TimedPairs for_distances = RaceAll(options, *map, view, peer, lines);
  PrintLocalQueries(*view.navmesh, peer, options.local_queries, options.seed, lines);
  PrintUnreachablePairs(view, peer, options.pairs, options.seed, lines);
  PrintDistanceShare(view, for_distances, lines);
  return PrintSizes(options, *map, view, lines);
}

}  // namespace waystone

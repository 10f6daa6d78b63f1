#include "bench/navmesh/navmesh_suite.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "bench/navmesh/local_queries.h"
#include "bench/navmesh/pair_sampler.h"
#include "bench/navmesh/planners.h"
#include "bench/navmesh/unreachable_pairs.h"
#include "bench/stopwatch.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/package/format.h"
#include "core/store/loaded_map.h"

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

// What one bucket's pairs took.
struct BucketTimes {
  std::vector<double> ours_us;
  std::vector<double> peer_us;
  std::vector<double> ours_over_exact;
  std::vector<double> peer_over_exact;
  uint32_t ours_failed = 0;
  uint32_t peer_truncated = 0;
};

class RouteRace {
 public:
  RouteRace(const NavmeshView& mesh, const DetourMesh* detour, uint32_t exact_samples)
      : exact_samples_(exact_samples), own_(mesh), exact_(mesh) {
    if (detour != nullptr) peer_.emplace(*detour);
  }

  BucketTimes Run(const std::vector<RoutePair>& pairs) {
    BucketTimes times;
    for (size_t i = 0; i < std::min<size_t>(pairs.size(), kWarmUp); ++i) {
      own_.Plan(pairs[i].start, pairs[i].goal);
      if (peer_) peer_->Plan(pairs[i].start, pairs[i].goal);
    }
    for (size_t i = 0; i < pairs.size(); ++i) RunOne(pairs[i], i < exact_samples_, times);
    return times;
  }

 private:
  static constexpr size_t kWarmUp = 10;

  void RunOne(const RoutePair& pair, bool with_exact, BucketTimes& times) {
    PlannedPath ours;
    PlannedPath theirs;
    times.ours_us.push_back(CpuMicrosecondsOf([&] { ours = own_.Plan(pair.start, pair.goal); }));
    if (!ours.complete) ++times.ours_failed;
    if (peer_) {
      times.peer_us.push_back(CpuMicrosecondsOf([&] { theirs = peer_->Plan(pair.start, pair.goal); }));
      if (!theirs.complete) ++times.peer_truncated;
    }
    if (!with_exact) return;
    const PlannedPath exact = exact_.Plan(pair.start, pair.goal);
    if (!exact.complete || exact.plane_length_m <= 0) return;
    if (ours.complete) times.ours_over_exact.push_back(ours.plane_length_m / exact.plane_length_m);
    if (theirs.complete) times.peer_over_exact.push_back(theirs.plane_length_m / exact.plane_length_m);
  }

  const uint32_t exact_samples_;
  OwnPlanner own_;
  AnyAnglePlanner exact_;
  std::optional<DetourPlanner> peer_;
};

Json BucketLine(const LengthBucket& bucket, const BucketTimes& times, bool with_peer) {
  Json line;
  const Json high = std::isinf(bucket.hi_m) ? Json(nullptr) : Json(bucket.hi_m);
  line["bucket_m"] = {bucket.lo_m, high};
  line["n"] = times.ours_us.size();
  line["ours_us"] = MedianAndP99(times.ours_us);
  line["peer_us"] = MedianAndP99(times.peer_us);
  line["speedup"] = Speedup(times.peer_us, times.ours_us);
  line["peer_truncated"] = with_peer ? Json(times.peer_truncated) : Json(nullptr);
  line["ours_failed"] = times.ours_failed;
  line["length_ratio_to_exact"] = MeanAndMax(times.ours_over_exact);
  line["peer_length_ratio_to_exact"] = MeanAndMax(times.peer_over_exact);
  line["exact_n"] = times.ours_over_exact.size();
  line["method"] = OwnPlanner::kMethod;
  return line;
}

uint64_t NavmeshBytes(const PackageReader& package) {
  uint64_t bytes = 0;
  for (const SectionEntry& section : package.sections()) {
    if (section.type >= SectionType::kNavmeshHeader && section.type <= SectionType::kNavmeshAreaPrefix) {
      bytes += section.size_bytes;
    }
  }
  return bytes;
}

absl::StatusOr<Json> BakeSeconds(const std::string& report_path) {
  if (report_path.empty()) return nullptr;
  std::ifstream file(report_path);
  const Json report = Json::parse(file, nullptr, false);
  if (!report.is_object() || !report.contains("cpu_s")) {
    return absl::InvalidArgumentError(StrCat(report_path, ": not a bake report"));
  }
  return report["cpu_s"];
}

// What the package has no data for yet is null, never a guess.
absl::Status PrintSummary(const NavmeshSuiteOptions& options, const LoadedMap& map, const BenchLines& lines) {
  lines.Print({{"distance_only_share", nullptr}, {"note", "no distance-only queries before the hierarchy"}});
  WS_ASSIGN_OR_RETURN(const Json bake_cpu_s, BakeSeconds(options.bake_report_path));
  lines.Print({{"index_bytes", nullptr},
               {"navmesh_bytes", NavmeshBytes(map.package())},
               {"bake_cpu_s", bake_cpu_s},
               {"note", "no hierarchy yet; bake_cpu_s needs --bake-report"}});
  return absl::OkStatus();
}

}  // namespace

absl::Status RunNavmeshSuite(const NavmeshSuiteOptions& options, const BenchLines& lines) {
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const LoadedMap> map, LoadedMap::Load(options.package_path));
  WS_ASSIGN_OR_RETURN(const MapView view, map->View(options.agent));
  if (view.navmesh == nullptr) return absl::InvalidArgumentError("the map has no navmesh");
  const NavmeshView& mesh = *view.navmesh;
  std::optional<DetourMesh> detour;
  if (options.with_detour) {
    WS_ASSIGN_OR_RETURN(detour, DetourMesh::Create(mesh));
  }
  const DetourMesh* const peer = detour ? &*detour : nullptr;
  PairSampler sampler(mesh, options.seed);
  RouteRace race(mesh, peer, options.exact_samples);
  for (const LengthBucket& bucket : kLengthBuckets) {
    const std::vector<RoutePair> pairs = sampler.Draw(bucket, options.pairs);
    lines.Print(BucketLine(bucket, race.Run(pairs), options.with_detour));
  }
  PrintLocalQueries(mesh, peer, options.local_queries, options.seed, lines);
  PrintUnreachablePairs(view, peer, options.pairs, options.seed, lines);
  return PrintSummary(options, *map, lines);
}

}  // namespace waystone

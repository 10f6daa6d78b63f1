#include "bench/navmesh/distance_share.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/stopwatch.h"
#include "core/distances/distance_matrix.h"
#include "core/surface/navmesh/navmesh_indexes.h"

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

// [places] A source's cost is shared by its targets: more of them would flatter the share.
constexpr size_t kMaxSide = 50;

Json NoShare(const char* why) { return {{"distance_only_share", nullptr}, {"note", why}}; }

Json ShareLine(const MapView& view, const TimedPairs& timed) {
  if (timed.pairs.empty()) return NoShare("no pairs");
  if (IndexesOf(view).hierarchy == nullptr) return NoShare("no hierarchy: distances are floods");
  DistanceQuery query;
  query.max_expansions = 100'000'000;
  const size_t side = std::min(timed.pairs.size(), kMaxSide);
  for (size_t i = 0; i < side; ++i) {
    query.sources.push_back(timed.pairs[i].start.point + view.manifest->origin);
    query.targets.push_back(timed.pairs[i].goal.point + view.manifest->origin);
  }
  Scratch scratch;
  absl::StatusOr<DistanceAnswer> answer;
  const auto measure = [&] { answer = MeasureDistances(view, query, scratch); };
  std::vector<Vec3> sources(1, query.sources.front());
  sources.swap(query.sources);
  measure();  // of one source, so that the scratch has its memory
  sources.swap(query.sources);
  const double whole_us = CpuMicrosecondsOf(measure);
  if (!answer.ok()) return NoShare("MeasureDistances refused the places");
  const auto found = std::ranges::count(answer->statuses, DistanceStatus::kFound);
  if (found == 0) return NoShare("no distance was found");
  const double each_us = whole_us / static_cast<double>(found);
  const Json high = std::isinf(timed.bucket.hi_m) ? Json(nullptr) : Json(timed.bucket.hi_m);
  return {{"distance_only_share", each_us / Median(timed.ours_us)},
          {"bucket_m", {timed.bucket.lo_m, high}},
          {"sources", side},
          {"targets", side},
          {"found", found},
          {"distance_us", each_us},
          {"path_us", Median(timed.ours_us)}};
}

}  // namespace

void PrintDistanceShare(const MapView& view, const TimedPairs& timed, const BenchLines& lines) {
  lines.Print(ShareLine(view, timed));
}

}  // namespace waystone

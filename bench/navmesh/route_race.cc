#include "bench/navmesh/route_race.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/bench_lines.h"
#include "bench/stopwatch.h"

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kWarmUp = 10;

// How most routes were found.
Json UsualMethod(const BucketTimes& times) {
  const auto& counts = times.ours_by_method;
  if (counts.empty()) return nullptr;
  const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
  switch (std::ranges::max_element(counts, fewer)->first) {
    case RouteMethod::kAnyAngle:
      return "any_angle";
    case RouteMethod::kHierarchy:
      return "hierarchy";
    case RouteMethod::kClusters:
      return "clusters";
    case RouteMethod::kEdgePoints:
      return "edge_points";
    default:
      break;  // not of meshes
  }
  return nullptr;
}

Json P99OverMedian(const std::vector<double>& samples) {
  if (samples.empty()) return nullptr;
  return Percentile(samples, 0.99) / Median(samples);
}

}  // namespace

RouteRace::RouteRace(const MapView& map, const DetourMesh* detour, uint32_t exact_samples)
    : exact_samples_(exact_samples), own_(map), exact_(map) {
  if (detour != nullptr) peer_.emplace(*detour);
}

BucketTimes RouteRace::Run(const std::vector<RoutePair>& pairs) {
  BucketTimes times;
  for (size_t i = 0; i < std::min(pairs.size(), kWarmUp); ++i) {
    own_.Plan(pairs[i].start, pairs[i].goal);
    if (peer_) peer_->Plan(pairs[i].start, pairs[i].goal);
  }
  if (!pairs.empty()) exact_.Plan(pairs[0].start, pairs[0].goal);
  ours_.clear();
  theirs_.clear();
  for (const RoutePair& pair : pairs) RunOne(pair, times);
  for (size_t i = 0; i < std::min<size_t>(pairs.size(), exact_samples_); ++i) {
    CompareWithExact(pairs[i], ours_[i], theirs_[i], times);
  }
  return times;
}

void RouteRace::RunOne(const RoutePair& pair, BucketTimes& times) {
  PlannedPath& ours = ours_.emplace_back();
  PlannedPath& theirs = theirs_.emplace_back();
  times.ours_us.push_back(CpuMicrosecondsOf([&] { ours = own_.Plan(pair.start, pair.goal); }));
  if (ours.complete) {
    ++times.ours_by_method[ours.method];
  } else {
    ++times.ours_failed;
  }
  if (!peer_) return;
  times.peer_us.push_back(CpuMicrosecondsOf([&] { theirs = peer_->Plan(pair.start, pair.goal); }));
  if (!theirs.complete) ++times.peer_truncated;
}

void RouteRace::CompareWithExact(const RoutePair& pair, const PlannedPath& ours, const PlannedPath& theirs,
                                 BucketTimes& times) {
  PlannedPath exact;
  times.exact_us.push_back(CpuMicrosecondsOf([&] { exact = exact_.Plan(pair.start, pair.goal); }));
  if (!exact.complete || exact.cost_m <= 0) return;
  if (ours.complete) times.ours_over_exact.push_back(ours.cost_m / exact.cost_m);
  if (theirs.complete) times.peer_over_exact.push_back(theirs.cost_m / exact.cost_m);
}

Json BucketLine(const LengthBucket& bucket, const BucketTimes& times, bool with_peer) {
  Json line;
  const Json high = std::isinf(bucket.hi_m) ? Json(nullptr) : Json(bucket.hi_m);
  line["bucket_m"] = {bucket.lo_m, high};
  line["n"] = times.ours_us.size();
  line["ours_us"] = MedianAndP99(times.ours_us);
  line["peer_us"] = MedianAndP99(times.peer_us);
  line["exact_us"] = MedianAndP99(times.exact_us);
  line["speedup"] = Speedup(times.peer_us, times.ours_us);
  line["p99_over_median"] = P99OverMedian(times.ours_us);
  line["peer_truncated"] = with_peer ? Json(times.peer_truncated) : Json(nullptr);
  line["ours_failed"] = times.ours_failed;
  line["length_ratio_to_exact"] = MinMeanMax(times.ours_over_exact);
  line["peer_length_ratio_to_exact"] = MinMeanMax(times.peer_over_exact);
  line["exact_n"] = times.ours_over_exact.size();
  line["method"] = UsualMethod(times);
  return line;
}

}  // namespace waystone

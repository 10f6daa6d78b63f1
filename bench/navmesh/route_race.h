// The pairs of a length bucket, planned by all planners: times, and lengths of the paths.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "bench/navmesh/pair_sampler.h"
#include "bench/navmesh/planners.h"

namespace waystone {

// Results of one bucket's pairs.
struct BucketTimes {
  std::vector<double> ours_us;
  std::vector<double> peer_us;
  std::vector<double> exact_us;         // of the first pairs
  std::vector<double> ours_over_exact;  // lengths
  std::vector<double> peer_over_exact;
  std::map<RouteMethod, uint32_t> ours_by_method;  // complete routes
  uint32_t ours_failed = 0;
  uint32_t peer_truncated = 0;
};

// Keeps its memory; one thread.
class RouteRace {
 public:
  // Without a peer if `detour` is null; `exact_samples` pairs of each run are searched exactly as well.
  RouteRace(const MapView& map, const DetourMesh* detour, uint32_t exact_samples);

  // Ours and the peer in turn, after some pairs that are not counted; then the exact search, whose memory
  // would crowd the others out of the caches.
  BucketTimes Run(const std::vector<RoutePair>& pairs);

 private:
  void RunOne(const RoutePair& pair, BucketTimes& times);
  void CompareWithExact(const RoutePair& pair, const PlannedPath& ours, const PlannedPath& theirs,
                        BucketTimes& times);

  const uint32_t exact_samples_;
  OwnPlanner own_;
  ExactPlanner exact_;
  std::optional<DetourPlanner> peer_;
  std::vector<PlannedPath> ours_;  // of this run
  std::vector<PlannedPath> theirs_;
};

// The line that the suite prints for a bucket.
nlohmann::ordered_json BucketLine(const LengthBucket& bucket, const BucketTimes& times, bool with_peer);

}  // namespace waystone

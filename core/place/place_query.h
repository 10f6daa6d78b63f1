// The query and the answer of PlaceResource.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/deadline.h"
#include "core/geom/vec.h"
#include "core/placement/place_rules.h"
#include "core/surface/route_changes.h"
#include "core/surface/snap.h"

namespace waystone {

// What a good position is, for all placement queries. Coordinates are absolute.
struct PlaceTerms {
  PlaceRules rules;
  // [at most 64] Positions that must be reachable in both directions; they must be on the surface by `snap`.
  // None: the main zone.
  std::vector<Vec3> anchors;
  SnapOptions snap;
  // What is closed, the cells that are blocked and opened, and what ground costs that is walked over; the rest does not matter.
  RouteChanges changes;
};

// Balanced walking distances.
struct PlaceFairness {
  std::vector<Vec3> teams;  // 2-64 starts, on the surface by the terms' snap limits
  double max_ratio = 1.1;   // [factor, 1-100, 1.1] the farthest team's mean walk over the nearest team's
};

struct PlaceQuery {
  uint32_t count = 1;  // [positions, 1-100,000, 1]
  uint64_t seed = 0;   // the same seed gives the same positions
  PlaceTerms terms;
  std::optional<PlaceFairness> fairness;
  uint64_t max_candidates = 0;  // [rejected candidates, 0 = 64 per position and a million] before giving up
  Deadline deadline;
};

// The basis of the positions' reachability.
enum class PlaceBasis : uint8_t {
  kSurface = 1,  // nothing: positions are anywhere on the surface
  kLabels = 2,   // baked zone labels
  kSearch = 3,   // labels that were computed, because the package has none for these abilities
};

struct PlaceAnswer {
  std::vector<Vec3> positions;  // [m] absolute, on the surface, in the order in which they were drawn
  std::vector<uint32_t> polys;  // PolyId of each
  PlaceRejections rejections{};
  std::vector<double> team_walk_m;  // with fairness: mean walk of each team to the positions
  PlaceBasis basis = PlaceBasis::kSurface;
};

}  // namespace waystone

// Start and goal pairs of a navmesh, sorted into buckets by the length of the path between them.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "bench/navmesh/planners.h"
#include "core/base/random.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/map_view.h"

namespace waystone {

// [m] from `lo_m` up to, but not including, `hi_m`.
struct LengthBucket {
  double lo_m;
  double hi_m;
};

inline constexpr std::array<LengthBucket, 7> kLengthBuckets = {
    {{0, 50}, {50, 100}, {100, 250}, {250, 500}, {500, 1000}, {1000, 2000}, {2000, INFINITY}}};
// Paths up to this length are measured by the exact search, longer ones by our own.
inline constexpr double kMeasuredExactlyUpTo_m = 500;

struct RoutePair {
  NavLocation start;
  NavLocation goal;
};

// Draws pairs for one bucket after the other, fewer than asked for if the map has no paths of such length or
// they are too rare to be found in some hundred tries a pair. Both ends are in one strongly connected
// component of the surface without links, so that Detour finds a path too; starts are uniform by area. The
// same seed gives the same pairs.
class PairSampler {
 public:
  PairSampler(const MapView& map, uint64_t seed);
  std::vector<RoutePair> Draw(const LengthBucket& bucket, uint32_t count);

 private:
  NavLocation DrawStart();
  // A place in the start's component, in a straight line no farther than the bucket's upper end and not too
  // near; none if the try failed.
  std::optional<NavLocation> DrawGoal(const NavLocation& start, const LengthBucket& bucket);
  double PathLength_m(const NavLocation& start, const NavLocation& goal);

  const NavmeshView& mesh_;
  Random random_;
  std::vector<uint32_t> component_;  // by PolyId
  double diameter_m_;                // of the mesh's bounds
  ExactPlanner exact_;
  OwnPlanner own_;
  SurfaceWorkspace workspace_;
};

}  // namespace waystone

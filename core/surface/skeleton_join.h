// From a place to the skeleton: the key point that a walk over the map begins with (S0.8).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/base/deadline.h"
#include "core/geom/vec.h"
#include "core/path/search_outcome.h"
#include "core/skeleton/skeleton_view.h"

namespace waystone {

// [m] How much farther than the nearest key point one in the direction of movement may be to walk.
inline constexpr double kMovementDetour_m = 5;
// Cosine of the angle up to which a place lies in that direction: 60 degrees.
inline constexpr double kMovementCosine = 0.5;

struct JoinOptions {
  double max_join_m = 0;  // [m, >= 0, 0 = no limit] walking distance
  // Not zero. With it: the nearest of the key points whose direction from the start, straight and in the
  // plane, is within 60 degrees of it, if one is at most kMovementDetour_m farther to walk.
  std::optional<Vec2> movement = {};
  uint32_t max_expansions = 1000000;  // [search nodes]
  Deadline deadline = {};
  // Key points that do not count; empty: all do.
  std::function<bool(KeyPointId)> is_closed = {};
};

// The key point nearest to walk to. If a limit cut the search short, the nearest of what it had reached, if
// anything.
struct SkeletonJoin {
  KeyPointId key_point;                           // none: none was found
  SearchOutcome end = SearchOutcome::kExhausted;  // kExhausted: the search was not cut short
  bool can_reach_none = false;                    // at any distance
  uint32_t expansions = 0;
};

inline bool LiesAhead(const Vec3& from, const Vec3& to, Vec2 movement) {
  const Vec2 path = to.Plane() - from.Plane();
  return Dot(path, movement) >= kMovementCosine * Length(path) * Length(movement);
}

}  // namespace waystone

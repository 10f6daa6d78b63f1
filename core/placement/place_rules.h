// The rules for good positions, and the faults of others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/geom/vec.h"
#include "core/placement/place_region.h"

namespace waystone {

// Why a position is not good. Unordered.
enum class PlaceReason : uint8_t {
  kNone = 0,            // it is good
  kOffMesh = 1,         // no surface within the snap limits
  kIsolated = 2,        // on ground connected to nothing else
  kUnreachable = 3,     // cannot be reached from the anchors
  kNoReturn = 4,        // can be reached but not left again
  kTooClose = 5,        // to another position
  kClearance = 6,       // too close to a border
  kOutsideRegion = 7,   //
  kDistance = 8,        // walking distance outside the band
  kSight = 9,           // a rule of sight is broken
  kArea = 10,           // on an area of weight 0
  kUnfair = 11,         // it would unbalance the teams
  kDeadline = 12,       // the deadline passed first
  kNoRoom = 13,         // no place is left that the rules allow
  kCandidateLimit = 14  // too many candidates were rejected, or a walk took too long to search; there may be
                        // places left
};

// No verdict on a place: the search ended too early.
inline bool IsUndecided(PlaceReason reason) {
  return reason == PlaceReason::kDeadline || reason == PlaceReason::kCandidateLimit;
}

// The place may keep all other rules.
inline bool IsOutOfReach(PlaceReason reason) {
  return reason == PlaceReason::kOffMesh || reason == PlaceReason::kIsolated ||
         reason == PlaceReason::kUnreachable || reason == PlaceReason::kNoReturn;
}
inline constexpr size_t kPlaceReasonCount = 15;

// Counts by reason.
using PlaceRejections = std::array<uint64_t, kPlaceReasonCount>;

// The meaning of reachable ground.
enum class Reachability : uint8_t {
  kDefault,      // kFromAndBack if the map has zone labels, else kAny
  kFromAndBack,  // one can walk there from every anchor, and back
  kFrom,         // one can walk there from every anchor
  kAny,
};

// Sight to a point, or cover from it.
struct SightRule {
  Vec3 point;
  bool hidden = false;        // must not be seen from the point; else must be seen
  double eye_height_m = 1.5;  // [m, 0-50, 1.5] height above the position at which sight is tested
};

// The rules for a good position; the default requires only the main zone. The caller chooses the coordinates.
struct PlaceRules {
  std::optional<PlaceRegion> region = {};
  Reachability reachability = Reachability::kDefault;
  double clearance_m = 0;  // [m, 0-1000, 0] distance from borders, in the plane
  // [m, 0-1e7, 0] least and greatest walking distance from the nearest anchor (0: no limit). Need anchors.
  double min_walk_m = 0;
  double max_walk_m = 0;
  // Distances between positions: straight in three dimensions, or by walking from a position to earlier and
  // existing ones.
  bool is_walking = false;
  double between_m = 0;        // [m, 0-10,000, 0] between any two results
  double from_existing_m = 0;  // [m, 0-10,000, 0] between results and `existing`
  std::vector<Vec3> existing = {};
  std::vector<SightRule> sight = {};
  // [factor per AreaType::index, 0 or 1e-6 .. 1000, 1] the weight of a square metre; 0 excludes the area.
  // Areas past the end have weight 1.
  std::vector<double> area_weights = {};
};

}  // namespace waystone

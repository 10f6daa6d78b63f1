// PlaceResource for positions that are given: what is wrong with each, and the nearest good ones.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/place/resource_placer.h"

namespace waystone {

struct AuditQuery {
  std::vector<Vec3> positions;  // [m] absolute, at most 100,000
  // Also find the nearest good position for each bad one.
  bool suggest = false;
  double max_distance_m = 50;  // [m, 0-10,000, 50] suggest: how far away at most
  PlaceTerms terms;
  Deadline deadline;
};

struct AuditAnswer {
  // What is wrong with each position: the first broken rule. kDeadline: it was not looked at.
  std::vector<PlaceReason> verdicts;
  // With suggest, for each position: its own place on the surface if it is good, else the nearest good place;
  // `found` is 0 if there is none.
  std::vector<uint8_t> found;
  std::vector<Vec3> positions;
  std::vector<uint32_t> polys;   // PolyId, or PolyId::kNoneValue
  PlaceRejections rejections{};  // with suggest: how many have no place, by reason
  PlaceBasis basis = PlaceBasis::kSurface;
};

// Judges the positions at the places where they snap to the surface, in the order given. Good and found
// positions count for the spacing of later ones (all that are good as given come before those to be found).
// Nearness is the straight 3D distance from the position's place on the surface, or from the position itself
// if it is off the surface; exact to kNearestTolerance_m. Errors as PlaceResource, with the field "xyz".
absl::StatusOr<AuditAnswer> AuditPlaces(const MapView& baked, const AuditQuery& query, Scratch& scratch);

}  // namespace waystone

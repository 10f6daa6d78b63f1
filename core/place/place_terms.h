// What all placement queries do before they place anything.
#pragma once

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/navmesh/surface_queries.h"
#include "core/place/place_query.h"
#include "core/placement/place_judge.h"
#include "core/surface/map_view.h"

namespace waystone {

// The terms of a query for one map: checked, map-local, anchors snapped.
struct LocalTerms {
  std::unique_ptr<const WalkGround> walk;
  PlaceGround ground;
  PlaceRules rules;
  std::vector<NavLocation> anchors;
  std::vector<NavLocation> existing;  // only if distances are walked: those on the surface
  PlaceBasis basis = PlaceBasis::kSurface;

  PlaceJudge MakeJudge(SurfaceWorkspace& scratch) const {
    return PlaceJudge(ground, rules, anchors, existing, scratch);
  }
};

// The map without what the terms close (SearchSurface::Apply). Errors as CheckChanges and Apply.
absl::StatusOr<MapView> WithoutClosed(const MapView& map, const PlaceTerms& terms, const Deadline& deadline);

// Errors as PlaceResource. O(size of the terms).
absl::StatusOr<LocalTerms> Localise(const MapView& map, const PlaceTerms& terms, const Deadline& deadline,
                                    Scratch& scratch);

// A weight of ground: 0, or from 1e-6 to 1000. The field is "weight".
absl::Status CheckAreaWeight(double weight);

// OutOfRange if walks from the anchors were too many to measure.
absl::Status CheckWalks(const PlaceJudge& judge);

// A FieldError naming the number ("audit.xyz[7]") that is not finite or farther than 1e8 m from zero.
absl::Status CheckPositions(std::string_view field, const std::vector<Vec3>& positions);

}  // namespace waystone

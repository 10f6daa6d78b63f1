#include "core/place/place_terms.h"

#include <algorithm>

#include "core/base/scratch.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/surface_queries.h"
#include "core/path/search_outcome.h"
#include "core/surface/agent_body.h"
#include "core/surface/field_checks.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

constexpr double kMaxCoordinate_m = 1e8;
constexpr double kMaxSpacing_m = 10'000;
constexpr double kMaxWalk_m = 1e7;
constexpr size_t kMaxAnchors = 64;
constexpr size_t kMaxSights = 64;

absl::Status CheckPosition(std::string_view field, const Vec3& position) {
  WS_RETURN_IF_ERROR(CheckRange(StrCat(field, ".x"), position.x, -kMaxCoordinate_m, kMaxCoordinate_m));
  WS_RETURN_IF_ERROR(CheckRange(StrCat(field, ".y"), position.y, -kMaxCoordinate_m, kMaxCoordinate_m));
  return CheckRange(StrCat(field, ".z"), position.z, -kMaxCoordinate_m, kMaxCoordinate_m);
}

absl::Status CheckWeights(const std::vector<double>& weights) {
  for (const double weight : weights) {
    if (weight != 0) WS_RETURN_IF_ERROR(CheckRange("rules.area_weights.weight", weight, 1e-6, 1000));
  }
  return absl::OkStatus();
}

absl::Status CheckRules(const PlaceRules& rules) {
  if (rules.region) {
    if (const absl::Status status = CheckRegion(*rules.region); !status.ok()) {
      return absl::InvalidArgumentError(StrCat("rules.region.", status.message()));
    }
  }
  WS_RETURN_IF_ERROR(CheckRange("rules.clearance_m", rules.clearance_m, 0, 1100));
  WS_RETURN_IF_ERROR(CheckRange("rules.spacing.between_m", rules.between_m, 0, kMaxSpacing_m));
  WS_RETURN_IF_ERROR(CheckRange("rules.spacing.from_existing_m", rules.from_existing_m, 0, kMaxSpacing_m));
  WS_RETURN_IF_ERROR(CheckPositions("rules.spacing.existing_xyz", rules.existing));
  WS_RETURN_IF_ERROR(CheckCount("rules.sight", rules.sight.size(), 0, kMaxSights));
  for (size_t i = 0; i < rules.sight.size(); ++i) {
    const std::string field = StrCat("rules.sight[", i, "]");
    WS_RETURN_IF_ERROR(CheckPosition(StrCat(field, ".point"), rules.sight[i].point));
    WS_RETURN_IF_ERROR(CheckRange(StrCat(field, ".eye_height_m"), rules.sight[i].eye_height_m, 0, 50));
  }
  WS_RETURN_IF_ERROR(CheckRange("rules.min_walk_m", rules.min_walk_m, 0, kMaxWalk_m));
  WS_RETURN_IF_ERROR(CheckRange("rules.max_walk_m", rules.max_walk_m, 0, kMaxWalk_m));
  if (rules.max_walk_m > 0 && rules.max_walk_m < rules.min_walk_m) {
    return absl::InvalidArgumentError(StrCat("rules.max_walk_m: ", rules.max_walk_m,
                                             " is less than min_walk_m, which is ", rules.min_walk_m));
  }
  return CheckWeights(rules.area_weights);
}

absl::Status CheckMapHas(const MapView& map, const PlaceRules& rules) {
  const bool needs_zones =
      rules.reachability == Reachability::kFrom || rules.reachability == Reachability::kFromAndBack;
  if (needs_zones && map.zones == nullptr) {
    return absl::FailedPreconditionError(
        StrCat("rules.reachability: map ", map.manifest->map_id, " has no zone labels for this agent"));
  }
  if (!rules.sight.empty() && map.collision == nullptr) {
    return absl::FailedPreconditionError(
        StrCat("rules.sight: map ", map.manifest->map_id, " has no collision geometry"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckWalks(const PlaceJudge& judge) {
  if (judge.anchor_walks_end() != SearchOutcome::kExpansionLimit) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      "rules.max_walk_m: the ground within this walk of the anchors takes more search nodes than there may "
      "be");
}

absl::Status CheckPositions(std::string_view field, const std::vector<Vec3>& positions) {
  for (size_t i = 0; i < positions.size(); ++i) {
    const double number[3] = {positions[i].x, positions[i].y, positions[i].z};
    for (size_t k = 0; k < 3; ++k) {
      if (std::abs(number[k]) <= kMaxCoordinate_m) continue;
      return CheckRange(StrCat(field, "[", 3 * i + k, "]"), number[k], -kMaxCoordinate_m, kMaxCoordinate_m);
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<LocalTerms> Localise(const MapView& map, const PlaceTerms& terms, const Deadline& deadline,
                                    Scratch& scratch) {
  WS_RETURN_IF_ERROR(CheckRules(terms.rules));
  WS_RETURN_IF_ERROR(CheckSnapOptions(terms.snap));
  WS_RETURN_IF_ERROR(CheckCount("rules.anchor_xyz", terms.anchors.size(), 0, kMaxAnchors));
  WS_RETURN_IF_ERROR(CheckPositions("rules.anchor_xyz", terms.anchors));
  if (terms.anchors.empty() && (terms.rules.min_walk_m > 0 || terms.rules.max_walk_m > 0)) {
    return absl::InvalidArgumentError("rules.anchor_xyz: required for a band of walking distance");
  }
  WS_RETURN_IF_ERROR(CheckMapHas(map, terms.rules));
  LocalTerms local;
  WS_ASSIGN_OR_RETURN(local.walk, map.surface->GroundOfWalks(map, deadline, scratch));
  local.ground = {map.navmesh, map.zones, map.collision, local.walk.get(), deadline, {}, {}};
  local.ground.footing = FootingOf(map.variant->agent);
  local.ground.owns = map.surface->PlacesOwned(map, scratch);
  local.rules = terms.rules;
  if (map.zones != nullptr && terms.rules.reachability != Reachability::kAny)
    local.basis = PlaceBasis::kLabels;
  const Vec3 to_local = Vec3() - map.manifest->origin;
  if (local.rules.region) local.rules.region = Moved(*std::move(local.rules.region), to_local);
  for (Vec3& position : local.rules.existing) position = position + to_local;
  for (SightRule& sight : local.rules.sight) sight.point = sight.point + to_local;
  for (size_t i = 0; i < terms.anchors.size(); ++i) {
    const SnapResult snap = map.surface->SnapToGround(map, terms.anchors[i] + to_local, terms.snap, scratch);
    if (!snap.place) {
      return absl::InvalidArgumentError(
          StrCat("rules.anchor_xyz[", 3 * i, "]: no surface within the snap limits of this anchor"));
    }
    local.anchors.push_back(*snap.place);
  }
  for (size_t i = 0; i < local.rules.existing.size() && local.rules.is_walking; ++i) {
    const SnapResult snap = map.surface->SnapToGround(map, local.rules.existing[i], terms.snap, scratch);
    if (snap.place) local.existing.push_back(*snap.place);
  }
  return local;
}

}  // namespace waystone

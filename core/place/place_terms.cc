#include "core/place/place_terms.h"

#include <algorithm>

#include "core/base/deadline_poll.h"
#include "core/base/field_error.h"
#include "core/base/limit_error.h"
#include "core/base/scratch.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/surface_queries.h"
#include "core/path/search_outcome.h"
#include "core/surface/agent_body.h"
#include "core/surface/field_checks.h"
#include "core/surface/search_surface.h"
#include "waystone/field_limits.h"

namespace waystone {
namespace {

constexpr uint32_t kSnapsPerLook = 64;

absl::Status CheckSight(const SightRule& sight) {
  WS_RETURN_IF_ERROR(CheckRange("point.x", sight.point.x, limits::Position::x));
  WS_RETURN_IF_ERROR(CheckRange("point.y", sight.point.y, limits::Position::y));
  WS_RETURN_IF_ERROR(CheckRange("point.z", sight.point.z, limits::Position::z));
  return CheckRange("eye_height_m", sight.eye_height_m, limits::SightRule::eye_height_m);
}

absl::Status CheckWeights(const std::vector<double>& weights) {
  for (const double weight : weights) {
    WS_RETURN_IF_ERROR(Within("area_weights", CheckAreaWeight(weight)));
  }
  return absl::OkStatus();
}

absl::Status CheckRules(const PlaceRules& rules) {
  namespace limit = limits::PlaceRules;
  if (rules.region) WS_RETURN_IF_ERROR(Within("region", CheckRegion(*rules.region)));
  WS_RETURN_IF_ERROR(CheckRange("clearance_m", rules.clearance_m, 0,
                                limit::clearance_m.max + limits::Agent::min_clearance_m.max));
  WS_RETURN_IF_ERROR(CheckRange("spacing.between_m", rules.between_m, limits::Spacing::between_m));
  WS_RETURN_IF_ERROR(
      CheckRange("spacing.from_existing_m", rules.from_existing_m, limits::Spacing::from_existing_m));
  WS_RETURN_IF_ERROR(CheckPositions("spacing.existing_xyz", rules.existing));
  WS_RETURN_IF_ERROR(CheckWhole("sight", rules.sight.size(), 0, limit::sight.max_count));
  for (size_t i = 0; i < rules.sight.size(); ++i) {
    WS_RETURN_IF_ERROR(WithinItem("sight", i, CheckSight(rules.sight[i])));
  }
  WS_RETURN_IF_ERROR(CheckRange("min_walk_m", rules.min_walk_m, limit::min_walk_m));
  WS_RETURN_IF_ERROR(CheckRange("max_walk_m", rules.max_walk_m, limit::max_walk_m));
  if (rules.max_walk_m > 0 && rules.max_walk_m < rules.min_walk_m) {
    return FieldError("max_walk_m",
                      StrCat(rules.max_walk_m, " is less than min_walk_m, which is ", rules.min_walk_m));
  }
  return CheckWeights(rules.area_weights);
}

absl::Status CheckMapHas(const MapView& map, const PlaceRules& rules, const PlaceSenses& senses) {
  const bool needs_zones =
      rules.reachability == Reachability::kFrom || rules.reachability == Reachability::kFromAndBack;
  if (needs_zones && map.zones == nullptr) {
    return FieldError("rules.reachability",
                      StrCat("map ", map.manifest->map_id, " has no zone labels for this agent"),
                      absl::StatusCode::kFailedPrecondition);
  }
  if (!rules.sight.empty() && map.collision == nullptr && !senses.blocks_sight) {
    return FieldError("rules.sight", StrCat("map ", map.manifest->map_id, " has no collision geometry"),
                      absl::StatusCode::kFailedPrecondition);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckAreaWeight(double weight) {
  constexpr double kLeast = 1e-6;  // but for 0
  return weight == 0 ? absl::OkStatus()
                     : CheckRange("weight", weight, kLeast, limits::AreaWeight::weight.max);
}

absl::Status CheckWalks(const PlaceJudge& judge) {
  if (judge.anchor_walks_end() != SearchOutcome::kExpansionLimit) return absl::OkStatus();
  return LimitError("rules.max_walk_m",
                    "the ground within this walk of the anchors takes more search nodes than there may be",
                    {PlaceJudge::kMaxAnchorNodes}, absl::StatusCode::kOutOfRange);
}

absl::Status CheckPositions(std::string_view field, const std::vector<Vec3>& positions) {
  for (size_t i = 0; i < positions.size(); ++i) {
    const double number[3] = {positions[i].x, positions[i].y, positions[i].z};
    for (size_t k = 0; k < 3; ++k) {
      const absl::Status status = CheckRange("", number[k], limits::Position::x);
      WS_RETURN_IF_ERROR(WithinItem(field, 3 * i + k, status));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<MapView> WithoutClosed(const MapView& map, const PlaceTerms& terms, const Deadline& deadline) {
  WS_RETURN_IF_ERROR(CheckChanges(map, terms.changes));
  return map.surface->ApplyForPlaces(map, terms.changes, deadline);
}

absl::StatusOr<LocalTerms> Localise(const MapView& map, const PlaceTerms& terms, const Deadline& deadline,
                                    Scratch& scratch) {
  WS_RETURN_IF_ERROR(Within("rules", CheckRules(terms.rules)));
  WS_RETURN_IF_ERROR(CheckSnapOptions(terms.snap));
  WS_RETURN_IF_ERROR(
      CheckWhole("rules.anchor_xyz", terms.anchors.size(), 0, limits::PlaceRules::anchor_xyz.max_count / 3));
  WS_RETURN_IF_ERROR(CheckPositions("rules.anchor_xyz", terms.anchors));
  if (terms.anchors.empty() && (terms.rules.min_walk_m > 0 || terms.rules.max_walk_m > 0)) {
    return FieldError("rules.anchor_xyz", "required for a band of walking distance");
  }
  LocalTerms local;
  local.ground.senses = map.surface->Senses(map);
  WS_RETURN_IF_ERROR(CheckMapHas(map, terms.rules, local.ground.senses));
  WS_ASSIGN_OR_RETURN(local.walk, map.surface->GroundOfWalks(map, terms.changes, deadline, scratch));
  local.ground.mesh = map.navmesh;
  local.ground.zones = map.zones;
  local.ground.collision = map.collision;
  local.ground.walk = local.walk.get();
  local.ground.deadline = deadline;
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
      return WithinItem("rules.anchor_xyz", 3 * i,
                        FieldError("", "no surface within the snap limits of this anchor"));
    }
    local.anchors.push_back(*snap.place);
  }
  DeadlinePoll poll(deadline, kSnapsPerLook);
  for (size_t i = 0; i < local.rules.existing.size() && local.rules.is_walking; ++i) {
    if (poll.Expired()) break;  // whoever places says so
    const SnapResult snap = map.surface->SnapToGround(map, local.rules.existing[i], terms.snap, scratch);
    if (snap.place) local.existing.push_back(*snap.place);
  }
  return local;
}

}  // namespace waystone

#include "core/world_route/world_route.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/surface/field_checks.h"
#include "core/surface/search_end.h"
#include "core/world_route/allowed_portals.h"
#include "core/world_route/lacking_means.h"
#include "core/world_route/missed_maps.h"
#include "core/world_route/portal_obstacles.h"
#include "core/world_route/world_changes.h"
#include "core/world_route/world_planner.h"
#include "core/world_route/world_via.h"
#include "waystone/field_limits.h"

namespace waystone {
namespace {

// Whether nothing but the clearance asked for is in the way on the maps of a path that there is without changes.
bool IsForClearance(WorldStore& store, const WorldRouteQuery& query, const WorldRouteAnswer& path) {
  const WorldView& world = store.world().view();
  const WorldView::Traveller& traveller = world.travellers()[query.traveller.value()];
  const std::vector<bool>& is_closed = query.limits.is_closed;
  bool has_clearance = false;
  for (const WorldStretch& stretch : path.stretches) {
    if (!stretch.portal.IsNone() && IsMarked(is_closed, stretch.portal)) return false;
    if (!query.changes->MayChange(stretch.map)) continue;
    const auto opened = store.Open(stretch.map, query.deadline);
    if (!opened.ok()) return false;
    const LoadedMap& map = *(*opened)->map;
    const absl::StatusOr<MapView> view = map.View(traveller.agent, traveller.abilities, ZonesNeed::kIfReady);
    if (!view.ok()) return false;
    const absl::StatusOr<RouteChanges> changes = query.changes->On(stretch.map, map, *view);
    if (!changes.ok() || changes->Closes()) return false;
    has_clearance |= changes->min_clearance_m > 0;
  }
  return has_clearance;
}

// Says so if there is a path over the maps as baked, for this traveller or one with all means. Takes no more expansions than are
// left.
void ExplainChanges(WorldStore& store, const WorldRouteQuery& query, Scratch& scratch,
                    WorldRouteAnswer& answer) {
  if (query.changes == nullptr || answer.expansions >= query.max_expansions) return;
  WorldRouteQuery free = query;
  free.changes = nullptr;
  free.limits.is_closed.clear();
  std::string lack;  // what it says of the traveller's means
  absl::StatusOr<WorldRouteAnswer> path;
  for (int tries = 0; tries < 2 && answer.expansions < query.max_expansions; ++tries) {
    free.max_expansions = query.max_expansions - static_cast<uint32_t>(answer.expansions);
    path = PlanStretch(store, free, scratch);
    if (!path.ok()) return;
    answer.expansions += path->expansions;
    if (path->reason != RouteReason::kBudget) break;
    lack = path->explanation;
    free.limits = WithAllMeans(store.world().view(), free.limits);
    free.is_unmet.clear();
  }
  if (path->status != RouteStatus::kComplete) return;
  if (IsForClearance(store, query, *path)) {
    answer.reason = RouteReason::kClearance;
    answer.explanation = "no path there was found that keeps the clearance asked for";
    return;
  }
  answer.reason = RouteReason::kClosedByChanges;
  answer.explanation = "what this request closes leaves no path there";
  if (!lack.empty()) StrAppend(answer.explanation, "; without that, ", lack);
}

// Says so if the same agent gets there with more abilities, as far as the world is baked for those. Takes no
// more expansions than are left.
void ExplainAbilities(WorldStore& store, const WorldRouteQuery& query, Scratch& scratch,
                      WorldRouteAnswer& answer) {
  const WorldView& world = store.world().view();
  const WorldView::Traveller& own = world.travellers()[query.traveller.value()];
  for (uint32_t i = 0; i < world.travellers().size() && answer.expansions < query.max_expansions; ++i) {
    const std::vector<std::string>& abilities = world.travellers()[i].abilities;
    const bool has_more =
        abilities.size() > own.abilities.size() &&
        world.FindTraveller(own.agent, abilities) == TravellerId(i) &&
        std::includes(abilities.begin(), abilities.end(), own.abilities.begin(), own.abilities.end());
    if (!has_more) continue;
    WorldRouteQuery able = query;
    able.traveller = TravellerId(i);
    able.max_expansions = query.max_expansions - static_cast<uint32_t>(answer.expansions);
    const absl::StatusOr<WorldRouteAnswer> path = PlanStretch(store, able, scratch);
    if (!path.ok()) continue;
    answer.expansions += path->expansions;
    if (path->status != RouteStatus::kComplete) continue;
    answer.reason = RouteReason::kAbilityMissing;
    answer.explanation = "this traveller has no path there; with more abilities there is one";
    return;
  }
}

// Names the blocking triggers if there is a path through triggers, and else what that path lacks. Takes no
// more expansions than are left, and says nothing if they run out or the deadline passes first.
void ExplainTriggers(WorldStore& store, const WorldRouteQuery& query, Scratch& scratch,
                     WorldRouteAnswer& answer) {
  if (answer.expansions >= query.max_expansions) return;
  WorldRouteQuery free = query;
  free.mode = WorldMode::kMayUse;
  free.maps_in_full = 0;
  free.shape = RouteShape::kTurningPoints;
  free.max_expansions = query.max_expansions - static_cast<uint32_t>(answer.expansions);
  const absl::StatusOr<WorldRouteAnswer> path = PlanStretch(store, free, scratch);
  if (!path.ok()) return;
  answer.expansions += path->expansions;
  if (path->reason == RouteReason::kGoalUnreachable) answer.explanation = path->explanation;
  const WorldView& world = store.world().view();
  const std::vector<PortalId> met = TriggersOnRoute(world, *path, query.deadline);
  if (met.empty()) return;
  const bool is_one = met.size() == 1;
  answer.explanation = StrCat("walking there sets off portal", is_one ? " " : "s ", NamesOf(world, met),
                              is_one ? ", whose trigger is in the way" : ", whose triggers are in the way");
}

absl::Status CheckPosition(const WorldView& world, std::string_view field, const WorldPosition& position) {
  if (position.map.value() >= world.maps().size()) return FieldError(field, "no map of the world");
  return CheckFinite(field, position.point);
}

absl::Status CheckQuery(const WorldView& world, const WorldRouteQuery& query) {
  WS_RETURN_IF_ERROR(CheckPosition(world, "start", query.start));
  if (query.goals.empty()) return FieldError("goals", "required");
  for (size_t i = 0; i < query.goals.size(); ++i) {
    WS_RETURN_IF_ERROR(WithinItem("goals", i, CheckPosition(world, "", query.goals[i])));
  }
  for (size_t i = 0; i < query.via.size(); ++i) {
    WS_RETURN_IF_ERROR(WithinItem("via", i, CheckPosition(world, "", query.via[i])));
  }
  if (query.traveller.value() >= world.travellers().size()) {
    return FieldError("traveller", "none of the world");
  }
  WS_RETURN_IF_ERROR(CheckRange("max_length_m", query.max_length_m, limits::SearchLimits::max_length_m));
  return CheckSnapOptions(query.snap);
}

// PlanStretch, and why there is no path.
absl::StatusOr<WorldRouteAnswer> PlanExplained(WorldStore& store, const WorldRouteQuery& query,
                                               Scratch& scratch) {
  WS_ASSIGN_OR_RETURN(WorldRouteAnswer answer, PlanStretch(store, query, scratch));
  if (answer.reason == RouteReason::kGoalUnreachable) ExplainChanges(store, query, scratch, answer);
  if (answer.reason == RouteReason::kGoalUnreachable) ExplainAbilities(store, query, scratch, answer);
  const bool may_teleport = query.mode == WorldMode::kWalkInTeleports;
  if (may_teleport && answer.reason == RouteReason::kGoalUnreachable) {
    ExplainTriggers(store, query, scratch, answer);
  }
  if (answer.status == RouteStatus::kLimitReached) answer.explanation = WhySearchEnded(answer.reason);
  return answer;
}

// A route that is too long is none.
void KeepToLength(double max_length_m, WorldRouteAnswer& answer) {
  double length_m = 0;
  for (const WorldStretch& stretch : answer.stretches) length_m += stretch.walk.length_m;
  if (max_length_m == 0 || answer.status != RouteStatus::kComplete || length_m <= max_length_m) return;
  answer.status = RouteStatus::kLimitReached;
  answer.reason = RouteReason::kLengthLimit;
  answer.explanation = WhySearchEnded(answer.reason);
  answer.stretches.clear();
  answer.sets_off = PortalId::None();
  answer.cost_m = 0;
}

}  // namespace

absl::StatusOr<WorldRouteAnswer> PlanWorldRoute(WorldStore& store, const WorldRouteQuery& query,
                                                Scratch& scratch) {
  const WorldView& world = store.world().view();
  WS_RETURN_IF_ERROR(CheckQuery(world, query));
  const auto plan = [&](const WorldRouteQuery& stretch) { return PlanExplained(store, stretch, scratch); };
  WS_ASSIGN_OR_RETURN(WorldRouteAnswer answer, PlanWithMapsThatAreBack(store, [&] {
                        return query.via.empty() ? plan(query) : PlanThroughPlaces(world, query, plan);
                      }));
  KeepToLength(query.max_length_m, answer);
  return answer;
}

}  // namespace waystone

#include "core/world_route/world_ends.h"

#include <algorithm>

#include "core/base/status_macros.h"
#include "core/path/search_outcome.h"
#include "core/world/portal_query.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

bool IsSearched(const OpenPlace& place) { return place.is_on_surface && place.walks->Searches(); }

}  // namespace

template <typename End>
void WorldEnds::LeaveOutClosed(std::vector<End>& ends) const {
  std::erase_if(ends, [this](const End& end) { return world_.IsClosedTo(end.portal, query_.traveller); });
}

Vec3 OpenPlace::LocalOf(const WorldPosition& position) const {
  return position.point - walks->ground().view.manifest->origin;
}

absl::StatusOr<OpenPlace> PlaceOn(WorldGrounds& grounds, const std::shared_ptr<const OpenedMap>& entry,
                                  const WorldPosition& position, PlaceRole role) {
  OpenPlace open;
  open.entry = entry;
  const bool is_start = role == PlaceRole::kLeave;
  WS_ASSIGN_OR_RETURN(open.walks, is_start ? grounds.MakeWalks(position.map, entry)
                                           : grounds.SharedWalks(position.map, entry));
  const SnapResult snapped = open.walks->SnapTo(open.LocalOf(position), role);
  open.snap_m = snapped.distance_m;
  open.is_on_surface = snapped.place.has_value();
  if (open.is_on_surface) open.place = *snapped.place;
  return open;
}

absl::StatusOr<RouteReason> WorldEnds::FindWorthwhile(double below_cost_m) {
  heads_.clear();
  tails_.clear();
  below_cost_m_ = below_cost_m;
  const bool is_start_searched = IsSearched(start_);
  RouteReason first = RouteReason::kNone;
  RouteReason second = RouteReason::kNone;
  if (is_start_searched) {
    WS_ASSIGN_OR_RETURN(first, FindGoalsTails(false));
    WS_ASSIGN_OR_RETURN(second, FindStartsHeads(true));
  } else {
    WS_ASSIGN_OR_RETURN(first, FindStartsHeads(false));
    WS_ASSIGN_OR_RETURN(second, FindGoalsTails(std::any_of(goals_.begin(), goals_.end(), IsSearched)));
  }
  return first == RouteReason::kNone ? second : first;
}

absl::StatusOr<RouteReason> WorldEnds::FindAll() {
  heads_.clear();
  tails_.clear();
  WS_ASSIGN_OR_RETURN(const RouteReason first, FindStartsHeads(false));
  WS_ASSIGN_OR_RETURN(const RouteReason second, FindGoalsTails(false));
  return first == RouteReason::kNone ? second : first;
}

bool WorldEnds::MayLeadOn(const PortalPath& path) const {
  if (!has_worth_ || !(least_m_ < below_cost_m_)) return false;
  return path.outcome != SearchOutcome::kFound || path.cost_m > least_m_ * (1 + 1e-12);
}

absl::StatusOr<RouteReason> WorldEnds::FindStartsHeads(bool only_worthwhile) {
  std::vector<double> beyond_m;
  const WorldMap& map = start_.walks->ground().record();
  if (only_worthwhile) {
    tail_bound_.Prepare(world_.graph(query_.traveller), query_.mode, tails_);
    for (uint32_t exit = map.first_exit; exit < map.first_exit + map.exit_count; ++exit) {
      beyond_m.push_back(world_.Portal(PortalId(exit)).cost_m + tail_bound_.From(exit));
    }
  }
  WS_ASSIGN_OR_RETURN(const RouteReason limit,
                      start_.walks->FindHeads(start_.place, {below_cost_m_, beyond_m}, heads_));
  LeaveOutClosed(heads_);
  if (!only_worthwhile) return limit;
  has_worth_ = true;
  for (const PortalHead& head : heads_) {
    least_m_ = std::min(least_m_, head.cost_m + beyond_m[map.ExitOf(head.portal).value()]);
  }
  return limit;
}

absl::StatusOr<RouteReason> WorldEnds::FindGoalsTails(bool only_worthwhile) {
  if (only_worthwhile) {
    head_bound_.Prepare(world_.graph(query_.traveller), query_.mode, heads_);
  }
  RouteReason first_limit = RouteReason::kNone;
  for (uint32_t i = 0; i < goals_.size(); ++i) {
    const OpenPlace& goal = goals_[i];
    if (!goal.is_on_surface) continue;
    std::vector<double> beyond_m;
    if (only_worthwhile && IsSearched(goal)) {
      beyond_m = CostsToArrivals(goal.walks->ground());
      has_worth_ = true;
    }
    const size_t before = tails_.size();
    WS_ASSIGN_OR_RETURN(const RouteReason limit,
                        goal.walks->FindTails(goal.place, i, {below_cost_m_, beyond_m}, tails_));
    LeaveOutClosed(tails_);
    if (first_limit == RouteReason::kNone) first_limit = limit;
    for (size_t k = before; k < tails_.size() && only_worthwhile; ++k) {
      const PortalTail& tail = tails_[k];
      least_m_ = std::min(least_m_, head_bound_.To(tail.portal) + tail.cost_m);
    }
  }
  return first_limit;
}

// Lower bound of the cost from the start to each arrival of a map.
std::vector<double> WorldEnds::CostsToArrivals(const WorldGround& ground) {
  const WorldMap& map = ground.record();
  std::vector<double> costs_m(map.arrival_count, kInfinite);
  for (const PortalId portal : world_.PortalsTo(ground.map)) {
    double& cost_m = costs_m[map.ArrivalOf(world_.Portal(portal).arrival).value()];
    cost_m = std::min(cost_m, head_bound_.To(portal));
  }
  return costs_m;
}

}  // namespace waystone

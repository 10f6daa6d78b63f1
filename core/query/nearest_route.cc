#include "core/query/nearest_route.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr uint32_t kSearchesFirst = 6;  // before the flood
constexpr int kFloodSteps = 8;

bool WasCutShort(const MeshRoute& found) { return found.basis == RouteBasis::kIncompleteSearch; }

RouteReason ReasonOf(FloodEnd end, const Deadline& deadline) {
  if (end == FloodEnd::kNodeLimit) return RouteReason::kExpansionLimit;
  return deadline.Cancelled() ? RouteReason::kCancelled : RouteReason::kDeadline;
}

class NearestSearch {
 public:
  NearestSearch(const MapView& map, const NavLocation& start, std::span<const NavLocation> goals,
                const MeshRouteOptions& options, Workspace& workspace)
      : map_(map), start_(start), goals_(goals), options_(options), ws_(workspace) {
    bool has_shortcuts = false;
    for (const uint32_t link : map.links->Shortcuts()) {
      has_shortcuts = has_shortcuts || MayUse(map.links->link(LinkId(link)), map.abilities);
    }
    for (size_t i = 0; i < goals.size(); ++i) {
      open_.push_back({has_shortcuts ? 0 : PlaneDistance(start.point, goals[i].point), i});
    }
    std::stable_sort(open_.begin(), open_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.least_m < b.least_m; });
  }

  NearestRoute Find() {
    for (uint32_t searches = 0; searches < kSearchesFirst && !IsOver(); ++searches) {
      const size_t goal = open_.front().goal;
      open_.erase(open_.begin());
      Search(goal);
    }
    if (!IsOver()) {
      const std::optional<size_t> nearer = Flood();
      if (nearer && !is_cut_short_) Search(*nearer);
    }
    const bool is_found = best_.has_value();
    NearestRoute result = is_found ? *std::move(best_) : *std::move(fallback_);
    if (is_cut_short_ && is_found) {
      result.found.reason = limit_reason_;
      result.found.basis = RouteBasis::kIncompleteSearch;
    }
    result.found.route.expansions = expansions_;
    return result;
  }

 private:
  struct Candidate {
    double least_m;  // no way there costs less
    size_t goal;
  };

  double BestCost_m() const { return best_ ? best_->found.route.cost_m : options_.max_cost_m; }
  bool IsOver() const { return is_cut_short_ || open_.empty() || open_.front().least_m > BestCost_m(); }
  uint32_t ExpansionsLeft() const { return options_.max_expansions - expansions_; }

  void Search(size_t goal) {
    MeshRouteOptions options = options_;
    options.max_expansions = ExpansionsLeft();
    options.max_cost_m = BestCost_m();
    options.is_reachable = options_.is_reachable || knows_reach_;
    MeshRoute found = FindMeshRoute(map_, start_, goals_[goal], options, ws_);
    expansions_ += std::min(found.route.expansions, ExpansionsLeft());
    if (WasCutShort(found)) {
      is_cut_short_ = true;
      limit_reason_ = found.reason;
    }
    if (found.IsBest()) {
      const double cost_m = found.route.cost_m;
      const bool is_better =
          !best_ || cost_m < BestCost_m() || (cost_m == BestCost_m() && goal < best_->goal);
      if (is_better) best_ = NearestRoute{std::move(found), goal};
      return;
    }
    const bool is_out_of_reach = found.route.outcome == AnyAngleOutcome::kExhausted;
    if (!fallback_ || is_out_of_reach) fallback_ = NearestRoute{std::move(found), goal};
    if (is_out_of_reach) DropUnreachable();
  }

  // A search that has proven its goal unreachable has flooded the surface: that tells of all goals.
  void DropUnreachable() {
    const ReachFlood& flood = ws_.any_angle.flood;
    std::erase_if(open_, [&](const Candidate& open) { return !flood.Reached(goals_[open.goal].poly); });
    knows_reach_ = true;
    if (!open_.empty() || best_) return;
    LeadToNearestOf();
  }

  // No goal can be reached: the way to the place nearest to any of them.
  void LeadToNearestOf() {
    const ReachFlood& flood = ws_.any_angle.flood;
    const auto reached = [&](PolyId poly) { return flood.Reached(poly); };
    double least_m = Distance(fallback_->found.route.end.point, goals_[fallback_->goal].point);
    std::optional<NavLocation> target;
    for (size_t i = 0; i < goals_.size(); ++i) {
      if (options_.deadline.Expired()) break;  // a look-up may pass over all of the surface
      const auto place = ws_.closest_poly.Find(*map_.navmesh, goals_[i].point, reached, least_m);
      if (!place || Distance(place->point, goals_[i].point) >= least_m) continue;
      least_m = Distance(place->point, goals_[i].point);
      target = place;
      fallback_->goal = i;
    }
    if (!target) return;
    MeshRouteOptions options = options_;
    options.max_expansions = ExpansionsLeft();
    options.is_reachable = true;
    MeshRoute found = FindMeshRoute(map_, start_, *target, options, ws_);
    expansions_ += std::min(found.route.expansions, ExpansionsLeft());
    found.route.outcome = AnyAngleOutcome::kExhausted;
    found.reason = RouteReason::kGoalUnreachable;
    fallback_->found = std::move(found);
  }

  // The goal among the open ones with the cheapest way of at most the best cost so far.
  std::optional<size_t> Flood() {
    DistanceFlood& flood = ws_.distances;
    FloodOptions options;
    options.max_expansions = ExpansionsLeft();
    options.deadline = options_.deadline;
    flood.Begin(*map_.navmesh, *map_.links, map_.abilities, start_);
    const double first_m = open_.front().least_m;
    std::optional<size_t> nearest;
    for (int step = 1; step <= kFloodSteps && !nearest && !is_cut_short_; ++step) {
      const double limit_m = first_m + (BestCost_m() - first_m) * step / kFloodSteps;
      const FloodEnd end = flood.GrowTo(limit_m, options);
      if (end != FloodEnd::kWhole) {
        is_cut_short_ = true;
        limit_reason_ = ReasonOf(end, options_.deadline);
      }
      double least_m = kInfinite;
      for (const Candidate& open : open_) {
        if (open.least_m > flood.grown_to_m()) break;
        const double cost_m = flood.DistanceTo(goals_[open.goal]);
        const bool is_nearest = cost_m < least_m || (cost_m == least_m && nearest && open.goal < *nearest);
        if (!is_nearest || cost_m > BestCost_m()) continue;
        least_m = cost_m;
        nearest = open.goal;
      }
    }
    expansions_ += std::min(flood.expansions(), ExpansionsLeft());
    return nearest;
  }

  const MapView& map_;
  const NavLocation& start_;
  const std::span<const NavLocation> goals_;
  const MeshRouteOptions& options_;
  Workspace& ws_;
  std::vector<Candidate> open_;  // not searched yet, by least_m and then index
  std::optional<NearestRoute> best_;
  std::optional<NearestRoute> fallback_;  // leads to no goal
  uint32_t expansions_ = 0;
  bool knows_reach_ = false;  // all open goals can be reached
  bool is_cut_short_ = false;
  RouteReason limit_reason_ = RouteReason::kNone;
};

}  // namespace

NearestRoute FindNearestRoute(const MapView& map, const NavLocation& start,
                              std::span<const NavLocation> goals, const MeshRouteOptions& options,
                              Workspace& workspace) {
  if (goals.size() == 1) return {FindMeshRoute(map, start, goals[0], options, workspace), 0};
  return NearestSearch(map, start, goals, options, workspace).Find();
}

}  // namespace waystone

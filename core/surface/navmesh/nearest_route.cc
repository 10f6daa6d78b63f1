// Each goal has a lower bound of its path's cost: the straight line at first. The goal with the lowest bound
// is searched up to 1.5 times that bound; if no path is that cheap, that is its new bound. So a goal near by
// but behind a wall costs little while others are open. After some effort, a flood with half that effort
// raises the bounds of all at once.
#include "core/surface/navmesh/nearest_route.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/navmesh/closest_poly.h"
#include "core/navmesh/distance_flood.h"
#include "core/path/search_outcome.h"
#include "core/surface/search_end.h"

namespace waystone {
namespace {

constexpr uint32_t kFloodAfter = 256;  // [search nodes]
constexpr double kBoundGrowth = 1.5;
constexpr double kLeastBound_m = 1;
constexpr uint32_t kExpansionsAfterAll = 1024;  // about a millisecond
constexpr uint32_t kLeastWork = 16;             // [search nodes] that one search is worth at least

bool WasCutShort(const FoundPath& found) { return found.basis == RouteBasis::kIncompleteSearch; }

class NearestSearch {
 public:
  NearestSearch(const MapView& map, const NavLocation& start, std::span<const NavLocation> goals,
                const MeshRouteOptions& options, Scratch& scratch)
      : map_(map),
        start_(start),
        goals_(goals),
        options_(options),
        scratch_(scratch),
        near_expansions_(options.near_expansions) {
    bool has_shortcuts = false;
    for (const uint32_t link : map.links->Shortcuts()) {
      has_shortcuts = has_shortcuts || MayUse(map.links->link(LinkId(link)), map.abilities);
    }
    const double least_factor = LeastFactor();
    double nearest_m = std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < goals.size(); ++i) {
      const double straight_m = least_factor * PlaneDistance(start.point, goals[i].point);
      nearest_m = std::min(nearest_m, straight_m);
      open_.push_back({has_shortcuts ? 0 : straight_m, i});
    }
    first_bound_m_ = kBoundGrowth * std::max(nearest_m, kLeastBound_m);
    std::make_heap(open_.begin(), open_.end(), IsFarther);
  }

  NearestPath Find() {
    while (!IsOver()) {
      const bool may_flood =
          can_flood_ && !IsWeighted() && open_.size() > 1 && searched_ >= kFloodAfter && ExpansionsLeft() > 0;
      if (may_flood && searched_ / 2 > 2 * flooded_) {  // in few large steps: each looks at all candidates
        Flood();
        continue;
      }
      std::pop_heap(open_.begin(), open_.end(), IsFarther);
      const Candidate candidate = open_.back();
      open_.pop_back();
      Search(candidate);
    }
    if (!best_ && !fallback_) is_cut_short_ ? SearchAfterAll() : GiveUp();
    const bool is_found = best_.has_value();
    NearestPath result = is_found ? *std::move(best_) : *std::move(fallback_);
    if (is_cut_short_ && is_found) {
      result.found.reason = limit_reason_;
      result.found.basis = RouteBasis::kIncompleteSearch;
    }
    result.found.path.expansions = expanded_ + flooded_;
    return result;
  }

 private:
  struct Candidate {
    double least_m;  // no path there costs less
    size_t goal;
  };
  static bool IsFarther(const Candidate& a, const Candidate& b) {
    return a.least_m != b.least_m ? a.least_m > b.least_m : a.goal > b.goal;
  }

  bool HasChanges() const { return options_.changes != nullptr && !options_.changes->IsNone(); }
  // The flood measures lengths: paths of other costs are searched one by one.
  bool IsWeighted() const { return options_.changes != nullptr && options_.changes->IsWeighted(); }
  double LeastFactor() const {
    double least = 1;
    if (options_.changes == nullptr) return least;
    for (const AreaFactor& factor : options_.changes->area_factors) least = std::min(least, factor.factor);
    return least;
  }

  double BestCost_m() const { return best_ ? best_->found.path.cost_m : options_.max_cost_m; }
  bool IsOver() const { return is_cut_short_ || open_.empty() || open_.front().least_m > BestCost_m(); }
  uint32_t ExpansionsLeft() const { return options_.max_expansions - expanded_ - flooded_; }

  void Search(const Candidate& candidate) {
    const size_t goal = candidate.goal;
    double bound_m = std::max(kBoundGrowth * candidate.least_m, first_bound_m_);
    // An index costs as much for a low limit as for a high one.
    const bool may_use_it = has_index_ && !HasChanges() && options_.max_length_ratio != 1;
    const bool is_limit_useless = may_use_it && bound_m > kExactUpTo_m;
    if (open_.empty() || is_limit_useless || bound_m >= BestCost_m()) bound_m = BestCost_m();
    MeshRouteOptions options = options_;
    options.max_expansions = ExpansionsLeft();
    options.max_cost_m = bound_m;
    options.near_expansions = near_expansions_;
    options.trusts_index = bound_m < options_.max_cost_m;
    options.is_reachable = options_.is_reachable || knows_reach_;
    FoundPath found = search_.Find(start_, goals_[goal], options);
    searched_ += std::max(found.path.expansions, kLeastWork);
    expanded_ += std::min(found.path.expansions, ExpansionsLeft());
    if (has_index_ && found.path.expansions >= near_expansions_) near_expansions_ /= 2;
    if (WasCutShort(found)) {
      is_cut_short_ = true;
      limit_reason_ = found.reason;
    }
    if (found.IsBest()) {
      const double cost_m = found.path.cost_m;
      const bool is_better =
          !best_ || cost_m < BestCost_m() || (cost_m == BestCost_m() && goal < best_->goal);
      if (is_better) best_ = NearestPath{std::move(found), goal};
      return;
    }
    if (found.path.outcome == SearchOutcome::kCostLimit && bound_m < BestCost_m()) {
      open_.push_back({bound_m, goal});
      std::push_heap(open_.begin(), open_.end(), IsFarther);
      return;
    }
    const bool is_out_of_reach = found.path.outcome == SearchOutcome::kExhausted;
    if (!fallback_ || is_out_of_reach) fallback_ = NearestPath{std::move(found), goal};
    if (is_out_of_reach) DropUnreachable();
  }

  // A search that has proven its goal unreachable has flooded the surface: that decides all goals.
  void DropUnreachable() {
    std::erase_if(open_, [&](const Candidate& open) { return !search_.Reached(goals_[open.goal].poly); });
    std::make_heap(open_.begin(), open_.end(), IsFarther);
    knows_reach_ = true;
    if (!open_.empty() || best_) return;
    LeadToNearestOf();
  }

  // No goal can be reached: the path to the place nearest to any of them.
  void LeadToNearestOf() {
    const auto reached = [&](PolyId poly) { return search_.Reached(poly); };
    double least_m = Distance(fallback_->found.path.end.point, goals_[fallback_->goal].point);
    std::optional<NavLocation> target;
    for (size_t i = 0; i < goals_.size(); ++i) {
      if (options_.deadline.Expired()) break;  // a look-up may pass over all of the surface
      const auto place = scratch_.Borrow<ClosestPolySearch>()->Find(*map_.navmesh, goals_[i].point, reached,
                                                                    least_m, options_.deadline);
      if (!place || Distance(place->point, goals_[i].point) >= least_m) continue;
      least_m = Distance(place->point, goals_[i].point);
      target = place;
      fallback_->goal = i;
    }
    if (!target) return;
    MeshRouteOptions options = options_;
    options.max_expansions = ExpansionsLeft();
    options.is_reachable = true;
    const RouteReason reason = fallback_->found.reason;
    FoundPath found = search_.Find(start_, *target, options);
    expanded_ += std::min(found.path.expansions, ExpansionsLeft());
    found.path.outcome = SearchOutcome::kExhausted;
    found.reason = reason;
    fallback_->found = std::move(found);
  }

  // Leaves no candidate open, or one, once the flood has grown far enough.
  void Flood() {
    DistanceFlood& flood = *flood_;
    if (flooded_ == 0) flood.Begin(*map_.navmesh, *map_.links, map_.abilities, start_, options_.exclusions);
    FloodOptions options;
    options.max_expansions = std::min(searched_ / 2, flooded_ + ExpansionsLeft());
    options.deadline = options_.deadline;
    const SearchOutcome end = flood.GrowTo(BestCost_m(), options);
    can_flood_ = flood.expansions() > flooded_;
    flooded_ = flood.expansions();
    std::optional<Candidate> nearest;
    for (Candidate& open : open_) {
      if (open.least_m > flood.grown_to_m()) continue;
      const double cost_m = flood.DistanceTo(goals_[open.goal]);
      open.least_m = std::min(cost_m, flood.grown_to_m());
      const bool is_nearest =
          !nearest || cost_m < nearest->least_m || (cost_m == nearest->least_m && open.goal < nearest->goal);
      if (std::isfinite(cost_m) && cost_m <= BestCost_m() && is_nearest)
        nearest = Candidate{cost_m, open.goal};
    }
    std::make_heap(open_.begin(), open_.end(), IsFarther);
    if (nearest) {
      open_.assign(1, *nearest);
    } else if (end == SearchOutcome::kExhausted) {
      open_.resize(best_ ? 0 : 1);  // none can be reached: the search of one says so for all
    } else if (IsLate(end)) {
      is_cut_short_ = true;
      limit_reason_ = LimitOf(end);
    }
  }

  // All goals are farther than is wanted, even in a straight line.
  void GiveUp() {
    fallback_ = NearestPath{{}, open_.front().goal};
    fallback_->found.path.outcome = SearchOutcome::kCostLimit;
    fallback_->found.basis = RouteBasis::kSearch;
  }

  // The deadline passed during the flood and no path is known: searches a partial one to the nearest goal.
  void SearchAfterAll() {
    MeshRouteOptions options = options_;
    options.max_expansions = std::min(kExpansionsAfterAll, ExpansionsLeft());
    options.deadline = Deadline();
    options.is_reachable = true;  // no time to check
    const size_t goal = open_.front().goal;
    fallback_ = NearestPath{search_.Find(start_, goals_[goal], options), goal};
    expanded_ += fallback_->found.path.expansions;
    fallback_->found.reason = limit_reason_;
    fallback_->found.basis = RouteBasis::kIncompleteSearch;
  }

  const MapView& map_;
  const NavLocation& start_;
  const std::span<const NavLocation> goals_;
  const MeshRouteOptions& options_;
  Scratch& scratch_;
  MeshSearch search_{map_, scratch_};
  const bool has_index_ = !IndexesOf(map_).IsNone();
  const Scratch::Lease<DistanceFlood> flood_ = scratch_.Borrow<DistanceFlood>();
  std::vector<Candidate> open_;  // a heap, IsFarther
  double first_bound_m_ = 0;     // [m] the lowest limit of cost of any search
  std::optional<NearestPath> best_;
  std::optional<NearestPath> fallback_;  // leads to no goal
  uint32_t expanded_ = 0;                // by searches
  uint32_t searched_ = 0;                // the same, but each search counts for kLeastWork or more
  uint32_t flooded_ = 0;                 // expanded by the flood
  uint32_t near_expansions_;             // of a search; half as many after each that took them all
  bool can_flood_ = true;                // its memory is not full
  bool knows_reach_ = false;             // all open goals can be reached
  bool is_cut_short_ = false;
  RouteReason limit_reason_ = RouteReason::kNone;
};

}  // namespace

NearestPath FindNearestRoute(const MapView& map, const NavLocation& start, std::span<const NavLocation> goals,
                             const MeshRouteOptions& options, Scratch& scratch) {
  if (goals.size() == 1) return {FindMeshRoute(map, start, goals[0], options, scratch), 0};
  return NearestSearch(map, start, goals, options, scratch).Find();
}

}  // namespace waystone

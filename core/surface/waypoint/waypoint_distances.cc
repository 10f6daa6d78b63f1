#include "core/surface/waypoint/waypoint_distances.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/scratch.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/surface_queries.h"
#include "core/path/search_outcome.h"
#include "core/surface/distance_rows.h"
#include "core/surface/waypoint/waypoint_route.h"
#include "core/surface/waypoint/waypoint_stops.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "core/waypoint/waypoint_search.h"
#include "core/zones/reachability_index.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr size_t kMaxPlacesKept = 64;  // of each target

// A search without a goal. It restarts each time it grows; its distances are known at its end.
class WaypointFlood final : public WalkFlood {
 public:
  WaypointFlood(const MapView& map, const Exclusions* exclusions, Scratch& scratch)
      : map_(map), exclusions_(exclusions), ws_(scratch.Borrow<WaypointWorkspace>()) {}

  void Begin(const NavLocation& from) override {
    from_ = from;
    starts_ = StartsAt(map_, from, exclusions_);
    grown_to_m_ = 0;
    expansions_ = 0;
  }
  SearchOutcome GrowTo(double limit_m, const FloodOptions& options) override {
    const auto is_closed = [&](LinkId arc) { return exclusions_->IsClosed(arc, map_.links->link(arc)); };
    const absl::FunctionRef<bool(LinkId)> closed = is_closed;
    const WaypointQuery query{.starts = starts_,
                              .goals = {},
                              .abilities = map_.abilities,
                              .is_closed = exclusions_ == nullptr ? nullptr : &closed,
                              .max_cost_m = limit_m,
                              .max_expansions = options.max_expansions,
                              .deadline = options.deadline};
    const WaypointPath flood = FindWaypointPath(WaypointsOf(map_), query, *ws_);
    expansions_ = static_cast<uint32_t>(std::min<uint64_t>(flood.expanded, options.max_expansions));
    if (IsCut(flood.outcome)) return flood.outcome;
    grown_to_m_ = limit_m;
    return SearchOutcome::kExhausted;
  }
  double DistanceTo(const NavLocation& place) override {
    double least_m = StraightCost_m(map_, from_, place, exclusions_).value_or(kInfinite);
    for (const WaypointEnd& end : EndsAt(map_, place, exclusions_)) {
      least_m = std::min(least_m, ws_->CostTo(end.node) + end.cost_m);
    }
    return least_m;
  }
  double grown_to_m() const override { return grown_to_m_; }
  uint32_t expansions() const override { return expansions_; }

 private:
  const MapView& map_;
  const Exclusions* const exclusions_;
  const Scratch::Lease<WaypointWorkspace> ws_;
  NavLocation from_;
  std::vector<WaypointEnd> starts_;
  double grown_to_m_ = 0;
  uint32_t expansions_ = 0;
};

class WaypointRows final : public DistanceRows {
 public:
  WaypointRows(const MapView& map, const DistanceQuery& query, Scratch& scratch)
      : DistanceRows(map, query, scratch),
        excluded_(scratch.Borrow<Exclusions>()),
        exclusions_(ExclusionsOf(map, query.changes, *excluded_)),
        flood_(map, exclusions_, scratch) {}

 private:
  // Where a target may move.
  struct Target {
    std::optional<WaypointPlace> nearest;
    std::vector<PolyId> others;  // a node of each component within the limits; none if the nearest holds it
    // By the component that paths come from: the nearest place reachable from it.
    std::vector<std::pair<uint32_t, std::optional<WaypointPlace>>> places;
  };

  std::optional<NavLocation> Snap(const Vec3& local, PathEnd end) override {
    const PlaceRole role = end == PathEnd::kSource ? PlaceRole::kLeave : PlaceRole::kArrive;
    return SnapToWaypoints(map_, local, query_.snap, role, exclusions_, *surface_).place;
  }

  // As SnapStopsToWaypoints, but look-ups for one end are kept for all pairs.
  std::optional<MovedPair> Move(size_t source, size_t target) override {
    if (starts_.empty() || starts_of_ != source) {
      starts_of_ = source;
      const Vec3 position = query_.sources[source] - map_.manifest->origin;
      starts_ = StartsToTry(map_, {position, query_.snap, false, exclusions_}, query_.deadline, *surface_);
      if (IsLate()) return std::nullopt;
    }
    std::optional<MovedPair> best;
    double least_m = kInfinite;
    for (const WaypointPlace& start : starts_) {
      const std::optional<WaypointPlace> goal = PlaceFor(target, start.to);
      if (!goal || start.distance_m + goal->distance_m >= least_m) continue;
      least_m = start.distance_m + goal->distance_m;
      best = {target, {start.to, start.point}, {goal->from, goal->point}};
    }
    return best;
  }

  // The place of a target for paths from a node, by the rules of OtherPlace.
  std::optional<WaypointPlace> PlaceFor(size_t index, PolyId from) {
    const Vec3 position = query_.targets[index] - map_.manifest->origin;
    Target& target = TargetAt(index, position);
    if (target.nearest && Leads(from, target.nearest->from)) return target.nearest;
    const auto leads_to = [&](PolyId node) { return Leads(from, node); };
    if (std::none_of(target.others.begin(), target.others.end(), leads_to)) return std::nullopt;
    const uint32_t component = ComponentOf(from);
    for (const auto& [other, place] : target.places) {
      if (other == component) return place;
    }
    const auto admit = [&](PolyId a, PolyId /*b*/) { return Leads(from, a); };
    const auto place = NearestWaypointPlace(map_, position, query_.snap, admit, exclusions_, *surface_);
    IsLate();
    if (target.places.size() == kMaxPlacesKept) target.places.clear();
    return target.places.emplace_back(component, place).second;
  }

  Target& TargetAt(size_t index, const Vec3& position) {
    if (first_ != first_target()) targets_.clear();
    first_ = first_target();
    if (targets_.size() <= index - first_) targets_.resize(index - first_ + 1);
    std::optional<Target>& target = targets_[index - first_];
    if (target) return *target;
    target.emplace();
    const auto all = [](PolyId /*from*/, PolyId /*to*/) { return true; };
    target->nearest = NearestWaypointPlace(map_, position, query_.snap, all, exclusions_, *surface_);
    if (target->nearest && !target->nearest->holds_position) {
      std::vector<PolyId>& others = target->others;
      const auto note = [&](PolyId from, PolyId /*to*/) {
        const auto is_known = [&](PolyId node) { return ComponentOf(node) == ComponentOf(from); };
        if (std::none_of(others.begin(), others.end(), is_known)) others.push_back(from);
        return false;
      };
      NearestWaypointPlace(map_, position, query_.snap, note, exclusions_, *surface_);
    }
    IsLate();
    return *target;
  }

  uint32_t ComponentOf(PolyId node) const { return map_.zones->ComponentOf(node); }
  bool Leads(PolyId from, PolyId to) { return map_.zones->Reaches(from, to, *reach_); }

  OnePath Find(const PathQuery& path) override {
    const WaypointPathOptions options{.max_expansions = path.max_expansions,
                                      .max_cost_m = max_m_,
                                      .has_changes = exclusions_ != nullptr,
                                      .exclusions = exclusions_,
                                      .deadline = query_.deadline};
    const FoundPath found =
        FindNearestWaypointRoute(map_, path.source, {&path.target, 1}, options, scratch_).found;
    OnePath one;
    if (found.IsBest()) one.cost_m = found.path.cost_m;
    one.is_cut = found.basis == RouteBasis::kIncompleteSearch;
    one.is_late = one.is_cut && found.reason != RouteReason::kExpansionLimit;
    one.expansions = found.path.expansions;
    return one;
  }

  FloodLimits Flood() override {
    return {&flood_, max_m_, query_.max_expansions, WaypointsOf(map_).size() + 1};
  }

  const Scratch::Lease<Exclusions> excluded_;
  const Exclusions* const exclusions_;  // null: nothing is excluded
  WaypointFlood flood_;
  const Scratch::Lease<ReachWorkspace> reach_ = scratch_.Borrow<ReachWorkspace>();
  const Scratch::Lease<SurfaceWorkspace> surface_ = scratch_.Borrow<SurfaceWorkspace>();
  std::vector<WaypointPlace> starts_;  // that the source of the last moved pair may move to
  size_t starts_of_ = 0;
  std::vector<std::optional<Target>> targets_;  // of those measured together, from first_ on
  size_t first_ = 0;
};

}  // namespace

DistanceAnswer MeasureWaypointDistances(const MapView& map, const DistanceQuery& query, Scratch& scratch) {
  return WaypointRows(map, query, scratch).Measure();
}

}  // namespace waystone

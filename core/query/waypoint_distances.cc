#include "core/query/waypoint_distances.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/query/waypoint_route.h"
#include "core/query/waypoint_stops.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr size_t kPollInterval = 4;  // [snaps]

class Matrix {
 public:
  Matrix(const MapView& map, const DistanceQuery& query, Workspace& workspace)
      : map_(map),
        query_(query),
        ws_(workspace),
        max_m_(query.max_distance_m == 0 ? kInfinite : query.max_distance_m) {
    const size_t size = query.sources.size() * query.targets.size();
    answer_.distance_m.assign(size, -1);
    answer_.statuses.assign(size, DistanceStatus::kLimitReached);
  }

  DistanceAnswer Measure() {
    SnapAll(query_.sources, WaypointRole::kLeave, sources_);
    SnapAll(query_.targets, WaypointRole::kArrive, targets_);
    for (size_t i = 0; i < sources_.size() && !is_late_; ++i) {
      source_ = i;
      left_ = query_.max_expansions;
      MeasureRow();
      answer_.expansions += query_.max_expansions - left_;
      is_late_ = is_late_ || query_.deadline.Expired();
    }
    return std::move(answer_);
  }

 private:
  void SnapAll(const std::vector<Vec3>& positions, WaypointRole role,
               std::vector<std::optional<NavLocation>>& places) {
    places.reserve(positions.size());
    for (const Vec3& position : positions) {
      is_late_ =
          is_late_ || (places.size() % kPollInterval == kPollInterval - 1 && query_.deadline.Expired());
      if (is_late_) return;
      const Vec3 local = position - map_.manifest->origin;
      places.push_back(SnapToWaypoints(map_, local, query_.snap, role, nullptr, ws_.surface).place);
    }
  }

  void Set(size_t target, DistanceStatus status, double distance_m = -1) {
    answer_.statuses[source_ * targets_.size() + target] = status;
    answer_.distance_m[source_ * targets_.size() + target] = distance_m;
  }
  void SetCost(size_t target, double cost_m) {
    if (cost_m <= max_m_) return Set(target, DistanceStatus::kFound, cost_m);
    Set(target, DistanceStatus::kUnreachable);
  }

  void MeasureRow() {
    const std::optional<NavLocation>& source = sources_[source_];
    if (!source) {
      for (size_t j = 0; j < targets_.size(); ++j) Set(j, DistanceStatus::kSourceOffMesh);
      return;
    }
    wanted_.clear();
    for (size_t j = 0; j < targets_.size() && !is_late_; ++j) {
      if (!targets_[j]) {
        Set(j, DistanceStatus::kTargetOffMesh);
      } else if (map_.zones->Reaches(source->poly.value(), targets_[j]->poly.value(), ws_.reach)) {
        wanted_.push_back(j);
      } else {
        MeasureMoved(j);
      }
    }
    SearchWanted(*source);
  }

  // A pair whose nearest places are not connected: PlanRoute may move them.
  void MeasureMoved(size_t target) {
    const Vec3& origin = map_.manifest->origin;
    const RouteStops<Vec3> positions{query_.sources[source_] - origin, {}, {query_.targets[target] - origin}};
    const SnappedStops stops =
        SnapStopsToWaypoints(map_, positions, query_.snap, false, query_.deadline, nullptr, ws_);
    is_late_ = query_.deadline.Expired();
    const NavLocation& from = *stops.start.place;
    const NavLocation& to = *stops.goals[0].place;
    if (map_.zones->Reaches(from.poly.value(), to.poly.value(), ws_.reach)) return Search(from, to, target);
    if (!is_late_) Set(target, DistanceStatus::kUnreachable);
  }

  void SearchWanted(const NavLocation& source) {
    const auto straight_m = [&](size_t target) { return Distance(source.point, targets_[target]->point); };
    std::sort(wanted_.begin(), wanted_.end(),
              [&](size_t a, size_t b) { return std::pair(straight_m(a), a) < std::pair(straight_m(b), b); });
    const uint32_t before = left_;
    for (size_t k = 0; k < wanted_.size() && !is_late_ && left_ > 0; ++k) {
      const uint64_t searched = before - left_;
      if (k > 0 && searched * (wanted_.size() - k) > uint64_t{map_.waypoints->size()} * k) {
        wanted_.erase(wanted_.begin(), wanted_.begin() + static_cast<std::ptrdiff_t>(k));
        return Flood(source);
      }
      Search(source, *targets_[wanted_[k]], wanted_[k]);
    }
  }

  void Search(const NavLocation& from, const NavLocation& to, size_t target) {
    if (left_ == 0) return;
    const MeshRouteOptions options{
        .max_expansions = left_, .max_cost_m = max_m_, .deadline = query_.deadline};
    const MeshRoute found = FindNearestWaypointRoute(map_, from, {&to, 1}, options, ws_).found;
    left_ -= std::min(found.route.expansions, left_);
    if (found.IsBest()) return SetCost(target, found.route.cost_m);
    is_late_ = found.basis == RouteBasis::kIncompleteSearch && found.reason != RouteReason::kExpansionLimit;
    if (found.basis != RouteBasis::kIncompleteSearch) Set(target, DistanceStatus::kUnreachable);
  }

  // One search from the source over all that it leads to.
  void Flood(const NavLocation& source) {
    const std::vector<WaypointEnd> starts = StartsAt(map_, source, nullptr);
    const WaypointQuery query{.starts = starts,
                              .goals = {},
                              .abilities = map_.abilities,
                              .max_cost_m = max_m_,
                              .max_expansions = left_,
                              .deadline = query_.deadline};
    const WaypointPath flood = FindWaypointPath(*map_.waypoints, query, ws_.waypoints);
    left_ -= static_cast<uint32_t>(std::min<uint64_t>(flood.expanded, left_));
    is_late_ = flood.outcome == WaypointOutcome::kDeadline;
    if (is_late_ || flood.outcome == WaypointOutcome::kExpansionLimit) return;
    for (const size_t target : wanted_) {
      const NavLocation& place = *targets_[target];
      double least_m = StraightCost_m(map_, source, place, nullptr).value_or(kInfinite);
      for (const WaypointEnd& end : EndsAt(map_, place, nullptr)) {
        least_m = std::min(least_m, ws_.waypoints.CostTo(end.node) + end.cost_m);
      }
      SetCost(target, least_m);
    }
  }

  const MapView& map_;
  const DistanceQuery& query_;
  Workspace& ws_;
  const double max_m_;
  std::vector<std::optional<NavLocation>> sources_;
  std::vector<std::optional<NavLocation>> targets_;
  std::vector<size_t> wanted_;  // targets of the row that its source reaches
  size_t source_ = 0;           // of the row
  uint32_t left_ = 0;           // [search nodes] of the row
  bool is_late_ = false;
  DistanceAnswer answer_;
};

}  // namespace

DistanceAnswer MeasureWaypointDistances(const MapView& map, const DistanceQuery& query,
                                        Workspace& workspace) {
  return Matrix(map, query, workspace).Measure();
}

}  // namespace waystone

#include "core/surface/waypoint/waypoint_stops.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/scratch.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/surface_queries.h"
#include "core/zones/reachability_index.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr size_t kMaxComponentsTried = 16;
constexpr size_t kPollInterval = 4;  // [snaps]

bool AdmitAll(PolyId /*from*/, PolyId /*to*/) { return true; }

// One try to bring all stops of a route to connected ground.
class StopSnapper {
 public:
  StopSnapper(const MapView& map, const RouteStops<Vec3>& positions, const SnapOptions& options,
              const Deadline& deadline, const Exclusions* exclusions, Scratch& scratch)
      : map_(map),
        positions_(positions),
        options_(options),
        deadline_(deadline),
        exclusions_(exclusions),
        scratch_(scratch) {}

  SnappedStops Alone() {
    SnappedStops stops;
    stops.start = SnapToWaypoints(map_, positions_.start, options_, PlaceRole::kLeave, exclusions_,
                                  *scratch_.Borrow<SurfaceWorkspace>());
    stops.via.resize(positions_.via.size());
    stops.goals.resize(positions_.goals.size());
    const auto returns = [&](PolyId from, PolyId to) { return Returns(from, to); };
    for (size_t i = 0; i < stops.via.size() && !stops.is_late; ++i) {
      stops.via[i] = ToResult(Nearest(positions_.via[i], returns), positions_.via[i], PlaceRole::kLeave);
      stops.is_late = i % kPollInterval == kPollInterval - 1 && deadline_.Expired();
    }
    for (size_t i = 0; i < stops.goals.size() && !stops.is_late; ++i) {
      stops.goals[i] = SnapToWaypoints(map_, positions_.goals[i], options_, PlaceRole::kArrive, exclusions_,
                                       *scratch_.Borrow<SurfaceWorkspace>());
      stops.is_late = i % kPollInterval == kPollInterval - 1 && deadline_.Expired();
    }
    return stops;
  }

  // Whether a path leads over all stops to some goal, by the zones.
  bool LeadsOn(const SnappedStops& stops) {
    PolyId from = stops.start.place->poly;
    for (const SnapResult& via : stops.via) {
      if (!Reaches(from, via.place->poly)) return false;
      from = via.place->poly;
    }
    return std::any_of(stops.goals.begin(), stops.goals.end(),
                       [&](const SnapResult& goal) { return goal.place && Reaches(from, goal.place->poly); });
  }

  // The best try from starts in different components; `alone` if none leads on.
  SnappedStops Together(const SnappedStops& alone, bool mutually) {
    SnappedStops best = alone;
    double least_m = kInfinite;
    for (const WaypointPlace& start : StartsToTry(map_, StopAt(positions_.start, mutually), deadline_,
                                                  *scratch_.Borrow<SurfaceWorkspace>())) {
      if (deadline_.Expired()) break;
      SnappedStops stops = alone;
      stops.start = ToResult(start, positions_.start, PlaceRole::kLeave);
      const double sum_m = start.distance_m + SnapOthers(start.to, mutually, stops);
      if (sum_m >= least_m) continue;
      least_m = sum_m;
      best = std::move(stops);
    }
    return best;
  }

 private:
  uint32_t ComponentOf(PolyId node) const { return map_.zones->ComponentOf(node); }
  bool Reaches(PolyId from, PolyId to) { return map_.zones->Reaches(from, to, *reach_); }
  bool Returns(PolyId from, PolyId to) const {
    return from == to || WalkBetween(map_, to, from, exclusions_).has_value();
  }

  std::optional<WaypointPlace> Nearest(const Vec3& position, AdmitWaypoint admit) {
    return NearestWaypointPlace(map_, position, options_, admit, exclusions_,
                                *scratch_.Borrow<SurfaceWorkspace>());
  }

  WaypointStop StopAt(const Vec3& position, bool mutually) const {
    return {position, options_, mutually, exclusions_};
  }
  std::optional<WaypointPlace> Other(const Vec3& position, bool mutually, AdmitWaypoint may_be,
                                     AdmitWaypoint admit) {
    return OtherPlace(map_, StopAt(position, mutually), may_be, admit, *scratch_.Borrow<SurfaceWorkspace>());
  }

  static SnapResult ToResult(const std::optional<WaypointPlace>& place, const Vec3& position,
                             PlaceRole role) {
    SnapResult result;
    if (!place) return result;
    result.place = result.nearest =
        NavLocation{role == PlaceRole::kLeave ? place->to : place->from, place->point};
    result.distance_m = Distance(position, place->point);
    return result;
  }

  // The sum of the distances of via points and the nearest goal; infinite if some via point or all goals have
  // no reachable place.
  double SnapOthers(PolyId from, bool mutually, SnappedStops& stops) {
    double via_m = 0;
    const auto leads = [&](PolyId to) {
      return mutually ? ComponentOf(from) == ComponentOf(to) : Reaches(from, to);
    };
    const auto returns = [&](PolyId a, PolyId b) { return Returns(a, b); };
    const auto admit = [&](PolyId a, PolyId /*b*/) { return leads(a); };
    for (size_t i = 0; i < stops.via.size(); ++i) {
      const std::optional<WaypointPlace> place = Other(positions_.via[i], mutually, returns, admit);
      if (!place) return kInfinite;
      stops.via[i] = ToResult(place, positions_.via[i], PlaceRole::kLeave);
      via_m += place->distance_m;
      from = place->to;
    }
    double goal_m = kInfinite;
    for (size_t i = 0; i < stops.goals.size(); ++i) {
      if (i % kPollInterval == kPollInterval - 1 && deadline_.Expired()) break;
      const std::optional<WaypointPlace> place = Other(positions_.goals[i], mutually, AdmitAll, admit);
      if (!place) continue;
      stops.goals[i] = ToResult(place, positions_.goals[i], PlaceRole::kArrive);
      goal_m = std::min(goal_m, place->distance_m);
    }
    return via_m + goal_m;
  }

  const MapView& map_;
  const RouteStops<Vec3>& positions_;
  const SnapOptions& options_;
  const Deadline& deadline_;
  const Exclusions* const exclusions_;
  Scratch& scratch_;
  const Scratch::Lease<ReachWorkspace> reach_ = scratch_.Borrow<ReachWorkspace>();
};

}  // namespace

std::vector<WaypointPlace> StartsToTry(const MapView& map, const WaypointStop& start,
                                       const Deadline& deadline, SurfaceWorkspace& scratch) {
  std::vector<WaypointPlace> places;
  const auto component_of = [&](PolyId node) { return map.zones->ComponentOf(node); };
  const auto is_new = [&](PolyId /*from*/, PolyId to) {
    return std::none_of(places.begin(), places.end(), [&](const WaypointPlace& place) {
      return component_of(place.to) == component_of(to);
    });
  };
  while (places.size() < kMaxComponentsTried && !deadline.Expired()) {
    const std::optional<WaypointPlace> place =
        NearestWaypointPlace(map, start.position, start.options, is_new, start.exclusions, scratch);
    if (!place) break;
    places.push_back(*place);
    if (places.front().holds_position && !start.mutually) break;
  }
  return places;
}

std::optional<WaypointPlace> OtherPlace(const MapView& map, const WaypointStop& stop, AdmitWaypoint may_be,
                                        AdmitWaypoint admit, SurfaceWorkspace& scratch) {
  const auto nearest = [&](AdmitWaypoint is_there) {
    return NearestWaypointPlace(map, stop.position, stop.options, is_there, stop.exclusions, scratch);
  };
  const std::optional<WaypointPlace> first = nearest(may_be);
  if (!first || admit(first->from, first->to)) return first;
  if (first->holds_position && !stop.mutually) return std::nullopt;
  return nearest([&](PolyId from, PolyId to) { return may_be(from, to) && admit(from, to); });
}

SnappedStops SnapStopsToWaypoints(const MapView& map, const RouteStops<Vec3>& positions,
                                  const SnapOptions& options, bool mutually, const Deadline& deadline,
                                  const Exclusions* exclusions, Scratch& scratch) {
  StopSnapper snapper(map, positions, options, deadline, exclusions, scratch);
  const SnappedStops alone = snapper.Alone();
  const auto is_there = [](const SnapResult& snap) { return snap.place.has_value(); };
  const bool is_whole = alone.start.place && std::all_of(alone.via.begin(), alone.via.end(), is_there) &&
                        std::any_of(alone.goals.begin(), alone.goals.end(), is_there);
  if (alone.is_late || !is_whole) return alone;
  if (!mutually && snapper.LeadsOn(alone)) return alone;
  return snapper.Together(alone, mutually);
}

}  // namespace waystone

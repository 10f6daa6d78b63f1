#include "core/query/waypoint_stops.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr size_t kMaxComponentsTried = 16;
constexpr size_t kPollInterval = 4;  // [snaps]

bool AdmitAll(PolyId /*from*/, PolyId /*to*/) { return true; }

// One try to bring all stops of a route to ground that belongs together.
class StopSnapper {
 public:
  StopSnapper(const MapView& map, const RouteStops<Vec3>& positions, const SnapOptions& options,
              const Deadline& deadline, const Exclusions* exclusions, Workspace& workspace)
      : map_(map),
        positions_(positions),
        options_(options),
        deadline_(deadline),
        exclusions_(exclusions),
        ws_(workspace) {}

  SnappedStops Alone() {
    SnappedStops stops;
    stops.start =
        SnapToWaypoints(map_, positions_.start, options_, WaypointRole::kLeave, exclusions_, ws_.surface);
    stops.via.resize(positions_.via.size());
    stops.goals.resize(positions_.goals.size());
    const auto returns = [&](PolyId from, PolyId to) { return Returns(from, to); };
    for (size_t i = 0; i < stops.via.size() && !stops.is_late; ++i) {
      stops.via[i] = ToResult(Nearest(positions_.via[i], returns), positions_.via[i], WaypointRole::kLeave);
      stops.is_late = i % kPollInterval == kPollInterval - 1 && deadline_.Expired();
    }
    for (size_t i = 0; i < stops.goals.size() && !stops.is_late; ++i) {
      stops.goals[i] = SnapToWaypoints(map_, positions_.goals[i], options_, WaypointRole::kArrive,
                                       exclusions_, ws_.surface);
      stops.is_late = i % kPollInterval == kPollInterval - 1 && deadline_.Expired();
    }
    return stops;
  }

  // Whether a path leads over all of them to some goal, by the zones.
  bool LeadsOn(const SnappedStops& stops) {
    PolyId from = stops.start.place->poly;
    for (const SnapResult& via : stops.via) {
      if (!Reaches(from, via.place->poly)) return false;
      from = via.place->poly;
    }
    return std::any_of(stops.goals.begin(), stops.goals.end(),
                       [&](const SnapResult& goal) { return goal.place && Reaches(from, goal.place->poly); });
  }

  // The best of the tries from starts in different components; `alone` if none leads on.
  SnappedStops Together(const SnappedStops& alone, bool mutually) {
    SnappedStops best = alone;
    double least_m = kInfinite;
    std::vector<uint32_t> tried;
    while (tried.size() < kMaxComponentsTried && !deadline_.Expired()) {
      const auto is_new = [&](PolyId /*from*/, PolyId to) {
        return std::find(tried.begin(), tried.end(), ComponentOf(to)) == tried.end();
      };
      const std::optional<WaypointPlace> start = Other(positions_.start, mutually, AdmitAll, is_new);
      if (!start) break;
      tried.push_back(ComponentOf(start->to));
      SnappedStops stops = alone;
      stops.start = ToResult(start, positions_.start, WaypointRole::kLeave);
      const double sum_m = start->distance_m + SnapOthers(start->to, mutually, stops);
      if (sum_m >= least_m) continue;
      least_m = sum_m;
      best = std::move(stops);
    }
    return best;
  }

 private:
  uint32_t ComponentOf(PolyId node) const { return map_.zones->ComponentOf(node.value()); }
  bool Reaches(PolyId from, PolyId to) { return map_.zones->Reaches(from.value(), to.value(), ws_.reach); }
  bool Returns(PolyId from, PolyId to) const {
    return from == to || WalkBetween(map_, to.value(), from.value(), exclusions_).has_value();
  }

  std::optional<WaypointPlace> Nearest(const Vec3& position, AdmitWaypoint admit) {
    return NearestWaypointPlace(map_, position, options_, admit, exclusions_, ws_.surface);
  }

  // The nearest place that both admit, but none other than the nearest that `may_be` admits if that holds the
  // position, unless `mutually`.
  std::optional<WaypointPlace> Other(const Vec3& position, bool mutually, AdmitWaypoint may_be,
                                     AdmitWaypoint admit) {
    const std::optional<WaypointPlace> first = Nearest(position, may_be);
    if (!first || admit(first->from, first->to)) return first;
    if (first->holds_position && !mutually) return std::nullopt;
    return Nearest(position, [&](PolyId from, PolyId to) { return may_be(from, to) && admit(from, to); });
  }

  static SnapResult ToResult(const std::optional<WaypointPlace>& place, const Vec3& position,
                             WaypointRole role) {
    SnapResult result;
    if (!place) return result;
    result.place = result.nearest =
        NavLocation{role == WaypointRole::kLeave ? place->to : place->from, place->point};
    result.distance_m = Distance(position, place->point);
    return result;
  }

  // The sum of the distances of via points and the nearest goal; infinite where some via point or all goals
  // have no place that can be reached.
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
      stops.via[i] = ToResult(place, positions_.via[i], WaypointRole::kLeave);
      via_m += place->distance_m;
      from = place->to;
    }
    double goal_m = kInfinite;
    for (size_t i = 0; i < stops.goals.size(); ++i) {
      if (i % kPollInterval == kPollInterval - 1 && deadline_.Expired()) break;
      const std::optional<WaypointPlace> place = Other(positions_.goals[i], mutually, AdmitAll, admit);
      if (!place) continue;
      stops.goals[i] = ToResult(place, positions_.goals[i], WaypointRole::kArrive);
      goal_m = std::min(goal_m, place->distance_m);
    }
    return via_m + goal_m;
  }

  const MapView& map_;
  const RouteStops<Vec3>& positions_;
  const SnapOptions& options_;
  const Deadline& deadline_;
  const Exclusions* const exclusions_;
  Workspace& ws_;
};

}  // namespace

SnappedStops SnapStopsToWaypoints(const MapView& map, const RouteStops<Vec3>& positions,
                                  const SnapOptions& options, bool mutually, const Deadline& deadline,
                                  const Exclusions* exclusions, Workspace& workspace) {
  StopSnapper snapper(map, positions, options, deadline, exclusions, workspace);
  const SnappedStops alone = snapper.Alone();
  const auto is_there = [](const SnapResult& snap) { return snap.place.has_value(); };
  const bool is_whole = alone.start.place && std::all_of(alone.via.begin(), alone.via.end(), is_there) &&
                        std::any_of(alone.goals.begin(), alone.goals.end(), is_there);
  if (alone.is_late || !is_whole) return alone;
  if (!mutually && snapper.LeadsOn(alone)) return alone;
  return snapper.Together(alone, mutually);
}

}  // namespace waystone

#include "core/query/waypoint_place.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/navmesh/surface_queries.h"
#include "core/waypoint/waypoint_near.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kOnLink_m = 0.01;  // what is so near to a link is on it: places are rounded
constexpr size_t kMaxComponentsTried = 16;
constexpr size_t kPollInterval = 4;  // [snaps]

bool MayWalk(const MapView& map, uint32_t arc, const Exclusions* exclusions) {
  const WaypointArc& record = map.waypoints->arc(arc);
  if (record.is_walk == 0 || !map.waypoints->MayUse(record, map.abilities)) return false;
  return exclusions == nullptr || !exclusions->IsClosed(LinkId(arc), map.links->link(LinkId(arc)));
}

// The walk that leads from a node straight to another.
std::optional<uint32_t> WalkBetween(const MapView& map, uint32_t from, uint32_t to,
                                    const Exclusions* exclusions) {
  for (uint32_t i = map.waypoints->FirstArc(from); i < map.waypoints->EndArc(from); ++i) {
    if (map.waypoints->arc(i).target == to && MayWalk(map, i, exclusions)) return i;
  }
  return std::nullopt;
}

// [m] What a stretch of a link costs; `source`: the node that it leads from.
double ShareOf(const MapView& map, uint32_t source, uint32_t arc, double length_m) {
  const WaypointArc& record = map.waypoints->arc(arc);
  const double whole_m = Distance(map.waypoints->Position(source), map.waypoints->Position(record.target));
  const auto cost_m = static_cast<double>(record.cost_m);
  return whole_m <= length_m ? cost_m : cost_m * (length_m / whole_m);
}

bool IsOnSegment(const Vec3& a, const Vec3& b, const Vec3& point) {
  return Distance(NearestOnSegment(a, b, point), point) <= kOnLink_m;
}

bool IsOnGround(const MapView& map, const NavLocation& place) {
  return ClosestInPlane(*map.navmesh, place.poly, place.point.Plane()).distance_sq_m2 <=
         kOnLink_m * kOnLink_m;
}

std::optional<WaypointPlace> FindWithin(const MapView& map, const Vec3& position, const ArcReach& reach,
                                        AdmitWaypoint admit, const Exclusions* exclusions,
                                        SurfaceWorkspace& workspace) {
  const auto is_there = [&](PolyId node) {
    return (exclusions == nullptr || !exclusions->IsBlocked(node)) && admit(node, node);
  };
  const auto may_stand = [&](uint32_t source, uint32_t arc) {
    const PolyId from(source);
    return MayWalk(map, arc, exclusions) && (exclusions == nullptr || !exclusions->IsBlocked(from)) &&
           admit(from, PolyId(map.waypoints->arc(arc).target));
  };
  std::optional<WaypointPlace> best;
  const std::optional<NavLocation> node = NearestPolyWithin(
      *map.navmesh, position, reach.radius_m, reach.below_m, reach.above_m, is_there, workspace);
  if (node) best = {node->point, node->poly, node->poly, Distance(node->point, position)};
  const std::optional<ArcPlace> arc = NearestOnArcs(*map.waypoints, position, reach, may_stand);
  if (arc && (!best || arc->distance_m < best->distance_m)) {
    best = {arc->at, PolyId(arc->source), PolyId(map.waypoints->arc(arc->arc).target), arc->distance_m};
  }
  return best;
}

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

  // Whether the zones know a way over all of them to some goal.
  bool LeadsOn(const SnappedStops& stops) {
    PolyId from = stops.start.place->poly;
    for (const SnapResult& via : stops.via) {
      if (!Reaches(from, via.place->poly)) return false;
      from = via.place->poly;
    }
    return std::any_of(stops.goals.begin(), stops.goals.end(),
                       [&](const SnapResult& goal) { return goal.place && Reaches(from, goal.place->poly); });
  }

  // The best of the tries from starts in different components; `alone` where none leads on.
  SnappedStops Together(const SnappedStops& alone, bool mutually) {
    SnappedStops best = alone;
    double least_m = kInfinite;
    std::vector<uint32_t> tried;
    while (tried.size() < kMaxComponentsTried && !deadline_.Expired()) {
      const auto is_new = [&](PolyId /*from*/, PolyId to) {
        return std::find(tried.begin(), tried.end(), ComponentOf(to)) == tried.end();
      };
      const std::optional<WaypointPlace> start = Nearest(positions_.start, is_new);
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
    for (size_t i = 0; i < stops.via.size(); ++i) {
      const auto admit = [&](PolyId a, PolyId b) { return Returns(a, b) && leads(a); };
      const std::optional<WaypointPlace> place = Nearest(positions_.via[i], admit);
      if (!place) return kInfinite;
      stops.via[i] = ToResult(place, positions_.via[i], WaypointRole::kLeave);
      via_m += place->distance_m;
      from = place->to;
    }
    double goal_m = kInfinite;
    for (size_t i = 0; i < stops.goals.size(); ++i) {
      if (i % kPollInterval == kPollInterval - 1 && deadline_.Expired()) break;
      const auto admit = [&](PolyId a, PolyId /*b*/) { return leads(a); };
      const std::optional<WaypointPlace> place = Nearest(positions_.goals[i], admit);
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

std::optional<WaypointPlace> NearestWaypointPlace(const MapView& map, const Vec3& position,
                                                  const SnapOptions& options, AdmitWaypoint admit,
                                                  const Exclusions* exclusions, SurfaceWorkspace& workspace) {
  const double step_m = std::min<double>(map.navmesh->arrays().header.max_climb_m, options.max_above_m);
  ArcReach reach{options.radius_m, options.max_below_m, step_m};
  std::optional<WaypointPlace> place = FindWithin(map, position, reach, admit, exclusions, workspace);
  if (place || step_m >= options.max_above_m) return place;
  reach.above_m = options.max_above_m;
  return FindWithin(map, position, reach, admit, exclusions, workspace);
}

SnapResult SnapToWaypoints(const MapView& map, const Vec3& position, const SnapOptions& options,
                           WaypointRole role, const Exclusions* exclusions, SurfaceWorkspace& workspace) {
  SnapResult result;
  std::optional<WaypointPlace> place =
      NearestWaypointPlace(map, position, options, AdmitAll, exclusions, workspace);
  const bool is_within = place.has_value();
  if (!is_within) {
    const ArcReach report{kSnapReport_m, kSnapReport_m, kSnapReport_m};
    place = FindWithin(map, position, report, AdmitAll, exclusions, workspace);
  }
  if (!place) return result;
  result.nearest = NavLocation{role == WaypointRole::kLeave ? place->to : place->from, place->point};
  result.distance_m = place->distance_m;
  if (is_within) result.place = result.nearest;
  return result;
}

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

std::vector<WaypointEnd> StartsAt(const MapView& map, const NavLocation& place,
                                  const Exclusions* exclusions) {
  const WaypointView& graph = *map.waypoints;
  const uint32_t node = place.poly.value();
  const Vec3 at = graph.Position(node);
  std::vector<WaypointEnd> starts = {{node, Distance(place.point, at)}};
  if (!IsOnGround(map, place)) {
    const auto leads_here = [&](uint32_t /*source*/, uint32_t arc) {
      return graph.arc(arc).target == node && MayWalk(map, arc, exclusions);
    };
    const std::optional<ArcPlace> on =
        NearestOnArcs(graph, place.point, {kOnLink_m, kOnLink_m, kOnLink_m}, leads_here);
    if (on) starts[0].cost_m = ShareOf(map, on->source, on->arc, starts[0].cost_m);
  }
  for (uint32_t i = graph.FirstArc(node); i < graph.EndArc(node); ++i) {
    const uint32_t behind = graph.arc(i).target;
    if (!IsOnSegment(at, graph.Position(behind), place.point) || !MayWalk(map, i, exclusions)) continue;
    starts.push_back({behind, ShareOf(map, node, i, Distance(place.point, graph.Position(behind)))});
  }
  return starts;
}

std::vector<WaypointEnd> EndsAt(const MapView& map, const NavLocation& place, const Exclusions* exclusions) {
  const WaypointView& graph = *map.waypoints;
  const uint32_t node = place.poly.value();
  const Vec3 at = graph.Position(node);
  std::vector<WaypointEnd> ends = {{node, Distance(place.point, at)}};
  const bool is_on_ground = IsOnGround(map, place);
  double least_m = kInfinite;
  for (uint32_t i = graph.FirstArc(node); i < graph.EndArc(node); ++i) {
    const uint32_t behind = graph.arc(i).target;
    if (!IsOnSegment(at, graph.Position(behind), place.point)) continue;
    if (!is_on_ground && MayWalk(map, i, exclusions)) {
      least_m = std::min(least_m, ShareOf(map, node, i, Distance(place.point, at)));
    }
    const std::optional<uint32_t> back = WalkBetween(map, behind, node, exclusions);
    if (!back) continue;
    ends.push_back({behind, ShareOf(map, behind, *back, Distance(place.point, graph.Position(behind)))});
  }
  if (least_m < kInfinite) ends[0].cost_m = least_m;
  return ends;
}

std::optional<PolyId> NodeAhead(const MapView& map, const NavLocation& place) {
  if (IsOnGround(map, place)) return std::nullopt;
  const WaypointView& graph = *map.waypoints;
  const uint32_t node = place.poly.value();
  std::optional<PolyId> ahead;
  for (uint32_t i = graph.FirstArc(node); i < graph.EndArc(node); ++i) {
    const uint32_t target = graph.arc(i).target;
    if (!IsOnSegment(graph.Position(node), graph.Position(target), place.point)) continue;
    if (!MayWalk(map, i, nullptr)) continue;
    if (WalkBetween(map, target, node, nullptr)) return std::nullopt;
    if (!ahead) ahead = PolyId(target);
  }
  return ahead;
}

std::optional<double> StraightCost_m(const MapView& map, const NavLocation& from, const NavLocation& to,
                                     const Exclusions* exclusions) {
  const double length_m = Distance(from.point, to.point);
  if (from.poly == to.poly && IsOnGround(map, from) && IsOnGround(map, to)) return length_m;
  const WaypointView& graph = *map.waypoints;
  const uint32_t node = to.poly.value();
  const Vec3 at = graph.Position(node);
  std::optional<double> least_m;
  for (uint32_t i = graph.FirstArc(node); i < graph.EndArc(node); ++i) {
    const uint32_t other = graph.arc(i).target;
    const Vec3 end = graph.Position(other);
    if (!IsOnSegment(at, end, from.point) || !IsOnSegment(at, end, to.point)) continue;
    const bool is_ahead = Distance(at, from.point) <= Distance(at, to.point);
    const std::optional<uint32_t> walk =
        is_ahead ? WalkBetween(map, node, other, exclusions) : WalkBetween(map, other, node, exclusions);
    if (!walk) continue;
    const double cost_m = ShareOf(map, is_ahead ? node : other, *walk, length_m);
    if (!least_m || cost_m < *least_m) least_m = cost_m;
  }
  return least_m;
}

}  // namespace waystone

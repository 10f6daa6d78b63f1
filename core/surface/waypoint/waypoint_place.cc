#include "core/surface/waypoint/waypoint_place.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/navmesh/navmesh_rules.h"
#include "core/navmesh/polys_in_box.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "core/waypoint/waypoint_near.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kRounding_m = 0.01;  // anything this near to a node, to ground or to a link is on it

bool MayWalk(const MapView& map, LinkId arc, const Exclusions* exclusions) {
  const WaypointArc& record = WaypointsOf(map).arc(arc);
  if (record.is_walk == 0 || !WaypointsOf(map).MayUse(record, map.abilities)) return false;
  return exclusions == nullptr || !exclusions->IsClosed(arc, map.links->link(arc));
}

// [m] What a stretch of a link costs; `source`: the node that it leads from.
double ShareOf(const MapView& map, PolyId source, LinkId arc, double length_m) {
  const WaypointArc& record = WaypointsOf(map).arc(arc);
  const double whole_m =
      Distance(WaypointsOf(map).Position(source), WaypointsOf(map).Position(record.target));
  const auto cost_m = static_cast<double>(record.cost_m);
  return whole_m <= length_m ? cost_m : cost_m * (length_m / whole_m);
}

bool IsOnSegment(const Vec3& a, const Vec3& b, const Vec3& point) {
  return Distance(NearestOnSegment(a, b, point), point) <= kRounding_m;
}

bool IsOnGround(const MapView& map, const NavLocation& place) {
  const double above_m = place.point.y - WaypointsOf(map).Position(place.poly).y;
  return std::abs(above_m) <= kRounding_m &&
         ClosestInPlane(*map.navmesh, place.poly, place.point.Plane()).distance_sq_m2 <=
             kRounding_m * kRounding_m;
}

// [m] 3D, from a position to the ground of a node; less by a step, at least 0, if that lies straight above or
// below.
double DistanceToGround(const MapView& map, const Vec3& position, PolyId node) {
  const double beside_m = std::sqrt(ClosestInPlane(*map.navmesh, node, position.Plane()).distance_sq_m2);
  const double rise_m = std::abs(position.y - WaypointsOf(map).Position(node).y);
  const double step_m = beside_m <= kRounding_m ? double{map.navmesh->arrays().header.max_climb_m} : 0;
  return std::hypot(beside_m, std::max(0.0, rise_m - step_m));
}

struct NodePlace {
  NavLocation place;
  double distance_m = 0;  // DistanceToGround
};

// The nearest place on the ground of a node, by the rules of NearestWaypointPlace.
std::optional<NodePlace> NearestNode(const MapView& map, const Vec3& position, const ArcReach& reach,
                                     absl::FunctionRef<bool(PolyId)> admit, SurfaceWorkspace& workspace) {
  const NavmeshView& mesh = *map.navmesh;
  const std::optional<NavLocation> nearest =
      NearestPolyWithin(mesh, position, reach.radius_m, reach.below_m, reach.above_m, admit, workspace);
  if (!nearest) return std::nullopt;
  NodePlace best{*nearest, DistanceToGround(map, position, nearest->poly)};
  const auto key = [&](PolyId node) {
    const Vec3 middle = WaypointsOf(map).Position(node);
    return std::pair(Distance(position, middle), WaypointsOf(map).node(node).external_id);
  };
  const double most_m = best.distance_m + kRounding_m;
  const double rise_m = most_m + mesh.arrays().header.max_climb_m;
  const Aabb around = Aabb::Around(position, Vec3(most_m, rise_m, most_m));
  PolyId node = nearest->poly;
  ForEachPolyIn(mesh, around, [&](PolyId other) {
    const double above_m = WaypointsOf(map).Position(other).y - position.y;
    const bool is_within = -above_m <= reach.below_m && above_m <= reach.above_m;
    if (!is_within || !admit(other) || DistanceToGround(map, position, other) > most_m) return;
    if (key(other) < key(node)) node = other;
  });
  const Vec3 middle = WaypointsOf(map).Position(node);
  const Vec3 ground = ClosestPointOnPoly(mesh, node, position);
  best.place = {node, PlaneDistance(ground, middle) <= kRounding_m ? middle : ground};
  return best;
}

std::optional<WaypointPlace> FindWithin(const MapView& map, const Vec3& position, const ArcReach& reach,
                                        AdmitWaypoint admit, const Exclusions* exclusions,
                                        SurfaceWorkspace& workspace) {
  const auto is_there = [&](PolyId node) {
    return (exclusions == nullptr || !exclusions->IsBlocked(node)) && admit(node, node);
  };
  const auto may_stand = [&](PolyId from, LinkId arc) {
    return MayWalk(map, arc, exclusions) && (exclusions == nullptr || !exclusions->IsBlocked(from)) &&
           admit(from, WaypointsOf(map).arc(arc).target);
  };
  std::optional<WaypointPlace> best;
  const std::optional<NodePlace> node = NearestNode(map, position, reach, is_there, workspace);
  if (node) {
    const NavLocation& at = node->place;
    best = {at.point, at.poly, at.poly, Distance(at.point, position), node->distance_m <= kRounding_m};
  }
  const std::optional<ArcPlace> arc = NearestOnArcs(WaypointsOf(map), position, reach, may_stand);
  if (arc && (!node || arc->distance_m < node->distance_m - kRounding_m)) {
    best = {arc->at, arc->source, WaypointsOf(map).arc(arc->arc).target, arc->distance_m,
            arc->distance_m <= kRounding_m};
  }
  return best;
}

bool AdmitAll(PolyId /*from*/, PolyId /*to*/) { return true; }

}  // namespace

std::optional<LinkId> WalkBetween(const MapView& map, PolyId from, PolyId to, const Exclusions* exclusions) {
  for (LinkId i = WaypointsOf(map).FirstArc(from); i < WaypointsOf(map).EndArc(from); ++i) {
    if (WaypointsOf(map).arc(i).target == to && MayWalk(map, i, exclusions)) return i;
  }
  return std::nullopt;
}

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

SnapResult SnapToNodes(const MapView& map, const Vec3& position, const SnapOptions& options,
                       SurfaceWorkspace& workspace) {
  // The ground of a node that was taken away lies far off.
  const auto is_there = [&](PolyId node) {
    return InNavRange(map.navmesh->EdgeStart(EdgeId(map.navmesh->poly(node).first_edge)));
  };
  const double step_m = std::min<double>(map.navmesh->arrays().header.max_climb_m, options.max_above_m);
  ArcReach reach{options.radius_m, options.max_below_m, step_m};
  std::optional<NodePlace> node = NearestNode(map, position, reach, is_there, workspace);
  reach.above_m = options.max_above_m;
  if (!node) node = NearestNode(map, position, reach, is_there, workspace);
  if (!node) return {};
  return {node->place, node->place, Distance(position, node->place.point)};
}

SnapResult SnapToWaypoints(const MapView& map, const Vec3& position, const SnapOptions& options,
                           PlaceRole role, const Exclusions* exclusions, SurfaceWorkspace& workspace) {
  SnapResult result;
  std::optional<WaypointPlace> place =
      NearestWaypointPlace(map, position, options, AdmitAll, exclusions, workspace);
  const bool is_within = place.has_value();
  if (!is_within) {
    const ArcReach report{kSnapReport_m, kSnapReport_m, kSnapReport_m};
    place = FindWithin(map, position, report, AdmitAll, exclusions, workspace);
  }
  if (!place) return result;
  result.nearest = NavLocation{role == PlaceRole::kLeave ? place->to : place->from, place->point};
  result.distance_m = place->distance_m;
  if (is_within) result.place = result.nearest;
  return result;
}

std::vector<WaypointEnd> StartsAt(const MapView& map, const NavLocation& place,
                                  const Exclusions* exclusions) {
  const WaypointView& graph = WaypointsOf(map);
  const PolyId node = place.poly;
  const Vec3 at = graph.Position(node);
  std::vector<WaypointEnd> starts = {{node, Distance(place.point, at)}};
  if (!IsOnGround(map, place)) {
    const auto leads_here = [&](PolyId /*source*/, LinkId arc) {
      return graph.arc(arc).target == node && MayWalk(map, arc, exclusions);
    };
    const std::optional<ArcPlace> on =
        NearestOnArcs(graph, place.point, {kRounding_m, kRounding_m, kRounding_m}, leads_here);
    if (on) starts[0].cost_m = ShareOf(map, on->source, on->arc, starts[0].cost_m);
  }
  for (LinkId i = graph.FirstArc(node); i < graph.EndArc(node); ++i) {
    const PolyId behind = graph.arc(i).target;
    if (!IsOnSegment(at, graph.Position(behind), place.point) || !MayWalk(map, i, exclusions)) continue;
    starts.push_back({behind, ShareOf(map, node, i, Distance(place.point, graph.Position(behind)))});
  }
  return starts;
}

std::vector<WaypointEnd> EndsAt(const MapView& map, const NavLocation& place, const Exclusions* exclusions) {
  const WaypointView& graph = WaypointsOf(map);
  const PolyId node = place.poly;
  const Vec3 at = graph.Position(node);
  std::vector<WaypointEnd> ends = {{node, Distance(place.point, at)}};
  const bool is_on_ground = IsOnGround(map, place);
  double least_m = kInfinite;
  for (LinkId i = graph.FirstArc(node); i < graph.EndArc(node); ++i) {
    const PolyId behind = graph.arc(i).target;
    if (!IsOnSegment(at, graph.Position(behind), place.point)) continue;
    if (!is_on_ground && MayWalk(map, i, exclusions)) {
      least_m = std::min(least_m, ShareOf(map, node, i, Distance(place.point, at)));
    }
    const std::optional<LinkId> back = WalkBetween(map, behind, node, exclusions);
    if (!back) continue;
    ends.push_back({behind, ShareOf(map, behind, *back, Distance(place.point, graph.Position(behind)))});
  }
  if (least_m < kInfinite) ends[0].cost_m = least_m;
  return ends;
}

std::optional<PolyId> NodeAhead(const MapView& map, const NavLocation& place) {
  if (IsOnGround(map, place)) return std::nullopt;
  const WaypointView& graph = WaypointsOf(map);
  const PolyId node = place.poly;
  std::optional<PolyId> ahead;
  for (LinkId i = graph.FirstArc(node); i < graph.EndArc(node); ++i) {
    const PolyId target = graph.arc(i).target;
    if (!IsOnSegment(graph.Position(node), graph.Position(target), place.point)) continue;
    if (!MayWalk(map, i, nullptr)) continue;
    if (WalkBetween(map, target, node, nullptr)) return std::nullopt;
    if (!ahead) ahead = target;
  }
  return ahead;
}

std::optional<double> StraightCost_m(const MapView& map, const NavLocation& from, const NavLocation& to,
                                     const Exclusions* exclusions) {
  const double length_m = Distance(from.point, to.point);
  if (from.poly == to.poly && IsOnGround(map, from) && IsOnGround(map, to)) return length_m;
  const WaypointView& graph = WaypointsOf(map);
  const PolyId node = to.poly;
  const Vec3 at = graph.Position(node);
  std::optional<double> least_m;
  for (LinkId i = graph.FirstArc(node); i < graph.EndArc(node); ++i) {
    const PolyId other = graph.arc(i).target;
    const Vec3 end = graph.Position(other);
    // A link that only passes the place of another node is not taken there.
    if (from.poly != to.poly && from.poly != other) continue;
    if (!IsOnSegment(at, end, from.point) || !IsOnSegment(at, end, to.point)) continue;
    const bool is_ahead = Distance(at, from.point) <= Distance(at, to.point);
    const std::optional<LinkId> walk =
        is_ahead ? WalkBetween(map, node, other, exclusions) : WalkBetween(map, other, node, exclusions);
    if (!walk) continue;
    const double cost_m = ShareOf(map, is_ahead ? node : other, *walk, length_m);
    if (!least_m || cost_m < *least_m) least_m = cost_m;
  }
  return least_m;
}

}  // namespace waystone

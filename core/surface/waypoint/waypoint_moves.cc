#include "core/surface/waypoint/waypoint_moves.h"

#include <algorithm>
#include <cmath>

#include "core/navmesh/polys_in_box.h"
#include "core/surface/waypoint/waypoint_place.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "core/zones/reachability_index.h"

namespace waystone {
namespace {

// [m] of cost beyond twice the horizontal length: arcs cost their length in three dimensions.
constexpr double kClimb_m = 8;
constexpr double kRounding_m = 1e-6;

// Beside a link that rises more than it leads along, a little to the side is far up or down: no place on it is told by
// the plane.
bool IsSteep(const NavLink& link) {
  return std::abs(link.end[1] - link.start[1]) > Distance(StartOf(link), EndOf(link));
}

}  // namespace

WaypointMoves::WaypointMoves(const MapView& map, const RouteChanges* changes, uint32_t max_expansions,
                             Scratch& scratch)
    : map_(map),
      max_expansions_(max_expansions),
      scratch_(scratch),
      excluded_(scratch.Borrow<Exclusions>()),
      exclusions_(changes == nullptr ? nullptr : ExclusionsOf(map, *changes, *excluded_)) {}

SnapResult WaypointMoves::SnapTo(const Vec3& position, const SnapOptions& options,
                                 const NavLocation* /*near*/) {
  return SnapToWaypoints(map_, position, options, PlaceRole::kArrive, exclusions_,
                         *scratch_.Borrow<SurfaceWorkspace>());
}

StraightWalk WaypointMoves::WalkStraight(const NavLocation& from, const NavLocation& to) {
  const bool reached = StraightCost_m(map_, from, to, exclusions_).has_value();
  return {reached, false, reached ? to : from};
}

SurfacePath WaypointMoves::Search(const NavLocation& from, const NavLocation& to, double max_cost_m,
                                  const Deadline& deadline) {
  const WaypointPathOptions options{.max_expansions = max_expansions_,
                                    .max_cost_m = max_cost_m,
                                    .has_changes = exclusions_ != nullptr,
                                    .exclusions = exclusions_,
                                    .deadline = deadline};
  NearestPath found = FindNearestWaypointRoute(map_, from, {&to, 1}, options, scratch_);
  NoteLimit(found.found.path.outcome);
  return std::move(found.found.path);
}

FoundWalk WaypointMoves::FindWalk(const NavLocation& from, const NavLocation& to, double max_m,
                                  const Deadline& deadline) {
  const double height_m = std::abs(from.point.y - to.point.y);
  const SurfacePath path = Search(from, to, 2 * max_m + height_m + kClimb_m, deadline);
  FoundWalk walk{path.outcome, path.plane_length_m, false, {}};
  if (path.outcome != SearchOutcome::kFound) return walk;
  if (walk.length_m > max_m + kRounding_m) walk.outcome = SearchOutcome::kCostLimit;
  for (size_t i = 1; i < path.turns.size(); ++i)
    walk.pieces.push_back({path.turns[i - 1], path.turns[i].point});
  return walk;
}

std::optional<LinkPlace> WaypointMoves::WalkOntoLink(const NavLocation& from, const Vec3& position,
                                                     double max_m, double jump_m,
                                                     const Deadline& /*deadline*/) {
  const WaypointView& graph = WaypointsOf(map_);
  const Scratch::Lease<ReachWorkspace> reach = scratch_.Borrow<ReachWorkspace>();
  LinkPlaces places(max_m);
  const Aabb around = Aabb::Around(from.point, Vec3(max_m, max_m + kClimb_m, max_m));
  ForEachPolyIn(*map_.navmesh, around, [&](PolyId node) {
    const double to_node_m = PlaneDistance(from.point, graph.Position(node));
    if (to_node_m > max_m || !map_.zones->Reaches(from.poly, node, *reach)) return;
    for (LinkId i = graph.FirstArc(node); i < graph.EndArc(node); ++i) {
      const NavLink& link = map_.links->link(i);
      const bool is_open = exclusions_ == nullptr || !exclusions_->IsClosed(i, link);
      const bool is_stood_on = graph.arc(i).is_walk != 0 && !IsSteep(link);
      if (is_stood_on || !is_open || !graph.MayUse(graph.arc(i), map_.abilities)) continue;
      const std::optional<double> along_m = AlongLink_m(link, position, jump_m);
      if (along_m) places.Add(link, to_node_m + *along_m);
    }
  });
  return places.found();
}

ReachedPlace WaypointMoves::NearestWithin(const NavLocation& from, double max_m, const Vec3& point,
                                          const Admit& admit, const Deadline& deadline) {
  const SnapResult snap = SnapTo(point, {kSnapReport_m, kSnapReport_m, kSnapReport_m}, nullptr);
  ReachedPlace best{from, 0};
  if (!snap.place) return best;
  const SurfacePath path = Search(from, *snap.place, std::numeric_limits<double>::infinity(), deadline);
  if (path.outcome != SearchOutcome::kFound) return best;
  double walked_m = 0;
  for (size_t i = 1; i < path.turns.size() && walked_m < max_m; ++i) {
    const NavLocation& last = path.turns[i - 1];
    const NavLocation& next = path.turns[i];
    const double piece_m = PlaneDistance(last.point, next.point);
    const bool is_whole = walked_m + piece_m <= max_m;
    const double share = is_whole ? 1 : (max_m - walked_m) / piece_m;
    const ReachedPlace reached{
        is_whole ? next : NavLocation{last.poly, last.point + (next.point - last.point) * share},
        walked_m + piece_m * share};
    if (Distance(reached.place.point, point) < Distance(best.place.point, point) && admit(reached))
      best = reached;
    walked_m += piece_m;
  }
  return best;
}

}  // namespace waystone

#include "core/surface/waypoint/waypoint_moves.h"

#include <algorithm>
#include <cmath>

#include "core/surface/waypoint/waypoint_place.h"

namespace waystone {
namespace {

// [m] of cost beyond twice the horizontal length: arcs cost their length in three dimensions.
constexpr double kClimb_m = 8;
constexpr double kRounding_m = 1e-6;

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

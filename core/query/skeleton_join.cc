#include "core/query/skeleton_join.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/path/search_outcome.h"
#include "core/query/waypoint_place.h"
#include "core/waypoint/waypoint_search.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kFirstLook_m = 4;

struct Nearest {
  KeyPointId key_point;
  double distance_m = kInfinite;
};

bool LiesAhead(const Vec3& from, const Vec3& to, Vec2 movement) {
  const Vec2 way = to.Plane() - from.Plane();
  return Dot(way, movement) >= kMovementCosine * Length(way) * Length(movement);
}

// Of those that the flood has reached, the lowest of equals.
Nearest FindNearest(const SkeletonView& skeleton, const NavLocation& start,
                    const std::optional<Vec2>& movement, DistanceFlood& flood) {
  const std::span<const KeyPoint> key_points = skeleton.key_points();
  Nearest nearest;
  for (const uint32_t poly : flood.EnteredPolys()) {
    const auto first = std::lower_bound(key_points.begin(), key_points.end(), poly,
                                        [](const KeyPoint& k, uint32_t other) { return k.poly < other; });
    for (auto k = first; k != key_points.end() && k->poly == poly; ++k) {
      const KeyPointId id(static_cast<uint32_t>(k - key_points.begin()));
      const Vec3 at = skeleton.Position(id);
      if (movement && !LiesAhead(start.point, at, *movement)) continue;
      const double distance_m = flood.DistanceTo({PolyId(poly), at});
      if (!std::isfinite(distance_m)) continue;
      if (std::pair(distance_m, id) < std::pair(nearest.distance_m, nearest.key_point)) {
        nearest = {id, distance_m};
      }
    }
  }
  return nearest;
}

// From the node or the link that the start is on. Key points of waypoints are their nodes.
SkeletonJoin FindNodeToJoin(const MapView& map, const NavLocation& start, const JoinOptions& options,
                            const Exclusions* exclusions, WaypointWorkspace& scratch) {
  const double most_m = options.max_join_m == 0 ? kInfinite : options.max_join_m;
  const std::vector<WaypointEnd> starts = StartsAt(map, start, exclusions);
  double within_m = kInfinite;
  for (const WaypointEnd& end : starts) within_m = std::min(within_m, end.cost_m);
  if (options.movement) within_m += kMovementDetour_m;
  const auto is_closed = [&](uint32_t arc) {
    return exclusions->IsClosed(LinkId(arc), map.links->link(LinkId(arc)));
  };
  const absl::FunctionRef<bool(uint32_t)> closed(is_closed);
  const WaypointQuery query{.starts = starts,
                            .goals = {},
                            .abilities = map.abilities,
                            .is_closed = exclusions == nullptr ? nullptr : &closed,
                            .max_cost_m = std::min(within_m, most_m),
                            .max_expansions = options.max_expansions,
                            .deadline = options.deadline};
  const WaypointPath flood = FindWaypointPath(*map.waypoints, query, scratch);
  SkeletonJoin join;
  if (IsCut(flood.outcome)) join.end = flood.outcome;
  join.expansions = static_cast<uint32_t>(flood.expanded);
  std::tuple<bool, double, uint32_t> best;  // not ahead, cost, the source's id
  for (uint32_t node = 0; node < map.waypoints->size(); ++node) {
    const double cost_m = scratch.CostTo(node);
    if (cost_m > query.max_cost_m) continue;
    const bool is_ahead =
        options.movement && LiesAhead(start.point, map.waypoints->Position(node), *options.movement);
    const std::tuple key(!is_ahead, cost_m, map.waypoints->node(node).external_id);
    if (!join.key_point.IsNone() && key >= best) continue;
    best = key;
    join.key_point = KeyPointId(node);
  }
  return join;
}

}  // namespace

SkeletonJoin FindJoin(const MapView& map, const NavLocation& start, const JoinOptions& options,
                      const Exclusions* exclusions, Scratch& scratch) {
  if (map.waypoints != nullptr) {
    return FindNodeToJoin(map, start, options, exclusions, *scratch.Borrow<WaypointWorkspace>());
  }
  const SkeletonView& skeleton = *map.skeleton;
  const double most_m = options.max_join_m == 0 ? kInfinite : options.max_join_m;
  const Scratch::Lease<DistanceFlood> lease = scratch.Borrow<DistanceFlood>();
  DistanceFlood& flood = *lease;
  flood.Begin(*map.navmesh, *map.links, map.abilities, start, exclusions);
  FloodOptions grow;
  grow.deadline = options.deadline;
  grow.max_expansions = options.max_expansions;
  SkeletonJoin join;
  Nearest nearest;
  double limit_m = std::min(kFirstLook_m, most_m);
  while (true) {
    join.end = flood.GrowTo(limit_m, grow);
    nearest = FindNearest(skeleton, start, std::nullopt, flood);
    const bool is_over = join.end != SearchOutcome::kExhausted || limit_m >= most_m;
    if (!nearest.key_point.IsNone() || is_over) break;
    // Where all sides are behind the flood, what it last entered may still be farther than the limit.
    limit_m = flood.IsDone() ? most_m : std::min(2 * limit_m, most_m);
  }
  if (nearest.key_point.IsNone() && flood.IsDone()) {
    flood.GrowTo(kInfinite, grow);
    join.can_reach_none = FindNearest(skeleton, start, std::nullopt, flood).key_point.IsNone();
  }
  if (options.movement && !nearest.key_point.IsNone()) {
    const double ahead_m = nearest.distance_m + kMovementDetour_m;
    flood.GrowTo(std::min(ahead_m, most_m), grow);
    const Nearest ahead = FindNearest(skeleton, start, options.movement, flood);
    if (ahead.distance_m <= ahead_m) nearest = ahead;
  }
  join.key_point = nearest.key_point;
  join.expansions = flood.expansions();
  return join;
}

}  // namespace waystone

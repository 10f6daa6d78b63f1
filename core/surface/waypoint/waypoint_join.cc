#include "core/surface/waypoint/waypoint_join.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/surface/waypoint/waypoint_place.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "core/waypoint/waypoint_search.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

}  // namespace

SkeletonJoin FindNodeToJoin(const MapView& map, const NavLocation& start, const JoinOptions& options,
                            const Exclusions* exclusions, Scratch& scratch) {
  const Scratch::Lease<WaypointWorkspace> workspace = scratch.Borrow<WaypointWorkspace>();
  const WaypointView& graph = WaypointsOf(map);
  const double most_m = options.max_join_m == 0 ? kInfinite : options.max_join_m;
  const std::vector<WaypointEnd> starts = StartsAt(map, start, exclusions);
  double within_m = kInfinite;
  for (const WaypointEnd& end : starts) within_m = std::min(within_m, end.cost_m);
  if (options.movement) within_m += kMovementDetour_m;
  const auto is_closed = [&](LinkId arc) { return exclusions->IsClosed(arc, map.links->link(arc)); };
  const absl::FunctionRef<bool(LinkId)> closed(is_closed);
  const WaypointQuery query{.starts = starts,
                            .goals = {},
                            .abilities = map.abilities,
                            .is_closed = exclusions == nullptr ? nullptr : &closed,
                            .max_cost_m = std::min(within_m, most_m),
                            .max_expansions = options.max_expansions,
                            .deadline = options.deadline};
  const WaypointPath flood = FindWaypointPath(graph, query, *workspace);
  SkeletonJoin join;
  if (IsCut(flood.outcome)) join.end = flood.outcome;
  join.expansions = static_cast<uint32_t>(flood.expanded);
  std::tuple<bool, double, uint32_t> best;  // not ahead, cost, the source's id
  for (PolyId node(0); node.value() < graph.size(); ++node) {
    const double cost_m = workspace->CostTo(node);
    if (cost_m > query.max_cost_m) continue;
    const bool is_ahead = options.movement && LiesAhead(start.point, graph.Position(node), *options.movement);
    const std::tuple key(!is_ahead, cost_m, graph.node(node).external_id);
    if (!join.key_point.IsNone() && key >= best) continue;
    best = key;
    join.key_point = KeyPointId(node.value());
  }
  return join;
}

}  // namespace waystone

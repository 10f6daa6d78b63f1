#include "core/world_route/world_via.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/strip.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/world_route/missed_maps.h"
#include "core/world_route/portal_obstacles.h"
#include "core/world_route/world_planner.h"

namespace waystone {
namespace {

// Takes what the portals of a path use up off the limits.
void Spend(const PortalGraph& graph, const WorldRouteAnswer& path, PortalLimits& limits) {
  for (const WorldStretch& stretch : path.stretches) {
    if (stretch.portal.IsNone()) continue;
    const PortalGraph::Node& node = graph.nodes[stretch.portal.value()];
    ++limits.used_portals;
    limits.money = std::max(0.0, limits.money - node.money);
    if (node.group != 0) limits.used_groups.push_back(node.group);
    const auto ticket = std::ranges::find_if(limits.tickets, [&](const TicketCount& held) {
      return node.ticket != 0 && held.kind == node.ticket && held.count > 0;
    });
    if (ticket != limits.tickets.end()) --ticket->count;
  }
}

// Goes on with a walk over the same map that begins where this one ends.
void Join(RouteAnswer next, RouteAnswer& walk) {
  const auto before = static_cast<uint32_t>(walk.points.size() - 1);
  for (RouteLeg& leg : next.legs) {
    leg.first_point += before;
    walk.legs.push_back(std::move(leg));
  }
  walk.points.insert(walk.points.end(), next.points.begin() + 1, next.points.end());
  walk.length_m += next.length_m;
  walk.plane_length_m += next.plane_length_m;
  walk.cost_m += next.cost_m;
}

// Goes on with a route that begins where this one ends.
void Join(WorldRouteAnswer next, WorldRouteAnswer& route) {
  for (WorldStretch& stretch : next.stretches) {
    if (&stretch == &next.stretches.front() && !route.stretches.empty()) {
      Join(std::move(stretch.walk), route.stretches.back().walk);
      route.stretches.back().portal = stretch.portal;
    } else {
      route.stretches.push_back(std::move(stretch));
    }
  }
  route.cost_m += next.cost_m;
  route.expansions += next.expansions;
  for (const WorldMapIndex map : next.missed_maps) AddMissed(map, route.missed_maps);
}

// What `next`, in which the route ends early, says of the whole.
WorldRouteAnswer Failed(WorldRouteAnswer next, size_t stretch, size_t places, const WorldRouteAnswer& route) {
  const bool is_via = stretch < places;
  if (is_via && next.status == RouteStatus::kGoalOffMesh) next.status = RouteStatus::kViaOffMesh;
  const bool names_start = next.status == RouteStatus::kStartOffMesh;
  if (is_via && !names_start) {
    const std::string why = next.explanation.empty() ? "no path leads there" : next.explanation;
    next.explanation = StrCat("via[", stretch, "]: ", absl::StripPrefix(why, "the goal: "));
  }
  next.stretches.clear();
  next.cost_m = 0;
  next.expansions += route.expansions;
  for (const WorldMapIndex map : route.missed_maps) AddMissed(map, next.missed_maps);
  return next;
}

}  // namespace

absl::StatusOr<WorldRouteAnswer> PlanThroughPlaces(const WorldView& world, const WorldRouteQuery& query,
                                                   StretchPlanner plan) {
  WorldRouteQuery stretch = query;
  stretch.via.clear();
  stretch.maps_in_full = 0;
  WorldRouteAnswer route;
  RouteReason limit = RouteReason::kNone;
  for (size_t i = 0; i <= query.via.size(); ++i) {
    const bool is_via = i < query.via.size();
    stretch.goals = is_via ? std::vector<WorldPosition>{query.via[i]} : query.goals;
    WS_ASSIGN_OR_RETURN(WorldRouteAnswer next, plan(stretch));
    if (next.status == RouteStatus::kComplete && is_via && !next.sets_off.IsNone()) {
      next.status = RouteStatus::kUnreachable;
      next.reason = RouteReason::kGoalUnreachable;
      next.explanation = StrCat("walking there sets off portal ", NamesOf(world, {next.sets_off}));
    }
    if (next.status != RouteStatus::kComplete) return Failed(std::move(next), i, query.via.size(), route);
    if (limit == RouteReason::kNone) limit = next.reason;
    Spend(world.graph(query.traveller), next, stretch.limits);
    if (is_via) stretch.start = query.via[i];
    route.status = next.status;
    route.method = next.method;
    route.basis = limit == RouteReason::kNone ? next.basis : RouteBasis::kIncompleteSearch;
    route.reason = limit;
    route.explanation = next.explanation;
    route.sets_off = next.sets_off;
    route.goal_index = next.goal_index;
    route.goal_snap_m = next.goal_snap_m;
    if (i == 0) route.start_snap_m = next.start_snap_m;
    Join(std::move(next), route);
  }
  for (size_t i = query.maps_in_full; query.maps_in_full != 0 && i < route.stretches.size(); ++i) {
    DropPoints(route.stretches[i].walk);
  }
  return route;
}

}  // namespace waystone

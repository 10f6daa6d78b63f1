#include "client/cli/route_text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "client/cli/flag_text.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"

namespace waystone::cli {
namespace {

void PrintStatus(const client::RouteAnswer& answer, std::ostream& out) {
  const std::string status = EnumName(answer.status);
  if (answer.routes.empty()) {
    out << "no route: " << status;
  } else {
    out << status << " route: " << FormatMetres(answer.routes[0].length_m) << " m";
  }
  if (answer.reason != client::RouteReason::kNone) out << " (" << EnumName(answer.reason) << ")";
  if (!answer.explanation.empty()) out << ": " << answer.explanation;
  out << "\n";
  if (answer.status == client::RouteStatus::kStartOffMesh && answer.start_snap_m >= 0) {
    out << "nearest surface to the start: " << FormatMetres(answer.start_snap_m) << " m away\n";
  }
  if (answer.status == client::RouteStatus::kGoalOffMesh && answer.goal_snap_m >= 0) {
    out << "nearest surface to the goal: " << FormatMetres(answer.goal_snap_m) << " m away\n";
  }
}

// walk into "well" to cave, at 4, 0, 6 (costs 5, costs a ticket "day pass", needs "passport")
void PrintPortal(const client::RouteAnswer& answer, const client::Route& route, const client::RouteLeg& leg,
                 std::ostream& out) {
  const client::PortalUse& portal = *leg.portal;
  out << PortalVerb(portal.kind) << " " << Quoted(leg.external_id) << " to "
      << answer.maps[portal.to_map_index].map_id;
  if (const auto arrival = route.Arrival(leg)) out << ", at " << FormatPosition(*arrival);
  std::vector<std::string> terms;
  if (portal.money > 0) terms.push_back(StrCat("costs ", FormatMetres(portal.money)));
  if (!portal.ticket.empty()) terms.push_back(StrCat("costs a ticket ", Quoted(portal.ticket)));
  if (!portal.requirement.empty()) terms.push_back(StrCat("needs ", Quoted(portal.requirement)));
  if (!terms.empty()) out << " (" << absl::StrJoin(terms, ", ") << ")";
  out << "\n";
}

// The maps in the order visited, each with the way over it and the portal at its end.
void PrintStretches(const client::RouteAnswer& answer, const client::Route& route, std::ostream& out) {
  const auto is_portal = [](const client::RouteLeg& leg) { return leg.portal.has_value(); };
  if (std::none_of(route.legs.begin(), route.legs.end(), is_portal)) return;
  std::vector<double> lengths_m(answer.maps.size());
  for (const client::RouteLeg& leg : route.legs) lengths_m[leg.map_index] += leg.length_m;
  for (size_t map = 0; map < answer.maps.size(); ++map) {
    out << map + 1 << ". " << answer.maps[map].map_id << ": " << FormatMetres(lengths_m[map]) << " m\n";
    for (const client::RouteLeg& leg : route.legs) {
      if (leg.map_index != map || !is_portal(leg)) continue;
      out << "   ";
      PrintPortal(answer, route, leg, out);
    }
  }
}

void PrintLegs(const client::RouteAnswer& answer, const client::Route& route, std::ostream& out) {
  for (const client::RouteLeg& leg : route.legs) {
    if (leg.portal.has_value()) {
      PrintPortal(answer, route, leg, out);
      continue;
    }
    out << EnumName(leg.kind) << " on " << answer.maps[leg.map_index].map_id << ", "
        << FormatMetres(leg.length_m) << " m";
    if (leg.kind != client::LegKind::kWalk) out << ", link " << leg.link_id;
    if (!leg.external_id.empty()) out << " (" << leg.external_id << ")";
    out << "\n";
    for (const Vec3 point : route.LegPoints(leg)) out << "  " << FormatPosition(point) << "\n";
  }
}

}  // namespace

void PrintRoute(const client::RouteRequest& request, const client::RouteAnswer& answer, std::ostream& out) {
  PrintStatus(answer, out);
  if (request.with_strategy) {
    out << "the map is a " << EnumName(answer.surface) << ": " << answer.strategy_reason << "\n";
  }
  if (answer.routes.empty()) return;
  const client::Route& route = answer.routes[0];
  if (answer.status == client::RouteStatus::kPartial) {
    out << "ends " << FormatMetres(route.gap_m) << " m from "
        << (request.via.empty() ? "the goal" : "the next place") << "\n";
  }
  if (request.goals.size() > 1 && answer.goal_index < request.goals.size()) {
    const client::Location& goal = request.goals[answer.goal_index];
    out << "to " << (goal.name.empty() ? FormatPosition(goal.at) : Quoted(goal.name)) << "\n";
  }
  if (route.cost_ratio > 1) {
    const double most_percent = std::ceil((route.cost_ratio - 1) * 1e3) / 10;
    out << "costs at most " << most_percent << " % more than the cheapest route\n";
  }
  if (!route.sets_off_portal.empty()) out << "sets off " << Quoted(route.sets_off_portal) << " at its end\n";
  PrintStretches(answer, route, out);
  PrintLegs(answer, route, out);
  if (route.polys.empty()) return;
  out << "polygons:";
  for (const uint32_t poly : route.polys) out << " " << poly;
  out << "\n";
}

}  // namespace waystone::cli

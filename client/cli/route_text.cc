#include "client/cli/route_text.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "client/cli/flag_text.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"

namespace waystone::cli {
namespace {

const std::string& MapOf(const v1::PlanRouteResponse& answer, uint32_t map_index) {
  return answer.maps(static_cast<int>(map_index)).map_id();
}

void PrintStatus(const v1::PlanRouteResponse& answer, std::ostream& out) {
  const std::string status = client::EnumName(answer.status());
  if (answer.routes().empty()) {
    out << "no route: " << status;
  } else {
    out << status << " route: " << FormatMetres(answer.routes(0).length_m()) << " m";
  }
  PrintReason(answer, out);
  if (answer.status() == v1::ROUTE_STATUS_GOAL_OFF_MESH && answer.goal_snap_m() >= 0) {
    out << "nearest surface to the goal: " << FormatMetres(answer.goal_snap_m()) << " m away\n";
  }
}

// walk into "well" to cave, at 4, 0, 6 (costs 5, costs a ticket "day pass", needs "passport")
void PrintPortal(const v1::PlanRouteResponse& answer, const v1::Route& route, const v1::RouteLeg& leg,
                 std::ostream& out) {
  const v1::PortalUse& portal = leg.portal();
  out << client::PortalVerb(portal.kind()) << " " << Quoted(leg.external_id()) << " to "
      << MapOf(answer, portal.to_map_index());
  if (const auto arrival = client::Arrival(route, leg)) out << ", at " << FormatPosition(*arrival);
  std::vector<std::string> terms;
  if (portal.money() > 0) terms.push_back(StrCat("costs ", FormatMetres(portal.money())));
  if (!portal.ticket().empty()) terms.push_back(StrCat("costs a ticket ", Quoted(portal.ticket())));
  if (!portal.requirement().empty()) terms.push_back(StrCat("needs ", Quoted(portal.requirement())));
  if (!terms.empty()) out << " (" << absl::StrJoin(terms, ", ") << ")";
  out << "\n";
}

bool IsPortal(const v1::RouteLeg& leg) { return leg.kind() == v1::LEG_KIND_PORTAL; }

// The maps in the order visited, each with the path over it and the portal at its end.
void PrintStretches(const v1::PlanRouteResponse& answer, const v1::Route& route, std::ostream& out) {
  if (std::none_of(route.legs().begin(), route.legs().end(), &IsPortal)) return;
  std::vector<double> lengths_m(static_cast<size_t>(answer.maps_size()));
  for (const v1::RouteLeg& leg : route.legs()) lengths_m[leg.map_index()] += leg.length_m();
  for (uint32_t map = 0; map < lengths_m.size(); ++map) {
    out << map + 1 << ". " << MapOf(answer, map) << ": " << FormatMetres(lengths_m[map]) << " m\n";
    for (const v1::RouteLeg& leg : route.legs()) {
      if (leg.map_index() != map || !IsPortal(leg)) continue;
      out << "   ";
      PrintPortal(answer, route, leg, out);
    }
  }
}

std::string GoalText(const v1::Location& goal) {
  return goal.has_named_place() ? Quoted(goal.named_place().name())
                                : FormatPosition(client::ToVec3(goal.position()));
}

// The scenes passed through, and what a rule of heights leaves.
void PrintScenes(const v1::SceneReport& scenes, std::ostream& out) {
  for (const v1::SceneVisit& visit : scenes.visits()) {
    out << (visit.scene().empty() ? "outside of scenes" : StrCat("scene ", Quoted(visit.scene()))) << " from "
        << FormatPosition(client::ToVec3(visit.at())) << (visit.asks_again() ? ", ask again there" : "")
        << "\n";
  }
}

void PrintLegs(const v1::PlanRouteResponse& answer, const v1::Route& route, std::ostream& out) {
  for (const v1::RouteLeg& leg : route.legs()) {
    if (IsPortal(leg)) {
      PrintPortal(answer, route, leg, out);
    } else {
      PrintLeg(answer, route, leg, out);
    }
  }
  if (route.polys().empty()) return;
  out << "polygons:";
  for (const uint32_t poly : route.polys()) out << " " << poly;
  out << "\n";
}

}  // namespace

void PrintReason(const v1::PlanRouteResponse& answer, std::ostream& out) {
  if (answer.reason() != v1::ROUTE_REASON_UNSPECIFIED) {
    out << " (" << client::EnumName(answer.reason()) << ")";
  }
  if (!answer.explanation().empty()) out << ": " << answer.explanation();
  out << "\n";
  if (answer.status() == v1::ROUTE_STATUS_START_OFF_MESH && answer.start_snap_m() >= 0) {
    out << "nearest surface to the start: " << FormatMetres(answer.start_snap_m()) << " m away\n";
  }
}

void PrintLeg(const v1::PlanRouteResponse& answer, const v1::Route& route, const v1::RouteLeg& leg,
              std::ostream& out) {
  out << client::EnumName(leg.kind()) << " on " << MapOf(answer, leg.map_index()) << ", "
      << FormatMetres(leg.length_m()) << " m";
  if (leg.has_link_id()) out << ", link " << leg.link_id();
  if (!leg.external_id().empty()) out << " (" << leg.external_id() << ")";
  out << "\n";
  for (const Vec3 point : client::LegPoints(route, leg)) out << "  " << FormatPosition(point) << "\n";
}

void PrintFixes(const google::protobuf::RepeatedPtrField<v1::Fix>& fixes, std::ostream& out) {
  for (const v1::Fix& fix : fixes) {
    out << "- " << fix.sentence();
    if (!fix.field().empty()) out << " (" << fix.field() << ")";
    out << (fix.with_next() ? ", together with" : "") << "\n";
  }
}

void PrintRoute(const v1::PlanRouteRequest& request, const v1::PlanRouteResponse& answer, std::ostream& out) {
  PrintStatus(answer, out);
  PrintFixes(answer.fixes(), out);
  if (answer.missing_map_count() > 0) out << "without maps: " << client::MissingMaps(answer) << "\n";
  if (request.detail().strategy()) {
    out << "the map is a " << client::EnumName(answer.surface()) << ": " << answer.strategy_reason() << "\n";
  }
  if (answer.routes().empty()) return;
  const v1::Route& route = answer.routes(0);
  if (answer.status() == v1::ROUTE_STATUS_PARTIAL) {
    out << "ends " << FormatMetres(route.gap_m()) << " m from "
        << (request.via().empty() ? "the goal" : "the next place") << "\n";
  }
  const auto goals = static_cast<uint32_t>(request.goals_size());
  if (goals > 1 && answer.goal_index() < goals) {
    out << "to " << GoalText(request.goals(static_cast<int>(answer.goal_index()))) << "\n";
  }
  if (route.cost_ratio() > 1) {
    const double most_percent = std::ceil((route.cost_ratio() - 1) * 1e3) / 10;
    out << "costs at most " << most_percent << " % more than the cheapest route\n";
  }
  if (!route.sets_off_portal().empty()) {
    out << "sets off " << Quoted(route.sets_off_portal()) << " at its end\n";
  }
  PrintStretches(answer, route, out);
  PrintScenes(answer.scenes(), out);
  PrintLegs(answer, route, out);
  for (int i = 1; i < answer.routes_size(); ++i) {
    const v1::Route& other = answer.routes(i);
    out << "alternative " << i << ": " << FormatMetres(other.length_m()) << " m, costs "
        << FormatMetres(other.cost_m()) << "\n";
    PrintLegs(answer, other, out);
  }
}

}  // namespace waystone::cli

#include "samples/follow_route/follow_route.h"

#include <algorithm>
#include <optional>
#include <string>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone::samples {
namespace {

using client::EnumName;

constexpr uint32_t kMostPortals = 1'000;

std::string Text(const v1::Location& place) {
  if (place.has_named_place()) {
    return StrCat(place.named_place().map_id(), " ", Quoted(place.named_place().name()));
  }
  const v1::Position& at = place.position();
  return StrCat(at.map_id(), " ", at.x(), " ", at.y(), " ", at.z());
}

absl::Status At(const v1::Location& place, const absl::Status& status) {
  const absl::string_view message = status.message();
  return {status.code(), StrCat("at ", Text(place), ": ", std::string(message))};
}

absl::StatusOr<v1::PlanRouteResponse> Ask(const client::WaystoneClient& client,
                                          const v1::PlanRouteRequest& request) {
  absl::StatusOr<v1::PlanRouteResponse> answer = client.PlanRoute(request);
  if (!answer.ok()) return At(request.start(), answer.status());
  if (answer->status() == v1::ROUTE_STATUS_COMPLETE) return answer;
  const absl::Status no_path = absl::FailedPreconditionError(
      StrCat("no path to the goal: ", EnumName(answer->status()), ", ", EnumName(answer->reason()),
             answer->explanation().empty() ? "" : ": ", answer->explanation()));
  return At(request.start(), no_path);
}

const std::string& MapOf(const v1::PlanRouteResponse& answer, uint32_t map_index) {
  return answer.maps(static_cast<int>(map_index)).map_id();
}

// Walks what lies before the first portal, which it returns; null if the path ends at a goal.
const v1::RouteLeg* WalkOneMap(const v1::PlanRouteResponse& answer, Journey& journey, std::ostream& out) {
  const v1::Route& route = answer.routes(0);
  for (const v1::RouteLeg& leg : route.legs()) {
    if (leg.kind() == v1::LEG_KIND_PORTAL) return &leg;
    const std::string& map_id = MapOf(answer, leg.map_index());
    journey.length_m += leg.length_m();
    out << EnumName(leg.kind()) << " on " << map_id << ", " << leg.length_m() << " m\n";
    for (const Vec3 point : client::LegPoints(route, leg)) {
      journey.end = client::MakePosition(map_id, point);
      out << "  " << point.x << " " << point.y << " " << point.z << "\n";
    }
  }
  return nullptr;
}

// Takes what a portal costs from what the traveller has.
void Pay(const v1::PortalUse& portal, v1::PortalOptions& purse) {
  purse.set_money(std::max(0.0, purse.money() - portal.money()));
  for (v1::Ticket& ticket : *purse.mutable_tickets()) {
    if (ticket.name() != portal.ticket() || ticket.count() == 0) continue;
    ticket.set_count(ticket.count() - 1);
    break;
  }
  // No portals left is a mode of its own: 0 of them means any number.
  if (purse.max_portals() == 1) purse.set_mode(v1::PORTAL_MODE_NONE);
  if (purse.max_portals() > 1) purse.set_max_portals(purse.max_portals() - 1);
}

}  // namespace

absl::StatusOr<Journey> FollowRoute(const client::WaystoneClient& client, v1::PlanRouteRequest request,
                                    std::ostream& out) {
  request.mutable_detail()->set_maps_in_full(1);
  request.mutable_limits()->set_complete_only(true);
  // Without it a request from the goal's map would look for paths over that map alone.
  v1::PortalOptions& purse = *request.mutable_portals();
  Journey journey;
  while (journey.portals < kMostPortals) {
    WS_ASSIGN_OR_RETURN(const v1::PlanRouteResponse answer, Ask(client, request));
    journey.end = request.start().position();
    const v1::RouteLeg* const leg = WalkOneMap(answer, journey, out);
    if (leg == nullptr) {
      out << "arrived: " << journey.length_m << " m, " << journey.portals << " portals\n";
      journey.left = purse;
      return journey;
    }
    const std::optional<Vec3> arrival = client::Arrival(answer.routes(0), *leg);
    if (!arrival.has_value()) {
      return At(request.start(), absl::InvalidArgumentError("shape: a walker needs the points of its path"));
    }
    *request.mutable_start() = client::MakeLocation(MapOf(answer, leg->portal().to_map_index()), *arrival);
    out << client::PortalVerb(leg->portal().kind()) << " " << Quoted(leg->external_id()) << " to "
        << Text(request.start()) << "\n";
    Pay(leg->portal(), purse);
    ++journey.portals;
  }
  return At(request.start(),
            absl::ResourceExhaustedError(StrCat("no goal after ", kMostPortals, " portals")));
}

}  // namespace waystone::samples

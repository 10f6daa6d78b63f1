#include "samples/follow_route/follow_route.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone::samples {
namespace {

using client::LegKind;
using client::Location;
using client::PortalMode;
using client::PortalOptions;
using client::Route;
using client::RouteAnswer;
using client::RouteLeg;
using client::RouteRequest;
using client::RouteStatus;

constexpr uint32_t kMostPortals = 1'000;

std::string Text(const Location& place) {
  if (!place.name.empty()) return StrCat(place.map_id, " ", Quoted(place.name));
  return StrCat(place.map_id, " ", place.at.x, " ", place.at.y, " ", place.at.z);
}

absl::Status At(const Location& place, const absl::Status& status) {
  const absl::string_view message = status.message();
  return {status.code(), StrCat("at ", Text(place), ": ", std::string(message))};
}

absl::StatusOr<RouteAnswer> Ask(const client::WaystoneClient& client, const RouteRequest& request) {
  absl::StatusOr<RouteAnswer> answer = client.PlanRoute(request);
  if (!answer.ok()) return At(request.start, answer.status());
  if (answer->status == RouteStatus::kComplete) return answer;
  const absl::Status no_way = absl::FailedPreconditionError(
      StrCat("no way to the goal: ", EnumName(answer->status), ", ", EnumName(answer->reason),
             answer->explanation.empty() ? "" : ": ", answer->explanation));
  return At(request.start, no_way);
}

// Walks what lies before the first portal, which it returns; null where the way ends at a goal.
const RouteLeg* WalkOneMap(const RouteAnswer& answer, Journey& journey, std::ostream& out) {
  const Route& route = answer.routes.front();
  for (const RouteLeg& leg : route.legs) {
    if (leg.portal.has_value()) return &leg;
    journey.end.map_id = answer.maps[leg.map_index].map_id;
    journey.length_m += leg.length_m;
    out << EnumName(leg.kind) << " on " << journey.end.map_id << ", " << leg.length_m << " m\n";
    for (const Vec3 point : route.LegPoints(leg)) {
      journey.end.at = point;
      out << "  " << point.x << " " << point.y << " " << point.z << "\n";
    }
  }
  return nullptr;
}

// Takes what a portal costs from what the traveller has.
void Pay(const client::PortalUse& portal, PortalOptions& purse) {
  purse.money = std::max(0.0, purse.money - portal.money);
  for (client::Ticket& ticket : purse.tickets) {
    if (ticket.name != portal.ticket || ticket.count == 0) continue;
    --ticket.count;
    break;
  }
  // No portals left is a mode of its own: 0 of them means any number.
  if (purse.max_portals == 1) purse.mode = PortalMode::kNone;
  if (purse.max_portals > 1) --purse.max_portals;
}

}  // namespace

absl::StatusOr<Journey> FollowRoute(const client::WaystoneClient& client, RouteRequest request,
                                    std::ostream& out) {
  request.maps_in_full = 1;
  request.complete_only = true;
  // Without it a request from the goal's map would look for ways over that map alone.
  if (!request.portals.has_value()) request.portals.emplace();
  Journey journey;
  while (journey.portals < kMostPortals) {
    WS_ASSIGN_OR_RETURN(const RouteAnswer answer, Ask(client, request));
    journey.end = {request.start.map_id, request.start.at};
    const RouteLeg* const leg = WalkOneMap(answer, journey, out);
    if (leg == nullptr) {
      out << "arrived: " << journey.length_m << " m, " << journey.portals << " portals\n";
      journey.left = *std::move(request.portals);
      return journey;
    }
    const std::optional<Vec3> arrival = answer.routes.front().Arrival(*leg);
    if (!arrival.has_value()) {
      return At(request.start, absl::InvalidArgumentError("shape: a walker needs the points of its way"));
    }
    request.start = {answer.maps[leg->portal->to_map_index].map_id, *arrival};
    out << PortalVerb(leg->portal->kind) << " " << Quoted(leg->external_id) << " to " << Text(request.start)
        << "\n";
    Pay(*leg->portal, *request.portals);
    ++journey.portals;
  }
  return At(request.start, absl::ResourceExhaustedError(StrCat("no goal after ", kMostPortals, " portals")));
}

}  // namespace waystone::samples

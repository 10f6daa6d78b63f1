// `waystone route`: the path from a place to another, or to the cheapest to get to of several.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "client/cli/change_flags.h"
#include "client/cli/command.h"
#include "client/cli/flag_text.h"
#include "client/cli/portal_flags.h"
#include "client/cli/route_text.h"
#include "client/cli/server_flags.h"
#include "core/base/status_macros.h"
#include "waystone/field_limits.h"

namespace waystone::cli {
namespace {

struct RouteFlags {
  ServerFlags server;
  std::string map_id;
  ChangeFlags changes;
  PortalFlags portals;
  std::string from;
  std::vector<std::string> to;
  std::vector<std::string> via;
  std::string shape = "surface";
  std::string method;
  v1::PlanRouteRequest request;  // what needs no parsing
};

absl::StatusOr<v1::PlanRouteRequest> ToRequest(const RouteFlags& flags) {
  v1::PlanRouteRequest request = flags.request;
  const std::string& to_map = flags.portals.to_map.empty() ? flags.map_id : flags.portals.to_map;
  WS_ASSIGN_OR_RETURN(*request.mutable_start(), ParseLocation("--from", flags.from, flags.map_id));
  WS_ASSIGN_OR_RETURN(const auto goals, ParseLocations("--to", flags.to, to_map));
  WS_ASSIGN_OR_RETURN(const auto via, ParseLocations("--via", flags.via, flags.map_id));
  request.mutable_goals()->Assign(goals.begin(), goals.end());
  request.mutable_via()->Assign(via.begin(), via.end());
  WS_ASSIGN_OR_RETURN(const auto shape, ParseName<v1::RouteShape>("--shape", flags.shape));
  request.mutable_detail()->set_shape(shape);
  if (!flags.method.empty()) {
    WS_ASSIGN_OR_RETURN(const auto method, ParseName<v1::RouteMethod>("--method", flags.method));
    request.mutable_limits()->set_method(method);
  }
  WS_RETURN_IF_ERROR(AddChanges(flags.changes, flags.map_id, request));
  WS_RETURN_IF_ERROR(AddPortals(flags.portals, request));
  return request;
}

bool IsComplete(const v1::PlanRouteRequest& /*request*/, const v1::PlanRouteResponse& answer) {
  return answer.status() == v1::ROUTE_STATUS_COMPLETE;
}

constexpr Call<v1::PlanRouteRequest, v1::PlanRouteResponse> kPlanRoute = {
    "route", &client::WaystoneClient::PlanRoute, &PrintRoute, &IsComplete};

void AddLimitFlags(CLI::App& command, v1::PlanRouteRequest& request) {
  const auto limits = [&request] { return request.mutable_limits(); };
  AddWholeNumber(command, "--max-expansions", "N", 1, limits::SearchLimits::max_expansions.max,
                 "search nodes; the server may allow fewer [the server's default]",
                 [limits](uint64_t n) { limits()->set_max_expansions(static_cast<uint32_t>(n)); });
  AddNumber(command, "--max-length", "M", limits::SearchLimits::max_length_m,
            "how long it may be; a longer one is cut [0: no limit]",
            [limits](double m) { limits()->set_max_length_m(m); });
  AddNumber(command, "--max-length-ratio", "FACTOR", limits::SearchLimits::max_length_ratio,
            "times the shortest at most; 1: the exact search [the server's choice]",
            [limits](double ratio) { limits()->set_max_length_ratio(ratio); });
  command.add_flag_callback(
      "--complete-only", [limits] { limits()->set_complete_only(true); },
      "no route that ends elsewhere than at a goal");
}

}  // namespace

void AddRouteCommand(CLI::App& program, Command& chosen) {
  CLI::App* command = program.add_subcommand("route", "plan a route");
  auto flags = std::make_shared<RouteFlags>();
  v1::PlanRouteRequest& request = flags->request;
  AddServerFlags(*command, flags->server);
  AddWalkerFlags(*command, flags->map_id, [&request] { return request.mutable_agent(); });
  AddPlace(*command, "--from", flags->from, "where the route starts, in metres")->required();
  AddPlaces(*command, "--to", flags->to, "where it ends; of several, at the one that costs least to get to")
      ->required();
  AddPlaces(*command, "--via", flags->via, "a place to pass; several are passed in order");
  AddSnapFlags(*command, [&request] { return request.mutable_snap(); });
  AddLimitFlags(*command, request);
  command->add_flag_callback(
      "--polys", [&request] { request.mutable_detail()->set_polys(true); }, "list the polygons walked over");
  command
      ->add_option("--shape", flags->shape,
                   "turning_points, distance_only, surface; on grids and in volumes also every_cell, "
                   "smoothed, any_angle, over scenes smoothed")
      ->type_name("SHAPE");
  command->add_option("--method", flags->method, "how to find it, as grid_jps [the server's choice]")
      ->type_name("METHOD");
  command->add_flag_callback(
      "--teleport-to-mouths", [&request] { request.mutable_scenes()->set_teleport_to_mouths(true); },
      "maps of scenes: leave closed scenes that the goal is not in by teleport");
  AddWholeNumber(*command, "--alternatives", "N", 1, limits::RouteDetail::alternatives.max,
                 "further routes that differ, if there are some", [&request](uint64_t n) {
                   request.mutable_detail()->set_alternatives(static_cast<uint32_t>(n));
                 });
  command->add_flag_callback(
      "--explain", [&request] { request.mutable_detail()->set_explain(true); },
      "if no way leads there, find out what would have to change");
  command->add_flag_callback(
      "--strategy", [&request] { request.mutable_detail()->set_strategy(true); },
      "say why the map has its kind of surface");
  AddChangeFlags(*command, flags->changes);
  AddClearanceFlag(*command, [&request] { return request.mutable_agent(); });
  AddPortalFlags(*command, flags->portals);
  command->callback([flags, &chosen] {
    chosen = [flags](const Console& console) {
      return RunCall(kPlanRoute, flags->server, ToRequest(*flags), console);
    };
  });
}

}  // namespace waystone::cli

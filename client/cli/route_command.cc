// `waystone route`: the way from a place to another, or to the cheapest to get to of several.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/cli/answer_json.h"
#include "client/cli/change_flags.h"
#include "client/cli/command.h"
#include "client/cli/flag_text.h"
#include "client/cli/portal_flags.h"
#include "client/cli/route_text.h"
#include "client/cli/server_flags.h"
#include "core/base/status_macros.h"

namespace waystone::cli {
namespace {

struct RouteFlags {
  ServerFlags server;
  WalkerFlags walker;
  client::SnapOptions snap;
  ChangeFlags changes;
  PortalFlags portals;
  std::string from;
  std::vector<std::string> to;
  std::vector<std::string> via;
  uint32_t max_expansions = 0;
  double max_length_m = 0;
  double max_length_ratio = 0;
  bool complete_only = false;
  bool polys = false;
  bool strategy = false;
  std::string shape;
  std::string method;
};

constexpr int kLastShape = static_cast<int>(client::RouteShape::kSurface);
constexpr int kLastMethod = static_cast<int>(client::RouteMethod::kScenes);

absl::StatusOr<client::RouteRequest> ToRequest(const RouteFlags& flags) {
  client::RouteRequest request;
  const std::string& map_id = flags.walker.map_id;
  const std::string& to_map = flags.portals.to_map.empty() ? map_id : flags.portals.to_map;
  WS_ASSIGN_OR_RETURN(request.start, ParseLocation("--from", flags.from, map_id));
  WS_ASSIGN_OR_RETURN(request.goals, ParseLocations("--to", flags.to, to_map));
  WS_ASSIGN_OR_RETURN(request.via, ParseLocations("--via", flags.via, map_id));
  request.agent = ToAgent(flags.walker);
  request.snap = flags.snap;
  request.max_expansions = flags.max_expansions;
  request.max_length_m = flags.max_length_m;
  request.max_length_ratio = flags.max_length_ratio;
  request.complete_only = flags.complete_only;
  request.with_polys = flags.polys;
  request.with_strategy = flags.strategy;
  if (!flags.shape.empty()) {
    WS_ASSIGN_OR_RETURN(request.shape, ParseName<client::RouteShape>("--shape", flags.shape, kLastShape));
  }
  if (!flags.method.empty()) {
    WS_ASSIGN_OR_RETURN(request.method,
                        ParseName<client::RouteMethod>("--method", flags.method, kLastMethod));
  }
  WS_RETURN_IF_ERROR(AddChanges(flags.changes, flags.walker.map_id, request));
  WS_RETURN_IF_ERROR(AddPortals(flags.portals, request));
  return request;
}

int RunRoute(const RouteFlags& flags, const Console& console) {
  const absl::StatusOr<client::RouteRequest> request = ToRequest(flags);
  if (!request.ok()) return Fail(console, request.status());
  const auto connection = Connect(flags.server);
  if (!connection.ok()) return Fail(console, connection.status());
  const absl::StatusOr<client::RouteAnswer> answer = (*connection)->PlanRoute(*request);
  if (!answer.ok()) return FailCall(console, flags.server, answer.status());
  if (flags.server.json) {
    console.out << PrintLine(RouteJson(*request, *answer));
  } else {
    PrintRoute(*request, *answer, console.out);
  }
  return answer->status == client::RouteStatus::kComplete ? kExitOk : kExitFailed;
}

}  // namespace

void AddRouteCommand(CLI::App& program, Command& chosen) {
  CLI::App* command = program.add_subcommand("route", "plan a route");
  auto flags = std::make_shared<RouteFlags>();
  AddServerFlags(*command, flags->server);
  AddWalkerFlags(*command, flags->walker);
  command->add_option("--from", flags->from, "where the route starts, in metres")
      ->required()
      ->type_name("X,Y,Z|name:NAME|world:NAME");
  AddPositionsFlag(*command, "--to", flags->to,
                   "where it ends; of several, at the one that costs least to get to")
      ->required();
  AddPositionsFlag(*command, "--via", flags->via, "a place to pass; several are passed in order");
  AddSnapFlags(*command, flags->snap);
  command
      ->add_option("--max-expansions", flags->max_expansions, "search nodes at most [the server's default]")
      ->check(WholeNumber(1, 100'000'000))
      ->type_name("N");
  command
      ->add_option("--max-length", flags->max_length_m,
                   "how long it may be; a longer one is cut [0: no limit]")
      ->check(NumberInRange(0, 1e7))
      ->type_name("M");
  command
      ->add_option("--max-length-ratio", flags->max_length_ratio,
                   "times the shortest at most, 1 to 2; 1: the exact search [the server's choice]")
      ->check(NumberInRange(1, 2))
      ->type_name("FACTOR");
  command->add_flag("--complete-only", flags->complete_only, "no route that ends elsewhere than at a goal");
  command->add_flag("--polys", flags->polys, "list the polygons walked over");
  command
      ->add_option("--shape", flags->shape,
                   "turning_points, distance_only, surface; on grids also every_cell, smoothed, any_angle")
      ->type_name("SHAPE");
  command->add_option("--method", flags->method, "how to find it, as grid_jps [the server's choice]")
      ->type_name("METHOD");
  command->add_flag("--strategy", flags->strategy, "say why the map has its kind of surface");
  AddChangeFlags(*command, flags->changes);
  AddPortalFlags(*command, flags->portals);
  command->callback(
      [flags, &chosen] { chosen = [flags](const Console& console) { return RunRoute(*flags, console); }; });
}

}  // namespace waystone::cli

// `waystone route`: the way from a place to another.
#include <cstdint>
#include <memory>
#include <string>

#include "client/cli/answer_json.h"
#include "client/cli/command.h"
#include "client/cli/flag_text.h"
#include "client/cli/server_flags.h"
#include "core/base/status_macros.h"

namespace waystone::cli {
namespace {

struct RouteFlags {
  ServerFlags server;
  WalkerFlags walker;
  client::SnapOptions snap;
  std::string from;
  std::string to;
  uint32_t max_expansions = 0;
  bool complete_only = false;
};

void PrintRoute(const client::RouteAnswer& answer, std::ostream& out) {
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
  if (answer.routes.empty()) return;
  const client::Route& route = answer.routes[0];
  if (answer.status == client::RouteStatus::kPartial) {
    out << "ends " << FormatMetres(route.gap_m) << " m from the goal\n";
  }
  for (const client::RouteLeg& leg : route.legs) {
    out << EnumName(leg.kind) << " on " << answer.maps[leg.map_index].map_id << ", "
        << FormatMetres(leg.length_m) << " m";
    if (leg.kind != client::LegKind::kWalk) out << ", link " << leg.link_id;
    if (!leg.external_id.empty()) out << " (" << leg.external_id << ")";
    out << "\n";
    for (const Vec3 point : route.LegPoints(leg)) out << "  " << FormatPosition(point) << "\n";
  }
}

absl::StatusOr<client::RouteRequest> ToRequest(const RouteFlags& flags) {
  client::RouteRequest request;
  WS_ASSIGN_OR_RETURN(const Vec3 from, ParsePosition("--from", flags.from));
  WS_ASSIGN_OR_RETURN(const Vec3 to, ParsePosition("--to", flags.to));
  request.start = {flags.walker.map_id, from};
  request.goals = {{flags.walker.map_id, to}};
  request.agent = ToAgent(flags.walker);
  request.snap = flags.snap;
  request.max_expansions = flags.max_expansions;
  request.complete_only = flags.complete_only;
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
    PrintRoute(*answer, console.out);
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
      ->type_name("X,Y,Z");
  command->add_option("--to", flags->to, "where it ends")->required()->type_name("X,Y,Z");
  AddSnapFlags(*command, flags->snap);
  command
      ->add_option("--max-expansions", flags->max_expansions, "search nodes at most [the server's default]")
      ->check(WholeNumber(1, 100'000'000))
      ->type_name("N");
  command->add_flag("--complete-only", flags->complete_only,
                    "no partial route where the goal cannot be reached");
  command->callback(
      [flags, &chosen] { chosen = [flags](const Console& console) { return RunRoute(*flags, console); }; });
}

}  // namespace waystone::cli

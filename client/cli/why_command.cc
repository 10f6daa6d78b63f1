// `waystone why`: what keeps a route from its goal.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "client/cli/change_flags.h"
#include "client/cli/command.h"
#include "client/cli/flag_text.h"
#include "client/cli/portal_flags.h"
#include "client/cli/route_text.h"
#include "client/cli/server_flags.h"
#include "core/base/status_macros.h"

namespace waystone::cli {
namespace {

struct WhyFlags {
  ServerFlags server;
  std::string map_id;
  ChangeFlags changes;
  PortalFlags portals;
  std::string from;
  std::string to;
  std::vector<std::string> via;
  v1::PlanRouteRequest request;  // what needs no parsing
};

absl::StatusOr<v1::PlanRouteRequest> ToRequest(const WhyFlags& flags) {
  v1::PlanRouteRequest request = flags.request;
  const std::string& to_map = flags.portals.to_map.empty() ? flags.map_id : flags.portals.to_map;
  WS_ASSIGN_OR_RETURN(*request.mutable_start(), ParseLocation("--from", flags.from, flags.map_id));
  WS_ASSIGN_OR_RETURN(*request.add_goals(), ParseLocation("--to", flags.to, to_map));
  WS_ASSIGN_OR_RETURN(const auto via, ParseLocations("--via", flags.via, flags.map_id));
  request.mutable_via()->Assign(via.begin(), via.end());
  request.mutable_limits()->set_complete_only(true);
  request.mutable_detail()->set_explain(true);
  request.mutable_detail()->set_shape(v1::ROUTE_SHAPE_DISTANCE_ONLY);
  WS_RETURN_IF_ERROR(AddChanges(flags.changes, flags.map_id, request));
  WS_RETURN_IF_ERROR(AddPortals(flags.portals, request));
  return request;
}

constexpr double kMoved_m = 0.3;  // people give places no better

// What is answered is about another place than the one asked for.
void PrintMoved(std::string_view end, double snap_m, std::ostream& out) {
  if (snap_m > kMoved_m)
    out << "the " << end << " was moved " << FormatMetres(snap_m) << " m, to the nearest surface\n";
}

void PrintWhy(const v1::PlanRouteRequest& /*request*/, const v1::PlanRouteResponse& answer,
              std::ostream& out) {
  if (answer.status() != v1::ROUTE_STATUS_START_OFF_MESH) PrintMoved("start", answer.start_snap_m(), out);
  if (answer.status() != v1::ROUTE_STATUS_GOAL_OFF_MESH) PrintMoved("goal", answer.goal_snap_m(), out);
  if (answer.status() == v1::ROUTE_STATUS_COMPLETE) {
    out << "a route leads there: " << FormatMetres(answer.routes(0).length_m()) << " m\n";
    return;
  }
  out << client::EnumName(answer.status());
  PrintReason(answer, out);
  PrintFixes(answer.fixes(), out);
}

// What was asked for is a reason.
bool IsExplained(const v1::PlanRouteRequest& /*request*/, const v1::PlanRouteResponse& answer) {
  return answer.status() == v1::ROUTE_STATUS_COMPLETE || !answer.fixes().empty();
}

constexpr Call<v1::PlanRouteRequest, v1::PlanRouteResponse> kWhy = {"why", &client::WaystoneClient::PlanRoute,
                                                                    &PrintWhy, &IsExplained};

}  // namespace

void AddWhyCommand(CLI::App& program, Command& chosen) {
  CLI::App* command =
      program.add_subcommand("why", "what keeps a route from its goal, and what would mend it");
  auto flags = std::make_shared<WhyFlags>();
  v1::PlanRouteRequest& request = flags->request;
  AddServerFlags(*command, flags->server);
  AddWalkerFlags(*command, flags->map_id, [&request] { return request.mutable_agent(); });
  AddPlace(*command, "--from", flags->from, "where one starts, in metres")->required();
  AddPlace(*command, "--to", flags->to, "what cannot be reached")->required();
  AddPlaces(*command, "--via", flags->via, "a place to pass; several are passed in order");
  AddSnapFlags(*command, [&request] { return request.mutable_snap(); });
  AddChangeFlags(*command, flags->changes);
  AddPortalFlags(*command, flags->portals);
  AddClearanceFlag(*command, [&request] { return request.mutable_agent(); });
  command->callback([flags, &chosen] {
    chosen = [flags](const Console& console) {
      return RunCall(kWhy, flags->server, ToRequest(*flags), console);
    };
  });
}

}  // namespace waystone::cli

// `waystone explore`: a walk over all of a map that the start can reach.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "client/cli/change_flags.h"
#include "client/cli/command.h"
#include "client/cli/exploration_picture.h"
#include "client/cli/flag_text.h"
#include "client/cli/route_text.h"
#include "client/cli/server_flags.h"
#include "core/base/status_macros.h"
#include "waystone/field_limits.h"

namespace waystone::cli {
namespace {

struct ExploreFlags {
  ServerFlags server;
  std::string map_id;
  ChangeFlags changes;
  v1::PlanRouteRequest request;  // what needs no parsing
  std::string from;
  std::string order = "shortest";
  std::vector<std::string> visited;
  std::string toward;
  std::string svg;
  std::string package;
};

std::string Percent(double share) { return absl::StrFormat("%.1f %%", 100 * share); }

// Without a walk only what holds of the map.
void PrintReport(const v1::ExplorationGoal& goal, const v1::ExplorationReport& report, bool has_walk,
                 std::ostream& out) {
  if (has_walk) out << "visited " << Percent(report.coverage()) << " of ";
  out << report.reachable_key_points() << " key points in reach (" << report.key_points() << " on the map), "
      << report.cycle_rank() << (report.cycle_rank() == 1 ? " loop" : " loops");
  if (has_walk) out << "; no such walk is shorter than " << FormatMetres(report.lower_bound_m()) << " m";
  out << "\n";
  if (report.unjoinable_key_points() > 0) {
    out << report.unjoinable_key_points() << " key points lie where no one walk visits all\n";
  }
  if (has_walk && goal.sight_radius_m() > 0) {
    out << "seen " << Percent(report.ground_coverage()) << " of the ground\n";
  }
}

void PrintExploration(const v1::PlanRouteRequest& request, const v1::PlanRouteResponse& answer,
                      std::ostream& out) {
  const std::string status = client::EnumName(answer.status());
  double length_m = 0;
  for (const v1::Route& route : answer.routes()) length_m += route.length_m();
  if (answer.routes().empty()) {
    out << "no walk: " << status;
  } else {
    out << status << " walk: " << FormatMetres(length_m) << " m";
  }
  PrintReason(answer, out);
  if (answer.exploration().end() != v1::EXPLORATION_END_UNSPECIFIED) {
    PrintReport(request.exploration(), answer.exploration(), !answer.routes().empty(), out);
  }
  for (int i = 0; i < answer.routes_size(); ++i) {
    const v1::Route& route = answer.routes(i);
    if (answer.routes_size() > 1) {
      out << "walker " << i + 1 << ", " << FormatMetres(route.length_m()) << " m\n";
    }
    for (const v1::RouteLeg& leg : route.legs()) PrintLeg(answer, route, leg, out);
    out << "key points:";
    for (const uint32_t key_point : route.key_points()) out << " " << key_point;
    out << "\n";
  }
}

absl::StatusOr<v1::PlanRouteRequest> ToRequest(const ExploreFlags& flags) {
  v1::PlanRouteRequest request = flags.request;
  v1::ExplorationGoal& goal = *request.mutable_exploration();
  WS_ASSIGN_OR_RETURN(*request.mutable_start(), ParseLocation("--from", flags.from, flags.map_id));
  WS_ASSIGN_OR_RETURN(const auto order, ParseName<v1::WalkOrder>("--order", flags.order));
  goal.set_order(order);
  WS_ASSIGN_OR_RETURN(const std::vector<uint32_t> visited, ParseIds("--visited", flags.visited));
  goal.mutable_visited_key_points()->Assign(visited.begin(), visited.end());
  if (!flags.toward.empty()) {
    WS_ASSIGN_OR_RETURN(const Vec2 toward, ParseDirection("--toward", flags.toward));
    goal.mutable_movement()->set_x(toward.x);
    goal.mutable_movement()->set_z(toward.z);
  }
  WS_RETURN_IF_ERROR(AddChanges(flags.changes, flags.map_id, request));
  if (goal.speed_mps() > 0 && goal.max_walk_time_s() == 0) {
    return absl::InvalidArgumentError("--speed: needs --walk-time, the time to walk at that speed");
  }
  if (goal.max_walk_time_s() > 0 && goal.speed_mps() == 0) {
    return absl::InvalidArgumentError("--walk-time: needs --speed, the speed to walk at");
  }
  if (flags.svg.empty() != flags.package.empty()) {
    return absl::InvalidArgumentError("--svg: needs --package, the map to draw, and the other way round");
  }
  request.mutable_detail()->set_shape(v1::ROUTE_SHAPE_SURFACE);
  return request;
}

int RunExplore(const ExploreFlags& flags, const Console& console) {
  const absl::StatusOr<v1::PlanRouteRequest> request = ToRequest(flags);
  if (!request.ok()) return Fail(console, request.status());
  const auto connection = Connect(flags.server);
  if (!connection.ok()) return Fail(console, connection.status());
  const absl::StatusOr<v1::PlanRouteResponse> answer = (*connection)->PlanRoute(*request);
  if (!answer.ok()) return FailCall(console, flags.server, answer.status());
  WarnOfAbilities(**connection, request->agent(), MapOf(*answer), console);
  if (!flags.svg.empty()) {
    const absl::Status drawn = DrawExploration(flags.package, request->agent(), *answer, flags.svg);
    if (!drawn.ok()) return Fail(console, drawn);
  }
  if (flags.server.json) {
    console.out << AnswerLine("exploration", *request, *answer);
  } else {
    PrintExploration(*request, *answer, console.out);
  }
  return answer->status() == v1::ROUTE_STATUS_COMPLETE ? kExitOk : kExitFailed;
}

void AddGoalFlags(CLI::App& command, ExploreFlags& flags) {
  const auto goal = [&flags] { return flags.request.mutable_exploration(); };
  command
      .add_option("--order", flags.order, "breadth_first, depth_first, pocket_first or shortest [shortest]")
      ->type_name("NAME");
  AddNumber(command, "--coverage", "SHARE", limits::ExplorationGoal::coverage,
            "stop when this share of the key points in reach is visited [1]",
            [goal](double share) { goal()->set_coverage(share); });
  AddWholeNumber(command, "--walkers", "N", 1, limits::ExplorationGoal::walkers.max,
                 "split the walk among so many [1]",
                 [goal](uint64_t n) { goal()->set_walkers(static_cast<uint32_t>(n)); });
  command.add_flag_callback(
      "--return", [goal] { goal()->set_return_to_start(true); }, "end at the start, where the map lets one");
  AddNumber(command, "--max-length", "M", limits::ExplorationGoal::max_length_m,
            "stop before a walk is longer [0: no limit]", [goal](double m) { goal()->set_max_length_m(m); });
  AddNumber(command, "--walk-time", "S", limits::ExplorationGoal::max_walk_time_s,
            "stop before a walk takes longer at --speed [0: no limit]",
            [goal](double s) { goal()->set_max_walk_time_s(s); });
  AddNumber(command, "--speed", "M/S", limits::ExplorationGoal::speed_mps,
            "the walker's speed, for --walk-time", [goal](double mps) { goal()->set_speed_mps(mps); });
  AddNumber(command, "--max-join", "M", limits::ExplorationGoal::max_join_m,
            "how far to walk to the first key point at most [0: no limit]",
            [goal](double m) { goal()->set_max_join_m(m); });
  command.add_option("--toward", flags.toward, "prefer a first key point in this direction of the plane")
      ->type_name("X,Z");
  AddNumber(command, "--sight", "M", limits::ExplorationGoal::sight_radius_m,
            "also measure how much of the ground is seen within this radius [0: not measured]",
            [goal](double m) { goal()->set_sight_radius_m(m); });
  AddWholeNumber(command, "--budget-ms", "MS", 1, limits::ExplorationGoal::search_budget_ms.max,
                 "time to look for a shorter walk, but no more than a third of --timeout-ms [1000]",
                 [goal](uint64_t ms) { goal()->set_search_budget_ms(static_cast<uint32_t>(ms)); });
}

}  // namespace

void AddExploreCommand(CLI::App& program, Command& chosen) {
  CLI::App* command = program.add_subcommand("explore", "plan a walk over all of a map");
  auto flags = std::make_shared<ExploreFlags>();
  v1::PlanRouteRequest& request = flags->request;
  AddServerFlags(*command, flags->server);
  AddWalkerFlags(*command, flags->map_id, [&request] { return request.mutable_agent(); });
  AddPlace(*command, "--from", flags->from, "where the walk starts, in metres")->required();
  AddGoalFlags(*command, *flags);
  AddSnapFlags(*command, [&request] { return request.mutable_snap(); });
  command->add_flag_callback(
      "--complete-only", [&request] { request.mutable_limits()->set_complete_only(true); },
      "no walk that visits less than asked for");
  command->add_flag_callback(
      "--polys", [&request] { request.mutable_detail()->set_polys(true); },
      "with --json: list the polygons walked over");
  AddChangeFlags(*command, flags->changes);
  AddClearanceFlag(*command, [&request] { return request.mutable_agent(); });
  command
      ->add_option("--visited", flags->visited,
                   "key points that need no visit, by id; needs --generation; may be repeated")
      ->allow_extra_args(false)
      ->needs("--generation")
      ->type_name("N,N,...|@FILE");
  command->add_option("--svg", flags->svg, "also draw ground, skeleton and walk")->type_name("FILE");
  command->add_option("--package", flags->package, "the map's package, for --svg")->type_name("FILE");
  command->callback(
      [flags, &chosen] { chosen = [flags](const Console& console) { return RunExplore(*flags, console); }; });
}

}  // namespace waystone::cli

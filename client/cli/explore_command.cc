// `waystone explore`: a walk over all of a map that the start can reach.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "client/cli/answer_json.h"
#include "client/cli/change_flags.h"
#include "client/cli/command.h"
#include "client/cli/exploration_picture.h"
#include "client/cli/flag_text.h"
#include "client/cli/server_flags.h"
#include "core/base/status_macros.h"

namespace waystone::cli {
namespace {

constexpr int kLastOrder = static_cast<int>(client::WalkOrder::kShortest);

struct ExploreFlags {
  ServerFlags server;
  WalkerFlags walker;
  ChangeFlags changes;
  client::ExploreRequest request;  // what needs no parsing
  std::string from;
  std::string order;
  std::vector<std::string> visited;
  std::string toward;
  std::string svg;
  std::string package;
};

void PrintWalk(const client::RouteAnswer& answer, const client::Route& route, std::ostream& out) {
  for (const client::RouteLeg& leg : route.legs) {
    out << EnumName(leg.kind) << " on " << answer.maps[leg.map_index].map_id << ", "
        << FormatMetres(leg.length_m) << " m";
    if (HasLink(leg)) out << ", link " << leg.link_id;
    if (!leg.external_id.empty()) out << " (" << leg.external_id << ")";
    out << "\n";
    for (const Vec3 point : route.LegPoints(leg)) out << "  " << FormatPosition(point) << "\n";
  }
  out << "key points:";
  for (const uint32_t key_point : route.key_points) out << " " << key_point;
  out << "\n";
}

std::string Percent(double share) { return absl::StrFormat("%.1f %%", 100 * share); }

// Without a walk only what holds of the map.
void PrintReport(const client::ExploreRequest& request, const client::ExplorationReport& report,
                 bool has_walk, std::ostream& out) {
  if (has_walk) out << "visited " << Percent(report.coverage) << " of ";
  out << report.reachable_key_points << " key points in reach (" << report.key_points << " on the map), "
      << report.cycle_rank << (report.cycle_rank == 1 ? " loop" : " loops");
  if (has_walk) out << "; no such walk is shorter than " << FormatMetres(report.lower_bound_m) << " m";
  out << "\n";
  if (report.unjoinable_key_points > 0) {
    out << report.unjoinable_key_points << " key points lie where no one walk visits all\n";
  }
  if (has_walk && request.sight_radius_m > 0) {
    out << "seen " << Percent(report.ground_coverage) << " of the ground\n";
  }
}

void PrintExploration(const client::ExploreRequest& request, const client::RouteAnswer& answer,
                      std::ostream& out) {
  const std::string status = EnumName(answer.status);
  double length_m = 0;
  for (const client::Route& route : answer.routes) length_m += route.length_m;
  if (answer.routes.empty()) {
    out << "no walk: " << status;
  } else {
    out << status << " walk: " << FormatMetres(length_m) << " m";
  }
  if (answer.reason != client::RouteReason::kNone) out << " (" << EnumName(answer.reason) << ")";
  if (!answer.explanation.empty()) out << ": " << answer.explanation;
  out << "\n";
  if (answer.status == client::RouteStatus::kStartOffMesh && answer.start_snap_m >= 0) {
    out << "nearest surface to the start: " << FormatMetres(answer.start_snap_m) << " m away\n";
  }
  if (answer.exploration && answer.exploration->end != client::ExplorationEnd::kNone) {
    PrintReport(request, *answer.exploration, !answer.routes.empty(), out);
  }
  for (size_t i = 0; i < answer.routes.size(); ++i) {
    if (answer.routes.size() > 1) {
      out << "walker " << i + 1 << ", " << FormatMetres(answer.routes[i].length_m) << " m\n";
    }
    PrintWalk(answer, answer.routes[i], out);
  }
}

absl::StatusOr<client::ExploreRequest> ToRequest(const ExploreFlags& flags) {
  client::ExploreRequest request = flags.request;
  WS_ASSIGN_OR_RETURN(request.start, ParseLocation("--from", flags.from, flags.walker.map_id));
  request.agent = ToAgent(flags.walker);
  if (!flags.order.empty()) {
    WS_ASSIGN_OR_RETURN(request.order, ParseName<client::WalkOrder>("--order", flags.order, kLastOrder));
  }
  WS_ASSIGN_OR_RETURN(request.visited, ParseIds("--visited", flags.visited));
  if (!flags.toward.empty()) {
    WS_ASSIGN_OR_RETURN(request.movement, ParseDirection("--toward", flags.toward));
  }
  WS_RETURN_IF_ERROR(AddMapChanges(flags.changes, flags.walker.map_id, request.changes, request.pinned));
  if (request.speed_mps > 0 && request.max_walk_time_s == 0) {
    return absl::InvalidArgumentError("--speed: needs --walk-time, the time to walk at that speed");
  }
  if (request.max_walk_time_s > 0 && request.speed_mps == 0) {
    return absl::InvalidArgumentError("--walk-time: needs --speed, the speed to walk at");
  }
  if (flags.svg.empty() != flags.package.empty()) {
    return absl::InvalidArgumentError("--svg: needs --package, the map to draw, and the other way round");
  }
  return request;
}

int RunExplore(const ExploreFlags& flags, const Console& console) {
  const absl::StatusOr<client::ExploreRequest> request = ToRequest(flags);
  if (!request.ok()) return Fail(console, request.status());
  const auto connection = Connect(flags.server);
  if (!connection.ok()) return Fail(console, connection.status());
  const absl::StatusOr<client::RouteAnswer> answer = (*connection)->Explore(*request);
  if (!answer.ok()) return FailCall(console, flags.server, answer.status());
  if (!flags.svg.empty()) {
    const absl::Status drawn =
        DrawExploration(flags.package, flags.walker.agent, flags.walker.abilities, *answer, flags.svg);
    if (!drawn.ok()) return Fail(console, drawn);
  }
  if (flags.server.json) {
    console.out << PrintLine(ExplorationJson(*request, *answer));
  } else {
    PrintExploration(*request, *answer, console.out);
  }
  return answer->status == client::RouteStatus::kComplete ? kExitOk : kExitFailed;
}

void AddNumber(CLI::App& command, const char* name, double& value, double most, const char* type,
               const char* help) {
  command.add_option(name, value, help)->check(NumberInRange(0, most))->type_name(type);
}

void AddGoalFlags(CLI::App& command, ExploreFlags& flags) {
  client::ExploreRequest& request = flags.request;
  command
      .add_option("--order", flags.order, "breadth_first, depth_first, pocket_first or shortest [shortest]")
      ->type_name("NAME");
  AddNumber(command, "--coverage", request.coverage, 1, "SHARE",
            "stop when this share of the key points in reach is visited, 0 to 1 [1]");
  command.add_option("--walkers", request.walkers, "split the walk among so many, 1 to 64 [1]")
      ->check(WholeNumber(1, 64))
      ->type_name("N");
  command.add_flag("--return", request.return_to_start, "end at the start, where the map lets one");
  AddNumber(command, "--max-length", request.max_length_m, 1e7, "M",
            "stop before a walk is longer [0: no limit]");
  AddNumber(command, "--walk-time", request.max_walk_time_s, 1e6, "S",
            "stop before a walk takes longer at --speed [0: no limit]");
  AddNumber(command, "--speed", request.speed_mps, 1000, "M/S", "the walker's speed, for --walk-time");
  AddNumber(command, "--max-join", request.max_join_m, 1000, "M",
            "how far to walk to the first key point at most [0: no limit]");
  command.add_option("--toward", flags.toward, "prefer a first key point in this direction of the plane")
      ->type_name("X,Z");
  AddNumber(command, "--sight", request.sight_radius_m, 1000, "M",
            "also measure how much of the ground is seen within this radius [0: not measured]");
  command
      .add_option(
          "--budget-ms", request.search_budget_ms,
          "time to look for a shorter walk, 1 to 60000, but no more than a third of --timeout-ms [1000]")
      ->check(WholeNumber(1, 60'000))
      ->type_name("MS");
}

}  // namespace

void AddExploreCommand(CLI::App& program, Command& chosen) {
  CLI::App* command = program.add_subcommand("explore", "plan a walk over all of a map");
  auto flags = std::make_shared<ExploreFlags>();
  AddServerFlags(*command, flags->server);
  AddWalkerFlags(*command, flags->walker);
  command->add_option("--from", flags->from, "where the walk starts, in metres")
      ->required()
      ->type_name("X,Y,Z|name:NAME|world:NAME");
  AddGoalFlags(*command, *flags);
  AddSnapFlags(*command, flags->request.snap);
  command->add_flag("--complete-only", flags->request.complete_only,
                    "no walk that visits less than asked for");
  command->add_flag("--polys", flags->request.with_polys, "with --json: list the polygons walked over");
  AddClosedLinkFlags(*command, flags->changes);
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

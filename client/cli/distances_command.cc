// `waystone distances`: how far it is to walk between places.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "client/cli/answer_json.h"
#include "client/cli/command.h"
#include "client/cli/flag_text.h"
#include "client/cli/server_flags.h"
#include "core/base/status_macros.h"

namespace waystone::cli {
namespace {

using client::DistanceStatus;

struct DistancesFlags {
  ServerFlags server;
  WalkerFlags walker;
  client::SnapOptions snap;
  std::vector<std::string> from;
  std::vector<std::string> to;
  double max_distance_m = 0;
};

void PrintDistances(const client::DistancesRequest& request, const client::DistancesAnswer& answer,
                    std::ostream& out) {
  for (size_t i = 0; i < request.sources.size(); ++i) {
    out << "from " << FormatPosition(request.sources[i]) << "\n";
    for (size_t j = 0; j < request.targets.size(); ++j) {
      out << "  to " << FormatPosition(request.targets[j]) << ": ";
      if (answer.Status(i, j) == DistanceStatus::kFound) {
        out << FormatMetres(static_cast<double>(answer.Distance_m(i, j))) << " m\n";
      } else {
        out << EnumName(answer.Status(i, j)) << "\n";
      }
    }
  }
}

absl::StatusOr<client::DistancesRequest> ToRequest(const DistancesFlags& flags) {
  client::DistancesRequest request;
  WS_ASSIGN_OR_RETURN(request.sources, ParsePositions("--from", flags.from));
  WS_ASSIGN_OR_RETURN(request.targets, ParsePositions("--to", flags.to));
  request.map_id = flags.walker.map_id;
  request.agent = ToAgent(flags.walker);
  request.snap = flags.snap;
  request.max_distance_m = flags.max_distance_m;
  return request;
}

int RunDistances(const DistancesFlags& flags, const Console& console) {
  const absl::StatusOr<client::DistancesRequest> request = ToRequest(flags);
  if (!request.ok()) return Fail(console, request.status());
  const auto connection = Connect(flags.server);
  if (!connection.ok()) return Fail(console, connection.status());
  const absl::StatusOr<client::DistancesAnswer> answer = (*connection)->MeasureDistances(*request);
  if (!answer.ok()) return FailCall(console, flags.server, answer.status());
  if (flags.server.json) {
    console.out << PrintLine(DistancesJson(*request, *answer));
  } else {
    PrintDistances(*request, *answer, console.out);
  }
  const bool has_all = std::all_of(answer->statuses.begin(), answer->statuses.end(),
                                   [](DistanceStatus status) { return status == DistanceStatus::kFound; });
  return has_all ? kExitOk : kExitFailed;
}

}  // namespace

void AddDistancesCommand(CLI::App& program, Command& chosen) {
  CLI::App* command = program.add_subcommand("distances", "measure how far it is to walk between places");
  auto flags = std::make_shared<DistancesFlags>();
  AddServerFlags(*command, flags->server);
  AddWalkerFlags(*command, flags->walker);
  AddPositionsFlag(*command, "--from", flags->from, "where walks begin; may be repeated")->required();
  AddPositionsFlag(*command, "--to", flags->to, "where they end; may be repeated")->required();
  AddSnapFlags(*command, flags->snap);
  command
      ->add_option("--max-distance", flags->max_distance_m, "what is farther is not looked for [0: no limit]")
      ->check(NumberInRange(0, 1e7))
      ->type_name("M");
  command->callback([flags, &chosen] {
    chosen = [flags](const Console& console) { return RunDistances(*flags, console); };
  });
}

}  // namespace waystone::cli

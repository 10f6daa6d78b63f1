// `waystone place`: positions for resources.
#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include "client/cli/answer_json.h"
#include "client/cli/command.h"
#include "client/cli/flag_text.h"
#include "client/cli/server_flags.h"

namespace waystone::cli {
namespace {

struct PlaceFlags {
  ServerFlags server;
  WalkerFlags walker;
  uint32_t count = 1;
  uint64_t seed = 0;
};

void PrintPlaces(const client::PlaceRequest& request, const client::PlaceAnswer& answer, std::ostream& out) {
  out << EnumName(answer.status) << ": " << answer.points.view().size() << " of " << request.count
      << " positions on " << request.map_id << "\n";
  for (const Vec3 point : answer.points.view()) out << "  " << FormatPosition(point) << "\n";
  for (const client::PlaceRejections& rejections : answer.rejections) {
    out << "rejected " << rejections.count << ": " << EnumName(rejections.reason) << "\n";
  }
}

int RunPlace(const PlaceFlags& flags, const Console& console) {
  const client::PlaceRequest request{.map_id = flags.walker.map_id,
                                     .agent = ToAgent(flags.walker),
                                     .count = flags.count,
                                     .seed = flags.seed};
  const auto connection = Connect(flags.server);
  if (!connection.ok()) return Fail(console, connection.status());
  const absl::StatusOr<client::PlaceAnswer> answer = (*connection)->PlaceResource(request);
  if (!answer.ok()) return FailCall(console, flags.server, answer.status());
  if (flags.server.json) {
    console.out << PrintLine(PlaceJson(request, *answer));
  } else {
    PrintPlaces(request, *answer, console.out);
  }
  return answer->status == client::PlaceStatus::kComplete ? kExitOk : kExitFailed;
}

}  // namespace

void AddPlaceCommand(CLI::App& program, Command& chosen) {
  CLI::App* command = program.add_subcommand("place", "find positions for resources, uniform by area");
  auto flags = std::make_shared<PlaceFlags>();
  AddServerFlags(*command, flags->server);
  AddWalkerFlags(*command, flags->walker);
  command->add_option("--count", flags->count, "how many, 1 to 100000 [1]")
      ->check(WholeNumber(1, 100'000))
      ->type_name("N");
  command->add_option("--seed", flags->seed, "the same seed gives the same positions [0]")
      ->check(WholeNumber(0, std::numeric_limits<uint64_t>::max()))
      ->type_name("N");
  command->callback(
      [flags, &chosen] { chosen = [flags](const Console& console) { return RunPlace(*flags, console); }; });
}

}  // namespace waystone::cli

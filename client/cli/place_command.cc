// `waystone place`: positions for resources, and judgements of given ones.
#include <algorithm>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "client/cli/answer_json.h"
#include "client/cli/command.h"
#include "client/cli/flag_text.h"
#include "client/cli/place_flags.h"
#include "client/cli/server_flags.h"

namespace waystone::cli {
namespace {

using client::PlaceReason;

struct PlaceCommandFlags {
  ServerFlags server;
  PlaceFlags place;
};

// Why positions are missing, in words; nothing for reasons that reject single candidates.
const char* WhyMissing(PlaceReason reason) {
  switch (reason) {
    case PlaceReason::kNoRoom:
      return "there is no room for more";
    case PlaceReason::kCandidateLimit:
      return "too many candidates were rejected; there may be room";
    case PlaceReason::kDeadline:
      return "the deadline came first";
    default:
      return "";
  }
}

void PrintScatter(const client::PlaceRequest& request, const client::ScatterTask& task,
                  const client::PlaceAnswer& answer, std::ostream& out) {
  out << EnumName(answer.status) << ": " << answer.points.view().size() << " of " << task.count
      << " positions on " << request.map_id;
  const char* separator = ", because ";
  for (const client::PlaceRejections& rejections : answer.rejections) {
    const std::string why = WhyMissing(rejections.reason);
    if (why.empty()) continue;
    out << separator << why;
    separator = ", and ";
  }
  out << "\n";
  for (const Vec3 point : answer.points.view()) out << "  " << FormatPosition(point) << "\n";
  for (const client::PlaceRejections& rejections : answer.rejections) {
    if (*WhyMissing(rejections.reason) != '\0') continue;
    out << "rejected " << rejections.count << ": " << EnumName(rejections.reason) << "\n";
  }
  for (size_t team = 0; team < answer.team_walk_m.size(); ++team) {
    out << "team " << team + 1 << " walks " << FormatMetres(answer.team_walk_m[team]) << " m on average\n";
  }
}

void PrintGiven(const client::PlaceRequest& request, const client::PlaceAnswer& answer, std::ostream& out) {
  const std::vector<Vec3>& given = GivenPositions(request.task);
  const auto good = std::count(answer.verdicts.begin(), answer.verdicts.end(), PlaceReason::kNone);
  out << good << " of " << given.size() << " positions are good on " << request.map_id << "\n";
  for (size_t i = 0; i < given.size(); ++i) {
    out << "  " << FormatPosition(given[i]) << ": " << VerdictName(answer.verdicts[i]);
    if (answer.verdicts[i] != PlaceReason::kNone && !answer.found.empty()) {
      if (answer.found[i]) {
        const Vec3 found = answer.points.view()[i];
        out << ", the nearest good one is " << FormatPosition(found) << ", "
            << FormatMetres(Distance(given[i], found)) << " m away";
      } else {
        out << ", no good one found";
      }
    }
    out << "\n";
  }
  for (const client::PlaceRejections& rejections : answer.rejections) {
    out << "found none for " << rejections.count << ": " << EnumName(rejections.reason) << "\n";
  }
}

// All that was asked for is there: positions for all, or all good.
bool IsSuccess(const client::PlaceRequest& request, const client::PlaceAnswer& answer) {
  if (answer.status != client::PlaceStatus::kComplete) return false;
  if (std::holds_alternative<client::NearestTask>(request.task)) {
    return std::find(answer.found.begin(), answer.found.end(), false) == answer.found.end();
  }
  return std::all_of(answer.verdicts.begin(), answer.verdicts.end(),
                     [](PlaceReason verdict) { return verdict == PlaceReason::kNone; });
}

int RunPlace(const PlaceCommandFlags& flags, const Console& console) {
  const absl::StatusOr<client::PlaceRequest> request = ToPlaceRequest(flags.place);
  if (!request.ok()) return Fail(console, request.status());
  const auto connection = Connect(flags.server);
  if (!connection.ok()) return Fail(console, connection.status());
  const absl::StatusOr<client::PlaceAnswer> answer = (*connection)->PlaceResource(*request);
  if (!answer.ok()) return FailCall(console, flags.server, answer.status());
  if (flags.server.json) {
    console.out << PrintLine(PlaceJson(*request, *answer));
  } else if (const auto* scatter = std::get_if<client::ScatterTask>(&request->task)) {
    PrintScatter(*request, *scatter, *answer, console.out);
  } else {
    PrintGiven(*request, *answer, console.out);
  }
  return IsSuccess(*request, *answer) ? kExitOk : kExitFailed;
}

}  // namespace

void AddPlaceCommand(CLI::App& program, Command& chosen) {
  CLI::App* command = program.add_subcommand("place", "find positions for resources, or judge given ones");
  auto flags = std::make_shared<PlaceCommandFlags>();
  AddServerFlags(*command, flags->server);
  AddPlaceFlags(*command, flags->place);
  command->callback(
      [flags, &chosen] { chosen = [flags](const Console& console) { return RunPlace(*flags, console); }; });
}

}  // namespace waystone::cli

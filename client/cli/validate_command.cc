// `waystone validate`: may an agent have moved so?
#include <memory>
#include <string>

#include "client/cli/answer_json.h"
#include "client/cli/command.h"
#include "client/cli/flag_text.h"
#include "client/cli/move_flags.h"
#include "client/cli/server_flags.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone::cli {
namespace {

struct ValidateFlags {
  ServerFlags server;
  MoveFlags move;
};

// What was measured, in words.
std::string Evidence(const client::MoveViolation& violation) {
  const std::string measured = FormatMetres(violation.measured);
  const std::string allowed = FormatMetres(violation.allowed);
  switch (violation.kind) {
    case client::MoveViolationKind::kFromOffMesh:
    case client::MoveViolationKind::kToOffMesh:
      if (violation.measured < 0) return "no surface within 100 m";
      return StrCat("the surface is ", measured, " m away, allowed ", allowed, " m");
    case client::MoveViolationKind::kUnreachable:
      if (violation.measured < 0) return "no ground that can be reached within 100 m";
      return StrCat("ground that can be reached is ", measured, " m away");
    case client::MoveViolationKind::kBlocked:
      return StrCat("the walk ends ", measured, " m short");
    case client::MoveViolationKind::kCollision:
      return StrCat("the body comes ", measured, " m of ", allowed, " m");
    case client::MoveViolationKind::kTooFast:
      return StrCat(measured, " m/s, allowed ", allowed, " m/s");
    default:
      return StrCat("measured ", measured, " m, allowed ", allowed, " m");
  }
}

void PrintMove(const client::MoveAnswer& answer, std::ostream& out) {
  out << EnumName(answer.verdict) << "\n";
  if (answer.end.has_value()) out << "ends at " << FormatPosition(*answer.end) << "\n";
  for (const client::MoveViolation& violation : answer.violations) {
    out << EnumName(violation.kind) << " at sample " << violation.sample << ", "
        << FormatPosition(violation.at) << ": " << Evidence(violation) << "\n";
  }
  for (const client::MoveCorrection& correction : answer.corrections) {
    out << "correction, " << EnumName(correction.kind) << ": " << FormatPosition(correction.at) << ", "
        << FormatMetres(correction.distance_m) << " m from the bad sample\n";
  }
}

int RunValidate(const ValidateFlags& flags, const Console& console) {
  const absl::StatusOr<client::MoveRequest> request = ToMoveRequest(flags.move);
  if (!request.ok()) return Fail(console, request.status());
  const auto connection = Connect(flags.server);
  if (!connection.ok()) return Fail(console, connection.status());
  const absl::StatusOr<client::MoveAnswer> answer = (*connection)->ValidateMove(*request);
  if (!answer.ok()) return FailCall(console, flags.server, answer.status());
  if (flags.server.json) {
    console.out << PrintLine(MoveJson(*request, *answer));
  } else {
    PrintMove(*answer, console.out);
  }
  return answer->verdict == client::MoveVerdict::kLegal ? kExitOk : kExitFailed;
}

}  // namespace

void AddValidateCommand(CLI::App& program, Command& chosen) {
  CLI::App* command = program.add_subcommand("validate", "check a move");
  auto flags = std::make_shared<ValidateFlags>();
  AddServerFlags(*command, flags->server);
  AddMoveFlags(*command, flags->move);
  command->callback([flags, &chosen] {
    chosen = [flags](const Console& console) { return RunValidate(*flags, console); };
  });
}

}  // namespace waystone::cli

// `waystone validate`: may an agent have moved so?
#include <memory>
#include <string>

#include "client/cli/answer_json.h"
#include "client/cli/command.h"
#include "client/cli/flag_text.h"
#include "client/cli/server_flags.h"
#include "core/base/status_macros.h"

namespace waystone::cli {
namespace {

struct ValidateFlags {
  ServerFlags server;
  WalkerFlags walker;
  client::SnapOptions snap;
  std::string from;
  std::string to;
  double tolerance_m = 0.1;
};

void PrintMove(const client::MoveAnswer& answer, std::ostream& out) {
  out << EnumName(answer.verdict) << "\n";
  if (answer.verdict == client::MoveVerdict::kLegal) out << "ends at " << FormatPosition(answer.end) << "\n";
  for (const client::MoveViolation& violation : answer.violations) {
    out << EnumName(violation.kind) << " at " << FormatPosition(violation.at) << ": measured "
        << FormatMetres(violation.measured) << ", allowed " << FormatMetres(violation.allowed) << "\n";
  }
  for (const client::MoveCorrection& correction : answer.corrections) {
    out << "correction, " << EnumName(correction.kind) << ": " << FormatPosition(correction.at) << ", "
        << FormatMetres(correction.distance_m) << " m from there\n";
  }
}

absl::StatusOr<client::MoveRequest> ToRequest(const ValidateFlags& flags) {
  WS_ASSIGN_OR_RETURN(const Vec3 from, ParsePosition("--from", flags.from));
  WS_ASSIGN_OR_RETURN(const Vec3 to, ParsePosition("--to", flags.to));
  return client::MoveRequest{.from = {flags.walker.map_id, from},
                             .to = {flags.walker.map_id, to},
                             .agent = ToAgent(flags.walker),
                             .snap = flags.snap,
                             .tolerance_m = flags.tolerance_m};
}

int RunValidate(const ValidateFlags& flags, const Console& console) {
  const absl::StatusOr<client::MoveRequest> request = ToRequest(flags);
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
  CLI::App* command = program.add_subcommand("validate", "check a straight move");
  auto flags = std::make_shared<ValidateFlags>();
  AddServerFlags(*command, flags->server);
  AddWalkerFlags(*command, flags->walker);
  command->add_option("--from", flags->from, "where the move starts, in metres")
      ->required()
      ->type_name("X,Y,Z");
  command->add_option("--to", flags->to, "where it ends")->required()->type_name("X,Y,Z");
  AddSnapFlags(*command, flags->snap);
  command
      ->add_option("--tolerance", flags->tolerance_m, "how far from the end a walk may stop, 0 to 10 [0.1]")
      ->check(NumberInRange(0, 10))
      ->type_name("M");
  command->callback([flags, &chosen] {
    chosen = [flags](const Console& console) { return RunValidate(*flags, console); };
  });
}

}  // namespace waystone::cli

// `waystone validate`: may an agent have moved so?
#include <memory>
#include <string>

#include "client/cli/command.h"
#include "client/cli/move_flags.h"
#include "client/cli/move_picture.h"
#include "client/cli/move_text.h"
#include "client/cli/server_flags.h"
#include "core/base/invalid_argument.h"

namespace waystone::cli {
namespace {

struct ValidateFlags {
  ServerFlags server;
  MoveFlags move;
  std::string svg;
  std::string package;
};

int RunValidate(const ValidateFlags& flags, const Console& console) {
  if (flags.svg.empty() != flags.package.empty()) {
    return Fail(console, InvalidArgument("--svg: needs --package, the map to draw, and the other way round"));
  }
  NamedPlaces places = NamedPlaces::OfServer(flags.move.map_id, flags.server);
  const absl::StatusOr<v1::ValidateMoveRequest> request = ToMoveRequest(flags.move, places);
  if (!request.ok()) return Fail(console, request.status());
  const auto connection = Connect(flags.server);
  if (!connection.ok()) return Fail(console, connection.status());
  const absl::StatusOr<v1::ValidateMoveResponse> answer = (*connection)->ValidateMove(*request);
  if (!answer.ok()) return FailCall(console, flags.server, answer.status());
  WarnOfAbilities(**connection, request->agent(), MapOf(*answer), console);
  if (!flags.svg.empty()) {
    const absl::Status drawn = DrawMove(flags.package, *request, *answer, flags.svg);
    if (!drawn.ok()) return Fail(console, drawn);
  }
  if (flags.server.json) {
    console.out << AnswerLine("move", *request, *answer);
  } else {
    PrintMove(*answer, console.out);
  }
  return answer->verdict() == v1::MOVE_VERDICT_LEGAL ? kExitOk : kExitFailed;
}

}  // namespace

void AddValidateCommand(CLI::App& program, Command& chosen) {
  CLI::App* command = program.add_subcommand("validate", "check a move");
  auto flags = std::make_shared<ValidateFlags>();
  AddServerFlags(*command, flags->server);
  AddMoveFlags(*command, flags->move);
  command->add_option("--svg", flags->svg, "also draw the move and the ground around it")->type_name("FILE");
  command->add_option("--package", flags->package, "the map's package, for --svg")->type_name("FILE");
  command->callback([flags, &chosen] {
    chosen = [flags](const Console& console) { return RunValidate(*flags, console); };
  });
}

}  // namespace waystone::cli

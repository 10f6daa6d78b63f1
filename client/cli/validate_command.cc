// `waystone validate`: may an agent have moved so?
#include <memory>
#include <string>

#include "client/cli/command.h"
#include "client/cli/flag_text.h"
#include "client/cli/move_flags.h"
#include "client/cli/server_flags.h"
#include "core/base/str_cat.h"

namespace waystone::cli {
namespace {

struct ValidateFlags {
  ServerFlags server;
  MoveFlags move;
};

// What was measured, in words.
std::string Evidence(const v1::MoveViolation& violation) {
  const std::string measured = FormatMetres(violation.measured());
  const std::string allowed = FormatMetres(violation.allowed());
  switch (violation.kind()) {
    case v1::MOVE_VIOLATION_KIND_FROM_OFF_MESH:
    case v1::MOVE_VIOLATION_KIND_TO_OFF_MESH:
      if (violation.measured() < 0) return "no surface within 100 m";
      return StrCat("the surface is ", measured, " m away, allowed ", allowed, " m");
    case v1::MOVE_VIOLATION_KIND_UNREACHABLE:
      if (violation.measured() < 0) return "no ground that can be reached within 100 m";
      return StrCat("ground that can be reached is ", measured, " m away");
    case v1::MOVE_VIOLATION_KIND_BLOCKED:
      return StrCat("the walk ends ", measured, " m short");
    case v1::MOVE_VIOLATION_KIND_COLLISION:
      return StrCat("the body comes ", measured, " m of ", allowed, " m");
    case v1::MOVE_VIOLATION_KIND_TOO_FAST:
      return StrCat(measured, " m/s, allowed ", allowed, " m/s");
    default:
      return StrCat("measured ", measured, " m, allowed ", allowed, " m");
  }
}

void PrintMove(const v1::ValidateMoveRequest& /*request*/, const v1::ValidateMoveResponse& answer,
               std::ostream& out) {
  out << client::EnumName(answer.verdict()) << "\n";
  if (answer.has_end()) out << "ends at " << FormatPosition(client::ToVec3(answer.end())) << "\n";
  for (const v1::MoveViolation& violation : answer.violations()) {
    out << client::EnumName(violation.kind()) << " at sample " << violation.sample() << ", "
        << FormatPosition(client::ToVec3(violation.at())) << ": " << Evidence(violation) << "\n";
  }
  for (const v1::MoveCorrection& correction : answer.corrections()) {
    out << "correction, " << client::EnumName(correction.kind()) << ": "
        << FormatPosition(client::ToVec3(correction.position())) << ", "
        << FormatMetres(correction.distance_m()) << " m from the bad sample\n";
  }
}

bool IsLegal(const v1::ValidateMoveRequest& /*request*/, const v1::ValidateMoveResponse& answer) {
  return answer.verdict() == v1::MOVE_VERDICT_LEGAL;
}

constexpr Call<v1::ValidateMoveRequest, v1::ValidateMoveResponse> kValidateMove = {
    "move", &client::WaystoneClient::ValidateMove, &PrintMove, &IsLegal};

}  // namespace

void AddValidateCommand(CLI::App& program, Command& chosen) {
  CLI::App* command = program.add_subcommand("validate", "check a move");
  auto flags = std::make_shared<ValidateFlags>();
  AddServerFlags(*command, flags->server);
  AddMoveFlags(*command, flags->move);
  command->callback([flags, &chosen] {
    chosen = [flags](const Console& console) {
      return RunCall(kValidateMove, flags->server, ToMoveRequest(flags->move), console);
    };
  });
}

}  // namespace waystone::cli

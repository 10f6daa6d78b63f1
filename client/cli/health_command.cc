// `waystone health`: the probe of containers and scripts.
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/status/statusor.h"
#include "client/cli/command.h"
#include "client/cli/server_flags.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"

namespace waystone::cli {
namespace {

struct HealthFlags {
  ServerFlags server;
  std::string service = "waystone.v1.PathPlanning";
};

int RunHealth(const HealthFlags& flags, const Console& console) {
  const auto connection = Connect(flags.server);
  if (!connection.ok()) return Fail(console, connection.status());
  const absl::StatusOr<bool> serving = (*connection)->IsServing(flags.service);
  if (absl::IsNotFound(serving.status())) {
    const std::string what = StrCat("--service: the server has no service ", Quoted(flags.service));
    return Fail(console, absl::NotFoundError(what));
  }
  if (!serving.ok()) return FailCall(console, flags.server, serving.status());
  if (flags.server.json) {
    console.out << nlohmann::ordered_json{{"service", flags.service}, {"serving", *serving}}.dump() << "\n";
  } else {
    console.out << (*serving ? "serving\n" : "not serving\n");
  }
  return *serving ? kExitOk : kExitFailed;
}

}  // namespace

void AddHealthCommand(CLI::App& program, Command& chosen) {
  CLI::App* command = program.add_subcommand("health", "ask whether a server takes calls");
  auto flags = std::make_shared<HealthFlags>();
  AddServerFlags(*command, flags->server);
  command->add_option("--service", flags->service, "the service asked about [waystone.v1.PathPlanning]")
      ->type_name("NAME");
  command->callback(
      [flags, &chosen] { chosen = [flags](const Console& console) { return RunHealth(*flags, console); }; });
}

}  // namespace waystone::cli

// `waystone admin`: has a server read its packages again, load maps ahead, and check its files.
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "client/answer_limit.h"
#include "client/cli/command.h"
#include "client/cli/server_flags.h"
#include "client/grpc_status.h"
#include "waystone/v1/package_admin.grpc.pb.h"

namespace waystone::cli {
namespace {

constexpr uint32_t kTimeout_ms = 600'000;  // every byte of all packages may be read

struct AdminFlags {
  AdminFlags() {
    server.server = "127.0.0.1:50061";
    server.timeout_ms = kTimeout_ms;
  }

  ServerFlags server;
  std::vector<std::string> maps;
  bool pin = false;
};

using Admin = v1::PackageAdmin::Stub;

// Most reasons begin with the file's name.
std::string WhatIsWrong(const std::string& name, const std::string& reason) {
  return reason.starts_with(name + ": ") ? reason : name + ": " + reason;
}

// Prints the answer, and says whether it holds nothing that is wrong.
bool Print(const v1::ReloadResponse& answer, std::ostream& out) {
  out << answer.maps() << (answer.maps() == 1 ? " map" : " maps") << " served\n";
  if (answer.changed_maps_size() > 0)
    out << "changed: " << absl::StrJoin(answer.changed_maps(), ", ") << "\n";
  if (answer.removed_maps_size() > 0)
    out << "removed: " << absl::StrJoin(answer.removed_maps(), ", ") << "\n";
  for (const v1::RefusedPackage& refused : answer.refused())
    out << "refused: " << WhatIsWrong(refused.file_name(), refused.reason()) << "\n";
  return answer.refused().empty();
}

bool Print(const v1::PreloadResponse& answer, std::ostream& out) {
  out << answer.maps() << (answer.maps() == 1 ? " map" : " maps") << " loaded, " << answer.bytes()
      << " bytes\n";
  return true;
}

bool Print(const v1::VerifyResponse& answer, std::ostream& out) {
  for (const v1::PackageVerdict& verdict : answer.verdicts()) {
    const std::string& name = verdict.map_id().empty() ? verdict.file_name() : verdict.map_id();
    out << (verdict.ok() ? name + ": ok" : WhatIsWrong(name, verdict.reason())) << "\n";
  }
  return std::all_of(answer.verdicts().begin(), answer.verdicts().end(),
                     [](const v1::PackageVerdict& verdict) { return verdict.ok(); });
}

template <typename Request, typename Response>
int Run(const char* kind, grpc::Status (Admin::*method)(grpc::ClientContext*, const Request&, Response*),
        const AdminFlags& flags, const Request& request, const Console& console) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(client::kMaxAnswerBytes);
  const auto channel = ConnectChannel(flags.server, arguments);
  if (!channel.ok()) return Fail(console, channel.status());
  const auto stub = v1::PackageAdmin::NewStub(*channel);
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(flags.server.timeout_ms));
  Response answer;
  const absl::Status status = client::FromGrpc(((*stub).*method)(&context, request, &answer));
  if (!status.ok()) return FailCall(console, flags.server, status);
  std::ostringstream text;
  const bool is_well = Print(answer, text);
  console.out << (flags.server.json ? AnswerLine(kind, request, answer) : text.str());
  return is_well ? kExitOk : kExitFailed;
}

CLI::App* AddPart(CLI::App& admin, AdminFlags& flags, const char* name, const char* help) {
  CLI::App* command = admin.add_subcommand(name, help);
  AddServerFlags(*command, flags.server);
  command->get_option("--server")
      ->description("the server's --admin-listen [127.0.0.1:50061]")
      ->envname("WAYSTONE_ADMIN_SERVER");
  command->get_option("--timeout-ms")->description("how long to wait for the answer, 1 to 3600000 [600000]");
  return command;
}

}  // namespace

void AddAdminCommand(CLI::App& program, Command& chosen) {
  CLI::App* admin = program.add_subcommand("admin", "have a server reload, load or check its packages");
  admin->require_subcommand(1);
  auto flags = std::make_shared<AdminFlags>();
  AddPart(*admin, *flags, "reload", "read the folder, or the index, of packages again")
      ->callback([flags, &chosen] {
        chosen = [flags](const Console& console) {
          return Run("reload", &Admin::Reload, *flags, v1::ReloadRequest(), console);
        };
      });
  CLI::App* preload = AddPart(*admin, *flags, "preload", "load maps ahead of their first use");
  AddNames(*preload, "--map", flags->maps, "a map; none: all", "ID");
  preload->add_flag("--pin", flags->pin, "keep them in memory until the server stops");
  preload->callback([flags, &chosen] {
    chosen = [flags](const Console& console) {
      v1::PreloadRequest request;
      request.mutable_map_ids()->Add(flags->maps.begin(), flags->maps.end());
      request.set_pin(flags->pin);
      return Run("preload", &Admin::Preload, *flags, request, console);
    };
  });
  CLI::App* verify = AddPart(*admin, *flags, "verify", "check every byte of packages and of the world file");
  AddNames(*verify, "--map", flags->maps, "a map; none: all, and the files that were refused", "ID");
  verify->callback([flags, &chosen] {
    chosen = [flags](const Console& console) {
      v1::VerifyRequest request;
      request.mutable_map_ids()->Add(flags->maps.begin(), flags->maps.end());
      return Run("verify", &Admin::Verify, *flags, request, console);
    };
  });
}

}  // namespace waystone::cli

// The flags of commands that ask a server, and what such commands do with them.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/cli/answer_json.h"
#include "client/cli/console.h"
#include "client/waystone_client.h"
#include "core/base/field_limit.h"

namespace grpc {
class ChannelArguments;
}

namespace waystone::cli {

struct ServerFlags {
  std::string server = "127.0.0.1:50051";
  uint32_t timeout_ms = 5000;
  bool json = false;
  client::TlsOptions tls;
  std::string token_file;
  bool insecure = false;
};
// Where the server is and what it is shown; AddServerFlags: also how long to wait, and how to print the answer.
void AddConnectionFlags(CLI::App& command, ServerFlags& flags);
void AddServerFlags(CLI::App& command, ServerFlags& flags);
// InvalidArgument naming the flag.
absl::StatusOr<std::unique_ptr<client::WaystoneClient>> Connect(const ServerFlags& flags);
// Whether the flags ask for TLS: --tls, or any other that is of use with TLS alone.
bool HasTls(const ServerFlags& flags);
// The same without a library over it.
absl::StatusOr<std::shared_ptr<grpc::Channel>> ConnectChannel(const ServerFlags& flags,
                                                              const grpc::ChannelArguments& arguments);

// Flags whose values go straight into a request: `set` and the getters are called while the arguments are
// read, and only for flags that are given. The help names the limits, before the default "[...]" that it may end with.
CLI::Option* AddNumber(CLI::App& command, const std::string& name, const std::string& type,
                       const FieldLimit& limit, const std::string& help,
                       const std::function<void(double)>& set);
CLI::Option* AddWholeNumber(CLI::App& command, const std::string& name, const std::string& type,
                            uint64_t least, uint64_t most, const std::string& help,
                            const std::function<void(uint64_t)>& set);
void AddSnapFlags(CLI::App& command, const std::function<v1::SnapOptions*()>& snap);
// Who walks, and on which map.
void AddWalkerFlags(CLI::App& command, std::string& map_id, const std::function<v1::Agent*()>& agent);

// A list of texts: one for each time that the flag is given, as they may begin with a minus. AddNames also
// says that the flag may be repeated, and AddPlaces that it takes places (ParseLocations).
CLI::Option* AddTexts(CLI::App& command, const std::string& name, std::vector<std::string>& texts,
                      const std::string& help, const std::string& type);
CLI::Option* AddPlaces(CLI::App& command, const std::string& name, std::vector<std::string>& texts,
                       const std::string& help);
// One place (ParseLocation).
CLI::Option* AddPlace(CLI::App& command, const std::string& name, std::string& text, const std::string& help);
void AddNames(CLI::App& command, const std::string& name, std::vector<std::string>& names,
              const std::string& help, const std::string& type);

// A call's error in the words of the command line: "goals[0].position.x: ..." is about --to, and a server that cannot be
// reached is named. FailCall: Fail for it.
absl::Status InWordsOfFlags(const ServerFlags& flags, const absl::Status& status);
int FailCall(const Console& console, const ServerFlags& flags, const absl::Status& status);

// What a command asks, and what it does with the answer.
template <typename Request, typename Response>
struct Call {
  const char* kind;  // of AnswerLine
  absl::StatusOr<Response> (client::WaystoneClient::*method)(Request) const;
  void (*print)(const Request& request, const Response& answer, std::ostream& out);
  bool (*is_done)(const Request& request, const Response& answer);  // all that was asked for is there
};

// Warns of abilities that nothing on the map of the answer asks for: asks the server for what does, if there are abilities. Says nothing
// if the server does not tell, and of an answer over several maps, whose travellers have the abilities of all of them.
void WarnOfAbilities(const client::WaystoneClient& server, const v1::Agent& agent, const std::string& map_id,
                     const Console& console);

// The map of an answer; empty if it is over several.
template <typename Response>
std::string MapOf(const Response& answer) {
  if constexpr (requires { answer.map(); }) {
    return answer.map().map_id();
  } else {
    return answer.maps_size() == 1 ? answer.maps(0).map_id() : "";
  }
}

// Makes the call, prints the answer, and returns the exit code.
template <typename Request, typename Response>
int RunCall(const Call<Request, Response>& call, const ServerFlags& flags,
            const absl::StatusOr<Request>& request, const Console& console) {
  if (!request.ok()) return Fail(console, request.status());
  const auto connection = Connect(flags);
  if (!connection.ok()) return Fail(console, connection.status());
  const absl::StatusOr<Response> answer = ((**connection).*call.method)(*request);
  if (!answer.ok()) return FailCall(console, flags, answer.status());
  WarnOfAbilities(**connection, request->agent(), MapOf(*answer), console);
  if (flags.json) {
    console.out << AnswerLine(call.kind, *request, *answer);
  } else {
    call.print(*request, *answer, console.out);
  }
  return call.is_done(*request, *answer) ? kExitOk : kExitFailed;
}

}  // namespace waystone::cli

// The flags of commands that ask a server.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/cli/console.h"
#include "client/types.h"
#include "client/waystone_client.h"

namespace waystone::cli {

struct ServerFlags {
  std::string server = "127.0.0.1:50051";
  uint32_t timeout_ms = 5000;
  bool json = false;
};
void AddServerFlags(CLI::App& command, ServerFlags& flags);
// InvalidArgument naming the flag.
absl::StatusOr<std::unique_ptr<client::WaystoneClient>> Connect(const ServerFlags& flags);

// Who walks, and how far positions may lie from the surface.
struct WalkerFlags {
  std::string map_id;
  std::string agent;
  std::vector<std::string> abilities;
};
void AddWalkerFlags(CLI::App& command, WalkerFlags& flags);
client::Agent ToAgent(const WalkerFlags& flags);
// A list of positions, for ParsePositions: one for each time that the flag is given.
CLI::Option* AddPositionsFlag(CLI::App& command, const char* name, std::vector<std::string>& texts,
                              const char* help);
void AddSnapFlags(CLI::App& command, client::SnapOptions& snap);

// Fail for a call's error, in the words of the command line: "goals[0].position.x: ..." is about --to, and a
// server that cannot be reached is named.
int FailCall(const Console& console, const ServerFlags& flags, const absl::Status& status);

}  // namespace waystone::cli

// The flags of `waystone validate`: a move and what it is judged by.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/cli/server_flags.h"
#include "client/types.h"

namespace waystone::cli {

struct MoveFlags {
  WalkerFlags walker;
  std::string from;
  std::string to;
  std::string track;  // a file
  std::string rule = "exact";
  std::vector<std::string> skip;
  std::vector<std::string> grants;
  // What needs no parsing; the rest is filled by ToMoveRequest.
  client::MoveRequest request;
};

void AddMoveFlags(CLI::App& command, MoveFlags& flags);

// InvalidArgument naming the flag, and the line of the track's file; NotFound where there is no such file.
absl::StatusOr<client::MoveRequest> ToMoveRequest(const MoveFlags& flags);

}  // namespace waystone::cli

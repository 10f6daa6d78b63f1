// The flags of what the rules of a game allow a move beyond walking.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "waystone/v1/move.pb.h"

namespace waystone::cli {

struct AllowanceFlags {
  std::vector<std::string> grants;
  v1::MoveAllowances allowances;  // what needs no parsing
};

// REQUIRES: the flags stay where they are.
void AddAllowanceFlags(CLI::App& command, AllowanceFlags& flags);

// Adds the allowances, if any were given, to a request. InvalidArgument naming the flag.
absl::Status AddAllowances(const AllowanceFlags& flags, v1::ValidateMoveRequest& request);

}  // namespace waystone::cli

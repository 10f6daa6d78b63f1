// The flags of `waystone validate`: a move and what it is judged by.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/cli/allowance_flags.h"
#include "client/cli/change_flags.h"
#include "client/cli/named_places.h"
#include "waystone/v1/move.pb.h"

namespace waystone::cli {

struct MoveFlags {
  std::string map_id;
  std::string from;
  std::string to;
  std::string from_state;
  std::string to_state;
  std::string track;  // a file
  std::string token;  // base64
  std::string rule = "exact";
  std::vector<std::string> skip;
  std::vector<std::string> correct;
  AllowanceFlags allowances;
  ChangeFlags changes;
  v1::ValidateMoveRequest request;  // what needs no parsing; the rest is filled by ToMoveRequest
};

// REQUIRES: the flags stay where they are.
void AddMoveFlags(CLI::App& command, MoveFlags& flags);

// InvalidArgument naming the flag, and the line of the track's file; NotFound if there is no such file or named
// place.
absl::StatusOr<v1::ValidateMoveRequest> ToMoveRequest(const MoveFlags& flags, NamedPlaces& places);

}  // namespace waystone::cli

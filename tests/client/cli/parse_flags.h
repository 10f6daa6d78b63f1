// Flags as the command line would have them.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "client/cli/named_places.h"
#include "client/messages.h"

namespace waystone::cli {

// InvalidArgument with what CLI11 says.
inline absl::Status ParseFlags(CLI::App& app, std::vector<std::string> arguments) {
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    return absl::InvalidArgumentError(error.what());
  }
  return absl::OkStatus();
}

// A map with the place "well" at (7, 8, 9); the world's "shop" lies there, and its "far" on another map.
inline absl::StatusOr<NamedPlaces::List> DescribeTown(const std::string& map_id) {
  NamedPlaces::List list;
  const auto add = [&list](const std::string& name, const std::string& map, const Vec3& at) {
    v1::DescribedPlace& place = *list.Add();
    place.set_name(name);
    *place.mutable_position() = client::MakePosition(map, at);
  };
  if (map_id == "town") {
    add("well", "town", {7, 8, 9});
  } else {
    add("shop", "town", {7, 8, 9});
    add("far", "cave", {1, 1, 1});
  }
  return list;
}

}  // namespace waystone::cli

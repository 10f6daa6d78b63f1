// The flags of routes over the maps of a world.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "client/types.h"

namespace waystone::cli {

struct PortalFlags {
  std::string to_map;
  std::string mode;
  std::optional<double> money;
  std::vector<std::string> tickets;
  std::vector<std::string> met_requirements;
  client::WorldChanges changes;
  uint32_t maps_in_full = 0;
};
void AddPortalFlags(CLI::App& command, PortalFlags& flags);

// Puts the goals on their map and adds portals and changes to the request, whose goals are on the start's
// map. Every flag but --maps-in-full asks for a way through portals. InvalidArgument naming the flag.
absl::Status AddPortals(const PortalFlags& flags, client::RouteRequest& request);

}  // namespace waystone::cli

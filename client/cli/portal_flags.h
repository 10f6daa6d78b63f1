// The flags of routes over the maps of a world.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "waystone/v1/route.pb.h"

namespace waystone::cli {

struct PortalFlags {
  std::string to_map;
  std::string mode;
  std::optional<double> money;
  std::vector<std::string> tickets;
  std::vector<std::string> met_requirements;
  std::vector<std::string> closed_portals;
  std::vector<std::string> excluded_maps;
  uint32_t maps_in_full = 0;
  bool require_all_maps = false;
};
void AddPortalFlags(CLI::App& command, PortalFlags& flags);

// Adds portals and changes to the request. Every flag but --maps-in-full asks for a path through portals.
// InvalidArgument naming the flag.
absl::Status AddPortals(const PortalFlags& flags, v1::PlanRouteRequest& request);

}  // namespace waystone::cli

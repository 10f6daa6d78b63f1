// The flags of what differs from the baked world.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "waystone/v1/move.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone::cli {

struct ChangeFlags {
  std::vector<std::string> closed_links;
  std::vector<uint32_t> closed_link_ids;
  std::vector<uint32_t> blocked_polys;
  std::vector<std::string> area_costs;
  std::vector<std::string> excluded_areas;
  // Of grids; texts of ParseIds.
  std::vector<std::string> blocked_cells;
  std::vector<std::string> opened_cells;
  std::vector<std::string> blocked_rects;
  std::vector<std::string> opened_rects;
  double clearance_m = 0;
  std::string generation;
};
void AddChangeFlags(CLI::App& command, ChangeFlags& flags);

// Adds the changes of the map that the route or the move starts on, the pin and the clearance to a request.
// InvalidArgument naming the flag.
absl::Status AddChanges(const ChangeFlags& flags, const std::string& map_id, v1::PlanRouteRequest& request);
absl::Status AddChanges(const ChangeFlags& flags, const std::string& map_id,
                        v1::ValidateMoveRequest& request);

}  // namespace waystone::cli

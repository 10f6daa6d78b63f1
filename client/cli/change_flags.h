// The flags of what differs from the baked world.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/status_macros.h"
#include "waystone/v1/agent.pb.h"
#include "waystone/v1/changes.pb.h"

namespace waystone::cli {

struct ChangeFlags {
  std::vector<std::string> closed_links;
  std::vector<uint32_t> closed_link_ids;
  std::vector<uint32_t> blocked_polys;
  std::vector<std::string> closed_doors;
  std::vector<std::string> opened_doors;
  std::vector<std::string> obstacles;  // "X,Y,Z,RADIUS,HEIGHT"
  std::string cost_profile;
  std::vector<std::string> area_costs;
  std::vector<std::string> excluded_areas;
  // Of grids; texts of ParseIds.
  std::vector<std::string> blocked_cells;
  std::vector<std::string> opened_cells;
  std::vector<std::string> blocked_rects;
  std::vector<std::string> opened_rects;
  std::string generation;
};
void AddChangeFlags(CLI::App& command, ChangeFlags& flags);
// The clearance that the agent keeps.
void AddClearanceFlag(CLI::App& command, const std::function<v1::Agent*()>& agent);
// InvalidArgument naming the flag.
absl::StatusOr<v1::MapChanges> ToMapChanges(const ChangeFlags& flags);

// Adds the changes of the map that the request is about, and the pin. InvalidArgument naming the flag.
template <typename Request>
absl::Status AddChanges(const ChangeFlags& flags, const std::string& map_id, Request& request) {
  WS_ASSIGN_OR_RETURN(v1::MapChanges changes, ToMapChanges(flags));
  if (changes.ByteSizeLong() > 0) *request.mutable_changes()->add_maps() = std::move(changes);
  if (flags.generation.empty()) return absl::OkStatus();
  v1::MapGeneration& pin = *request.add_pinned();
  pin.set_map_id(map_id);
  pin.set_generation(flags.generation);
  return absl::OkStatus();
}

}  // namespace waystone::cli

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

// Texts as they were given: each is a value, or "@FILE" with one in each line (ForEachText). A value may name its map behind its
// last @, as "gate@town"; one that names none is about the map of the request.
struct ChangeFlags {
  std::vector<std::string> closed_links;
  std::vector<std::string> closed_link_ids;  // whole numbers with commas between, as all ids and cells
  std::vector<std::string> blocked_polys;
  std::vector<std::string> closed_doors;
  std::vector<std::string> opened_doors;
  std::vector<std::string> obstacles;  // "X,Y,Z,RADIUS,HEIGHT"
  std::vector<std::string> cost_profiles;
  std::vector<std::string> area_costs;
  std::vector<std::string> excluded_areas;
  // Of grids.
  std::vector<std::string> blocked_cells;
  std::vector<std::string> opened_cells;
  std::vector<std::string> blocked_rects;
  std::vector<std::string> opened_rects;
  std::vector<std::string> generations;  // no files
};
void AddChangeFlags(CLI::App& command, ChangeFlags& flags);
// The clearance that the agent keeps.
void AddClearanceFlag(CLI::App& command, const std::function<v1::Agent*()>& agent);
// The changes of each map that the flags name, in the order in which the request has them. Those of `map_id` have no map_id.
// InvalidArgument naming the flag; NotFound if there is no such file.
absl::StatusOr<std::vector<v1::MapChanges>> ToMapChanges(const ChangeFlags& flags, const std::string& map_id);
// The generations that the request pins. InvalidArgument naming the flag.
absl::StatusOr<std::vector<v1::MapGeneration>> ToPins(const ChangeFlags& flags, const std::string& map_id);

// Adds the changes and the pins to a request about that map. Errors as ToMapChanges.
template <typename Request>
absl::Status AddChanges(const ChangeFlags& flags, const std::string& map_id, Request& request) {
  WS_ASSIGN_OR_RETURN(std::vector<v1::MapChanges> maps, ToMapChanges(flags, map_id));
  for (v1::MapChanges& changes : maps) *request.mutable_changes()->add_maps() = std::move(changes);
  WS_ASSIGN_OR_RETURN(std::vector<v1::MapGeneration> pins, ToPins(flags, map_id));
  for (v1::MapGeneration& pin : pins) *request.add_pinned() = std::move(pin);
  return absl::OkStatus();
}

}  // namespace waystone::cli

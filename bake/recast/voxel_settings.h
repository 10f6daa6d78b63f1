// How finely the world is cut into voxels, and an agent's measures in them.
#pragma once

#include "absl/status/statusor.h"
#include "core/map/agent_profile.h"

namespace waystone {

// What a user may set; 0 means: derive from the agent.
struct VoxelOptions {
  double cell_size_m = 0;    // [m, 0.01-10, radius / 2 within 0.05-1, or 0.2 for radius 0]
  double cell_height_m = 0;  // [m, 0.01-10, half the cell size, more for agents above 100 cells]
  double tile_size_m = 0;    // [m, 16-1024 cells, 256 cells] rounded to whole cells
};

// The options resolved for one agent. Counts of cells are rounded so that the agent never gets more room than
// its measures allow: radius and height up, climb down.
struct VoxelSettings {
  double cell_size_m = 0.2;
  double cell_height_m = 0.1;
  int tile_cells = 256;         // side of a tile without its margin
  int margin_cells = 5;         // baked around a tile and thrown away, so that neighbours agree at the border
  int radius_cells = 2;         // [0-100]
  int height_cells = 18;        // [1-254]
  int climb_cells = 5;          // [0-254]
  double min_floor_cosine = 0;  // of the steepest walkable slope's angle
  int min_region_cells = 16;    // smaller islands are dropped
  int merge_region_cells = 400;  // smaller regions join a neighbour
  int max_edge_cells = 60;       // longest side along a wall
  double max_edge_error_cells = 1.3;
  double detail_distance_m = 1.2;  // between height samples
  double detail_error_m = 0.1;     // heights follow the voxels within this

  int field_cells() const { return tile_cells + 2 * margin_cells; }
  double tile_size_m() const { return tile_cells * cell_size_m; }
};

// InvalidArgument naming the option or the agent's measure out of range, and the option that would help.
absl::StatusOr<VoxelSettings> MakeVoxelSettings(const AgentProfile& agent, const VoxelOptions& options);

// The ranges of AgentProfile's fields. InvalidArgument naming agent, field and range.
absl::Status CheckAgentProfile(const AgentProfile& agent);

}  // namespace waystone

// One map of the volume suite: its queries, and what they take.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/volume/volume_view.h"

namespace waystone {

struct VolumeScenarioQuery {
  Voxel start;
  Voxel goal;
  double length = 0;  // [voxels] of a shortest path
};

struct VolumeScenario {
  std::string map;  // its name
  VolumeData volume;
  uint64_t border_count = 0;  // [voxels] free, with a blocked one among the 26 around
  double pack_s = 0;          // [s] wall clock
  std::vector<VolumeScenarioQuery> queries;
};

// Reads FOLDER/NAME.3dmap and .3dscen, with ".xz" after both or neither. NotFound or InvalidArgument naming
// the file and line.
absl::StatusOr<VolumeScenario> ReadVolumeScenario(const std::string& map_path);

struct VolumeRace {
  std::vector<double> us;  // by query
  size_t exact = 0;        // lengths that are the scenario's
  double expanded = 0;     // mean
};
VolumeRace RunVolumeRace(const VolumeView& volume, const std::vector<VolumeScenarioQuery>& queries);

// [us] Of plain A* for each `every`-th query. Counts lengths that are not the scenario's, which are none.
VolumeRace RunPlainVolumeRace(const VolumeView& volume, const std::vector<VolumeScenarioQuery>& queries,
                              size_t every);

}  // namespace waystone

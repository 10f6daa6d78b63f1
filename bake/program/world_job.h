// The bake of a whole world: its maps' packages, and the file that joins them.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "bake/program/bake_job.h"
#include "bake/report/world_report.h"

namespace waystone {

struct WorldBakeJob {
  std::string manifest_path;
  std::string output_folder;  // made where it is not there
  int thread_count = 0;       // 0 = one per core
  bool strict = false;        // any warning, any map that cannot be baked: the world file is not written
  BakeProgress progress;      // units "maps" (of those to be baked) and "maps' portals"
  BakeLimits limits = {};     // of each map
  std::function<void(std::string_view line)> tell = {};  // BakeJob's, of each map, one at a time
};

struct WorldBakeEnd {
  absl::Status status;
  WorldReport report;  // as far as it came
};

// Bakes the maps of a world that have changed since the last bake into the same folder, each on its own as
// RunBake does, then makes kWorldFileName of all packages. What was baked is recorded as it goes: a bake that
// is interrupted goes on where it was. Files of other maps in the folder are left alone. All bytes depend on
// the manifest, the sources and the settings only. Status: InvalidArgument, NotFound and ResourceExhausted
// where manifest or settings are at fault; nothing is written then, or, where a portal does not fit its map,
// nothing but packages. FailedPrecondition: maps that cannot be baked, without which the world was written,
// or what `strict` forbids. Anything else went wrong here.
WorldBakeEnd RunWorldBake(const WorldBakeJob& job);

}  // namespace waystone

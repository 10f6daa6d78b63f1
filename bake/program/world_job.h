// The bake of a whole world: its maps' packages, and the file that joins them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "bake/program/bake_job.h"
#include "bake/program/world_shard.h"
#include "bake/report/world_report.h"

namespace waystone {

struct WorldBakeJob {
  std::string manifest_path;
  std::string output_folder;  // made where it is not there
  int thread_count = 0;       // 0 = one per core
  bool strict = false;        // any warning, any map that cannot be baked: the world file is not written
  // Units "maps" (of those to be baked), "maps' portals", and "files published" (from 0 on: the world file is the first).
  BakeProgress progress;
  BakeLimits limits = {};                                // of each map
  std::function<void(std::string_view line)> tell = {};  // BakeJob's, of each map, one at a time
  // Only the maps of this share are baked, into its folder beside the world's, and no world file is made.
  std::optional<WorldShard> shard = {};
  // No map is baked: each must be there, baked by shards, an earlier bake, or by itself.
  bool join = false;
};

struct WorldBakeEnd {
  absl::Status status;
  WorldReport report;  // as far as it came
};

// Bakes the maps of a world that have changed since the last bake into the same folder, each on its own as
// RunBake does, then makes kWorldFileName of all packages. New packages lie aside until that file is replaced,
// and are moved into place after it: whatever ends the bake, the folder has the old world whole or the new one
// (core/store/world_folder.h). What was baked is recorded as it goes: a bake that is interrupted goes on where
// it was. Files of other maps in the folder are left alone. All bytes depend on the manifest, the sources and
// the settings only. Status: InvalidArgument, NotFound and ResourceExhausted where manifest or settings are at
// fault; nothing is written then, or, where a portal does not fit its map, nothing but packages aside.
// FailedPrecondition: maps that cannot be baked, without which the world was written, maps that a join lacks, what `strict`
// forbids, or another bake into the folder. Anything else went wrong here.
WorldBakeEnd RunWorldBake(const WorldBakeJob& job);

}  // namespace waystone

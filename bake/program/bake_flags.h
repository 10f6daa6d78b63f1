// The command line of waystone-bake.
#pragma once

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "bake/program/bake_job.h"
#include "bake/program/world_shard.h"

namespace waystone {

struct BakeFlags {
  bool is_world = false;            // the source is a world's manifest, and the job has no settings
  std::optional<WorldShard> shard;  // of a world: WorldBakeJob's, as is `join`
  bool join = false;
  BakeJob job;
  std::string report_path;  // empty: none
};

// Either flags to run with, or text to print (help, version), or an error of one line.
struct FlagsOutcome {
  absl::Status status;
  std::string text;
  BakeFlags flags;
};

// Reads the flags, then the config file (--config, or SOURCE.bake.yaml where it is there); a flag wins over
// the file. A world's settings stand in its manifest: flags for them are refused.
FlagsOutcome ParseFlags(int argc, const char* const* argv);

}  // namespace waystone

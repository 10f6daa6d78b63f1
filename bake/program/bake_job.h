// One whole bake: a source file in, a package file out.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "bake/config/bake_config.h"
#include "bake/report/bake_report.h"

namespace waystone {

// Called now and then, from any thread but one at a time: so many of all `unit`s are done.
using BakeProgress = std::function<void(std::string_view unit, uint64_t done, uint64_t total)>;

// "waystone-bake 1.2.3": stands in each package.
std::string_view BakerVersion();

struct BakeJob {
  std::string source_path;
  std::string output_folder;  // made where it is not there
  BakeConfig config;
  int thread_count = 0;  // 0 = one per core
  bool strict = false;   // any warning fails the bake before anything is written
  BakeProgress progress;
};

// How the bake ended. Input and settings that cannot be baked are told from what went wrong besides.
struct BakeEnd {
  absl::Status status;
  BakeReport report;  // of the stages that were reached
};

// Bakes and writes DIR/<PackageFileName(map_id)>, whose old version stays whole until the new one is complete
// and synced. The package's bytes depend on the source and the config only. Status: NotFound, InvalidArgument
// and ResourceExhausted are the input's or the settings' fault (one line, naming the file);
// FailedPrecondition: warnings under `strict`; anything else went wrong here.
BakeEnd RunBake(const BakeJob& job);

}  // namespace waystone

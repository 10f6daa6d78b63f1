// One whole bake: a source file in, a package file out.
#pragma once

#include <string_view>

#include "absl/status/status.h"
#include "bake/report/bake_report.h"
#include "bake/stages/bake_run.h"

namespace waystone {

// "waystone-bake 1.2.3": stands in each package.
std::string_view BakerVersion();

// InvalidArgument where there is something else than a folder.
absl::Status CheckOutputFolder(const std::string& folder);

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

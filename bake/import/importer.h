// From a file on disk to a SourceMap, whatever the format.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/import/bake_limits.h"
#include "bake/import/import_options.h"
#include "bake/import/source_digest.h"
#include "core/map/source_map.h"

namespace waystone {

struct ImportedSource : SourceRecord {
  SourceMap map;
};

// Reads `path` by its format (glTF is y up by its standard; up_axis turns it all the same). NotFound or
// InvalidArgument with one line naming the file, the place and the rule. Warnings are appended. A mesh of more than
// `max_triangles` (instances counted) is refused before the rest of it is read.
absl::StatusOr<ImportedSource> ImportSource(const std::string& path, const ImportOptions& options,
                                            std::vector<std::string>& warnings,
                                            uint64_t max_triangles = BakeLimits().triangles);

}  // namespace waystone

// Wavefront OBJ: vertices, polygons of up to kMaxObjFaceCorners corners, groups (g, o) and materials
// (usemtl).
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/import/bake_limits.h"
#include "core/map/source_map.h"

namespace waystone {

// The triangles of an OBJ text in the file's own units and axes; the last g or o line names a triangle's
// group. Consumes `text`. InvalidArgument as ScanObj. Appends to `warnings` if a polygon could not be split.
// Peak memory about six times the text.
absl::StatusOr<SourceMap> ImportObj(std::string text, std::vector<std::string>& warnings,
                                    uint64_t max_triangles = BakeLimits().triangles);

}  // namespace waystone

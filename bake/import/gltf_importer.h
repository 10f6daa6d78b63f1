// glTF 2.0, as JSON or binary: the triangles of its scene.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/import/bake_limits.h"
#include "bake/import/source_digest.h"
#include "core/map/source_map.h"

namespace waystone {

// The triangles (lists, strips and fans) of the default scene, or the first, or of all root nodes, in metres
// and y up as the standard has it. Node transforms are applied; one that mirrors reverses the winding. A
// triangle's group is its node's name, or else its mesh's. Skins and morph targets stay at rest, points and
// lines are left out. The buffers' files lie relative to `path` and are added to `digest`. InvalidArgument
// names the place ("accessor 3", "node 7") and the rule; warnings are appended.
absl::StatusOr<SourceMap> ImportGltf(const std::string& path, std::string_view bytes, bool is_binary,
                                     SourceDigest& digest, std::vector<std::string>& warnings,
                                     uint64_t max_triangles = BakeLimits().triangles);

}  // namespace waystone

// From a file on disk to a SourceMap, whatever the format.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/map/source_map.h"

namespace waystone {

enum class UpAxis { kY, kZ };

struct ImportOptions {
  double scale = 1.0;           // [factor, 1e-6 to 1e6, 1] metres per unit of the source
  UpAxis up_axis = UpAxis::kY;  // kZ: (x, y, z) becomes (x, z, -y)
};

// A position of the source in metres, y up.
inline Vec3 InMetres(const Vec3& at, const ImportOptions& options) {
  const Vec3 scaled = at * options.scale;
  return options.up_axis == UpAxis::kZ ? Vec3{scaled.x, scaled.z, -scaled.y} : scaled;
}

struct ImportedSource {
  SourceMap map;
  std::string sha256;              // hex, of the source file and then of each file it refers to, in order
  uint64_t size_bytes = 0;         // of all of them
  std::vector<std::string> files;  // their names, from the source's folder on
};

// Reads `path` by its extension: obj, gltf or glb (glTF is y up by its standard; up_axis turns it all the
// same). NotFound or InvalidArgument with one line naming the file, the place and the rule.
// Warnings are appended.
absl::StatusOr<ImportedSource> ImportSource(const std::string& path, const ImportOptions& options,
                                            std::vector<std::string>& warnings);

}  // namespace waystone

// Meshes as files: the first byte says which format the rest is written as. What is read has finite corners and triangles of
// corners that are there.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "bake/import/importer.h"
#include "core/base/check.h"
#include "tests/support/temp_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace waystone;  // NOLINT(google-build-using-namespace): outside of any header
  static const TempFolder* const kFolder = new TempFolder;
  if (size == 0) return 0;
  const std::string path = kFolder->File(data[0] == 'o'   ? "source.obj"
                                         : data[0] == 'g' ? "source.glb"
                                                          : "source.gltf");
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(data) + 1, static_cast<std::streamsize>(size - 1));
  std::vector<std::string> warnings;
  const absl::StatusOr<ImportedSource> source = ImportSource(path, {}, warnings, 100'000);
  if (!source.ok()) {
    WS_CHECK(source.status().message().find('\n') == std::string_view::npos &&
             !source.status().message().empty());
    return 0;
  }
  const SourceMap& map = source->map;
  for (const Vec3& corner : map.vertices) WS_CHECK(corner.IsFinite());
  for (const auto& triangle : map.triangles) {
    for (const uint32_t corner : triangle) WS_CHECK(corner < map.vertices.size());
  }
  return 0;
}

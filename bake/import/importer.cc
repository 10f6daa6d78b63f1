#include "bake/import/importer.h"

#include <utility>

#include "bake/import/source_file.h"
#include "bake/import/source_formats.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"

namespace waystone {

absl::StatusOr<ImportedSource> ImportSource(const std::string& path, const ImportOptions& options,
                                            std::vector<std::string>& warnings, uint64_t max_triangles) {
  SourceText source{path};
  source.max_triangles = max_triangles;
  WS_ASSIGN_OR_RETURN(source.bytes, source.digest.ReadFile(path));
  const MeshReader read = FormatReader<MeshReader>(path);
  absl::StatusOr<SourceMap> map = read != nullptr
                                      ? read(source, warnings)
                                      : InvalidArgument("extension '", Printable(SourceExtension(path)),
                                                        "' is not one of ", EndingsOfSources());
  if (!map.ok()) return InFile(path, map.status());
  for (Vec3& v : map->vertices) v = InMetres(v, options);
  return ImportedSource{source.digest.Record(), *std::move(map)};
}

}  // namespace waystone

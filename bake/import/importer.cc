#include "bake/import/importer.h"

#include <utility>

#include "absl/status/status.h"
#include "bake/import/gltf_importer.h"
#include "bake/import/obj_importer.h"
#include "bake/import/source_digest.h"
#include "bake/import/source_file.h"
#include "bake/import/source_formats.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

absl::Status InFile(const std::string& path, const absl::Status& status) {
  return absl::Status(status.code(), StrCat(PrintablePath(path), ": ", status.message()));
}

}  // namespace

absl::StatusOr<ImportedSource> ImportSource(const std::string& path, const ImportOptions& options,
                                            std::vector<std::string>& warnings) {
  WS_ASSIGN_OR_RETURN(std::string bytes, ReadSourceFile(path));
  const std::string extension = SourceExtension(path);
  SourceDigest digest;
  digest.AddFile(FileName(path), bytes);
  absl::StatusOr<SourceMap> map;
  if (extension == "obj") {
    map = ImportObj(std::move(bytes), warnings);
  } else if (extension == "gltf" || extension == "glb") {
    map = ImportGltf(path, bytes, extension == "glb", digest, warnings);
  } else {
    map = InvalidArgument("extension '", Printable(extension), "' is not one of ", EndingsOfSources());
  }
  if (!map.ok()) return InFile(path, map.status());
  for (Vec3& v : map->vertices) v = InMetres(v, options);
  return ImportedSource{*std::move(map), digest.Hex(), digest.size_bytes(), digest.files()};
}

}  // namespace waystone

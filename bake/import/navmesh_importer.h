// From a file on disk to a ready-made navmesh, whatever the format.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/import/importer.h"
#include "bake/import/navmesh_import.h"
#include "bake/import/surface_table.h"

namespace waystone {

struct ImportedNavmesh {
  NavmeshImport navmesh;
  std::string sha256;              // hex, of the source file and then of the connections' file
  uint64_t size_bytes = 0;         // of both
  std::vector<std::string> files;  // their names
};

// Reads a source of polygons. `agent`: its step decides which polygons join, instead of the source's own
// agent or the default one; its measures become the navmesh's. An area that `areas` names gets its index;
// others the lowest free ones from 2 on, plain ground 1 if that is free. NotFound or InvalidArgument with one
// line naming the file, the place and the rule. REQUIRES: ShapeOf(path) is kPolygons.
absl::StatusOr<ImportedNavmesh> ImportNavmesh(const std::string& path, const ImportOptions& options,
                                              const std::optional<AgentProfile>& agent,
                                              std::span<const AreaRule> areas);

}  // namespace waystone

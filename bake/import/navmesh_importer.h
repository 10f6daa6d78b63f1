// From a file on disk to a ready-made navmesh, whatever the format.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "absl/status/statusor.h"
#include "bake/import/import_options.h"
#include "bake/import/navmesh_import.h"
#include "bake/import/source_digest.h"
#include "bake/import/surface_table.h"

namespace waystone {

struct ImportedNavmesh : SourceRecord {
  NavmeshImport navmesh;
};

// Reads a source of polygons. `agent`: its step decides which polygons join, instead of the source's own
// agent or the default one; its measures become the navmesh's. An area that `areas` names gets its index;
// others the lowest free ones from 2 on, plain ground 1 if that is free. NotFound or InvalidArgument with one
// line naming the file, the place and the rule. REQUIRES: ShapeOf(path) is kPolygons.
absl::StatusOr<ImportedNavmesh> ImportNavmesh(const std::string& path, const ImportOptions& options,
                                              const std::optional<AgentProfile>& agent,
                                              std::span<const AreaRule> areas);

}  // namespace waystone

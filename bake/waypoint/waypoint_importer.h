// From files on disk to a graph of waypoints, whatever the format.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "bake/import/import_options.h"
#include "bake/import/source_digest.h"
#include "bake/import/waypoint_graph.h"

namespace waystone {

struct ImportedWaypoints : SourceRecord {
  WaypointGraph graph;
};

// Reads a source of waypoints: nodes in metres, y up; links by indices of nodes. NotFound or InvalidArgument
// with one line naming the file, the place and the rule: what the parsers refuse, no node at all, an id or a
// link given twice, a link from or to a node that is not there or to itself, a coordinate beyond
// kMaxSourceCoordinateM, a radius above kMaxWaypointRadius_m. REQUIRES: ShapeOf(path) is kNodes. O(n log n).
absl::StatusOr<ImportedWaypoints> ImportWaypoints(const std::string& path, const ImportOptions& options);

}  // namespace waystone

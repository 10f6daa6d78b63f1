// From files on disk to a graph of waypoints, whatever the format.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/import/importer.h"
#include "bake/waypoint/waypoint_graph.h"

namespace waystone {

struct ImportedWaypoints {
  WaypointGraph graph;
  std::string sha256;              // hex, of the source file and then of the links' file
  uint64_t size_bytes = 0;         // of both
  std::vector<std::string> files;  // their names
};

// Reads a source of waypoints: nodes in metres, y up; links by indices of nodes. NotFound or InvalidArgument
// with one line naming the file, the place and the rule: what the parsers refuse, no node at all, an id or a
// link given twice, a link from or to a node that is not there or to itself, a coordinate beyond
// kMaxSourceCoordinateM, a radius above kMaxWaypointRadius_m. REQUIRES: ShapeOf(path) is kNodes. O(n log n).
absl::StatusOr<ImportedWaypoints> ImportWaypoints(const std::string& path, const ImportOptions& options);

}  // namespace waystone

// Triangles that lie exactly on one another: exporters write faces twice, and instances of one mesh may all stand at one
// place. Without this, each of them would be cut, drawn and packed again.
#pragma once

#include <cstdint>
#include <vector>

#include "bake/import/surface_table.h"
#include "core/map/source_map.h"

namespace waystone {

// Marks every triangle kIgnored that has the corners, the winding and the class of an earlier one, and returns their number.
// Corners are equal if their coordinates are. Triangles that are not solid stay as they are. REQUIRES: one class per
// triangle, finite coordinates. O(n log n) for n triangles, whatever they are.
uint64_t IgnoreEqualTriangles(const SourceMap& map, std::vector<TriangleClass>& classes);

}  // namespace waystone

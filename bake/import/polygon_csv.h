// Ready-made polygons as two CSV texts. docs/baking.md describes the columns.
#pragma once

#include <string_view>

#include "absl/status/status.h"
#include "bake/import/polygon_map.h"

namespace waystone {

// Appends the polygons of "polygon,x,y,z" or "polygon,x,y,z,area" rows, one corner each, the corners of a
// polygon in order and together. InvalidArgument naming the line and the rule. O(size).
absl::Status ParsePolygonRows(std::string_view text, PolygonMap& map);

// Appends the connections of "from,to" rows. InvalidArgument naming the line and the rule. O(size).
absl::Status ParseConnectionRows(std::string_view text, PolygonMap& map);

}  // namespace waystone

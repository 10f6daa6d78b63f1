// Ready-made polygons as one JSON text. docs/baking.md describes it.
#pragma once

#include <string_view>

#include "absl/status/statusor.h"
#include "bake/import/polygon_map.h"

namespace waystone {

// {"polygons": [{"id": 1, "area": "road", "corners": [[x, y, z], ...]}, ...], "connections": [[1, 2], ...]};
// an area may be missing. InvalidArgument naming the byte or the value ("polygons[3].corners[0]") and the
// rule; an unknown key is refused. O(size).
absl::StatusOr<PolygonMap> ParsePolygonJson(std::string_view text);

}  // namespace waystone

// Turns listed polygons and connections into a polygon soup and links with exactly the passages that the
// source lists.
#pragma once

#include "absl/status/statusor.h"
#include "bake/import/import_options.h"
#include "bake/import/navmesh_import.h"
#include "bake/import/polygon_map.h"

namespace waystone {

// A connection between polygons that touch along a side, at heights within `max_climb_m` [m, 0-10], is walked
// over that side, in its direction only; any other becomes a link of kind walk between the nearest points,
// which needs no ability. What touches without a connection stays apart. Polygons wound clockwise are turned;
// they may overlap each other in plan. Areas are numbered by first appearance from 2 on; 1 is ground.
// Polygons that seen from above have no area, or are thinner than a millimetre (more beyond 2 km from the
// middle), are left out with their connections; one warning counts them. InvalidArgument naming the place and
// the rule if an id is doubled or unknown, a polygon is not convex seen from above, two corners fall
// together, a polygon is connected to itself, there are more than 63 areas, a corner lies beyond 16 km, or no
// polygon has an area. O(n log n).
absl::StatusOr<NavmeshImport> ImportPolygons(const PolygonMap& map, const ImportOptions& units,
                                             double max_climb_m);

}  // namespace waystone

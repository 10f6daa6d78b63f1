// A picture of a cut through a map: what is solid, what is free, and the routes seen against it.
#pragma once

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "client/draw/overlay.h"
#include "core/surface/map_view.h"
#include "core/surface/surface_cut.h"

namespace waystone::draw {

// The whole SVG text; the longer side takes 1200 pixels. Of a level plane x runs to the right and z down the
// page; of an upright one its line runs to the right and heights up. Routes and placements are drawn as seen
// along the plane's normal, wherever they are. The same map and overlays give the same bytes. InvalidArgument if
// nothing of the map is solid (only volumes are), or the plane misses it. Any thread.
absl::StatusOr<std::string> DrawCut(const MapView& map, const CutPlane& plane, const Overlays& overlays);

// The level plane where most of the main part is free (SearchSurface::FullestHeight); none if the map has ground to be seen from
// above.
std::optional<CutPlane> FullestCut(const MapView& map);

}  // namespace waystone::draw

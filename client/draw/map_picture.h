// A picture of a map seen from above, with what was planned on it, as one SVG file.
//
//   WS_ASSIGN_OR_RETURN(const auto map, LoadedMap::Load("town.waymap"));
//   WS_ASSIGN_OR_RETURN(const MapView view, map->View(""));
//   WS_ASSIGN_OR_RETURN(const std::string svg, DrawMap(view, overlays));
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "client/draw/overlay.h"
#include "core/surface/map_view.h"

namespace waystone::draw {

// The whole SVG text. x runs to the right and z down the page; the longer side of the map takes 1200 pixels.
// Lower floors are drawn first. The same map and overlays give the same bytes. InvalidArgument where the map
// has no navmesh or an empty one. Any thread.
absl::StatusOr<std::string> DrawMap(const MapView& map, const Overlays& overlays);

}  // namespace waystone::draw

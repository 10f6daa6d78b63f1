// From solids in the way to the nodes and arcs of a graph of waypoints that they close.
#pragma once

#include "core/surface/map_view.h"
#include "core/surface/route_changes.h"

namespace waystone {

// Closes nodes where the agent would touch a solid, and walked arcs on whose straight line it would, and takes the solids
// out of the changes. They count to within 4 cm more than they are (FootprintOf). O(solids x nodes near them). REQUIRES: the map is
// one of waypoints.
void CloseUnder(const MapView& map, ClosedParts& changes);

}  // namespace waystone

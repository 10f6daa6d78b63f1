// The hierarchy of portals that a world has in place of labels, if these would take too much (core/world/portal_climb.h).
#pragma once

#include "bake/world/portal_labeller.h"
#include "core/world/portal_graph.h"

namespace waystone {

// Takes the portals out one after the other, first those that need the fewest new arcs for each one that goes with them. What
// `graph` has as labels is not looked at. Deterministic.
PortalLabels MakePortalHierarchy(const PortalGraph& graph, WorldMode mode);

}  // namespace waystone

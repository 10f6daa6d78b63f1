// In which order portals become hubs of labels: the first should lie on the most paths.
#pragma once

#include <cstdint>
#include <vector>

#include "bake/world/portal_arcs.h"

namespace waystone {

// Every portal once. Each next one lies on the most cheapest paths, of those of sampled trees, on which none
// before it lies (Delling, Goldberg, Pajor, Werneck: Robust distance queries on massive networks, ESA 2014);
// of equals, on the most paths at all; then the one of less id. Deterministic.
// O(samples * (arcs + portals * portals of a path) + portals^2).
std::vector<uint32_t> OrderHubs(const PortalArcsBothWays& arcs);

}  // namespace waystone

// The manifest's variants: every agent with every ability set that is labelled for it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bake/program/map_surfaces.h"
#include "core/map/map_manifest.h"

namespace waystone {

struct PlannedVariant {
  size_t agent = 0;    // into MapSurfaces::agents
  MapVariant variant;  // the agent's first one owns the surface
  uint64_t bits = 0;   // its abilities as the bits of NavLink::abilities

  bool owns_surface = false;
};

// In the order of the agents and of their sets. Where an agent names no sets: walking only and, where links
// need abilities, all of `link_abilities`. A named ability that no link needs is a warning.
std::vector<PlannedVariant> PlanVariants(const MapSurfaces& surfaces,
                                         const std::vector<std::string>& link_abilities,
                                         std::vector<std::string>& warnings);

}  // namespace waystone

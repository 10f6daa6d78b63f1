// Who walks between the portals of a world.
#pragma once

#include <string>
#include <vector>

#include "bake/world/text_table.h"
#include "bake/world/world_manifest.h"
#include "bake/world/world_places.h"
#include "core/world/world_view.h"

namespace waystone {

// Fills in travellers, what of their abilities counts, and their arrivals, of a world that has its maps.
// Abilities that no link of the maps needs are left out with a warning.
void AddTravellers(const WorldManifest& manifest, const PlacedWorld& placed, TextTable& texts,
                   WorldData& world, std::vector<std::string>& warnings);

}  // namespace waystone

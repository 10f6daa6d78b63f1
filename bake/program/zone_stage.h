// Zones for every agent.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "bake/program/bake_log.h"
#include "bake/program/map_surfaces.h"
#include "bake/zones/zone_baker.h"

namespace waystone {

// One labelling per agent, in their order; a stage "zones" each.
absl::StatusOr<std::vector<ZoneData>> BakeAllZones(const MapSurfaces& surfaces, const ZoneRules& rules,
                                                   BakeLog& log);

}  // namespace waystone

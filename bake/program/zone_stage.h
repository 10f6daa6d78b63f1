// Zones for every variant.
#pragma once

#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/program/bake_log.h"
#include "bake/program/link_stage.h"
#include "bake/program/map_surfaces.h"
#include "bake/program/variants.h"
#include "bake/zones/zone_baker.h"

namespace waystone {

// One labelling per variant, in their order; a stage "zones" each.
absl::StatusOr<std::vector<ZoneData>> BakeAllZones(const MapSurfaces& surfaces, const BakedLinks& links,
                                                   std::span<const PlannedVariant> variants,
                                                   const ZoneRules& rules, BakeLog& log);

}  // namespace waystone

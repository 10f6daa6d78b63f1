// Skeletons for every variant.
#pragma once

#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/program/bake_job.h"
#include "bake/program/bake_log.h"
#include "bake/program/link_stage.h"
#include "bake/program/map_surfaces.h"
#include "bake/program/variants.h"
#include "core/skeleton/skeleton_view.h"
#include "core/zones/zone_view.h"

namespace waystone {

// One skeleton per variant, in their order; without key points where the surface has no polygons; none at all
// where the settings want none or the map is too large. `zones`: one per variant. Cast from the spawns, or,
// where there are none, from the point of the largest zone nearest to the middle of the surface. A stage
// "skeleton" each. ResourceExhausted as BuildSkeleton.
absl::StatusOr<std::vector<SkeletonData>> BakeSkeletons(const BakeJob& job, const MapSurfaces& surfaces,
                                                        const BakedLinks& links,
                                                        std::span<const PlannedVariant> variants,
                                                        std::span<const ZoneData> zones, BakeLog& log);

}  // namespace waystone

// Hierarchies for every variant.
#pragma once

#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/program/bake_job.h"
#include "bake/program/bake_log.h"
#include "bake/program/link_stage.h"
#include "bake/program/map_surfaces.h"
#include "bake/program/variants.h"
#include "core/navmesh/hierarchy_view.h"

namespace waystone {

// One hierarchy per variant, in their order; without nodes where the surface is small; none at all where the
// settings want none. A stage "hierarchy" each. ResourceExhausted as BuildHierarchy.
absl::StatusOr<std::vector<HierarchyData>> BakeHierarchies(const BakeJob& job, const MapSurfaces& surfaces,
                                                           const BakedLinks& links,
                                                           std::span<const PlannedVariant> variants,
                                                           BakeLog& log);

}  // namespace waystone

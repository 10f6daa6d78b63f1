// Clusters for every variant.
#pragma once

#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/program/bake_job.h"
#include "bake/program/bake_log.h"
#include "bake/program/link_stage.h"
#include "bake/program/map_surfaces.h"
#include "bake/program/variants.h"
#include "core/clusters/cluster_view.h"

namespace waystone {

// The clusters of each variant, in their order; none at all where the settings want none, and of themselves
// only where there are no hierarchies and some surface is large enough for one. A stage "clusters" each.
// Errors as BuildClusters.
absl::StatusOr<std::vector<ClusterData>> BakeClusters(const BakeJob& job, const MapSurfaces& surfaces,
                                                      const BakedLinks& links,
                                                      std::span<const PlannedVariant> variants, BakeLog& log);

}  // namespace waystone

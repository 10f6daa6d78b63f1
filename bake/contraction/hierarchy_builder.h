// From a navmesh to its contraction hierarchy.
//
//   WS_ASSIGN_OR_RETURN(const HierarchyData data, BuildHierarchy(mesh, links, abilities, {}));
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "bake/contraction/contractor.h"
#include "bake/contraction/hierarchy_rules.h"
#include "core/navmesh/hierarchy_view.h"

namespace waystone {

// What a hierarchy is made for.
struct HierarchyTerms {
  GroundCosts costs = {};
  double min_clearance_m = 0;  // [m] from borders
};

// The hierarchy for an agent who may use the links for `abilities`, on these terms; without nodes if the mesh is smaller than `rules` ask for. The outcome does not depend on the number of threads (0 = one per core).
// ResourceExhausted if an index would not fit into 30 bits. Some 100 CPU seconds and 2 KB of memory per node
// for a million nodes.
absl::StatusOr<HierarchyData> BuildHierarchy(const NavmeshView& mesh, const LinkView& links,
                                             uint64_t abilities, const HierarchyRules& rules,
                                             int thread_count = 0,
                                             const ContractionProgress& progress = nullptr,
                                             const HierarchyTerms& terms = {});

}  // namespace waystone

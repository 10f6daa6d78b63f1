// From a navmesh to clusters of polygons (S4.4).
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// The cluster of each polygon, numbered from 0 by their lowest polygons. Each is connected over sides and has
// about `polygons` polygons (hardly ever more than 1.1 times as many; fewer if the surface has no more
// there), and few sides lead from one to another: multilevel partition by METIS. Deterministic; any thread,
// though METIS runs one at a time. Internal if METIS fails. REQUIRES: polygons > 0. O(sides) and a large
// factor: some seconds for a million polygons.
absl::StatusOr<std::vector<uint32_t>> PartitionPolygons(const NavmeshView& mesh, uint32_t polygons);

}  // namespace waystone

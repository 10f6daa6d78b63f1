// Maps whose surface is a grid.
#pragma once

#include <cstdint>
#include <span>

#include "absl/status/status.h"
#include "bake/portals/portal_baker.h"
#include "bake/stages/bake_run.h"
#include "core/grid/grid_view.h"

namespace waystone {

// A source of cells: a grid and the navmesh of its free cells' rectangles, that navmesh alone, or waypoints
// over open ground. The stages "import", "rectangles", "navmesh" and "grid", or "waypoints". Settings that
// only mean something for triangles are warnings. Errors as RunBake's.
absl::Status ReadCells(BakeRun& run);

// More free cells take several gigabytes and minutes while a skeleton is thinned from them.
inline constexpr uint64_t kMaxSkeletonCells = 20'000'000;
inline bool MayHaveSkeleton(const GridData& grid) { return grid.header.free_count <= kMaxSkeletonCells; }

// What is baked over a grid, and for the portals on it.
std::span<const BakeStage> GridStages();
const PortalBaker& PortalsOfGrids();

}  // namespace waystone

// The triggers of portals on the cells that a request leaves.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/base/scratch.h"
#include "core/geom/aabb.h"
#include "core/grid/grid_path.h"
#include "core/surface/grid/grid_ground.h"
#include "core/surface/portal_surface.h"
#include "core/world/grid_portals.h"

namespace waystone {

// The ids of the free cells whose middle lies in a map-local box, whatever its height; ascending. O(cells in it).
std::vector<uint32_t> FreeCellsIn(const GridView& grid, const BitGrid& bits, const Aabb& box);

// A grid as one request has it, and the triggers on its free cells. There are no step tables. One thread.
class ChangedTriggers {
 public:
  // Errors as GridGroundCache::GroundOf. REQUIRES: ground.changes.
  static absl::StatusOr<std::unique_ptr<const ChangedTriggers>> Make(const WorldGround& ground,
                                                                     Scratch& scratch);

  const GridGround& cells() const { return cells_; }
  const GridPortals& portals() const { return *portals_; }

 private:
  explicit ChangedTriggers(Scratch& scratch) : cache_(scratch.Borrow<GridGroundCache>()) {}

  const Scratch::Lease<GridGroundCache> cache_;  // keeps the bits
  GridGround cells_;
  GridPortalsData data_;
  std::optional<GridPortals> portals_;
};

}  // namespace waystone

// Moves over the cells of a grid that a request changed.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/scratch.h"
#include "core/grid/cell_flood.h"
#include "core/grid/grid_path.h"
#include "core/surface/grid/grid_ground.h"
#include "core/surface/map_view.h"
#include "core/surface/move_ground.h"

namespace waystone {

// Lengths of walks that turn are those over cells, to the eight neighbours, less what such a walk can be longer
// than a taut one: 8 % and the diagonal of a cell. So no walk within a limit is refused.
class GridMoves final : public MoveGround {
 public:
  // The cache's lease keeps the ground's bits.
  GridMoves(const MapView& map, Scratch::Lease<GridGroundCache> cache, const GridGround& ground,
            uint32_t max_expansions, Scratch& scratch);

  SnapResult SnapTo(const Vec3& position, const SnapOptions& options, const NavLocation* near) override;
  StraightWalk WalkStraight(const NavLocation& from, const NavLocation& to) override;
  FoundWalk FindWalk(const NavLocation& from, const NavLocation& to, double max_m,
                     const Deadline& deadline) override;
  ReachedPlace NearestWithin(const NavLocation& from, double max_m, const Vec3& point, const Admit& admit,
                             const Deadline& deadline) override;
  ReachedPlace Slide(const NavLocation& from, Vec2 target) override;
  bool HasPolygons() const override { return false; }

 private:
  Vec3 Stop(const Vec3& from, const Vec3& to) const;
  SearchOutcome FloodFrom(const Vec3& from, double max_m, const Deadline& deadline);
  Cell Before(Cell cell) const;
  ReachedPlace PlaceWithin(const NavLocation& from, Cell cell, double max_m, const Vec3& point);

  const MapView& map_;
  const Scratch::Lease<GridGroundCache> cache_;
  GridGround ground_;  // all cells cost the same
  const uint32_t max_expansions_;
  Scratch& scratch_;
  const Scratch::Lease<CellFlood> flood_;
};

}  // namespace waystone

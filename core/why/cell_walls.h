// The thinnest walls between two cells of a grid.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/deadline.h"
#include "core/geom/vec.h"
#include "core/grid/grid_changes.h"
#include "core/navmesh/navmesh_view.h"
#include "core/surface/map_view.h"
#include "core/surface/search_surface.h"
#include "core/surface/snap.h"
#include "core/why/fix.h"

namespace waystone {

// Larger grids are not searched.
inline constexpr uint64_t kMaxWallCells = uint64_t{1} << 26;

// The place at a map-local position in a cell that `changes` (null: none) open, without a polygon; nullopt if they do not open the cell, or
// the grid is too far above or below. O(changes).
std::optional<NavLocation> OpenedPlace(const MapView& map, const Vec3& position, const SnapOptions& snap,
                                       const GridChanges* changes);

// The walls on the paths over the fewest blocked cells, from side to side of cells, from one place to others. Cells that `changes`
// (null: none) open are free, whatever else they do. One thread; all must outlive it. REQUIRES: the surface has cells (SurfaceFields).
class CellWallFinder {
 public:
  CellWallFinder(const MapView& map, const GridChanges* changes, const Deadline& deadline);

  // Where paths begin: searches all cells. O(cells); 5 bytes for each.
  void Start(const NavLocation& from);
  // Each wall is a break with a fix of kind CELLS, with the free places on both of its sides, the number of
  // cells to open, and their columns and rows. No fixes if no cell has to be opened, the deadline passed before the search came
  // there, or the grid is too large. O(path). REQUIRES: Start.
  MendedPath To(const NavLocation& to) const;

  // Both, for a search that ends at `to`.
  MendedPath Between(const NavLocation& from, const NavLocation& to);

 private:
  void Search(const NavLocation& from, uint32_t goal);
  std::vector<uint32_t> WayTo(uint32_t cell) const;
  void AddWalls(const std::vector<uint32_t>& way, MendedPath& path) const;
  Fix WallOf(const std::vector<uint32_t>& cells) const;
  CellRect RectOf(PolyId poly) const;
  void Free(const CellRect& rect);
  size_t CellCount() const { return size_t{extent_.columns} * extent_.rows; }
  uint32_t CellOf(const NavLocation& place) const;
  uint32_t Neighbour(uint32_t cell, size_t step) const;
  Vec3 MiddleOf(uint32_t cell) const;

  const MapView& map_;
  const Deadline& deadline_;
  const CellExtent extent_;
  Vec3 from_;  // [m] absolute
  std::vector<bool> is_free_;
  std::vector<uint32_t> opened_;  // [cell] blocked ones up to it; none of a grid that is too large
  std::vector<uint8_t> step_;     // [cell] that led to it
};

// With a finder of their own.
MendedPath FindCellWalls(const MapView& map, const NavLocation& from, const NavLocation& to,
                         const GridChanges* changes, const Deadline& deadline);

}  // namespace waystone

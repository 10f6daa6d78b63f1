// What is kept of a grid as a request's changes leave it, for placements and explorations: its cells, the rectangles of free ones, their
// zones.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/base/kept_by_hash.h"
#include "core/grid/grid_view.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_data.h"
#include "core/navmesh/navmesh_view.h"
#include "core/surface/map_view.h"
#include "core/surface/route_changes.h"
#include "core/surface/search_surface.h"
#include "core/surface/zone_cache.h"

namespace waystone {

// Rectangles that lose no cell keep their ids. Of one that loses some, a part is under its id, and others behind those of
// the map, as are cells that are opened; if it loses all, nothing is. Nothing but its caches changes; any thread. The
// baked map must outlive it.
class ChangedGrid {
 public:
  using MakeSurface =
      std::function<std::unique_ptr<const SearchSurface>(const GridView& grid, const ChangedGrid& changed)>;

  // Of polygons: by estimate 600 MB while they are joined.
  static constexpr uint32_t kMaxRects = 1'000'000;
  // OutOfRange above kMaxRects, InvalidArgument if an id is no cell of the map, DataLoss if the map's polygons
  // are no rectangles of its cells; DeadlineExceeded, Cancelled. O(cells / 64 + polygons log polygons + cells of rectangles that change), and O(cells)
  // if cells are of different areas. REQUIRES: the map is a grid as baked.
  static absl::StatusOr<std::shared_ptr<const ChangedGrid>> Make(const MapView& baked,
                                                                 const RouteChanges& changes,
                                                                 const MakeSurface& make_surface,
                                                                 const Deadline& deadline);

  // The baked map on what is left, with zones that are computed anew. The view keeps `self`.
  static absl::StatusOr<MapView> ViewOf(const std::shared_ptr<const ChangedGrid>& self, const MapView& baked,
                                        const Deadline& deadline);

  const NavmeshView& mesh() const { return *mesh_; }
  // By polygon: the baked one that it is of; none if its cells were opened.
  const std::vector<PolyId>& baked_polys() const { return baked_polys_; }
  // The baked polygons that lost cells; ascending.
  std::span<const PolyId> changed_polys() const { return changed_polys_; }
  // A place of the baked map; empty if its cells are closed. O(pieces of its polygon).
  std::optional<NavLocation> PlaceOf(const NavLocation& baked) const;
  // [bytes] With zones for one set of abilities.
  uint64_t size_bytes() const;

 private:
  ChangedGrid() = default;
  absl::Status ChangeCells(const MapView& baked, const RouteChanges& changes, const Deadline& deadline);
  absl::Status ChangeMesh(const MapView& baked, const Deadline& deadline);

  GridData grid_data_;
  std::optional<GridView> grid_;
  NavmeshData mesh_data_;
  std::optional<NavmeshView> mesh_;
  const LinkView links_{};  // grids have none
  std::vector<PolyId> baked_polys_;
  std::vector<PolyId> changed_polys_;
  uint32_t own_polys_ = 0;  // of the baked map
  std::unique_ptr<const SearchSurface> surface_;
  mutable ZoneCache zones_{4};
};

// The changed grids of one map that were used last. Any thread.
class ChangedGrids {
 public:
  static constexpr uint64_t kMaxBytes = uint64_t{256} << 20;  // the last one is kept whatever its size

  // Errors as ChangedGrid::Make. Threads that want the same at once may each make it.
  absl::StatusOr<std::shared_ptr<const ChangedGrid>> Get(const MapView& baked, const RouteChanges& changes,
                                                         const ChangedGrid::MakeSurface& make_surface,
                                                         const Deadline& deadline);

 private:
  KeptByHash<ChangedGrid> kept_{std::numeric_limits<size_t>::max(), kMaxBytes};
};

}  // namespace waystone

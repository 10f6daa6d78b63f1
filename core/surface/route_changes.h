// What differs from the baked map in one request.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "core/base/hash128.h"
#include "core/changed/solid.h"
#include "core/grid/grid_changes.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/exclusions.h"
#include "core/path/surface_path.h"
#include "core/surface/map_view.h"

namespace waystone {

// The cost of walking over one kind of ground.
struct AreaFactor {
  uint8_t area = 1;   // AreaType::index [1-63]
  double factor = 1;  // [per metre walked, 0.01-1000, 1]
};

// Polygons and links by their ids in the view's surface. Any order; ids may repeat.
struct ClosedParts {
  std::vector<PolyId> blocked_polys;  // may not be entered
  std::vector<LinkId> closed_links;   // one direction each
  std::vector<Solid> solids;          // map-local; the ground ends the agent's radius around them

  bool IsNone() const { return blocked_polys.empty() && closed_links.empty() && solids.empty(); }
  // Over all that is closed, in its order.
  Hash128 Hash() const;
};

// Closed parts that many requests have in common: none of them copies, hashes or checks each id again. Immutable; any
// thread.
class SharedClosures {
 public:
  explicit SharedClosures(ClosedParts parts);

  const ClosedParts& parts() const { return parts_; }
  const Hash128& hash() const { return hash_; }
  bool Blocks(PolyId poly) const { return poly.value() < is_blocked_.size() && is_blocked_[poly.value()]; }
  PolyId greatest_poly() const { return greatest_poly_; }  // 0 if there is none
  LinkId greatest_link() const { return greatest_link_; }
  // [bytes]
  uint64_t HeapBytes() const;

 private:
  const ClosedParts parts_;
  const Hash128 hash_;
  PolyId greatest_poly_{0};
  std::vector<bool> is_blocked_;  // [poly]
  LinkId greatest_link_{0};
};

// Its own closed parts and the shared ones count together. Areas may not repeat.
struct RouteChanges : ClosedParts {
  std::shared_ptr<const SharedClosures> shared;  // null: none
  uint64_t excluded_areas = 0;                   // bit k: ground of area k may not be entered
  std::vector<AreaFactor> area_factors;          // areas not named cost 1; each at most once
  double min_clearance_m = 0;                    // [m, 0-100, 0] from borders, beyond the agent's radius
  bool is_part = false;  // these are a part of a request's closures, those that its routes have met
  // Cells of a grid; null: none. Shared, so that requests with the same ones in turn, or the same ones
  // beneath, make them once (GridGroundCache).
  std::shared_ptr<const GridChanges> cells;

  // Puts its own closed parts, if it has some, in place of the shared ones, so that copies share them.
  void Share();
  // Its own and the shared ones.
  std::array<const ClosedParts*, 2> Closed() const;
  bool BlocksPolys() const { return !blocked_polys.empty() || !Closed()[1]->blocked_polys.empty(); }
  bool HasSolids() const { return !solids.empty() || !Closed()[1]->solids.empty(); }
  bool IsClosed(LinkId link) const;
  // Hash of what is closed but areas: the same whether it is shared or not.
  Hash128 ClosedHash() const;

  // Of all that is said.
  Hash128 WholeHash() const;

  bool OpensCells() const { return cells != nullptr && cells->MayOpen(); }
  // Something may not be used.
  bool HasExclusions() const {
    return excluded_areas != 0 || !ClosedParts::IsNone() || !Closed()[1]->IsNone();
  }
  // Some ground costs more or less than its length, or not all of it leaves room enough: FindEdgePoints.
  bool IsWeighted() const;
  bool HasCells() const { return cells != nullptr && !cells->IsNone(); }
  // Something is closed; clearance does not count.
  bool Closes() const { return HasExclusions() || (cells != nullptr && cells->MayClose()); }
  // Reachable places may become unreachable.
  bool MayClose() const { return Closes() || min_clearance_m > 0; }
  bool IsNone() const { return !HasExclusions() && !IsWeighted() && !HasCells(); }
};

// What the changes take away; null if that is nothing, or is not on the map's mesh any more. Lives in `exclusions`, which must outlive its use.
const Exclusions* ExclusionsOf(const MapView& map, const RouteChanges& changes, Exclusions& exclusions);

// Whether the changes can make another route better than `route`, which is the best of the unchanged map: it
// uses something that was removed or made more expensive, or other ground was made cheaper. Clearance does not
// count. `exclusions`: as ExclusionsOf gave it. O(sides crossed).
bool TouchesChanges(const NavmeshView& mesh, const LinkView& links, const SurfacePath& route,
                    const RouteChanges& changes, const Exclusions* exclusions);

}  // namespace waystone

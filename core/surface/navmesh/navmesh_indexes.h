// The indexes of a navmesh, which find long paths.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/kept_by_hash.h"
#include "core/changed/changed_mesh.h"
#include "core/clusters/cluster_view.h"
#include "core/navmesh/ground_costs.h"
#include "core/navmesh/hierarchy_view.h"
#include "core/navmesh/priced_hierarchy.h"
#include "core/path/surface_path.h"
#include "core/surface/map_view.h"
#include "core/surface/search_surface.h"

namespace waystone {

// What was baked to find long paths over a mesh, for one set of abilities.
struct NavmeshIndexes {
  uint64_t abilities = 0;  // as MapView::abilities
  const HierarchyView* hierarchy = nullptr;
  const ClusterView* clusters = nullptr;
  std::span<const PricedHierarchy> priced = {};  // hierarchies for other costs of ground

  bool IsNone() const { return hierarchy == nullptr && clusters == nullptr; }
};

// The mesh of a surface that changes were applied to, and the one that the indexes know.
struct ChangedGround {
  const ChangedMesh* changed;
  const NavmeshView* baked_mesh;
  const LinkView* baked_links;
  // Paths round what is closed that routes have taken (route_repair.h).
  KeptByHash<SurfacePath>* detours;
};

// A surface that knows its indexes.
class IndexedSurface : public SearchSurface {
 public:
  explicit IndexedSurface(std::vector<NavmeshIndexes> indexes) : indexes_(std::move(indexes)) {}

  NavmeshIndexes IndexesFor(uint64_t abilities) const {
    for (const NavmeshIndexes& indexes : indexes_) {
      if (indexes.abilities == abilities) return indexes;
    }
    return {.abilities = abilities};
  }

  // What ground the surface's mesh has; counted once.
  const GroundShares& SharesOf(const NavmeshView& mesh) const {
    std::call_once(shares_once_, [&] { shares_.emplace(mesh); });
    return *shares_;
  }

  // Null: the surface is as baked.
  virtual const ChangedGround* Changed() const { return nullptr; }

 protected:
  const std::vector<NavmeshIndexes>& indexes() const { return indexes_; }

 private:
  const std::vector<NavmeshIndexes> indexes_;
  mutable std::once_flag shares_once_;
  mutable std::optional<GroundShares> shares_;
};

inline const IndexedSurface& IndexedSurfaceOf(const MapView& map) {
  return static_cast<const IndexedSurface&>(map.surface->AsPolygons());
}

// The indexes for the view's abilities. REQUIRES: the view's surface is a navmesh, or is one AsPolygons.
inline NavmeshIndexes IndexesOf(const MapView& map) {
  return IndexedSurfaceOf(map).IndexesFor(map.abilities);
}

// The clusters of the view's polygons for its abilities; null if there are none, on any kind of surface.
inline const ClusterView* ClustersOf(const MapView& map) {
  const auto* indexed = dynamic_cast<const IndexedSurface*>(&map.surface->AsPolygons());
  return indexed == nullptr ? nullptr : indexed->IndexesFor(map.abilities).clusters;
}

}  // namespace waystone

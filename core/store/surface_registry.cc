#include "core/store/surface_registry.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/surface/grid/grid_surface.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "core/surface/scene/scene_surface.h"
#include "core/surface/volume/volume_surface.h"
#include "core/surface/waypoint/waypoint_surface.h"

namespace waystone {
namespace {

// Indexes depend on the surface and the abilities only, not on the agent: the first variant on the surface
// that has one counts.
std::vector<NavmeshIndexes> IndexesOn(const MapViews& views, VariantIndex surface) {
  std::vector<NavmeshIndexes> indexes;
  for (size_t i = 0; i < views.variants.size(); ++i) {
    if (views.manifest.variants[i].surface_variant != surface) continue;
    const VariantViews& own = views.variants[i];
    const auto is_same = [&](const NavmeshIndexes& other) { return other.abilities == own.abilities; };
    auto of_abilities = std::find_if(indexes.begin(), indexes.end(), is_same);
    if (of_abilities == indexes.end()) {
      of_abilities = indexes.insert(indexes.end(), {.abilities = own.abilities});
    }
    const bool has_hierarchy = own.hierarchy.has_value() && own.hierarchy->header().node_count > 0;
    if (of_abilities->hierarchy == nullptr && has_hierarchy) of_abilities->hierarchy = &*own.hierarchy;
    if (of_abilities->priced.empty()) of_abilities->priced = own.priced_hierarchies;
    if (of_abilities->clusters == nullptr && own.clusters.has_value()) {
      of_abilities->clusters = &*own.clusters;
    }
  }
  return indexes;
}

}  // namespace

std::unique_ptr<const SearchSurface> MakeSurface(const MapViews& views, VariantIndex variant) {
  if (!OwnsSurface(views.manifest, variant)) return nullptr;
  const VariantViews& own = views.variants[variant - 1U];
  switch (views.manifest.surface) {
    case SurfaceKind::kGrid:
      return std::make_unique<GridSurface>(*own.grid);
    case SurfaceKind::kWaypoint:
      return std::make_unique<WaypointSurface>(*own.waypoints);
    case SurfaceKind::kVolume:
      return std::make_unique<VolumeSurface>(*own.volume);
    case SurfaceKind::kScene:
      return std::make_unique<SceneSurface>(*own.scenes);
    case SurfaceKind::kNavmesh:
      break;
  }
  return std::make_unique<NavmeshSurface>(IndexesOn(views, variant));
}

}  // namespace waystone

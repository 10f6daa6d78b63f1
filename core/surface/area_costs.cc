#include "core/surface/area_costs.h"

#include "core/surface/search_surface.h"

namespace waystone {

GroundCosts GroundCostsOf(const MapView& map, const RouteChanges& changes) {
  GroundCosts costs;
  if (changes.area_factors.empty()) return costs;
  for (const AreaFactor& factor : changes.area_factors) costs.Set(factor.area, factor.factor);
  if (map.surface != nullptr) costs.SetFloating(map.surface->FloatingAreas(map));
  return costs;
}

}  // namespace waystone

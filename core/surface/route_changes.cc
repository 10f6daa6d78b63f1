#include "core/surface/route_changes.h"

#include <algorithm>
#include <array>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/path/surface_path.h"
#include "core/surface/field_checks.h"

namespace waystone {
bool RouteChanges::IsWeighted() const {
  return min_clearance_m > 0 || std::any_of(area_factors.begin(), area_factors.end(),
                                            [](const AreaFactor& factor) { return factor.factor != 1; });
}

const Exclusions* ExclusionsOf(const MapView& map, const RouteChanges& changes, Exclusions& exclusions) {
  if (!changes.HasExclusions() || map.is_applied) return nullptr;
  exclusions.Begin(*map.navmesh, *map.links);
  for (const PolyId poly : changes.blocked_polys) exclusions.BlockPoly(poly);
  for (const LinkId link : changes.closed_links) exclusions.CloseLink(link);
  exclusions.BlockAreas(changes.excluded_areas);
  return &exclusions;
}

bool TouchesChanges(const NavmeshView& mesh, const LinkView& links, const SurfacePath& route,
                    const RouteChanges& changes, const Exclusions* exclusions) {
  uint64_t dearer_areas = 0;
  for (const AreaFactor& factor : changes.area_factors) {
    if (factor.factor < 1) return true;
    if (factor.factor > 1) dearer_areas |= uint64_t{1} << factor.area;
  }
  const auto touches_poly = [&](PolyId poly) {
    return (dearer_areas >> mesh.poly(poly).area & 1) != 0 ||
           (exclusions != nullptr && exclusions->IsBlocked(poly));
  };
  const auto touches_link = [&](const LinkUse& use) {
    return touches_poly(PolyId(links.link(use.link).end_poly)) ||
           (exclusions != nullptr && exclusions->IsClosed(use.link, links.link(use.link)));
  };
  return touches_poly(route.turns.front().poly) ||
         std::any_of(route.crossed.begin(), route.crossed.end(),
                     [&](EdgeId edge) {
                       return touches_poly(PolyId(mesh.edge(EdgeId(mesh.edge(edge).twin)).poly));
                     }) ||
         std::any_of(route.links.begin(), route.links.end(), touches_link);
}

}  // namespace waystone

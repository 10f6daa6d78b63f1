#include "core/surface/route_changes.h"

#include <algorithm>
#include <array>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/path/surface_path.h"
#include "core/surface/field_checks.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

absl::Status CheckFactors(const std::vector<AreaFactor>& factors) {
  uint64_t named = 0;
  for (const AreaFactor& factor : factors) {
    WS_RETURN_IF_ERROR(CheckCount("changes.area_factors.area", factor.area, 1, kNavMaxArea));
    WS_RETURN_IF_ERROR(
        CheckRange("changes.area_factors.factor", factor.factor, kMinAreaFactor, kMaxAreaFactor));
    const uint64_t bit = uint64_t{1} << factor.area;
    if ((named & bit) != 0) {
      return absl::InvalidArgumentError(
          StrCat("changes.area_factors.area: ", uint32_t{factor.area}, " is named twice"));
    }
    named |= bit;
  }
  return absl::OkStatus();
}

}  // namespace

bool RouteChanges::IsWeighted() const {
  return min_clearance_m > 0 || std::any_of(area_factors.begin(), area_factors.end(),
                                            [](const AreaFactor& factor) { return factor.factor != 1; });
}

absl::Status CheckChanges(const MapView& map, const RouteChanges& changes) {
  WS_RETURN_IF_ERROR(map.surface->CheckChanges(changes));
  for (const PolyId poly : changes.blocked_polys) {
    if (poly.value() < map.navmesh->poly_count()) continue;
    return absl::InvalidArgumentError(
        StrCat("changes.blocked_polys: ", poly.value(), " is no polygon of the map"));
  }
  for (const LinkId link : changes.closed_links) {
    if (link.value() < map.links->size()) continue;
    return absl::InvalidArgumentError(
        StrCat("changes.closed_links: ", link.value(), " is no link of the map"));
  }
  WS_RETURN_IF_ERROR(CheckFactors(changes.area_factors));
  return CheckRange("changes.min_clearance_m", changes.min_clearance_m, 0, kMaxMinClearance_m);
}

const Exclusions* ExclusionsOf(const MapView& map, const RouteChanges& changes, Exclusions& exclusions) {
  if (!changes.HasExclusions()) return nullptr;
  exclusions.Begin(*map.navmesh, *map.links);
  for (const PolyId poly : changes.blocked_polys) exclusions.BlockPoly(poly);
  for (const LinkId link : changes.closed_links) exclusions.CloseLink(link);
  exclusions.BlockAreas(changes.excluded_areas);
  return &exclusions;
}

bool TouchesChanges(const NavmeshView& mesh, const LinkView& links, const SurfacePath& route,
                    const RouteChanges& changes, const Exclusions* exclusions) {
  if (changes.min_clearance_m > 0) return true;
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

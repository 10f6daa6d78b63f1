#include "core/surface/search_surface.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/surface/field_checks.h"
#include "waystone/field_limits.h"

namespace waystone {
namespace {

absl::Status CheckFactors(const std::vector<AreaFactor>& factors) {
  uint64_t named = 0;
  for (const AreaFactor& factor : factors) {
    WS_RETURN_IF_ERROR(CheckWhole("changes.area_factors.area", factor.area, 1, kNavMaxArea));
    WS_RETURN_IF_ERROR(CheckRange("changes.area_factors.factor", factor.factor, limits::AreaCost::factor));
    const uint64_t bit = uint64_t{1} << factor.area;
    if ((named & bit) != 0) {
      return FieldError("changes.area_factors.area", StrCat(uint32_t{factor.area}, " is named twice"));
    }
    named |= bit;
  }
  return absl::OkStatus();
}

absl::Status CheckPoly(const MapView& map, PolyId poly) {
  if (poly.value() < map.navmesh->poly_count()) return absl::OkStatus();
  return FieldError("changes.blocked_polys", StrCat(poly.value(), " is no polygon of the map"));
}

absl::Status CheckLink(const MapView& map, LinkId link) {
  if (link.value() < map.links->size()) return absl::OkStatus();
  return FieldError("changes.closed_links", StrCat(link.value(), " is no link of the map"));
}

absl::Status NotOn(std::string_view field, const SurfaceFields& fields) {
  return FieldError(field, StrCat("not on ", fields.name), absl::StatusCode::kUnimplemented);
}

absl::Status CheckServed(const SurfaceFields& fields, const RouteChanges& changes) {
  if (!fields.cells && changes.HasCells()) {
    return FieldError("changes.cells", "the map is no grid");
  }
  if (!fields.takes_obstacles && changes.HasSolids()) return NotOn("changes.solids", fields);
  if (!fields.blocks_polys && changes.BlocksPolys()) return NotOn("changes.blocked_polys", fields);
  if (!fields.serves_clearance && changes.min_clearance_m > 0)
    return NotOn("changes.min_clearance_m", fields);
  const auto differs = [](const AreaFactor& area) { return area.factor != 1; };
  if (!fields.serves_area_factors && std::ranges::any_of(changes.area_factors, differs))
    return NotOn("changes.area_factors", fields);
  return absl::OkStatus();
}

}  // namespace

ScatterResult SearchSurface::ScatterPlaces(const MapView& /*map*/, PlaceJudge& judge,
                                           const ScatterOptions& options) const {
  return Scatter(judge, options);
}

NearestResult SearchSurface::FindNearestPlace(const MapView& /*map*/, PlaceJudge& judge, const Vec3& from,
                                              const NearestOptions& options, Scratch& scratch) const {
  return scratch.Borrow<NearestPlaceSearch>()->Find(judge, from, options);
}

void NameBaked(const SearchSurface& surface, RouteAnswer& answer) {
  for (RouteLeg& leg : answer.legs) {
    if (leg.link) leg.link = surface.BakedLink(*leg.link);
  }
  for (PolyId& poly : answer.polys) poly = surface.BakedPoly(poly);
  answer.polys.erase(std::unique(answer.polys.begin(), answer.polys.end()), answer.polys.end());
}

absl::Status CheckChanges(const MapView& map, const RouteChanges& changes) {
  WS_RETURN_IF_ERROR(CheckServed(map.surface->Fields(), changes));
  for (const PolyId poly : changes.blocked_polys) WS_RETURN_IF_ERROR(CheckPoly(map, poly));
  for (const LinkId link : changes.closed_links) WS_RETURN_IF_ERROR(CheckLink(map, link));
  if (const SharedClosures* const shared = changes.shared.get(); shared != nullptr) {
    if (!shared->parts().blocked_polys.empty()) WS_RETURN_IF_ERROR(CheckPoly(map, shared->greatest_poly()));
    if (!shared->parts().closed_links.empty()) WS_RETURN_IF_ERROR(CheckLink(map, shared->greatest_link()));
  }
  WS_RETURN_IF_ERROR(CheckFactors(changes.area_factors));
  return CheckRange("changes.min_clearance_m", changes.min_clearance_m, limits::Agent::min_clearance_m);
}

}  // namespace waystone

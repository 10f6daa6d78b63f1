#include "core/surface/route_changes.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/base/heap_bytes.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/path/surface_path.h"
#include "core/surface/field_checks.h"

namespace waystone {

Hash128 ClosedParts::Hash() const {
  Hasher128 hasher;
  hasher.AddItems(blocked_polys);
  hasher.AddItems(closed_links);
  for (const Solid& solid : solids) {
    hasher.AddItems(solid.corners);
    const double numbers[] = {solid.radius_m, solid.min_y, solid.max_y, solid.takes_whole_polys ? 1.0 : 0.0};
    hasher.Add(std::as_bytes(std::span(numbers)));
  }
  return hasher.Finish();
}

SharedClosures::SharedClosures(ClosedParts parts) : parts_(std::move(parts)), hash_(parts_.Hash()) {
  for (const PolyId poly : parts_.blocked_polys) greatest_poly_ = std::max(greatest_poly_, poly);
  if (!parts_.blocked_polys.empty()) is_blocked_.resize(size_t{greatest_poly_.value()} + 1);
  for (const PolyId poly : parts_.blocked_polys) is_blocked_[poly.value()] = true;
  for (const LinkId link : parts_.closed_links) greatest_link_ = std::max(greatest_link_, link);
}

uint64_t SharedClosures::HeapBytes() const {
  uint64_t bytes = waystone::HeapBytes(parts_.blocked_polys, parts_.closed_links, parts_.solids) +
                   is_blocked_.capacity() / 8;
  for (const Solid& solid : parts_.solids) bytes += waystone::HeapBytes(solid.corners);
  return bytes;
}

std::array<const ClosedParts*, 2> RouteChanges::Closed() const {
  static const ClosedParts* const kNone = new ClosedParts;
  return {this, shared == nullptr ? kNone : &shared->parts()};
}

void RouteChanges::Share() {
  if (ClosedParts::IsNone()) return;
  ClosedParts& own = *this;
  shared = std::make_shared<const SharedClosures>(std::exchange(own, {}));
}

bool RouteChanges::IsClosed(LinkId link) const {
  const auto closed = Closed();
  return std::any_of(closed.begin(), closed.end(), [&](const ClosedParts* parts) {
    return std::ranges::find(parts->closed_links, link) != parts->closed_links.end();
  });
}

Hash128 RouteChanges::ClosedHash() const {
  if (shared == nullptr || shared->parts().IsNone()) return Hash();
  if (ClosedParts::IsNone()) return shared->hash();
  Hasher128 hasher;
  for (const Hash128& hash : {shared->hash(), Hash()}) hasher.Add(std::as_bytes(std::span(hash)));
  return hasher.Finish();
}

Hash128 RouteChanges::WholeHash() const {
  Hasher128 hasher;
  const Hash128 closed = ClosedHash();
  hasher.Add(std::as_bytes(std::span(closed)));
  hasher.Add(std::as_bytes(std::span(&excluded_areas, 1)));
  hasher.Add(std::as_bytes(std::span(&min_clearance_m, 1)));
  for (const AreaFactor& factor : area_factors) {
    const double numbers[] = {static_cast<double>(factor.area), factor.factor};
    hasher.Add(std::as_bytes(std::span(numbers)));
  }
  for (const GridChanges* layer = cells.get(); layer != nullptr; layer = layer->beneath.get()) {
    hasher.AddItems(layer->blocked_cells);
    hasher.AddItems(layer->opened_cells);
    hasher.AddItems(layer->blocked_rects);
    hasher.AddItems(layer->opened_rects);
  }
  return hasher.Finish();
}

bool RouteChanges::IsWeighted() const {
  return min_clearance_m > 0 || std::any_of(area_factors.begin(), area_factors.end(),
                                            [](const AreaFactor& factor) { return factor.factor != 1; });
}

const Exclusions* ExclusionsOf(const MapView& map, const RouteChanges& changes, Exclusions& exclusions) {
  if (!changes.HasExclusions() || map.is_applied) return nullptr;
  exclusions.Begin(*map.navmesh, *map.links);
  for (const ClosedParts* parts : changes.Closed()) {
    for (const PolyId poly : parts->blocked_polys) exclusions.BlockPoly(poly);
    for (const LinkId link : parts->closed_links) exclusions.CloseLink(link);
  }
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

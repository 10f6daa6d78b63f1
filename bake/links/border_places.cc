#include "bake/links/border_places.h"

#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

constexpr double kInside_m = 0.1;

}  // namespace

LandingPlaces::LandingPlaces(const NavmeshView& mesh, double spacing_m) {
  rows_.push_back(0);
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    const PolyId poly(p);
    for (uint32_t k = 0; k < mesh.poly(poly).edge_count; ++k) {
      const EdgeId edge(mesh.poly(poly).first_edge + k);
      if (mesh.edge(edge).twin != kNoEdge) continue;
      ForEachPlaceOf(mesh, edge, spacing_m, [&](const Vec3& place, Vec2 outward) {
        const Vec2 at = MovedInside(mesh, poly, place.Plane(), outward * -1.0);
        places_.push_back({at.x, HeightOnPoly(mesh, poly, at), at.z});
      });
    }
    rows_.push_back(static_cast<uint32_t>(places_.size()));
  }
}

Vec2 MovedInside(const NavmeshView& mesh, PolyId poly, Vec2 at, Vec2 direction) {
  const Vec2 inside = at + direction * kInside_m;
  return IsOverPoly(mesh, poly, inside) ? inside : at;
}

}  // namespace waystone

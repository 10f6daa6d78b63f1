// Places along the borders of a surface at which flights leave and land.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/geom/vec.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Calls visit(place, outward) for the middles of equal pieces of the border, each at most `spacing_m` long.
// `outward` is a horizontal unit vector. Heights are not those of the surface.
template <typename Visit>
void ForEachPlaceOf(const NavmeshView& mesh, EdgeId border, double spacing_m, const Visit& visit);

// The places at which flights land: one for each place of ForEachPlaceOf, a little within its polygon, on
// the surface. Const once made; any number of threads may read it.
class LandingPlaces {
 public:
  // O(border length / spacing).
  LandingPlaces(const NavmeshView& mesh, double spacing_m);

  // Map-local metres, in the order of the polygon's sides.
  std::span<const Vec3> Of(PolyId poly) const {
    return std::span(places_).subspan(rows_[poly.value()], rows_[poly.value() + 1] - rows_[poly.value()]);
  }

 private:
  std::vector<Vec3> places_;
  std::vector<uint32_t> rows_;
};

// Moves a place on the polygon's outline `kInside_m` on in the direction, if that is still over the polygon.
Vec2 MovedInside(const NavmeshView& mesh, PolyId poly, Vec2 at, Vec2 direction);

template <typename Visit>
void ForEachPlaceOf(const NavmeshView& mesh, EdgeId border, double spacing_m, const Visit& visit) {
  const Vec3 a = mesh.EdgeStart(border);
  const Vec3 b = mesh.EdgeEnd(border);
  const double length = PlaneDistance(a, b);
  if (length < 1e-6) return;
  const Vec2 along = (b.Plane() - a.Plane()) * (1 / length);
  const Vec2 outward{along.z, -along.x};  // the polygon lies to the left of its sides
  const int pieces = static_cast<int>(std::ceil(length / spacing_m));
  for (int i = 0; i < pieces; ++i) visit(a + (b - a) * ((i + 0.5) / pieces), outward);
}

}  // namespace waystone

// The surface as triangles of the page with heights and light.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "client/draw/page.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone::draw {

// A triangle of the surface's detail.
struct Facet {
  std::array<PagePoint, 3> corners;
  std::array<double, 3> height_m;  // map-local
  // How much more (above 0) or less light than level ground a smoothed surface gets from the upper left of
  // the page; -1 to about 1.
  std::array<double, 3> light;
  double slope = 0;  // rise over run of the smoothed surface, the mean of the corners
  PolyId poly;
  uint8_t area = 1;  // of the polygon
};

// Every detail triangle that has an area on the page, in the order of the polygons.
std::vector<Facet> MakeFacets(const NavmeshView& mesh, const Projection& project);

}  // namespace waystone::draw

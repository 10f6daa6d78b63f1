// Small navmeshes at random, for comparing fast searches with slow ones. All coordinates are multiples of
// 1/64.
#pragma once

#include <string>
#include <vector>

#include "bake/navmesh/polygon_soup.h"
#include "core/base/random.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_data.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

inline constexpr double kMeshLattice = 64;  // coordinates times this are integers

// Rows of '.' and '#': each cell blocked with the given chance.
std::string RandomDrawing(int width, int height, double blocked_chance, Random& random);

// Bit i of `bits` blocks cell i, row by row.
std::string DrawingOfBits(uint32_t bits, int width, int height);

// Unit squares joined side by side whose corners are shared, also where they only touch in a point; drawn as
// in ascii_navmesh.h, one storey, no levels.
PolygonSoup SharedCells(const std::string& drawing);

// The squares of SharedCells with their corners moved by up to `jitter` cells, those that are no longer
// convex cut in two; some of the others too.
PolygonSoup JitteredCells(const std::string& drawing, double jitter, Random& random);

// Makes polygons with the same side, run the other way, neighbours; all others not.
void JoinSides(PolygonSoup& soup);

// Joins polygons over common sides into larger convex ones, at random, up to `tries` times.
void MergeSome(PolygonSoup& soup, int tries, Random& random);

// Makes some common sides one-way.
void CloseSome(PolygonSoup& soup, double chance, Random& random);

// A random place on the lattice: inside a polygon, on a side or at a corner.
NavLocation RandomLatticePlace(const NavmeshView& mesh, Random& random);

// Links in any order as a package has them: by polygon, the paths back renumbered.
LinkData SortedLinks(const NavmeshView& mesh, const std::vector<NavLink>& links);

// Links between such places, of all kinds, some within a polygon, some both ways, some for ability 0 or 1.
// With shortcuts, half of them cost less than they are long.
LinkData RandomLinks(const NavmeshView& mesh, uint32_t count, bool shortcuts, Random& random);

}  // namespace waystone

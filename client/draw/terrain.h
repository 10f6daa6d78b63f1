// Paints a surface from above: kinds of ground, height tints, light, contour lines, obstacles, floor over
// floor.
#pragma once

#include <string>
#include <vector>

#include "client/draw/facets.h"
#include "client/draw/surface_layers.h"
#include "core/map/map_manifest.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone::draw {

// The height between two contour lines that gives 6 to 15 lines over a range: 0.5, 1, 2, 5, 10 ... m.
double ContourInterval(double range_m);

// Appends the elements to `svg`, lowest floor first, in page units. Needs the definitions of
// AppendTerrainStyle. `origin_y_m` makes contour lines lie at round absolute heights.
void AppendTerrain(const NavmeshView& mesh, const SurfaceLayers& layers, const std::vector<Facet>& facets,
                   const std::vector<AreaType>& areas, const Projection& project, double origin_y_m,
                   std::string& svg);

// Filters, patterns and style rules the terrain uses, to stand once in the file.
void AppendTerrainStyle(std::string& svg);

}  // namespace waystone::draw

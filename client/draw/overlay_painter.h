// Paints routes, placements and move checks.
#pragma once

#include <string>

#include "client/draw/overlay.h"
#include "client/draw/page.h"
#include "client/draw/surface_layers.h"
#include "core/geom/vec.h"

namespace waystone::draw {

// Appends the elements to `svg`, in pixels (page units / kPageUnitsPerPx). Stretches with surface above them
// are dashed. `origin` is the map's.
void AppendOverlays(const Overlays& overlays, const PlanGrid& grid, const Projection& project,
                    const Vec3& origin, std::string& svg);

// Markers and style rules the overlays use, to stand once in the file.
void AppendOverlayStyle(std::string& svg);

}  // namespace waystone::draw

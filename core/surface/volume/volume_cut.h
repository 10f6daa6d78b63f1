// Cuts through a volume.
#pragma once

#include "core/surface/map_view.h"
#include "core/surface/surface_cut.h"

namespace waystone {

// Of a level plane the layer of voxels that it lies in; of an upright one a square as wide as a voxel for each
// voxel of the line's length. What lies outside of the volume is solid. REQUIRES: the map is a volume, and has
// zones. O(squares log runs of a row).
SurfaceCut CutVolume(const MapView& map, const CutPlane& plane);

// [m] Map-local height of the middle of the layer that has most free voxels of the main part, the lowest of equals. REQUIRES: the
// map is a volume, and has zones. O(runs).
double FullestHeightOf(const MapView& map);

}  // namespace waystone

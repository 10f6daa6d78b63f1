// Cuts through maps with scenes.
#pragma once

#include <optional>

#include "core/scene/scene_view.h"
#include "core/surface/map_view.h"
#include "core/surface/surface_cut.h"

namespace waystone {

// The water and air of all scenes in a plane: a square is of the zone of the place that an agent in its middle would be brought
// onto, whatever its abilities; solid if there is none in sight, and outside of scenes of water and air. None if there are no
// such scenes. REQUIRES: the view has zones. O(squares x places within reach).
std::optional<SurfaceCut> CutScenes(const MapView& map, const SceneView& scenes, const CutPlane& plane);

}  // namespace waystone

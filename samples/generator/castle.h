// The sample castle: a courtyard behind a curtain wall that an agent can walk on.
#pragma once

#include "samples/generator/scene_mesh.h"

namespace waystone::samples {

// Half of the map's side, and of the curtain wall's outer side. [m]
inline constexpr double kCastleHalf = 40.0;
inline constexpr double kCurtainHalf = 24.0;

// Groups: terrain, curtain_wall, towers, keep, chapel, trees. A gate in the south wall, stairs to the wall
// walk inside the west wall, which also passes over the gate. The roofs of keep and towers cannot be reached.
SceneWithLandmarks BuildCastle();

}  // namespace waystone::samples

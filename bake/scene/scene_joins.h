// Ways between the surfaces of scenes that meet, and onto the ground (S3.3, S3.6).
#pragma once

#include "bake/scene/scene_pieces.h"
#include "core/collision/collision_view.h"
#include "core/map/agent_profile.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// [m] From an agent's feet to the middle of its body, at least its radius.
double HalfHeightOf(const AgentProfile& agent);

// Adds places on the ground near those of the scenes, and ways between the places of different surfaces (JoinPlaces): over a ledge
// by a square above it. `ground`: numbered as the soup's.
void JoinSurfaces(const NavmeshView& ground, const CollisionView& solid, ScenePieces& pieces);

}  // namespace waystone

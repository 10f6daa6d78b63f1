// Joins the surfaces of scenes that meet (S3.3, S3.6).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/collision/collision_view.h"
#include "core/geom/vec.h"
#include "core/map/agent_profile.h"
#include "core/scene/scene_view.h"

namespace waystone {

// A place of a surface from which others may be gone on to.
struct JoinPlace {
  Vec3 middle;           // of the body there, map-local
  Vec3 at;               // the place itself
  double reach_m = 0;    // two places join if they are no farther apart than both reach
  uint32_t polygon = 0;  // external id
  SceneId scene;         // none: outside of all
  ScenePart part = ScenePart::kGround;
  SceneMedium medium = SceneMedium::kGround;
};

struct PlaceJoin {
  size_t from = 0;  // into the places
  size_t to = 0;
  std::string mouth;  // "SCENE/MOUTH" if it leads through one
  // Of joins with ground over a ledge: above the other place, at the height of the body that steps over the ledge.
  // From there straight lines to both are free.
  std::optional<Vec3> via = std::nullopt;
};

// Joins places of different scenes or parts: each to the nearest four of every other part within reach, if the body
// swept between them, or over a ledge, meets nothing, and the line enters and leaves closed scenes in mouths only, each for
// the medium of one of the two places. Of each part the nearest 64 are tried. Of the joins between two polygons the shortest within each 2 m is kept.
// Deterministic. O(places log places) for each part within reach, and as many sweeps as are tried.
std::vector<PlaceJoin> JoinPlaces(std::span<const JoinPlace> places, const SceneView& scenes,
                                  const CollisionView& solid, const AgentProfile& agent);

// Whether the agent's upright capsule, its middle led from place to place, meets nothing solid on the way.
bool IsBodyFree(const CollisionView& solid, const AgentProfile& agent, const Vec3& from, const Vec3& to);

}  // namespace waystone

// Which scenes a line passes through, and where (S3.5).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/geom/vec.h"
#include "core/scene/scene_tree.h"

namespace waystone {

// A stretch of a line in one scene.
struct SceneVisit {
  SceneId scene;               // none: outside of all boxes
  Vec3 from;                   // where it begins
  double along_m = 0;          // how much of the line lies before it
  bool is_reselected = false;  // a box of another priority was entered or left to get here
};

// The scenes along a line of points, from its first point on; `entered`: the scene entered last before it, or none.
// Lines that only touch a box do not enter it. A line of no length has one visit. O(points x boxes around each
// piece).
std::vector<SceneVisit> VisitsAlong(const SceneTree& tree, std::span<const SceneRecord> scenes,
                                    std::span<const Vec3> line, SceneId entered = SceneId());

}  // namespace waystone

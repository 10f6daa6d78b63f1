// Ground cut along smooth lines into patches of different material and height.
//
// A regular grid is cut along the lines on which given functions of the place change sign (the edge of a
// road, of a river, of a terrace). Every piece then belongs to one patch. If two patches meet at different
// heights, a wall of stone closes the gap. Cuts are made at the same places in neighbouring squares, so that
// the ground has no holes.
#pragma once

#include <functional>
#include <vector>

#include "samples/generator/scene_mesh.h"

namespace waystone::samples {

// What a piece of ground is. `level` distinguishes patches of different heights.
struct GroundPatch {
  Material material = Material::kGrass;
  int level = 0;
  bool hole = false;  // no ground at all, as inside of thick walls
};

// Config fields carry [unit, range, default].
struct GroundPlan {
  Vec2 lo;
  Vec2 hi;
  uint32_t cells = 100;                              // [squares per side, 1-1000, 100]
  std::vector<std::function<double(Vec2)>> cuts;     // ground is cut where one is 0; continuous
  std::function<GroundPatch(Vec2)> patch_at;         // asked inside of pieces, never on a cut
  std::function<double(Vec2, int level)> height_at;  // continuous within a level
};

// Adds the ground to the mesh's current group. O(pieces x cuts).
void AddGround(const GroundPlan& plan, SceneMesh& mesh);

}  // namespace waystone::samples

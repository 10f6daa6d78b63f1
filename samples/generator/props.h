// Trees, rocks and what stands on a market square.
#pragma once

#include "core/base/random.h"
#include "samples/generator/shapes.h"

namespace waystone::samples {

// Each builds into the mesh's current group; the frame's origin is the middle of its foot. Nothing on top of
// them can be stood on: tops are steep or have no headroom.

// A trunk and a steep crown whose lowest leaves hang 2.2 m or more above the foot: an agent may walk below.
// `size` scales the crown [0.5-1.6]. A conifer has 18 triangles, a broadleaf 32.
void AddConifer(SceneMesh& mesh, const Frame& frame, double size);
void AddBroadleaf(SceneMesh& mesh, const Frame& frame, double size);

// A pointed boulder of about `radius_m` [0.3-1.2], sunk a little into the ground.
void AddRock(SceneMesh& mesh, const Frame& frame, double radius_m, Random& random);

// A table under a cloth roof, 2.6 m along u and 1.6 m deep.
void AddStall(SceneMesh& mesh, const Frame& frame);
// A round basin of radius 2 m with a bowl above it.
void AddFountain(SceneMesh& mesh, const Frame& frame);
// A round wall of radius 0.8 m with a small roof.
void AddWell(SceneMesh& mesh, const Frame& frame);

}  // namespace waystone::samples

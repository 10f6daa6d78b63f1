// How a skeleton is cast, thinned and simplified.
#pragma once

#include <cstdint>

namespace waystone {

// The rules by which thinning may remove points.
enum class ThinningRule : uint8_t {
  kSound = 1,  // S0.6's conditions, and every path between points that stay is kept
  kSeed = 2,   // S0.6 to the letter: may cut a skeleton in pieces, or take all of one
};

// Config fields carry [unit, range, default].
struct SkeletonOptions {
  // [m, 0.05-100, 0.6] between launch points along the axes; over the diagonals it is the square root of 2 as
  // much (S0.2). Rounded to 1/1024 m, so that places are exact.
  double spacing_m = 0.6;
  // [m, 0-20, 0.8] Casts run this high above the ground: over what a jump clears (S0.1).
  double jump_height_m = 0.8;
  // [m, 0-100, 0.4] How far below its start a leap may land (S0.3: 1.2 below the cast).
  double drop_height_m = 0.4;
  // Whether casts that land off the walked surface are arcs: jumps and drops, for agents with the abilities
  // "jump" and "drop".
  bool leaps = false;
  ThinningRule rule = ThinningRule::kSound;
  // [rounds, 1-1000000, 1000000] Thinning ends after so many (S0.6).
  uint32_t max_rounds = 1'000'000;
  // [m, 0-1000, 1.2] Dead ends shorter than this are cut off; 0 keeps all.
  double prune_m = 1.2;
  // [m, 0.05-1000, 4] No arc is longer, but for single steps of the lattice, links and one-way sides.
  double max_arc_m = 4.0;
  // [m, 0-100, 0.3] An arc passes this close to the launch points that it replaces, in the plane.
  double tolerance_m = 0.3;
  // [m, 0-1000, 0 = 16 voxels] In volumes a key point sees as far along each axis, from 1 to 64 voxels.
  double reach_m = 0;
};

}  // namespace waystone

// Uses a world file in the ways that queries do, to see whether any bytes of it can do harm.
#pragma once

#include <cstdint>

#include "tests/bake/world/drawn_world.h"
#include "tests/support/package_surgery.h"

namespace waystone {

// A small world with portals of all kinds: over ground of one cost and of several.
SlowWorld ExerciseDrawing();

// Says that the maps of the file are the packages of `drawn`, of which it may be a damaged or an older world
// file, as far as it has them; checksums are as they were.
void PutGenerations(const DrawnWorld& drawn, PackageFile& file);

// Loads the file as a world over the packages of `drawn`, opens all maps and plans routes between random
// places of them in both modes. Aborts where that breaks a promise: errors but DataLoss and
// FailedPrecondition, or points that are not finite.
void ExerciseWorld(const DrawnWorld& drawn, const PackageFile& file, uint64_t seed);

}  // namespace waystone

// Uses a loaded map in every path a server would, to find out whether what was accepted is safe to use.
#pragma once

#include <cstdint>

#include "core/store/loaded_map.h"

namespace waystone {

// Asks every variant for a few seeded routes, walks, moves and places. Aborts where an answer is an error, is
// not finite, or names a polygon that does not exist; what else could go wrong is for the sanitizers to see.
void ExerciseMap(const LoadedMap& map, uint64_t seed);

}  // namespace waystone

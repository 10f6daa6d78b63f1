// What the rest of a bake will cost, told before it begins.
#pragma once

#include <string>

#include "bake/stages/bake_run.h"

namespace waystone {

// Rough: within a factor of two of what most sources take.
struct BakeCost {
  std::string what;    // "1.0e8 voxel columns (2000 x 2000 m at 0.2 m) for agent 'human'"
  double cpu_s = 0;    // [s] of all threads
  double bytes = 0;    // at the same time
  std::string remedy;  // what would make it smaller: "a larger cell_size_m"
};

// Adds it to the report. Tells it at once, too, if it is long enough to wonder.
void TellCost(const BakeCost& cost, BakeRun& run);

}  // namespace waystone

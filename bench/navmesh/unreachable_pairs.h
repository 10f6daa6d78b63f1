// The cost of learning that a goal is unreachable.
#pragma once

#include <cstdint>

#include "bench/bench_lines.h"
#include "core/surface/map_view.h"
#include "tests/oracle/detour_mesh.h"

namespace waystone {

// Prints one line: PlanRoute with complete_only, which asks the zones, against Detour's findPath, which
// searches until nothing (or no node of its pool) is left, for pairs from the main ground to ground that
// cannot be reached from it. Null if the map has no such ground, or there is no peer. Times are CPU of one
// thread.
void PrintUnreachablePairs(const MapView& view, const DetourMesh* detour, uint32_t pairs, uint64_t seed,
                           const BenchLines& lines);

}  // namespace waystone

// The navmesh suite's short queries: nearest polygon, ray, slide.
#pragma once

#include <cstdint>

#include "bench/bench_lines.h"
#include "core/navmesh/navmesh_view.h"
#include "tests/oracle/detour_mesh.h"

namespace waystone {

// One line per kind, with a field "local" that names it: `count` queries drawn from `seed`, ours and (if
// `detour` is not null) Detour's in turn.
void PrintLocalQueries(const NavmeshView& mesh, const DetourMesh* detour, uint32_t count, uint64_t seed,
                       const BenchLines& lines);

}  // namespace waystone

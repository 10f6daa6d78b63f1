// Moving capsules on scenes, held against the slow ones of tests/oracle.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/collision/collision_view.h"

namespace waystone {

// The triangles of an OBJ file, relative to the middle of its bounds. Aborts if it cannot be read.
CollisionData SolidOfObj(const std::string& path);
// Those of the sample town.
CollisionData SolidOfTown();

// What the sweeps tried came to.
struct SweepCounts {
  uint32_t blocked = 0;
  uint32_t at_start = 0;  // of those, at fraction 0
  uint32_t free = 0;
};

// Sweeps random capsules by 0.01 to 20 m: from anywhere, from beside triangles, touching them exactly, and
// overlapping them; in every direction, level, upright, along triangles and into them. A test failure for
// each that differs from the slow sweep over all triangles in what it meets or where.
SweepCounts ExpectAgreement(const CollisionData& data, uint64_t seed, uint32_t sweeps);

}  // namespace waystone

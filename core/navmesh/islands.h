// The parts of a navmesh whose polygons are joined over their sides, whatever links lead between them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/navmesh/navmesh_view.h"

namespace waystone {

struct Islands {
  uint32_t count = 0;
  std::vector<uint32_t> of_poly;  // [polygon] -> island, numbered by their lowest polygon
  std::vector<double> area_m2;    // [island] horizontal
};

// Near-linear.
Islands FindIslands(const NavmeshView& mesh);

}  // namespace waystone

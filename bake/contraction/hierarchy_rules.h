// What a hierarchy is made of, and for which maps.
#pragma once

#include <cstdint>

namespace waystone {

// Config fields carry [unit, range, default].
struct HierarchyRules {
  double spacing_m = 6;          // [m, 0.5-1000, 6] between points on a side, at most
  uint32_t min_polygons = 1000;  // [polygons, 0-4294967295, 1000] smaller surfaces get none: a search is fast
};

}  // namespace waystone

// Counter-Strike navigation areas, as tests keep them: rectangles with directed links.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "bake/import/polygon_map.h"

namespace waystone {

// What is known of an area's place among the map's components.
struct CsNavLabel {
  bool isolated = false;       // not in the largest weak component
  uint32_t zone_rank_min = 0;  // its strong component's rank by size; a range where sizes tie
  uint32_t zone_rank_max = 0;
};

// Source units of one inch [m]; z is up.
inline constexpr double kCsNavScale = 0.01905;

// FOLDER/MAP.areas.csv and FOLDER/MAP.links.csv, in the game's own units and axes. An area's height is given
// at two opposite corners; the other two get the mean. Aborts on what is not such a file.
PolygonMap ReadCsNav(const std::string& folder, const std::string& map);

// FOLDER/zones/MAP.zones.csv by area id.
std::map<uint32_t, CsNavLabel> ReadCsNavLabels(const std::string& folder, const std::string& map);

}  // namespace waystone

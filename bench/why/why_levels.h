// Generated levels in which one thing keeps an agent from its goal.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/geom/vec.h"

namespace waystone {

// What answers are held against: a fix of this kind, near this line, with this measure.
struct PlantedFix {
  std::string kind;  // of the API, as "STEP"
  Vec3 from;         // [m] the line along which it lies
  Vec3 to;
  double half_width_m = 0;  // how far to each side of the line
  double measure = 0;       // 0: it has none
  double tolerance = 0;     // of the measure
  std::string name;         // of the door, requirement or ability; empty: none
};

// A level of one map or two, as files.
struct WhyLevel {
  std::string name;                                        // "07 narrow door"
  std::vector<std::pair<std::string, std::string>> files;  // name and text; "world.yaml" is the manifest
  std::string from_map;
  std::string to_map;
  Vec3 from;  // [m]
  Vec3 to;
  double near_m = 1;                // how far off a place may be: 1 m, or the agent's diameter
  std::vector<PlantedFix> planted;  // in the order in which the agent comes by
};

// How many kinds of obstacles there are.
uint32_t CountWhyKinds();

// Level `index`: two rooms with crates, joined by a passage in which an obstacle of kind index modulo CountWhyKinds() is
// planted. Agent, sizes, turn and place are drawn by the seed and the index.
WhyLevel MakeWhyLevel(uint32_t index, uint64_t seed);

}  // namespace waystone

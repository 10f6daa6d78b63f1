// Agents: the sizes a surface is baked for.
#pragma once

#include <string>

namespace waystone {

// Measures of one kind of agent. Config fields carry [unit, range, default].
struct AgentProfile {
  std::string name = "human";   // [UTF-8, 1-64 bytes, "human"]
  double radius_m = 0.4;        // [m, 0-10, 0.4] distance kept from walls
  double height_m = 1.8;        // [m, 0.1-50, 1.8] headroom needed
  double max_climb_m = 0.5;     // [m, 0-10, 0.5] highest step taken without a jump
  double max_slope_deg = 45.0;  // [degrees, 0-89, 45] steepest ground walked
};

}  // namespace waystone

// A graph of waypoints as it was listed, before it is ordered and packed.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/geom/vec.h"

namespace waystone {

inline constexpr uint32_t kMaxWaypointNodes = 4U << 20;
inline constexpr uint32_t kMaxWaypointLinks = 16U << 20;
inline constexpr uint32_t kMaxWaypointId = 0xfffffffeU;
inline constexpr double kMaxWaypointRadius_m = 100;
inline constexpr double kMaxWaypointCost_m = 1e6;

// Parsers give positions and radii in the source's units and axes; ImportWaypoints in metres, y up.
struct WaypointGraph {
  struct Node {
    uint32_t id = 0;  // [0-kMaxWaypointId]
    Vec3 at;
    double radius = 0;
    uint32_t flags = 0;
    uint32_t place = 0;  // where it was read
  };
  // From one node to another; the path back is a link of its own.
  struct Link {
    uint32_t from = 0;  // ids; indices of nodes once they are resolved
    uint32_t to = 0;
    bool jump = false;  // abilities that it needs
    bool ladder = false;
    double cost_m = -1;  // [m, 0-kMaxWaypointCost_m; -1 = the straight 3D length]
    uint32_t place = 0;
  };
  std::vector<Node> nodes;
  std::vector<Link> links;
  // What messages call a place: "line 12" of the file of nodes or links, or "nodes[12]" and "links[12]".
  std::string_view node_place = "line ";
  std::string_view link_place = "line ";
  std::string_view place_end;
};

}  // namespace waystone

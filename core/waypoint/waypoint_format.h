// A graph of waypoints as stored in a package. docs/waypoints.md draws it.
//
// Node k stands on polygon k of the surface, and arc k is link k of its links: a PolyId numbers nodes too,
// and a LinkId arcs.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/base/ids.h"

namespace waystone {

inline constexpr uint32_t kMaxLandmarks = 16;
inline constexpr uint32_t kMaxWaypointNeeds = 256;
// In the table of landmarks: there is no path.
inline constexpr uint16_t kNoLandmarkPath = 0xffff;
// Nodes, or boxes of the level below, in one box.
inline constexpr uint32_t kWaypointBoxArity = 8;

struct WaypointHeader {
  uint32_t node_count;
  uint32_t arc_count;
  uint32_t landmark_count;  // [0-kMaxLandmarks]
  float landmark_unit_m;    // [m, > 0] of the table of landmarks
  float least_cost_per_m;   // [0-1] lower bound of an arc's cost per metre between its ends
  uint32_t reserved[11];    // zero
};
static_assert(sizeof(WaypointHeader) == 64 && std::is_trivially_copyable_v<WaypointHeader>);

struct WaypointNode {
  float x;  // [m] map-local
  float y;
  float z;
  float radius_m;        // [m, >= 0] of the ground around it
  uint32_t external_id;  // the source's
  uint32_t flags;        // the source's
};
static_assert(sizeof(WaypointNode) == 24 && std::is_trivially_copyable_v<WaypointNode>);

// The arcs of a node are consecutive, in the order of the links that leave its polygon.
struct WaypointArc {
  PolyId target;
  float cost_m;     // [m, >= 0] the cost of using it
  uint8_t needs;    // index into the masks of abilities, all of which are needed
  uint8_t is_walk;  // 1: it is walked, and every place on it is on the ground
  uint8_t reserved[2];
};
static_assert(sizeof(WaypointArc) == 12 && std::is_trivially_copyable_v<WaypointArc>);

// Around nodes and the arcs that are walked from them.
struct WaypointBox {
  float min[3];
  float max[3];
};
static_assert(sizeof(WaypointBox) == 24 && std::is_trivially_copyable_v<WaypointBox>);

}  // namespace waystone

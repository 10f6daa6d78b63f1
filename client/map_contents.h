// What a map holds, for pictures and tools: its polygons with their zones, and its skeleton.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "client/point_view.h"
#include "client/request_types.h"

namespace waystone::client {

// Which map, as which agent sees it.
struct ContentsRequest {
  std::string map_id;
  std::string profile = {};                 // of the variant; empty: the first
  std::vector<std::string> abilities = {};  // kinds of links that may be used
};

// Parallel lists, one entry for each polygon, by id.
struct MapSurface {
  MapGeneration map = {};
  PointList corners = {};                    // of all polygons in turn
  std::vector<uint32_t> corner_counts = {};  // of each polygon
  std::vector<uint32_t> areas = {};          // indices of kinds of ground
  std::vector<uint32_t> zones = {};          // for the abilities; 0: isolated
  // The source's ids, kNoExternalId for polygons without one; empty if no polygon has one.
  std::vector<uint32_t> external_ids = {};
};

enum class SkeletonArcKind : int { kWalk = 1, kLink = 2, kJump = 3, kDrop = 4 };

// From one key point to another.
struct SkeletonArc {
  uint32_t from = 0;
  uint32_t to = 0;
  uint32_t direction = 0;       // [0-7, clockwise from north (-z)] of `to` seen from `from`
  uint32_t back_direction = 0;  // of `from` seen from `to`
  float length_m = 0;           // in three dimensions
  SkeletonArcKind kind = SkeletonArcKind::kWalk;
  uint32_t link = 0;  // id in the generation; kNoExternalId: none
};

struct MapSkeleton {
  MapGeneration map = {};
  PointList points = {};                    // of the key points, by id
  std::vector<uint32_t> polys = {};         // that each stands on
  std::vector<uint32_t> external_ids = {};  // of waypoints: the source's id of each; else empty
  std::vector<SkeletonArc> arcs = {};       // by rising ids of both ends
};

}  // namespace waystone::client

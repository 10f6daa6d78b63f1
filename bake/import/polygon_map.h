// A ready-made navmesh as an engine exports it: polygons and what leads from which into which.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/geom/vec.h"

namespace waystone {

inline constexpr uint32_t kMaxPolygonCorners = 32;
inline constexpr uint32_t kMaxPolygonId = 0xfffffffeU;
inline constexpr size_t kMaxPolygonAreaBytes = 64;

// Positions and ids as the source gives them. Parsers give finite coordinates and 3 to kMaxPolygonCorners
// corners, nothing more.
struct PolygonMap {
  struct Polygon {
    uint32_t id = 0;
    std::string area = {};  // name of its kind of ground; empty: plain ground
    std::vector<Vec3> corners = {};
    uint32_t place = 0;
  };
  // From one polygon straight into another; the passage back is a connection of its own.
  struct Connection {
    uint32_t from = 0;
    uint32_t to = 0;
    uint32_t place = 0;
  };
  std::vector<Polygon> polygons;
  std::vector<Connection> connections;
  // The place a thing was read from, for messages: "polygons: line 12" or "polygons[12]", "connections...".
  std::string_view place_prefix = ": line ";
  std::string_view place_suffix;
};

}  // namespace waystone

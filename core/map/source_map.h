// A map as it was modelled: triangles with names, before anything is baked from them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/geom/vec.h"

namespace waystone {

using SourceTriangle = std::array<uint32_t, 3>;

// Triangles of one source in metres, right-handed, y up, wound counter-clockwise seen from their outside.
// Importers give finite coordinates and indices in range, nothing more: triangles may be degenerate, doubled
// or crossing.
struct SourceMap {
  std::vector<Vec3> vertices;
  std::vector<SourceTriangle> triangles;     // into vertices
  std::vector<uint32_t> triangle_materials;  // into materials, one per triangle
  std::vector<uint32_t> triangle_groups;     // into groups, one per triangle
  std::vector<std::string> materials;        // [0] is "": triangles without a material
  std::vector<std::string> groups;           // [0] is "": triangles without a group
  // Where vertex i was read, for messages: "line 12" or "accessor 3". One number per vertex.
  std::string_view place_word = "line";
  std::vector<uint32_t> vertex_places;
};

}  // namespace waystone

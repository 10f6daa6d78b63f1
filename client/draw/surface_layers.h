// Floors: what part of a surface lies above another part, and what is connected to nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "core/geom/vec.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone::draw {

// The order in which a surface is painted, seen from above.
struct SurfaceLayers {
  std::vector<uint8_t> level;  // by PolyId: 0 = nothing beneath, else one more than the highest beneath
  std::vector<uint8_t>
      detached;              // by PolyId: 1 = not joined, over any sides, to the part of the largest area
  uint32_t level_count = 0;  // highest level + 1
};

// Polygons of a surface by where they lie in the plane. Keeps a reference to the mesh's arrays.
class PlanGrid {
 public:
  // O(polygons and cells they touch).
  explicit PlanGrid(const NavmeshView& mesh);

  const NavmeshView& mesh() const { return mesh_; }
  // Polygons whose boxes overlap the plane box, sorted by id, each once.
  std::vector<PolyId> Overlapping(Vec2 min, Vec2 max) const;
  // Whether surface lies over the map-local point, more than `above_m` above it.
  bool IsCovered(const Vec3& point, double above_m) const;

 private:
  struct Box {
    Vec2 min;
    Vec2 max;
  };
  size_t Column(double x) const;
  size_t Row(double z) const;

  NavmeshView mesh_;
  std::vector<Box> boxes_;
  Vec2 corner_;
  double cell_m_ = 1;
  size_t columns_ = 1;
  size_t rows_ = 1;
  std::vector<uint32_t> cell_begin_;
  std::vector<uint32_t> cell_polys_;
};

// O(pairs of polygons that overlap in the plane).
SurfaceLayers FindLayers(const PlanGrid& grid);

}  // namespace waystone::draw

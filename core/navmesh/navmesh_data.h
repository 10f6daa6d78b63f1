// An owned navmesh: what the builder makes and the baker writes.
#pragma once

#include <vector>

#include "core/navmesh/navmesh_format.h"

namespace waystone {

// The arrays of one surface. See navmesh_format.h for each record.
struct NavmeshData {
  NavmeshHeader header{};
  std::vector<Vec3f> vertices;
  std::vector<NavEdge> edges;
  std::vector<NavPoly> polys;
  std::vector<Vec3f> detail_vertices;
  std::vector<NavDetailTriangle> detail_triangles;
  std::vector<NavBox> tree_boxes;
  std::vector<double> area_prefix_m2;  // [i] = horizontal area of polygons 0..i
};

}  // namespace waystone

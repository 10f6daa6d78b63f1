// The arrays of a navmesh: owned, as the builder makes and the baker writes them, or viewed.
#pragma once

#include <span>
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

// The same, not owned.
struct NavmeshArrays {
  NavmeshHeader header{};
  std::span<const Vec3f> vertices = {};
  std::span<const NavEdge> edges = {};
  std::span<const NavPoly> polys = {};
  std::span<const Vec3f> detail_vertices = {};
  std::span<const NavDetailTriangle> detail_triangles = {};
  std::span<const NavBox> tree_boxes = {};
  std::span<const double> area_prefix_m2 = {};
};

}  // namespace waystone

// A changed mesh as a baker would have made it.
#pragma once

#include <map>
#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "core/changed/changed_mesh.h"
#include "core/navmesh/box_tree.h"
#include "tests/support/random_meshes.h"

namespace waystone {

// The polygons that are left, under new ids, with everything as the changed mesh has it. It passes
// NavmeshView::Create if that keeps the rules.
struct CompactMesh {
  NavmeshData data;
  std::vector<PolyId> poly_of;  // [poly of the changed mesh]; none if it is gone
};
inline CompactMesh Compacted(const ChangedMesh& changed) {
  const NavmeshArrays& arrays = changed.mesh().arrays();
  CompactMesh out;
  std::vector<uint32_t> edge_of(arrays.edges.size(), kNoEdge);
  std::vector<uint32_t> vertex_of(arrays.vertices.size(), kNoEdge);
  double sum_m2 = 0;
  for (uint32_t poly = 0; poly < arrays.polys.size(); ++poly) {
    out.poly_of.push_back(PolyId::None());
    if (changed.IsGone(PolyId(poly))) continue;
    NavPoly record = arrays.polys[poly];
    const auto id = static_cast<uint32_t>(out.data.polys.size());
    out.poly_of.back() = PolyId(id);
    for (uint32_t e = record.first_edge; e < record.first_edge + record.edge_count; ++e) {
      edge_of[e] = static_cast<uint32_t>(out.data.edges.size());
      NavEdge edge = arrays.edges[e];
      EXPECT_EQ(edge.poly, poly);
      edge.poly = id;
      uint32_t& vertex = vertex_of[edge.vertex];
      if (vertex == kNoEdge) {
        vertex = static_cast<uint32_t>(out.data.vertices.size());
        out.data.vertices.push_back(arrays.vertices[edge.vertex]);
      }
      edge.vertex = vertex;
      out.data.edges.push_back(edge);
    }
    record.first_edge = edge_of[record.first_edge];
    const auto detail =
        arrays.detail_vertices.subspan(record.first_detail_vertex, record.detail_vertex_count);
    record.first_detail_vertex = static_cast<uint32_t>(out.data.detail_vertices.size());
    out.data.detail_vertices.insert(out.data.detail_vertices.end(), detail.begin(), detail.end());
    const auto triangles =
        arrays.detail_triangles.subspan(record.first_detail_triangle, record.detail_triangle_count);
    record.first_detail_triangle = static_cast<uint32_t>(out.data.detail_triangles.size());
    out.data.detail_triangles.insert(out.data.detail_triangles.end(), triangles.begin(), triangles.end());
    out.data.polys.push_back(record);
    out.data.area_prefix_m2.push_back(sum_m2 += PolyArea_m2(changed.mesh(), PolyId(poly)));
  }
  for (NavEdge& edge : out.data.edges) {
    if (edge.twin != kNoEdge) edge.twin = edge_of[edge.twin];
  }
  NavmeshHeader& header = out.data.header;
  header = arrays.header;
  header.poly_count = static_cast<uint32_t>(out.data.polys.size());
  header.edge_count = static_cast<uint32_t>(out.data.edges.size());
  header.vertex_count = static_cast<uint32_t>(out.data.vertices.size());
  header.detail_vertex_count = static_cast<uint32_t>(out.data.detail_vertices.size());
  header.detail_triangle_count = static_cast<uint32_t>(out.data.detail_triangles.size());
  FillBoxTree(out.data);
  return out;
}

// The pieces as a soup, joined over their common sides by the baker; external_id is the changed mesh's id.
inline PolygonSoup SoupOf(const ChangedMesh& changed) {
  const NavmeshView& mesh = changed.mesh();
  PolygonSoup soup;
  soup.max_climb_m = mesh.arrays().header.max_climb_m;
  soup.vertices.assign(mesh.arrays().vertices.begin(), mesh.arrays().vertices.end());
  for (uint32_t poly = 0; poly < mesh.poly_count(); ++poly) {
    if (changed.IsGone(PolyId(poly))) continue;
    SoupPolygon& one = soup.polygons.emplace_back();
    for (const NavEdge& edge : mesh.edges(PolyId(poly))) one.vertices.push_back(edge.vertex);
    one.area = mesh.poly(PolyId(poly)).area;
    one.external_id = poly;
  }
  for (Vec3f& vertex : soup.vertices) {
    if (vertex.y > 1e8F) vertex = {};
  }
  JoinSides(soup);
  return soup;
}

}  // namespace waystone

#include "core/navmesh/navmesh_view.h"

#include "core/base/status_macros.h"
#include "core/navmesh/navmesh_check.h"

namespace waystone {

absl::StatusOr<NavmeshView> NavmeshView::Create(const Arrays& arrays) {
  WS_RETURN_IF_ERROR(CheckNavmesh(arrays));
  return NavmeshView(arrays);
}

absl::StatusOr<NavmeshView> NavmeshView::Create(const NavmeshData& data) {
  return Create(Arrays{.header = data.header,
                       .vertices = data.vertices,
                       .edges = data.edges,
                       .polys = data.polys,
                       .detail_vertices = data.detail_vertices,
                       .detail_triangles = data.detail_triangles,
                       .tree_boxes = data.tree_boxes,
                       .area_prefix_m2 = data.area_prefix_m2});
}

}  // namespace waystone

// A const view over a navmesh's arrays, wherever they lie (a mapped package or a NavmeshData).
#pragma once

#include <cstdint>
#include <span>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/ids.h"
#include "core/geom/vec.h"
#include "core/navmesh/navmesh_data.h"
#include "core/navmesh/navmesh_format.h"
#include "core/path/nav_location.h"

namespace waystone {

// Trivially copyable; does not own. The arrays must outlive it and are never written. Any thread.
// Views of stored arrays are made by Create, so that every one has passed the structure check: indices in range,
// offsets monotone, twins consistent, numbers finite, polygons convex.
class NavmeshView {
 public:
  using Arrays = NavmeshArrays;

  // DataLoss naming the array, the index and the rule broken. O(n).
  static absl::StatusOr<NavmeshView> Create(const Arrays& arrays);
  static absl::StatusOr<NavmeshView> Create(const NavmeshData& data);
  // Not checked: of arrays that were made from those of a checked view.
  static NavmeshView Derived(const Arrays& arrays) { return NavmeshView(arrays); }

  const Arrays& arrays() const { return arrays_; }
  uint32_t poly_count() const { return arrays_.header.poly_count; }
  // [m] what lies closer than this to a line may count as lying on it.
  double tolerance_m() const { return tolerance_m_; }
  const NavPoly& poly(PolyId id) const { return arrays_.polys[id.value()]; }
  const NavEdge& edge(EdgeId id) const { return arrays_.edges[id.value()]; }
  std::span<const NavEdge> edges(PolyId id) const {
    const NavPoly& p = poly(id);
    return arrays_.edges.subspan(p.first_edge, p.edge_count);
  }
  const Vec3f& vertex(VertexId id) const { return arrays_.vertices[id.value()]; }
  // The half-edge after `id` around its polygon.
  EdgeId Next(EdgeId id) const {
    const NavPoly& p = poly(PolyId(edge(id).poly));
    return EdgeId(id.value() + 1 == p.first_edge + p.edge_count ? p.first_edge : id.value() + 1);
  }
  // The half-edge before `id` around its polygon.
  EdgeId Previous(EdgeId id) const {
    const NavPoly& p = poly(PolyId(edge(id).poly));
    return EdgeId((id.value() == p.first_edge ? p.first_edge + p.edge_count : id.value()) - 1);
  }
  const Vec3f& EdgeStart(EdgeId id) const { return vertex(VertexId(edge(id).vertex)); }
  const Vec3f& EdgeEnd(EdgeId id) const { return EdgeStart(Next(id)); }

 private:
  explicit NavmeshView(const Arrays& arrays) : arrays_(arrays), tolerance_m_(NavTolerance_m(arrays.header)) {}

  Arrays arrays_;
  double tolerance_m_;
};

}  // namespace waystone

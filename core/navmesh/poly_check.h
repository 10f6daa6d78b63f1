// The part of the structure check that looks at polygons and their edges.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "core/geom/vec.h"
#include "core/navmesh/navmesh_data.h"

namespace waystone {

// One check of one set of arrays. REQUIRES: header and box tree shape are sound, vertices and boxes in range.
class PolyCheck {
 public:
  explicit PolyCheck(const NavmeshArrays& arrays);

  // OK, or DataLoss naming the first polygon, edge or vertex that breaks a rule. O(n).
  absl::Status Run();

 private:
  // Each pass may rely on those before it, for all polygons.
  absl::Status CheckRecords();
  absl::Status CheckPolys();
  absl::Status CheckVertexFlags() const;

  absl::Status CheckEdgeFields(uint32_t poly) const;
  absl::Status CheckTwins(uint32_t poly);
  absl::Status CheckShape(uint32_t poly);
  absl::Status CheckSplits(uint32_t poly, std::span<const Vec2> corners) const;
  absl::Status CheckDetails(uint32_t poly) const;
  absl::Status CheckBox(uint32_t poly) const;

  uint32_t EndVertex(uint32_t edge) const;
  std::span<const NavEdge> EdgesOf(const NavPoly& poly) const {
    return a_.edges.subspan(poly.first_edge, poly.edge_count);
  }

  const NavmeshArrays& a_;
  const double tolerance_m_;           // of shapes
  std::vector<uint8_t> vertex_marks_;  // what the edges about a vertex say
  double area_m2_ = 0;                 // of the polygons so far
};

}  // namespace waystone

// The shortest path over a navmesh, slowly and by other means than the product: straight walks between any
// two corners, tried one by one, and Dijkstra over them.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// A point of a navmesh whose coordinates are multiples of 1 / scale.
struct LatticePoint {
  int64_t x = 0;
  int64_t z = 0;
  friend auto operator<=>(const LatticePoint&, const LatticePoint&) = default;
};

// REQUIRES: every coordinate of the mesh and of the queries times `scale` is an integer below 2^14 in
// magnitude. All geometry is then exact in 64 bits. Straight walks between corners are found once,
// O(corners^2 polygons).
class PathOracle {
 public:
  PathOracle(const NavmeshView& mesh, double scale) : PathOracle(mesh, scale, {}, 0) {}
  // With the links that an agent with `abilities` may use; their ends are on the lattice.
  PathOracle(const NavmeshView& mesh, double scale, const LinkView& links, uint64_t abilities);

  // [m] horizontal length of the shortest path, plus the costs of its links; infinite where there is none.
  double Length(const NavLocation& start, const NavLocation& goal) const;

  // The polygons in which a straight walk from `from` in `poly` can arrive at `to`: over shared sides only,
  // never against a one-way side, never backwards. Any polygon touching the line may be walked through.
  std::vector<uint32_t> StraightWalk(uint32_t poly, LatticePoint from, LatticePoint to) const;

  // REQUIRES: the point is on the lattice.
  LatticePoint ToLattice(const Vec3& point) const;
  bool IsOnLattice(const Vec3& point) const;

 private:
  // To a corner (the half-edge that starts there), or to the end of a link by way of its start.
  struct Arc {
    uint32_t to;
    double length_m;
  };

  bool AreOfOnePiece(uint32_t a, uint32_t b) const { return piece_of_[a] == piece_of_[b]; }
  std::vector<Arc> ArcsFrom(uint32_t poly, LatticePoint from) const;
  double Distance_m(LatticePoint a, LatticePoint b) const;

  const NavmeshView& mesh_;
  const double scale_;
  std::vector<uint32_t> piece_of_;  // [polygon] of those joined over sides: no walk leads from piece to piece
  std::vector<NavLink> links_;      // that may be used
  std::vector<LatticePoint> corner_at_;                       // [half-edge] its start; then the ends of links
  std::vector<uint32_t> corner_poly_;                         // likewise
  std::map<LatticePoint, std::vector<uint32_t>> corners_by_;  // half-edges that start at a place
  std::vector<std::vector<Arc>> arcs_;                        // [half-edge], then [link]
};

}  // namespace waystone

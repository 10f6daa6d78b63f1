#include "core/navmesh/reach_flood.h"

#include <algorithm>
#include <cmath>

namespace waystone {

void ReachFlood::Begin(const NavmeshView& mesh, PolyId start) {
  if (stamps_.size() < mesh.poly_count()) stamps_.resize(mesh.poly_count(), generation_);
  if (++generation_ == 0) {
    std::fill(stamps_.begin(), stamps_.end(), 0);
    generation_ = 1;
  }
  open_.assign(1, start.value());
  stamps_[start.value()] = generation_;
}

void ReachFlood::Advance(const NavmeshView& mesh, Vec2 goal, uint32_t poly_budget) {
  for (; poly_budget > 0 && !open_.empty(); --poly_budget) {
    const PolyId poly(open_.back());
    open_.pop_back();
    double nearest_sq_m2 = INFINITY;
    for (const NavEdge& edge : mesh.edges(poly)) {
      if (edge.twin == kNoEdge) continue;
      const uint32_t next = mesh.edge(EdgeId(edge.twin)).poly;
      if (stamps_[next] == generation_) continue;
      stamps_[next] = generation_;
      const Vec2 off = Vec3(mesh.vertex(VertexId(edge.vertex))).Plane() - goal;
      open_.push_back(next);
      if (Dot(off, off) < nearest_sq_m2) {
        nearest_sq_m2 = Dot(off, off);
      } else {
        std::swap(open_.back(), open_[open_.size() - 2]);  // the nearest stays on top
      }
    }
  }
}

}  // namespace waystone

#include "core/navmesh/reach_flood.h"

#include <algorithm>
#include <cmath>

namespace waystone {

void ReachFlood::Begin(const NavmeshView& mesh, const LinkView& links, uint64_t abilities,
                       const Exclusions* exclusions, PolyId start) {
  links_ = &links;
  abilities_ = abilities;
  exclusions_ = exclusions;
  stamps_.GrowTo(mesh.poly_count());
  if (++generation_ == 0) {
    stamps_.Zero();
    generation_ = 1;
  }
  open_.clear();
  open_.push_back(start.value());
  stamps_[start.value()] = generation_;
}

// Of the polygons opened from one polygon, the nearest to the goal stays on top.
void ReachFlood::Open(uint32_t poly, Vec2 at, Vec2 goal, double& nearest_sq_m2) {
  if (stamps_[poly] == generation_) return;
  if (exclusions_ != nullptr && exclusions_->IsBlocked(PolyId(poly))) return;
  stamps_[poly] = generation_;
  const Vec2 off = at - goal;
  open_.push_back(poly);
  if (Dot(off, off) < nearest_sq_m2) {
    nearest_sq_m2 = Dot(off, off);
  } else {
    std::swap(open_.back(), open_[open_.size() - 2]);
  }
}

void ReachFlood::Advance(const NavmeshView& mesh, Vec2 goal, uint32_t poly_budget) {
  for (; poly_budget > 0 && !open_.empty(); --poly_budget) {
    const PolyId poly(open_.back());
    open_.pop_back();
    double nearest_sq_m2 = INFINITY;
    for (const NavEdge& edge : mesh.edges(poly)) {
      if (edge.twin == kNoEdge) continue;
      const Vec2 at = Vec3(mesh.vertex(VertexId(edge.vertex))).Plane();
      Open(mesh.edge(EdgeId(edge.twin)).poly, at, goal, nearest_sq_m2);
    }
    uint32_t id = links_->FirstOf(poly).value();
    for (const NavLink& link : links_->Of(poly)) {
      const LinkId link_id(id++);
      if (!MayUse(link, abilities_)) continue;
      if (exclusions_ != nullptr && exclusions_->IsClosed(link_id, link)) continue;
      Open(link.end_poly, {link.end[0], link.end[2]}, goal, nearest_sq_m2);
    }
  }
}

}  // namespace waystone

#include "core/navmesh/reach_flood.h"

#include <algorithm>

namespace waystone {

void ReachFlood::Begin(const NavmeshView& mesh, PolyId start) {
  if (stamps_.size() < mesh.poly_count()) stamps_.resize(mesh.poly_count(), generation_);
  if (++generation_ == 0) {
    std::fill(stamps_.begin(), stamps_.end(), 0);
    generation_ = 1;
  }
  queue_.clear();
  head_ = 0;
  stamps_[start.value()] = generation_;
  queue_.push_back(start.value());
}

void ReachFlood::Advance(const NavmeshView& mesh, uint32_t poly_budget) {
  for (; poly_budget > 0 && head_ < queue_.size(); --poly_budget) {
    for (const NavEdge& edge : mesh.edges(PolyId(queue_[head_++]))) {
      if (edge.twin == kNoEdge) continue;
      const uint32_t next = mesh.edge(EdgeId(edge.twin)).poly;
      if (stamps_[next] == generation_) continue;
      stamps_[next] = generation_;
      queue_.push_back(next);
    }
  }
}

}  // namespace waystone

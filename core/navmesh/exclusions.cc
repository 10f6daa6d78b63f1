#include "core/navmesh/exclusions.h"

#include <algorithm>

#include "core/navmesh/two_way.h"

namespace waystone {

void Exclusions::Begin(const NavmeshView& mesh, const LinkView& links) {
  mesh_ = &mesh;
  blocked_areas_ = 0;
  if (++generation_ == 0) {
    poly_stamps_.Zero();
    link_stamps_.Zero();
    generation_ = 1;
  }
  poly_stamps_.GrowTo(mesh.poly_count());
  link_stamps_.GrowTo(links.size());
}

bool Exclusions::TouchesVertex(EdgeId corner) const {
  const auto is_blocked = [&](EdgeId edge) { return IsBlocked(PolyId(mesh_->edge(edge).poly)); };
  EdgeId at = corner;
  for (;;) {  // counter-clockwise, until a border or all round
    at = TwoWayTwin(*mesh_, mesh_->Previous(at));
    if (at.IsNone()) break;
    if (at == corner) return false;
    if (is_blocked(at)) return true;
  }
  at = corner;
  for (;;) {  // clockwise, until the border on the other side
    const EdgeId twin = TwoWayTwin(*mesh_, at);
    if (twin.IsNone()) return false;
    at = mesh_->Next(twin);
    if (is_blocked(at)) return true;
  }
}

}  // namespace waystone

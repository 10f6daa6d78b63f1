// A link that the baker found.
#pragma once

#include "core/base/ids.h"
#include "core/geom/vec.h"
#include "core/navmesh/link_format.h"

namespace waystone {

// A directed link between two places on the surface. Points are map-local metres.
struct GeneratedLink {
  LinkKind kind = LinkKind::kDrop;
  PolyId start_poly;
  PolyId end_poly;
  Vec3 start;
  Vec3 end;
  double cost_m = 0;  // the straight 3D length
};

}  // namespace waystone

// A place on a surface.
#pragma once

#include "core/base/ids.h"
#include "core/geom/vec.h"

namespace waystone {

struct NavLocation {
  PolyId poly;
  Vec3 point;  // map-local metres, on the surface
};

}  // namespace waystone

// The region of a portal's trigger.
#pragma once

#include "core/geom/aabb.h"

namespace waystone {

struct TriggerBox {
  Aabb box;                 // [m] map-local
  bool is_one_way = false;  // may be left, but not entered
};

}  // namespace waystone

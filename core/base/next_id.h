// Loops over strong ids: for (PolyId poly(0); poly.value() < mesh.poly_count(); ++poly) ...
#pragma once

#include "core/base/ids.h"

namespace waystone {

// Goes on to the next id.
template <typename Tag>
constexpr StrongId<Tag>& operator++(StrongId<Tag>& id) {
  return id = StrongId<Tag>(id.value() + 1);
}

}  // namespace waystone

// Straight lines through boxes.
#pragma once

#include <optional>

#include "core/geom/aabb.h"
#include "core/geom/vec.h"

namespace waystone {

// Shares of a straight line [0, 1].
struct Stretch {
  double from;
  double to;
};

// The part of the line that lies in the box; nullopt if there is none.
std::optional<Stretch> StretchIn(const Aabb& box, const Vec3& from, const Vec3& to);

}  // namespace waystone

// Tests whether a moving upright body meets anything solid: by its volume, not by rays.
#pragma once

#include <optional>
#include <span>

#include "core/collision/collision_view.h"
#include "core/geom/vec.h"

namespace waystone {

// An upright cylinder over a point of a line.
struct SweptBody {
  double radius_m = 0;
  double low_m = 0;   // lower end, above the point
  double high_m = 0;  // upper end, above the point

  // An empty body meets nothing.
  bool IsEmpty() const { return radius_m <= 0 || low_m >= high_m; }
};

struct BodyContact {
  double came_m = 0;  // horizontally along the line, to the place where the body is nearest to the triangle
  Vec3 at;            // that place, on the line
};

// The first piece of `line` on which the body meets a triangle, and the place on it. Touching a triangle is
// no contact. A level piece is swept exactly. On a rising piece, the body's lower end stays above the highest
// point of the line under the body, and its upper end below what the lowest point allows: so a step of the
// line, however steep, never turns ground below or a ceiling above into a contact. If that takes more than
// half of the body's height, the body is made narrower instead. At the corners between pieces it stands
// upright. O(log triangles + triangles around the line).
std::optional<BodyContact> SweepBody(const CollisionView& solid, std::span<const Vec3> line,
                                     const SweptBody& body);

}  // namespace waystone

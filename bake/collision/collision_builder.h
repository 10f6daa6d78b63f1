// Packs solid triangles into a collision tree.
#pragma once

#include <span>

#include "absl/status/statusor.h"
#include "core/collision/collision_view.h"

namespace waystone {

// Splits by the surface area heuristic over 16 bins per axis (I. Wald, "On fast construction of SAH-based
// bounding volume hierarchies", 2007); where every centre is the same, by halves. Triangles of no area are
// kept: they may be the thin side of something. Deterministic. O(n log n). InvalidArgument where a vertex is
// not finite, an index is out of range, or there are 2^31 triangles or more.
absl::StatusOr<CollisionData> BuildCollision(std::span<const Vec3f> vertices,
                                             std::span<const CollisionTriangle> triangles);

}  // namespace waystone

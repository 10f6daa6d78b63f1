// Solid triangles under Embree: rays for casts (S0.2, S0.3).
//
// Embree's hits differ between instruction sets; it is held to SSE4.2 and its robust traversal, so that bakes
// are equal on every machine.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "absl/status/statusor.h"
#include "core/collision/collision_format.h"
#include "core/geom/vec.h"

namespace waystone {

// A straight line between two places. [m] map-local.
struct CastLine {
  Vec3 from;
  Vec3 to;
};

// Owns its copy of the triangles. Any number of threads may cast at once.
class RayScene {
 public:
  // Copies the triangles and builds the tree, on all cores. InvalidArgument if an index is out of range,
  // Internal if Embree fails. O(n log n).
  static absl::StatusOr<std::unique_ptr<RayScene>> Create(std::span<const Vec3f> vertices,
                                                          std::span<const CollisionTriangle> triangles);
  ~RayScene();
  RayScene(const RayScene&) = delete;
  RayScene& operator=(const RayScene&) = delete;

  // The height of the highest triangle, from either side, that the line straight down from `from` over
  // `length_m` meets.
  std::optional<double> GroundBelow(const Vec3& from, double length_m) const;
  // How many triangles on the line are seen from their backs, from where their corners run clockwise, less those seen
  // from their fronts: above 0 if the line begins within what closed surfaces enclose.
  int BacksLessFronts(const CastLine& line) const;
  // Whether any triangle, from either side, lies on the line.
  bool IsBlocked(const CastLine& line) const;

 private:
  RayScene() = default;
  struct Embree;
  std::unique_ptr<Embree> embree_;
};

}  // namespace waystone

// Rays against a source mesh while baking, by Embree.
#pragma once

#include <memory>
#include <span>

#include "absl/status/statusor.h"
#include "core/collision/collision_format.h"
#include "core/geom/vec.h"

namespace waystone {

// The solid triangles of a map under Embree's tree. Immutable; Blocked may be called from any thread.
// The instruction set and the robust mode are fixed, so that every machine gives the same answers.
class RayScene {
 public:
  // Copies what it needs. Internal where Embree cannot build.
  static absl::StatusOr<RayScene> Build(std::span<const Vec3f> vertices,
                                        std::span<const CollisionTriangle> triangles);
  ~RayScene();
  RayScene(RayScene&&) noexcept;
  RayScene& operator=(RayScene&&) noexcept;

  // Whether any triangle, from either side, meets the segment.
  bool Blocked(const Vec3& from, const Vec3& to) const;

 private:
  struct Handles;
  explicit RayScene(std::unique_ptr<Handles> handles);
  std::unique_ptr<Handles> handles_;
};

}  // namespace waystone

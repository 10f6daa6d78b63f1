// Rays against the solid geometry of a map.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/collision/collision_format.h"
#include "core/geom/vec.h"

namespace waystone {

// An owned collision tree: what the builder makes and the baker writes.
struct CollisionData {
  std::vector<Vec3f> vertices;
  std::vector<CollisionTriangle> triangles;
  std::vector<CollisionNode> nodes;
};

// Where a segment meets a triangle first.
struct CollisionHit {
  double fraction = 0;    // [0, 1] of the segment
  uint32_t triangle = 0;  // index in the section
};

// A const view over the sections. Trivially copied; does not own; any thread. Only Create makes one, so every
// view has passed the structure check.
class CollisionView {
 public:
  // DataLoss naming the array, the index and the rule broken. O(nodes + triangles).
  static absl::StatusOr<CollisionView> Create(std::span<const Vec3f> vertices,
                                              std::span<const CollisionTriangle> triangles,
                                              std::span<const CollisionNode> nodes);

  // The first triangle, from either side, that the closed segment meets; among equals the lowest index.
  // Points are map-local metres, finite. Edges belong to both their triangles, so a ray never slips between
  // two. Deterministic.
  std::optional<CollisionHit> FirstHit(const Vec3& from, const Vec3& to) const;
  // Whether it meets any: stops at the first one found.
  bool Blocked(const Vec3& from, const Vec3& to) const;

 private:
  CollisionView(std::span<const Vec3f> vertices, std::span<const CollisionTriangle> triangles,
                std::span<const CollisionNode> nodes)
      : vertices_(vertices), triangles_(triangles), nodes_(nodes) {}

  template <bool kAnyHit>
  std::optional<CollisionHit> Trace(const Vec3& from, const Vec3& to) const;

  std::span<const Vec3f> vertices_;
  std::span<const CollisionTriangle> triangles_;
  std::span<const CollisionNode> nodes_;
};

}  // namespace waystone

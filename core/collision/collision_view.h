// The solid geometry of a map: rays against it, and what lies near a box or a path.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/collision/collision_format.h"
#include "core/geom/aabb.h"
#include "core/geom/vec.h"

namespace waystone {

// An owned collision tree, as the builder makes and the baker writes it.
struct CollisionData {
  std::vector<Vec3f> vertices;
  std::vector<CollisionTriangle> triangles;
  std::vector<CollisionNode> nodes;
};

// The first place where a segment meets a triangle.
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

  std::span<const Vec3f> vertices() const { return vertices_; }
  std::span<const CollisionTriangle> triangles() const { return triangles_; }

  // The first triangle, from either side, that the closed segment meets; among equals the lowest index.
  // Points are map-local metres, finite. Edges belong to both their triangles, so a ray never slips between
  // two. Deterministic.
  std::optional<CollisionHit> FirstHit(const Vec3& from, const Vec3& to) const;
  // Whether the segment meets any triangle: stops at the first one found.
  bool Blocked(const Vec3& from, const Vec3& to) const;

  // Whether meets(a, b, c) holds for any triangle near the box: calls it for all whose leaf overlaps the box,
  // in the order of the section, until one does. O(log triangles + triangles near the box).
  template <typename Meets>
  bool AnyInBox(const Aabb& box, const Meets& meets) const;

  // Calls visit(triangle, a, b, c) for triangles along the path of something wide, roughly from the start of
  // the path to its end. entry_of(box) is the place on the path at which it first meets the box, infinity if
  // never. A leaf is left out if it is entered beyond `limit`; visit returns the limit from then on. Rays have
  // a loop of their own, which is a quarter faster. O(log triangles + triangles of the leaves entered).
  template <typename EntryOf, typename Visit>
  void FrontToBack(const EntryOf& entry_of, const Visit& visit, double limit) const;

 private:
  CollisionView(std::span<const Vec3f> vertices, std::span<const CollisionTriangle> triangles,
                std::span<const CollisionNode> nodes)
      : vertices_(vertices), triangles_(triangles), nodes_(nodes) {}

  static Aabb BoxOf(const CollisionNode& node) {
    return {{node.min[0], node.min[1], node.min[2]}, {node.max[0], node.max[1], node.max[2]}};
  }
  template <bool kAnyHit>
  std::optional<CollisionHit> Trace(const Vec3& from, const Vec3& to) const;

  std::span<const Vec3f> vertices_;
  std::span<const CollisionTriangle> triangles_;
  std::span<const CollisionNode> nodes_;
};

template <typename Meets>
bool CollisionView::AnyInBox(const Aabb& box, const Meets& meets) const {
  // One open sibling per level of the path down.
  std::array<uint32_t, kCollisionMaxDepth + 1> stack;
  size_t stack_size = 0;
  if (!nodes_.empty()) stack[stack_size++] = 0;
  while (stack_size > 0) {
    const uint32_t index = stack[--stack_size];
    const CollisionNode& node = nodes_[index];
    if (!box.Overlaps(BoxOf(node))) continue;
    if (node.count == 0) {
      stack[stack_size++] = node.first;
      stack[stack_size++] = index + 1;
      continue;
    }
    for (uint32_t t = node.first; t < node.first + node.count; ++t) {
      const CollisionTriangle& triangle = triangles_[t];
      if (meets(Vec3(vertices_[triangle.vertex[0]]), Vec3(vertices_[triangle.vertex[1]]),
                Vec3(vertices_[triangle.vertex[2]]))) {
        return true;
      }
    }
  }
  return false;
}

template <typename EntryOf, typename Visit>
void CollisionView::FrontToBack(const EntryOf& entry_of, const Visit& visit, double limit) const {
  struct Open {
    uint32_t node;
    double entry;
  };
  // One open sibling per level of the path down.
  std::array<Open, kCollisionMaxDepth + 1> stack;
  size_t stack_size = 0;
  if (!nodes_.empty()) stack[stack_size++] = {0, 0};
  while (stack_size > 0) {
    const Open open = stack[--stack_size];
    if (!(open.entry <= limit)) continue;
    const CollisionNode& node = nodes_[open.node];
    if (node.count == 0) {
      Open near{open.node + 1, entry_of(BoxOf(nodes_[open.node + 1]))};
      Open far{node.first, entry_of(BoxOf(nodes_[node.first]))};
      if (far.entry < near.entry) std::swap(near, far);
      if (far.entry <= limit) stack[stack_size++] = far;
      if (near.entry <= limit) stack[stack_size++] = near;
      continue;
    }
    for (uint32_t t = node.first; t < node.first + node.count; ++t) {
      const CollisionTriangle& triangle = triangles_[t];
      limit = visit(t, Vec3(vertices_[triangle.vertex[0]]), Vec3(vertices_[triangle.vertex[1]]),
                    Vec3(vertices_[triangle.vertex[2]]));
    }
  }
}

}  // namespace waystone

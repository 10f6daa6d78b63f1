// A map's solid triangles and the tree of boxes over them, as stored in a package.
//
// The tree is binary and stored depth first: an inner node's left child follows it, `right_child` names the
// other. Leaves name a run of triangles; triangles are stored in the order of the leaves.
#pragma once

#include <cstdint>
#include <type_traits>

namespace waystone {

inline constexpr uint32_t kCollisionMaxDepth = 64;  // nodes on a path from the root to a leaf, at most
inline constexpr uint32_t kCollisionMaxLeafTriangles = 8;

struct CollisionNode {
  float min[3];
  float max[3];
  uint32_t first;  // leaf: first triangle; inner: right child
  uint32_t count;  // leaf: triangles, 1-8; inner: 0
};
static_assert(sizeof(CollisionNode) == 32 && std::is_trivially_copyable_v<CollisionNode>);

struct CollisionTriangle {
  uint32_t vertex[3];
};
static_assert(sizeof(CollisionTriangle) == 12 && std::is_trivially_copyable_v<CollisionTriangle>);

}  // namespace waystone

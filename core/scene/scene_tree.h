// In which scene a position is (S3.1, S3.2).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/geom/aabb.h"
#include "core/geom/vec.h"
#include "core/scene/scene_format.h"

namespace waystone {

// Whether a position is in the closed box of a scene; a position on its faces, to a nanometre, is.
bool Contains(const SceneRecord& scene, const Vec3& position);
// The axis-aligned box around the scene's.
Aabb BoundsOf(const SceneRecord& scene);
// [m3]
double VolumeOf_m3(const SceneRecord& scene);

// The boxes of all scenes under a tree of boxes. The records must outlive it. Const; any thread.
class SceneTree {
 public:
  explicit SceneTree(std::span<const SceneRecord> scenes);

  // The scene that a position is in: of those whose box contains it, the one of the highest priority; of equals the
  // one that was entered last, if it is among them; else the one whose middle is nearest; then the first. None
  // if no box contains it. `entered`: the scene entered last, or none. O(log scenes) if few boxes overlap.
  SceneId Find(const Vec3& position, SceneId entered = SceneId()) const;

  // Calls visit(scene) for each scene whose bounds overlap the box, in no order.
  template <typename Visit>
  void VisitIn(const Aabb& box, const Visit& visit) const;

 private:
  struct Node {
    Aabb bounds;
    int32_t priority = 0;  // the highest below
    uint32_t first = 0;    // leaves: the scene; others: the node of the second half, the first one's is next
    bool is_leaf = false;
  };
  static constexpr size_t kMaxDepth = 64;

  uint32_t Build(std::span<uint32_t> scenes);

  std::span<const SceneRecord> scenes_;
  std::vector<Node> nodes_;
};

template <typename Visit>
void SceneTree::VisitIn(const Aabb& box, const Visit& visit) const {
  uint32_t stack[kMaxDepth];
  size_t size = 0;
  if (!nodes_.empty()) stack[size++] = 0;
  while (size > 0) {
    const uint32_t index = stack[--size];
    const Node& node = nodes_[index];
    if (!node.bounds.Overlaps(box)) continue;
    if (node.is_leaf) {
      visit(SceneId(node.first));
    } else {
      stack[size++] = node.first;
      stack[size++] = index + 1;
    }
  }
}

}  // namespace waystone

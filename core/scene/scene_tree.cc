#include "core/scene/scene_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace waystone {
namespace {

constexpr double kOnFace_m = 1e-9;

Vec3 MiddleOf(const SceneRecord& scene) { return {scene.middle[0], scene.middle[1], scene.middle[2]}; }

}  // namespace

bool Contains(const SceneRecord& scene, const Vec3& position) {
  const Vec3 off = position - MiddleOf(scene);
  const double along_x = off.x * scene.cos_yaw + off.z * scene.sin_yaw;
  const double along_z = off.z * scene.cos_yaw - off.x * scene.sin_yaw;
  return std::abs(off.y) <= scene.half[1] + kOnFace_m && std::abs(along_x) <= scene.half[0] + kOnFace_m &&
         std::abs(along_z) <= scene.half[2] + kOnFace_m;
}

Aabb BoundsOf(const SceneRecord& scene) {
  const double cos = std::abs(scene.cos_yaw);
  const double sin = std::abs(scene.sin_yaw);
  return Aabb::Around(MiddleOf(scene),
                      {scene.half[0] * cos + scene.half[2] * sin + kOnFace_m, scene.half[1] + kOnFace_m,
                       scene.half[0] * sin + scene.half[2] * cos + kOnFace_m});
}

double VolumeOf_m3(const SceneRecord& scene) { return 8 * scene.half[0] * scene.half[1] * scene.half[2]; }

SceneTree::SceneTree(std::span<const SceneRecord> scenes) : scenes_(scenes) {
  std::vector<uint32_t> order(scenes.size());
  std::iota(order.begin(), order.end(), 0U);
  if (!order.empty()) Build(order);
}

// Halves the scenes by their middles along the axis on which these lie farthest apart.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the logarithm of the scenes.
uint32_t SceneTree::Build(std::span<uint32_t> scenes) {
  const auto index = static_cast<uint32_t>(nodes_.size());
  nodes_.emplace_back();
  Node node;
  node.priority = scenes_[scenes[0]].priority;
  Aabb middles;
  for (const uint32_t scene : scenes) {
    const Aabb bounds = BoundsOf(scenes_[scene]);
    node.bounds.Extend(bounds.min);
    node.bounds.Extend(bounds.max);
    node.priority = std::max(node.priority, scenes_[scene].priority);
    middles.Extend(MiddleOf(scenes_[scene]));
  }
  if (scenes.size() == 1) {
    node.first = scenes[0];
    node.is_leaf = true;
  } else {
    const Vec3 over = middles.max - middles.min;
    const size_t axis = over.x >= over.y && over.x >= over.z ? 0 : over.y >= over.z ? 1 : 2;
    const auto half = static_cast<ptrdiff_t>(scenes.size() / 2);
    std::ranges::nth_element(scenes, scenes.begin() + half, {},
                             [&](uint32_t scene) { return std::pair(scenes_[scene].middle[axis], scene); });
    Build(scenes.first(static_cast<size_t>(half)));
    node.first = Build(scenes.subspan(static_cast<size_t>(half)));
  }
  nodes_[index] = node;
  return index;
}

SceneId SceneTree::Find(const Vec3& position, SceneId entered) const {
  // The least of these is the answer.
  using Rank = std::tuple<int64_t, bool, double, uint32_t>;
  SceneId best;
  Rank best_rank;
  uint32_t stack[kMaxDepth];
  size_t size = 0;
  if (!nodes_.empty()) stack[size++] = 0;
  while (size > 0) {
    const uint32_t index = stack[--size];
    const Node& node = nodes_[index];
    const bool is_lower = !best.IsNone() && node.priority < scenes_[best.value()].priority;
    if (is_lower || !node.bounds.Contains(position)) continue;
    if (!node.is_leaf) {
      stack[size++] = node.first;
      stack[size++] = index + 1;
      continue;
    }
    const SceneRecord& scene = scenes_[node.first];
    if (!Contains(scene, position)) continue;
    const Rank rank(-int64_t{scene.priority}, SceneId(node.first) != entered,
                    Distance(position, MiddleOf(scene)), node.first);
    if (!best.IsNone() && best_rank <= rank) continue;
    best = SceneId(node.first);
    best_rank = rank;
  }
  return best;
}

}  // namespace waystone

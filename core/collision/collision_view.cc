// Box tests are widened by one part in 2^40, and triangle tests accept a hair beyond each edge: a ray through
// a shared edge meets at least one of the two triangles, whatever the rounding.
#include "core/collision/collision_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "core/base/status_macros.h"

namespace waystone {
namespace {

constexpr double kWiden = 0x1.0p-40;
constexpr double kEdgeSlack = 0x1.0p-40;

struct Ray {
  Vec3 from;
  Vec3 span;     // to - from
  Vec3 inverse;  // 1 / span, infinite if span is 0
};

// The place where the ray enters the box, if before `limit`. For a component of span 0 the origin must lie
// between.
bool MeetsBox(const Ray& ray, const CollisionNode& node, double limit, double& entry) {
  double lo = 0;
  double hi = limit;
  const double from[3] = {ray.from.x, ray.from.y, ray.from.z};
  const double span[3] = {ray.span.x, ray.span.y, ray.span.z};
  const double inverse[3] = {ray.inverse.x, ray.inverse.y, ray.inverse.z};
  for (int axis = 0; axis < 3; ++axis) {
    if (span[axis] == 0) {
      if (from[axis] < node.min[axis] || from[axis] > node.max[axis]) return false;
      continue;
    }
    double near = (node.min[axis] - from[axis]) * inverse[axis];
    double far = (node.max[axis] - from[axis]) * inverse[axis];
    if (near > far) std::swap(near, far);
    lo = std::max(lo, near - std::abs(near) * kWiden);
    hi = std::min(hi, far + std::abs(far) * kWiden);
  }
  entry = lo;
  return lo <= hi;
}

// Moeller and Trumbore (1997), both sides, in double. The fraction of the segment; nullopt if it misses.
std::optional<double> MeetsTriangle(const Ray& ray, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a;
  const Vec3 ac = c - a;
  const Vec3 p = Cross(ray.span, ac);
  const double determinant = Dot(ab, p);
  if (determinant == 0) return std::nullopt;
  const Vec3 t = ray.from - a;
  const double u = Dot(t, p) / determinant;
  const Vec3 q = Cross(t, ab);
  const double v = Dot(ray.span, q) / determinant;
  if (u < -kEdgeSlack || v < -kEdgeSlack || u + v > 1 + kEdgeSlack) return std::nullopt;
  const double fraction = Dot(ac, q) / determinant;
  if (!(fraction >= 0 && fraction <= 1)) return std::nullopt;
  return fraction;
}

absl::Status Broken(const char* array, size_t index, const char* rule) {
  return absl::DataLossError(absl::StrCat("collision ", array, "[", index, "]: ", rule));
}

absl::Status CheckNode(std::span<const CollisionNode> nodes, size_t i, size_t triangle_count,
                       uint64_t& triangles_seen) {
  const CollisionNode& node = nodes[i];
  for (int axis = 0; axis < 3; ++axis) {
    if (!std::isfinite(node.min[axis]) || !std::isfinite(node.max[axis]) || node.min[axis] > node.max[axis]) {
      return Broken("nodes", i, "the box is empty or not finite");
    }
  }
  if (node.count == 0) {
    if (node.first <= i + 1 || node.first >= nodes.size())
      return Broken("nodes", i, "right child out of order");
    return absl::OkStatus();
  }
  if (node.count > kCollisionMaxLeafTriangles) return Broken("nodes", i, "too many triangles in a leaf");
  if (node.first != triangles_seen) return Broken("nodes", i, "leaves do not cover the triangles in order");
  triangles_seen += node.count;
  if (triangles_seen > triangle_count) return Broken("nodes", i, "triangles out of range");
  return absl::OkStatus();
}

// Checks that every node is the child of exactly one other, and that no path down exceeds the depth limit.
absl::Status CheckTree(std::span<const CollisionNode> nodes) {
  struct Open {
    size_t node;
    uint32_t depth;
  };
  std::vector<Open> stack = {{0, 1}};
  size_t expected = 0;  // depth-first order visits nodes in the order of their indices
  while (!stack.empty()) {
    const Open open = stack.back();
    stack.pop_back();
    if (open.node != expected++) return Broken("nodes", open.node, "not in depth-first order");
    if (open.depth > kCollisionMaxDepth) return Broken("nodes", open.node, "too deep");
    if (nodes[open.node].count != 0) continue;
    stack.push_back({nodes[open.node].first, open.depth + 1});
    stack.push_back({open.node + 1, open.depth + 1});
  }
  if (expected != nodes.size()) return Broken("nodes", expected, "not reached from the root");
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<CollisionView> CollisionView::Create(std::span<const Vec3f> vertices,
                                                    std::span<const CollisionTriangle> triangles,
                                                    std::span<const CollisionNode> nodes) {
  for (size_t i = 0; i < vertices.size(); ++i) {
    if (!Vec3(vertices[i]).IsFinite()) return Broken("vertices", i, "not finite");
  }
  for (size_t i = 0; i < triangles.size(); ++i) {
    for (uint32_t v : triangles[i].vertex) {
      if (v >= vertices.size()) return Broken("triangles", i, "vertex out of range");
    }
  }
  uint64_t triangles_seen = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    WS_RETURN_IF_ERROR(CheckNode(nodes, i, triangles.size(), triangles_seen));
  }
  if (triangles_seen != triangles.size()) return Broken("triangles", triangles_seen, "in no leaf");
  if (!nodes.empty()) WS_RETURN_IF_ERROR(CheckTree(nodes));
  return CollisionView(vertices, triangles, nodes);
}

template <bool kAnyHit>
std::optional<CollisionHit> CollisionView::Trace(const Vec3& from, const Vec3& to) const {
  if (nodes_.empty()) return std::nullopt;
  const Vec3 span = to - from;
  const Ray ray{from, span, {1 / span.x, 1 / span.y, 1 / span.z}};
  std::optional<CollisionHit> best;
  double limit = 1;
  // One open sibling per level of the path down.
  std::array<uint32_t, kCollisionMaxDepth + 1> stack;
  size_t stack_size = 0;
  stack[stack_size++] = 0;
  while (stack_size > 0) {
    const uint32_t index = stack[--stack_size];
    const CollisionNode& node = nodes_[index];
    double entry = 0;
    if (!MeetsBox(ray, node, limit, entry)) continue;
    if (node.count == 0) {
      double left_entry = 0;
      double right_entry = 0;
      const bool left = MeetsBox(ray, nodes_[index + 1], limit, left_entry);
      const bool right = MeetsBox(ray, nodes_[node.first], limit, right_entry);
      const bool right_first = right && (!left || right_entry < left_entry);
      if (right && !right_first) stack[stack_size++] = node.first;
      if (left) stack[stack_size++] = index + 1;
      if (right_first) stack[stack_size++] = node.first;
      continue;
    }
    for (uint32_t t = node.first; t < node.first + node.count; ++t) {
      const CollisionTriangle& triangle = triangles_[t];
      const std::optional<double> fraction = MeetsTriangle(
          ray, vertices_[triangle.vertex[0]], vertices_[triangle.vertex[1]], vertices_[triangle.vertex[2]]);
      if (!fraction.has_value()) continue;
      if (kAnyHit) return CollisionHit{*fraction, t};
      if (!best.has_value() || *fraction < best->fraction ||
          (*fraction == best->fraction && t < best->triangle)) {
        best = CollisionHit{*fraction, t};
        limit = *fraction;
      }
    }
  }
  return best;
}

std::optional<CollisionHit> CollisionView::FirstHit(const Vec3& from, const Vec3& to) const {
  return Trace<false>(from, to);
}

bool CollisionView::Blocked(const Vec3& from, const Vec3& to) const {
  return Trace<true>(from, to).has_value();
}

}  // namespace waystone

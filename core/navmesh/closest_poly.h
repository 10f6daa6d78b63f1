// The polygon nearest to a point among those that the caller admits.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "core/base/deadline_poll.h"
#include "core/base/heap_bytes.h"
#include "core/geom/vec.h"
#include "core/graph/dary_heap.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {

// [m2] from a point to a box of the tree; 0 inside.
inline double BoxDistanceSq_m2(const NavBox& box, const Vec3& point) {
  const double at[3] = {point.x, point.y, point.z};
  double sum = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const double below = box.min[axis] - at[axis];
    const double above = at[axis] - box.max[axis];
    const double gap = below > 0 ? below : (above > 0 ? above : 0);
    sum += gap * gap;
  }
  return sum;
}

// Best first over the box tree. Keeps its memory from call to call; one thread at a time.
class ClosestPolySearch {
 public:
  // The polygon with admit(PolyId), and its point, nearest to `point` in three dimensions; the lowest id of
  // equals. Empty if none within `limit_m` is admitted, or the deadline passed first. O(log polygons) if admitted
  // ones are near, O(polygons within the limit) at worst.
  template <typename Admit>
  std::optional<NavLocation> Find(const NavmeshView& mesh, const Vec3& point, const Admit& admit,
                                  double limit_m = std::numeric_limits<double>::infinity(),
                                  const Deadline& deadline = {});

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(open_); }

 private:
  struct Item {
    double distance_sq_m2;
    uint32_t level;  // of the box tree, from 1; 0 for a polygon
    uint32_t index;
  };
  // Boxes before polygons of the same distance: they may hold a polygon of a lower id.
  struct Less {
    bool operator()(const Item& a, const Item& b) const {
      if (a.distance_sq_m2 != b.distance_sq_m2) return a.distance_sq_m2 < b.distance_sq_m2;
      if (a.level != b.level) return a.level > b.level;
      return a.index < b.index;
    }
  };

  DaryHeap<Item, Less> open_;
};

template <typename Admit>
std::optional<NavLocation> ClosestPolySearch::Find(const NavmeshView& mesh, const Vec3& point,
                                                   const Admit& admit, double limit_m,
                                                   const Deadline& deadline) {
  constexpr uint32_t kBoxesPerLook = 256;
  DeadlinePoll poll(deadline, kBoxesPerLook);
  const NavmeshHeader& h = mesh.arrays().header;
  const double limit_sq_m2 = limit_m * limit_m;
  const auto push = [&](const Item& item) {
    if (item.distance_sq_m2 <= limit_sq_m2) open_.Push(item);
  };
  open_.Clear();
  if (h.tree_level_count > 0) open_.Push({0, h.tree_level_count, 0});
  while (!open_.empty()) {
    if (poll.Expired()) return std::nullopt;
    const Item item = open_.top();
    open_.Pop();
    if (item.level == 0) {
      const PolyId poly(item.index);
      return NavLocation{poly, ClosestPointOnPoly(mesh, poly, point)};
    }
    const uint32_t first = item.index * kNavTreeFanout;
    for (uint32_t i = first; i < first + kNavTreeFanout; ++i) {
      if (item.level > 1) {
        const uint32_t box = h.tree_level_begin[item.level - 2] + i;
        if (box >= h.tree_level_begin[item.level - 1]) break;
        push({BoxDistanceSq_m2(mesh.arrays().tree_boxes[box], point), item.level - 1, i});
      } else if (i < mesh.poly_count() && admit(PolyId(i))) {
        const Vec3 gap = ClosestPointOnPoly(mesh, PolyId(i), point) - point;
        push({Dot(gap, gap), 0, i});
      }
    }
  }
  return std::nullopt;
}

}  // namespace waystone

// Lower bounds of the cost of a path to the nearest of some goals, by the landmarks of a graph.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/geom/aabb.h"
#include "core/waypoint/waypoint_view.h"

namespace waystone {

// By the triangle inequality (Goldberg, Harrelson, "Computing the shortest path: A* search meets graph
// theory", SODA 2005): the cost from a node to a goal is at least the cost from a landmark to the goal minus
// that from the landmark to the node; and at least the cost from the node to a landmark minus that from the
// goal to the landmark. It is also at least the straight line. Several goals count at once: the least cost
// from a landmark to any of them, the greatest from any of them to it, the box around them.
//
// Costs are those with all abilities and nothing closed, so the bounds hold whatever a request forbids. Along
// an arc they fall by no more than its cost, which WaypointView has checked.
class LandmarkBound {
 public:
  // `goals`: one or more. The view must outlive the use. O(goals x landmarks).
  LandmarkBound(const WaypointView& graph, std::span<const PolyId> goals);

  // [m] infinite if no path leads to any goal, whatever the abilities. O(landmarks).
  double From(PolyId node) const;

 private:
  const WaypointView& graph_;
  Aabb goals_;
  std::array<int32_t, kMaxLandmarks> least_from_{};  // cost from landmark l to the nearest goal; or none
  std::array<int32_t, kMaxLandmarks> most_to_{};     // cost to landmark l from the farthest goal; or none
};

}  // namespace waystone

#include "core/waypoint/landmark_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace waystone {
namespace {

constexpr int32_t kNone = kNoLandmarkPath;
constexpr double kRounding = 1 - 1e-9;  // of sums in another order

double AxisGap(double at, double min, double max) { return std::max({min - at, at - max, 0.0}); }

}  // namespace

LandmarkBound::LandmarkBound(const WaypointView& graph, std::span<const PolyId> goals) : graph_(graph) {
  least_from_.fill(kNone);
  for (const PolyId goal : goals) {
    goals_.Extend(graph.Position(goal));
    const std::span<const uint16_t> costs = graph.LandmarkCosts(goal);
    for (size_t l = 0; l < costs.size() / 2; ++l) {
      least_from_[l] = std::min(least_from_[l], int32_t{costs[2 * l]});
      most_to_[l] = std::max(most_to_[l], int32_t{costs[2 * l + 1]});
    }
  }
}

double LandmarkBound::From(PolyId node) const {
  const std::span<const uint16_t> costs = graph_.LandmarkCosts(node);
  int32_t most = 0;
  for (size_t l = 0; l < costs.size() / 2; ++l) {
    const int32_t from = costs[2 * l];
    const int32_t to = costs[2 * l + 1];
    if (from != kNone) {
      // The landmark reaches everything that the node reaches.
      if (least_from_[l] == kNone) return std::numeric_limits<double>::infinity();
      most = std::max(most, least_from_[l] - from);
    }
    if (most_to_[l] != kNone) {
      // All goals lead to the landmark, so every node that leads to a goal does too.
      if (to == kNone) return std::numeric_limits<double>::infinity();
      most = std::max(most, to - most_to_[l]);
    }
  }
  const Vec3 at = graph_.Position(node);
  const Vec3 gap(AxisGap(at.x, goals_.min.x, goals_.max.x), AxisGap(at.y, goals_.min.y, goals_.max.y),
                 AxisGap(at.z, goals_.min.z, goals_.max.z));
  const double straight_m = graph_.header().least_cost_per_m * Length(gap);
  const double by_landmarks_m = static_cast<double>(graph_.header().landmark_unit_m) * most;
  return std::max(straight_m, by_landmarks_m) * kRounding;
}

}  // namespace waystone

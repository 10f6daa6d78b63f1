#include "bench/waypoint/random_graph.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/random.h"

namespace waystone {
namespace {

constexpr double kSide_m = 10;  // of the square that a node has on average
constexpr double kReach_m = 15;
constexpr double kHeight_m = 5;
constexpr double kBothWays = 0.85;
constexpr double kMostCostPerMetre = 1.5;

// The nodes by blocks of kReach_m, so that neighbours lie in the same block or one beside it.
class Blocks {
 public:
  Blocks(const WaypointGraph& graph, double side_m)
      : per_side_(static_cast<uint32_t>(side_m / kReach_m) + 1), nodes_(size_t{per_side_} * per_side_) {
    for (uint32_t i = 0; i < graph.nodes.size(); ++i) {
      const Vec3& at = graph.nodes[i].at;
      nodes_[size_t{RowOf(at.z)} * per_side_ + RowOf(at.x)].push_back(i);
    }
  }

  template <typename Visit>
  void Around(const Vec3& at, const Visit& visit) const {
    const uint32_t column = RowOf(at.x);
    const uint32_t row = RowOf(at.z);
    for (uint32_t r = row - std::min(row, 1U); r <= std::min(row + 1, per_side_ - 1); ++r) {
      for (uint32_t c = column - std::min(column, 1U); c <= std::min(column + 1, per_side_ - 1); ++c) {
        for (const uint32_t node : nodes_[size_t{r} * per_side_ + c]) visit(node);
      }
    }
  }

 private:
  static uint32_t RowOf(double at_m) { return static_cast<uint32_t>(at_m / kReach_m); }

  uint32_t per_side_;
  std::vector<std::vector<uint32_t>> nodes_;
};

}  // namespace

WaypointGraph RandomGeometricGraph(uint32_t nodes, uint64_t seed) {
  Random random(seed);
  WaypointGraph graph;
  const double side_m = kSide_m * std::sqrt(nodes);
  for (uint32_t i = 0; i < nodes; ++i) {
    const double x = random.NextInRange(0, side_m);
    const double z = random.NextInRange(0, side_m);
    graph.nodes.push_back({.id = i, .at = {x, random.NextInRange(0, kHeight_m), z}});
  }
  const Blocks blocks(graph, side_m);
  const auto link = [&](uint32_t from, uint32_t to) {
    const double length_m = Distance(graph.nodes[from].at, graph.nodes[to].at);
    graph.links.push_back(
        {.from = from, .to = to, .cost_m = length_m * random.NextInRange(1, kMostCostPerMetre)});
  };
  for (uint32_t i = 0; i < nodes; ++i) {
    const Vec3& at = graph.nodes[i].at;
    blocks.Around(at, [&](uint32_t other) {
      if (other <= i || PlaneDistance(at, graph.nodes[other].at) > kReach_m) return;
      const bool is_both = random.NextUnit() < kBothWays;
      const bool is_first = is_both || random.NextBelow(2) == 0;
      if (is_first) link(i, other);
      if (is_both || !is_first) link(other, i);
    });
  }
  return graph;
}

}  // namespace waystone

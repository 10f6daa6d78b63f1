#include "core/grid/trunk_costs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/parallel_for.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/grid/cell_costs.h"
#include "core/grid/weighted_frontier.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kRounding = 1e-6;  // [share] of sums of costs, and of floats

template <typename... Parts>
absl::Status Broken(const Parts&... parts) {
  return absl::DataLossError(StrCat("grid trunk ", parts...));
}

}  // namespace

GridGround BakedGround(const GridView& map) {
  GridGround ground;
  ground.map = &map;
  ground.bits = map.bits();
  ground.is_uniform = false;
  std::copy_n(map.header().area_cost, kMaxGridAreas, ground.area_cost.begin());
  return ground;
}

double PathCost(const GridGround& ground, std::span<const uint32_t> turns) {
  double cost = 0;
  for (size_t i = 1; i < turns.size() && cost < kInfinite; ++i) {
    cost += LegCost(ground, ground.map->CellOf(turns[i - 1]), ground.map->CellOf(turns[i]));
  }
  return cost;
}

void MeasureTrunkCosts(const GridGround& ground, std::span<const uint32_t> points, uint32_t from,
                       WeightedWorkspace& workspace, std::span<double> costs) {
  std::ranges::fill(costs, kInfinite);
  const auto remaining = [](Cell) { return 0.0; };
  WeightedFrontier frontier(ground, workspace);
  frontier.Begin(ground.map->CellOf(from), remaining);
  for (size_t met = 0; met < points.size();) {
    const WeightedFrontier::NodeId node = frontier.Settle();
    if (node == WeightedFrontier::kNone) return;
    const uint32_t id = ground.map->IdOf(frontier.CellOf(node));
    const auto point = std::ranges::lower_bound(points, id);
    if (point != points.end() && *point == id) {
      costs[static_cast<size_t>(point - points.begin())] = frontier.CostOf(node);
      ++met;
    }
    frontier.Expand(node, remaining);
  }
}

absl::Status CheckLeastCosts(const GridView& map) {
  if (map.trunk() == nullptr) return absl::OkStatus();
  const TrunkView& trunk = *map.trunk();
  const GridGround ground = BakedGround(map);
  const uint32_t count = trunk.point_count();
  constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
  std::vector<uint32_t> bad(count, kNone);
  ParallelFor(count, 0, [&](size_t i) {
    thread_local WeightedWorkspace workspace;
    std::vector<double> costs(count);
    MeasureTrunkCosts(ground, trunk.points(), trunk.points()[i], workspace, costs);
    for (uint32_t k = 0; k < count && bad[i] == kNone; ++k) {
      const auto least = static_cast<double>(trunk.LeastCost(static_cast<uint32_t>(i), k));
      if (least > costs[k] * (1 + kRounding)) bad[i] = k;
    }
  });
  for (uint32_t i = 0; i < count; ++i) {
    if (bad[i] == kNone) continue;
    return Broken("least costs[", size_t{i} * count + bad[i], "]: there is a cheaper path");
  }
  return absl::OkStatus();
}

}  // namespace waystone

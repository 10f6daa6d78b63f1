#include "core/grid/trunk_check.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/grid/step_cost.h"

namespace waystone {
namespace {

constexpr double kRounding = 1e-6;  // [share] of sums of costs, and of floats

template <typename... Parts>
absl::Status Broken(const Parts&... parts) {
  return absl::DataLossError(StrCat("grid trunk ", parts...));
}

// Checks that the least costs of its two ends to all points differ by no more than the stretch costs; the
// same then holds for all chains of stretches.
absl::Status CheckChains(const TrunkView& trunk, const TrunkStretch& stretch) {
  for (uint32_t to = 0; to < trunk.point_count(); ++to) {
    const auto from_cost = static_cast<double>(trunk.LeastCost(stretch.from, to));
    const auto to_cost = static_cast<double>(trunk.LeastCost(stretch.to, to));
    const double margin = stretch.cost + kRounding * (stretch.cost + std::min(from_cost, to_cost));
    if (from_cost == to_cost || std::abs(from_cost - to_cost) <= margin) continue;
    const uint32_t worse = from_cost > to_cost ? stretch.from : stretch.to;
    return Broken("least costs[", size_t{worse} * trunk.point_count() + to,
                  "]: more than a path over the trunk");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckTrunkCosts(const TrunkView& trunk, const GridHeader& header, const BitGrid& bits,
                             std::span<const uint8_t> areas) {
  const auto cell_at = [&](uint32_t id) {
    return Cell{static_cast<int32_t>(id % bits.columns), static_cast<int32_t>(id / bits.columns)};
  };
  const auto cost_of = [&](Cell cell) {
    if (!bits.IsFree(cell)) return std::numeric_limits<double>::infinity();
    const size_t id =
        size_t{bits.columns} * static_cast<uint32_t>(cell.row) + static_cast<uint32_t>(cell.column);
    return static_cast<double>(header.area_cost[areas.empty() ? 1 : areas[id]]);
  };
  for (uint32_t i = 0; i < trunk.point_count(); ++i) {
    if (trunk.LeastCost(i, i) != 0) {
      return Broken("least costs[", size_t{i} * trunk.point_count() + i, "]: from a point to itself");
    }
  }
  for (size_t i = 0; i < trunk.stretches().size(); ++i) {
    const TrunkStretch& stretch = trunk.stretches()[i];
    const std::span<const uint32_t> turns = trunk.TurnsOf(stretch);
    double cost = 0;
    for (size_t k = 1; k < turns.size(); ++k)
      cost += LegCostBy(cost_of, cell_at(turns[k - 1]), cell_at(turns[k]));
    if (std::abs(cost - stretch.cost) > kRounding * cost) {
      return Broken("stretches[", i, "]: its cells cost ", cost, ", not ", stretch.cost);
    }
    WS_RETURN_IF_ERROR(CheckChains(trunk, stretch));
  }
  return absl::OkStatus();
}

}  // namespace waystone

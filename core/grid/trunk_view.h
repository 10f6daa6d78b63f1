// Trunks (S2.7): designated places of a grid, with baked paths between those that are near each other.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "absl/status/statusor.h"
#include "core/grid/bit_grid.h"
#include "core/grid/cell.h"

namespace waystone {

inline constexpr uint32_t kMaxTrunkPoints = 1024;

// A baked path of least cost between two points, walked in both directions.
struct TrunkStretch {
  uint32_t from;        // index of a point
  uint32_t to;          // the same, greater than `from`
  uint32_t first_turn;  // of its turns: the cell of `from`, every change of direction, the cell of `to`
  uint32_t turn_count;
  double cost;  // [cells] by the costs of the map
};
static_assert(sizeof(TrunkStretch) == 24 && std::is_trivially_copyable_v<TrunkStretch>);

// Owned data, as the baker writes it.
struct TrunkData {
  std::vector<uint32_t> points;         // ids of cells, ascending
  std::vector<TrunkStretch> stretches;  // by `from`, then `to`
  std::vector<uint32_t> turns;          // ids of cells, of all stretches in order
  // [cells] Lower bound of the cost of the cheapest path over the map from each point (row) to each; rounded
  // down, infinite if there is none.
  std::vector<float> least_costs;
};

// A const view over the sections, or over a TrunkData. Trivially copied; does not own; any thread.
class TrunkView {
 public:
  struct Arrays {
    std::span<const uint32_t> points;
    std::span<const TrunkStretch> stretches;
    std::span<const uint32_t> turns;
    std::span<const float> least_costs;
  };

  // DataLoss naming the array, the index and the rule broken. O(cells of the stretches + points squared).
  static absl::StatusOr<TrunkView> Create(const Arrays& arrays, const BitGrid& bits);

  uint32_t point_count() const { return static_cast<uint32_t>(arrays_.points.size()); }
  std::span<const uint32_t> points() const { return arrays_.points; }
  std::span<const TrunkStretch> stretches() const { return arrays_.stretches; }
  std::span<const uint32_t> TurnsOf(const TrunkStretch& stretch) const {
    return arrays_.turns.subspan(stretch.first_turn, stretch.turn_count);
  }
  // REQUIRES: both below point_count().
  float LeastCost(uint32_t from, uint32_t to) const {
    return arrays_.least_costs[size_t{from} * point_count() + to];
  }

 private:
  explicit TrunkView(const Arrays& arrays) : arrays_(arrays) {}
  Arrays arrays_;
};

// Views of a baker's arrays.
TrunkView::Arrays ArraysOf(const TrunkData& data);

}  // namespace waystone

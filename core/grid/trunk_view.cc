#include "core/grid/trunk_view.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

template <typename... Parts>
absl::Status Broken(const Parts&... parts) {
  return absl::DataLossError(StrCat("trunk ", parts...));
}

absl::Status CheckPoints(const TrunkView::Arrays& a, const BitGrid& bits) {
  const size_t count = a.points.size();
  if (count < 2 || count > kMaxTrunkPoints) {
    return Broken("points: ", count, " of them, must be 2 to ", kMaxTrunkPoints);
  }
  for (size_t i = 0; i < count; ++i) {
    if (i > 0 && a.points[i] <= a.points[i - 1]) return Broken("points[", i, "]: must ascend");
    if (a.points[i] >= uint64_t{bits.columns} * bits.rows)
      return Broken("points[", i, "]: outside of the grid");
    const Cell cell{static_cast<int32_t>(a.points[i] % bits.columns),
                    static_cast<int32_t>(a.points[i] / bits.columns)};
    if (!bits.IsFree(cell)) return Broken("points[", i, "]: a blocked cell");
  }
  if (a.least_costs.size() != count * count) {
    return Broken("least costs: ", a.least_costs.size(), " of ", count * count);
  }
  for (size_t i = 0; i < a.least_costs.size(); ++i) {
    if (!(a.least_costs[i] >= 0)) return Broken("least costs[", i, "]: must be 0 or more");
  }
  return absl::OkStatus();
}

// True if the turns of a stretch, all of them ids of cells, are joined by steps that the bits allow.
bool IsPath(std::span<const uint32_t> turns, const BitGrid& bits) {
  const auto cell_of = [&bits](uint32_t id) {
    return Cell{static_cast<int32_t>(id % bits.columns), static_cast<int32_t>(id / bits.columns)};
  };
  for (size_t i = 1; i < turns.size(); ++i) {
    Cell at = cell_of(turns[i - 1]);
    const Cell end = cell_of(turns[i]);
    const int32_t columns = end.column - at.column;
    const int32_t rows = end.row - at.row;
    const int32_t count = std::max(std::abs(columns), std::abs(rows));
    if (count == 0 || (columns != 0 && rows != 0 && std::abs(columns) != std::abs(rows))) return false;
    const Cell step{columns / count, rows / count};
    for (; at != end; at = {at.column + step.column, at.row + step.row}) {
      if (!bits.IsFree({at.column + step.column, at.row}) || !bits.IsFree({at.column, at.row + step.row}) ||
          !bits.IsFree({at.column + step.column, at.row + step.row})) {
        return false;
      }
    }
  }
  return true;
}

absl::Status CheckStretches(const TrunkView::Arrays& a, const BitGrid& bits) {
  uint64_t next_turn = 0;
  for (size_t i = 0; i < a.stretches.size(); ++i) {
    const TrunkStretch& s = a.stretches[i];
    if (s.from >= s.to || s.to >= a.points.size()) return Broken("stretches[", i, "]: bad points");
    if (i > 0 && std::pair(a.stretches[i - 1].from, a.stretches[i - 1].to) >= std::pair(s.from, s.to)) {
      return Broken("stretches[", i, "]: out of order");
    }
    if (!(s.cost > 0) || !std::isfinite(s.cost)) return Broken("stretches[", i, "]: bad cost");
    if (s.first_turn != next_turn || s.turn_count < 2 || s.turn_count > a.turns.size() - next_turn) {
      return Broken("stretches[", i, "]: its turns do not follow those before");
    }
    const auto turns = a.turns.subspan(s.first_turn, s.turn_count);
    for (const uint32_t id : turns) {
      if (id >= uint64_t{bits.columns} * bits.rows) return Broken("stretches[", i, "]: leaves the grid");
    }
    if (turns.front() != a.points[s.from] || turns.back() != a.points[s.to]) {
      return Broken("stretches[", i, "]: its turns do not join its points");
    }
    if (!IsPath(turns, bits)) return Broken("stretches[", i, "]: is no path over free cells");
    next_turn += s.turn_count;
  }
  if (next_turn != a.turns.size())
    return Broken("turns: ", a.turns.size(), ", of no stretch from ", next_turn);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<TrunkView> TrunkView::Create(const Arrays& arrays, const BitGrid& bits) {
  WS_RETURN_IF_ERROR(CheckPoints(arrays, bits));
  WS_RETURN_IF_ERROR(CheckStretches(arrays, bits));
  return TrunkView(arrays);
}

TrunkView::Arrays ArraysOf(const TrunkData& data) {
  return {data.points, data.stretches, data.turns, data.least_costs};
}

}  // namespace waystone

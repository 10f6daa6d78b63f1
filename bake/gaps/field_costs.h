// How badly spans and the joins between them break an agent's rules.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "bake/gaps/open_field.h"

namespace waystone {

// 0: not at all; kUnit: by as much as the agent can do.
using Severity = uint16_t;
inline constexpr Severity kSeverityUnit = 64;
inline constexpr Severity kWorstSeverity = 4095;
// Worse is as good as solid: a step of 61 times what the agent climbs.
inline constexpr Severity kMostSeverity = 60 * kSeverityUnit;

// From a span to one of the next column.
struct SpanJoin {
  int step_cells = 0;  // difference of floors, >= 0
  int air_cells = 0;   // above the higher floor, under the lower ceiling
  // Both are as steep ground has them: the difference is no step.
  bool is_slope = false;
};

// Reads a field; nothing is stored but the costs. One thread.
class FieldCosts {
 public:
  static constexpr std::array<std::pair<int, int>, 4> kDirections = {{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

  // Only spans of no island count that lead from one island to another, or over the border of the tile, which is all of the
  // field but `margin_cells` on each side: on most maps they are few. The others cost nothing, and are not `outside`.
  FieldCosts(const OpenField& field, std::span<const uint32_t> island, const GapRules& rules,
             int margin_cells = 0);

  // Of a span of no island, with what its neighbourhood makes of it; 0 on islands.
  Severity CostOf(uint32_t span) const { return cost_[span]; }
  uint32_t ColumnOf(uint32_t span) const { return column_[span]; }
  // The spans of no island that count, ascending.
  std::span<const uint32_t> outside() const { return outside_; }
  Severity CostOf(const SpanJoin& join) const {
    const Severity of_step = join.is_slope ? Severity{0} : step_cost_[static_cast<size_t>(join.step_cells)];
    if (join.air_cells >= rules_.height_cells) return of_step;
    return std::max(of_step, air_cost_[static_cast<size_t>(join.air_cells)]);
  }
  const OpenField& field() const { return field_; }
  const GapRules& rules() const { return rules_; }

  SpanJoin JoinOf(const OpenSpan& a, const OpenSpan& b) const {
    SpanJoin join;
    join.step_cells = std::abs(int{a.floor} - int{b.floor});
    join.air_cells = std::min(a.ceiling, b.ceiling) - std::max(a.floor, b.floor);
    join.is_slope = (a.area == kSteepArea || b.area == kSteepArea) && join.step_cells <= slope_cells_;
    return join;
  }

  // Calls visit(neighbour, join) for each span of the next column in a direction with some air in common.
  template <typename Visit>
  void ForEachJoin(uint32_t span, int direction, const Visit& visit) const {
    const auto side = static_cast<uint32_t>(field_.side);
    const uint32_t column = column_[span];
    const uint32_t x = column % side + static_cast<uint32_t>(kDirections[direction].first);
    const uint32_t z = column / side + static_cast<uint32_t>(kDirections[direction].second);
    if (x >= side || z >= side) return;  // below 0 is above side, too
    const uint32_t next = x + z * side;
    for (uint32_t n = field_.begin[next]; n < field_.begin[next + 1]; ++n) {
      const SpanJoin join = JoinOf(field_.spans[span], field_.spans[n]);
      if (join.air_cells >= least_air_) visit(n, join);
    }
  }

  // Whether ground rises by more than a step over two cells: Recast refuses it, however flat its triangles are.
  bool IsSteepByVoxels(uint32_t span) const { return RiseAt(span) > rules_.climb_cells; }
  // [degrees] The ground's, by its voxels.
  double SlopeAt(uint32_t span) const { return slope_deg_[RiseIndex(span)]; }

 private:
  void FillTables();
  void FindOutside(int margin_cells);
  // In the tables of slopes.
  size_t RiseIndex(uint32_t span) const;
  Severity OwnOf(uint32_t span) const;
  // [cells] Between the neighbours to which an agent could step.
  int RiseAt(uint32_t span) const;
  Severity BorderOf(uint32_t span) const;
  void Spread(Severity level, const std::vector<uint32_t>& borders);

  const OpenField& field_;
  const std::span<const uint32_t> island_;
  const GapRules rules_;
  const int least_air_;
  const int slope_cells_;
  std::vector<Severity> step_cost_;  // by cells
  std::vector<Severity> air_cost_;   // by cells, below the agent's height
  std::vector<double> slope_deg_;    // by rises along x and z
  std::vector<Severity> slope_cost_;
  std::vector<uint32_t> column_;
  std::vector<uint32_t> outside_;
  std::vector<Severity> own_;
  std::vector<Severity> cost_;
  std::vector<uint16_t> distance_;  // [half cells] of one level
};

}  // namespace waystone

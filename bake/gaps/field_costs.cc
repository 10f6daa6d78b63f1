#include "bake/gaps/field_costs.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace waystone {
namespace {

constexpr uint16_t kFar = std::numeric_limits<uint16_t>::max();
constexpr double kSteepestStep =
    3;                      // [cells of height for one of width, as lengths] of ground that is no step
constexpr int kLevels = 8;  // of borders that are less bad than a wall

Severity Rounded(double severity) {
  return static_cast<Severity>(std::clamp(std::ceil(severity * kSeverityUnit), 1.0, double{kWorstSeverity}));
}

}  // namespace

FieldCosts::FieldCosts(const OpenField& field, std::span<const uint32_t> island, const GapRules& rules,
                       int margin_cells)
    : field_(field),
      island_(island),
      rules_(rules),
      least_air_(rules.least_air_cells()),
      slope_cells_(std::max(rules.climb_cells, static_cast<int>(std::ceil(kSteepestStep * rules.cell_size_m /
                                                                          rules.cell_height_m)))) {
  FillTables();
  column_.resize(field.spans.size());
  for (uint32_t c = 0; c < field.column_count(); ++c) {
    std::fill(column_.begin() + field.begin[c], column_.begin() + field.begin[c + 1], c);
  }
  FindOutside(margin_cells);
  own_.assign(field.spans.size(), 0);
  for (const uint32_t i : outside_) own_[i] = OwnOf(i);
  // By level, which is at most as bad as the border.
  std::array<std::vector<uint32_t>, kLevels + 1> borders;
  for (const uint32_t i : outside_) {
    const int border = BorderOf(i);
    if (border == 0) continue;
    borders[static_cast<size_t>(std::min(border * kLevels / kSeverityUnit, kLevels))].push_back(i);
  }
  cost_ = own_;
  distance_.assign(field.spans.size(), kFar);
  // What a less bad border adds, a worse one may have added already: each spreads at its own level only.
  for (int level = kLevels; level >= 0; --level) {
    Spread(static_cast<Severity>(std::max(level * kSeverityUnit / kLevels, 1)),
           borders[static_cast<size_t>(level)]);
  }
}

// Connected parts of spans of no island, each kept if it touches two islands, or one and the border of the tile.
void FieldCosts::FindOutside(int margin_cells) {
  const int last = field_.side - margin_cells;  // the first row or column of the next tile
  const auto is_border = [&](uint32_t span) {
    if (margin_cells <= 0) return false;
    const auto x = static_cast<int>(column_[span]) % field_.side;
    const auto z = static_cast<int>(column_[span]) / field_.side;
    return x == margin_cells || x == last || z == margin_cells || z == last;
  };
  std::vector<bool> is_seen(island_.size(), false);
  std::vector<uint32_t> part;
  for (uint32_t first = 0; first < island_.size(); ++first) {
    if (island_[first] != 0 || is_seen[first]) continue;
    uint32_t island = 0;
    bool has_two = false;
    bool has_border = false;
    part.assign(1, first);
    is_seen[first] = true;
    for (size_t k = 0; k < part.size(); ++k) {
      const uint32_t span = part[k];
      has_border = has_border || is_border(span);
      for (int d = 0; d < 4; ++d) {
        ForEachJoin(span, d, [&](uint32_t n, const SpanJoin& /*join*/) {
          if (island_[n] != 0) {
            has_two = has_two || (island != 0 && island != island_[n]);
            island = island_[n];
          } else if (!is_seen[n]) {
            is_seen[n] = true;
            part.push_back(n);
          }
        });
      }
    }
    if (has_two || (has_border && island != 0)) outside_.insert(outside_.end(), part.begin(), part.end());
  }
  std::ranges::sort(outside_);
}

void FieldCosts::FillTables() {
  int highest = 0;
  for (const OpenSpan& span : field_.spans) highest = std::max(highest, int{span.floor});
  const int climb = std::max(rules_.climb_cells, 1);
  for (int step = 0; step <= highest; ++step) {
    const int over = step - rules_.climb_cells;
    step_cost_.push_back(over <= 0 ? Severity{0} : Rounded(static_cast<double>(over) / climb));
  }
  for (int x = 0; x <= slope_cells_; ++x) {
    for (int z = 0; z <= slope_cells_; ++z) {
      const double height_m = std::hypot(x, z) * rules_.cell_height_m;
      const double slope_deg = std::atan2(height_m, rules_.cell_size_m) * 180 / std::numbers::pi;
      const double over = (slope_deg - rules_.max_slope_deg) / (90 - rules_.max_slope_deg);
      slope_deg_.push_back(slope_deg);
      slope_cost_.push_back(over > 0 ? Rounded(over) : Rounded(0.5));
    }
  }
  for (int air = 0; air < rules_.height_cells; ++air) {
    air_cost_.push_back(Rounded(static_cast<double>(rules_.height_cells - air) / rules_.height_cells));
  }
}

size_t FieldCosts::RiseIndex(uint32_t span) const {
  int rise[2] = {0, 0};  // along x and z
  for (int d = 0; d < 4; ++d) {
    int least = std::numeric_limits<int>::max();
    ForEachJoin(span, d, [&](uint32_t, const SpanJoin& join) { least = std::min(least, join.step_cells); });
    if (least <= slope_cells_) rise[d % 2] = std::max(rise[d % 2], least);
  }
  return static_cast<size_t>(rise[0]) * (static_cast<size_t>(slope_cells_) + 1) +
         static_cast<size_t>(rise[1]);
}

Severity FieldCosts::OwnOf(uint32_t span) const {
  const OpenSpan& s = field_.spans[span];
  Severity own = 0;
  const int air = s.ceiling - s.floor;
  if (air < rules_.height_cells) own = air_cost_[static_cast<size_t>(air)];
  if (s.area == kForbiddenArea) return std::max<Severity>(own, kSeverityUnit / 2);
  if (s.area == kSteepArea) return std::max(own, slope_cost_[RiseIndex(span)]);
  const int rise = RiseAt(span);
  if (rise <= rules_.climb_cells) return own;
  return std::max(own, Rounded(static_cast<double>(rise - rules_.climb_cells) / (rules_.climb_cells + 1)));
}

int FieldCosts::RiseAt(uint32_t span) const {
  int low = 0;
  int high = 0;
  for (int d = 0; d < 4; ++d) {
    ForEachJoin(span, d, [&](uint32_t n, const SpanJoin& join) {
      if (join.step_cells > rules_.climb_cells || join.air_cells < rules_.height_cells) return;
      const int rise = int{field_.spans[n].floor} - int{field_.spans[span].floor};
      low = std::min(low, rise);
      high = std::max(high, rise);
    });
  }
  return high - low;
}

Severity FieldCosts::BorderOf(uint32_t span) const {
  Severity border = own_[span];
  for (int d = 0; d < 4; ++d) {
    Severity open = kWorstSeverity;
    ForEachJoin(span, d, [&](uint32_t n, const SpanJoin& join) {
      open = std::min(open, std::max(CostOf(join), own_[n]));
    });
    border = std::max(border, open);
  }
  return border;
}

// Borders reach so far as the agent's radius.
void FieldCosts::Spread(Severity level, const std::vector<uint32_t>& borders) {
  const int reach = 2 * rules_.radius_cells;  // [half cells]
  if (borders.empty() || reach == 0) return;
  std::vector<std::vector<uint32_t>> buckets(static_cast<size_t>(reach));
  std::vector<uint32_t> touched;
  const auto put = [&](uint32_t span, int distance) {
    if (distance >= reach || distance >= distance_[span] || island_[span] != 0) return;
    if (distance_[span] == kFar) touched.push_back(span);
    distance_[span] = static_cast<uint16_t>(distance);
    buckets[static_cast<size_t>(distance)].push_back(span);
  };
  for (const uint32_t span : borders) put(span, 0);
  for (int distance = 0; distance < reach; ++distance) {
    const int nearness = reach - distance;
    const auto narrow = static_cast<Severity>((kSeverityUnit * nearness + reach) / (reach + 1));
    for (size_t k = 0; k < buckets[static_cast<size_t>(distance)].size(); ++k) {
      const uint32_t span = buckets[static_cast<size_t>(distance)][k];
      if (distance_[span] != distance) continue;
      cost_[span] = std::max(cost_[span], std::min(level, narrow));
      if (distance + 2 >= reach) continue;
      for (int d = 0; d < 4; ++d) {
        ForEachJoin(span, d, [&](uint32_t n, const SpanJoin& join) {
          if (CostOf(join) >= level) return;
          put(n, distance + 2);
          if (distance + 3 >= reach) return;
          ForEachJoin(n, (d + 1) % 4, [&](uint32_t corner, const SpanJoin& turn) {
            if (CostOf(turn) < level) put(corner, distance + 3);
          });
        });
      }
    }
  }
  for (const uint32_t span : touched) distance_[span] = kFar;
}

}  // namespace waystone

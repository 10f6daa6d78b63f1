#include "core/reach/reach_contours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace waystone {
namespace {

constexpr uint32_t kNone = 0xffffffffU;

// Two joined cells, the lower index first: lines cross between them.
using Side = std::pair<uint32_t, uint32_t>;

Side SideOf(uint32_t a, uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

// Which of a side's triangles a line goes through.
struct Ends {
  std::vector<Side> next;  // two, or one where the line ends; more where triangles lie over each other
};

}  // namespace

ReachContours::ReachContours(std::span<const ReachCell> cells, std::span<const double> costs_m, double step_m,
                             double slope, IsOpen is_open)
    : cells_(cells), costs_m_(costs_m), step_m_(step_m), slope_(slope), is_open_(std::move(is_open)) {
  for (uint32_t cell = 0; cell < cells.size(); ++cell) AddSquare(cell);
}

// Of the cell and those after it in column and row: two triangles, or one if a cell is missing.
void ReachContours::AddSquare(uint32_t first) {
  const uint32_t right = Beside(first, 1, 0);
  const uint32_t below = Beside(first, 0, 1);
  const auto add = [this](uint32_t a, uint32_t b, uint32_t c) {
    if (a != kNone && b != kNone && c != kNone && MayJoin(a, b) && MayJoin(b, c) && MayJoin(a, c))
      triangles_.push_back({{a, b, c}});
  };
  const uint32_t across_right = right == kNone ? kNone : Beside(right, 0, 1);
  const uint32_t across = across_right != kNone || below == kNone ? across_right : Beside(below, 1, 0);
  if (right != kNone && below != kNone) {
    add(first, right, below);
    add(right, across, below);
  } else {
    add(first, right, across);
    add(first, across, below);
  }
}

// The cell there whose height is nearest; kNone if none is joined to it.
uint32_t ReachContours::Beside(uint32_t cell, int32_t columns, int32_t rows) const {
  const int32_t row = cells_[cell].row + rows;
  const int32_t column = cells_[cell].column + columns;
  const auto begin =
      std::lower_bound(cells_.begin(), cells_.end(), std::pair(row, column),
                       [](const ReachCell& a, const auto& b) { return std::pair(a.row, a.column) < b; });
  uint32_t best = kNone;
  const double y = cells_[cell].place.point.y;
  for (auto it = begin; it != cells_.end() && it->row == row && it->column == column; ++it) {
    const auto index = static_cast<uint32_t>(it - cells_.begin());
    if (!MayJoin(cell, index)) continue;
    if (best == kNone || std::abs(it->place.point.y - y) < std::abs(cells_[best].place.point.y - y))
      best = index;
  }
  return best;
}

bool ReachContours::MayJoin(uint32_t a, uint32_t b) const {
  const Vec3& at = cells_[a].place.point;
  const Vec3& other = cells_[b].place.point;
  return std::abs(at.y - other.y) <= step_m_ && std::isfinite(costs_m_[a]) && std::isfinite(costs_m_[b]) &&
         std::abs(costs_m_[a] - costs_m_[b]) <= slope_ * Distance(at, other);
}

// Looked at only where a line crosses.
bool ReachContours::IsOpenTriangle(const Triangle& t) const {
  for (int k = 0; k < 3; ++k) {
    const auto [low, high] = SideOf(t.corners[k], t.corners[(k + 1) % 3]);
    if (!is_open_(cells_[low].place, cells_[high].place)) return false;
  }
  return true;
}

Vec3 ReachContours::Crossing(uint32_t a, uint32_t b, double cost_m) const {
  const double share = (cost_m - costs_m_[a]) / (costs_m_[b] - costs_m_[a]);
  return cells_[a].place.point + (cells_[b].place.point - cells_[a].place.point) * share;
}

ReachContour ReachContours::LinesAt(double cost_m) const {
  std::map<Side, Ends> sides;
  const auto is_crossed = [&](uint32_t a, uint32_t b) {
    return (costs_m_[a] < cost_m) != (costs_m_[b] < cost_m);
  };
  for (const Triangle& t : triangles_) {
    std::array<Side, 2> crossed;
    size_t count = 0;
    for (int k = 0; k < 3; ++k) {
      const uint32_t a = t.corners[k];
      const uint32_t b = t.corners[(k + 1) % 3];
      if (is_crossed(a, b) && count < crossed.size()) crossed[count++] = SideOf(a, b);
    }
    // Two sides are crossed, or none is.
    if (count < crossed.size() || !IsOpenTriangle(t)) continue;
    sides[crossed[0]].next.push_back(crossed[1]);
    sides[crossed[1]].next.push_back(crossed[0]);
  }
  ReachContour contour;
  contour.cost_m = cost_m;
  const auto follow = [&](Side side) {
    const size_t begin = contour.points.size();
    for (;;) {
      contour.points.push_back(Crossing(side.first, side.second, cost_m));
      std::vector<Side>& next = sides[side].next;
      if (next.empty()) break;
      const Side to = next.back();
      next.pop_back();
      std::vector<Side>& back = sides[to].next;
      back.erase(std::find(back.begin(), back.end(), side));
      side = to;
    }
    contour.point_counts.push_back(static_cast<uint32_t>(contour.points.size() - begin));
  };
  // Lines that end somewhere from their ends; then those that are closed.
  for (const bool from_ends : {true, false}) {
    for (const auto& [side, ends] : sides) {
      while (from_ends ? ends.next.size() % 2 == 1 : !ends.next.empty()) follow(side);
    }
  }
  return contour;
}

}  // namespace waystone

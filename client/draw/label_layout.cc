#include "client/draw/label_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace waystone::draw {
namespace {

constexpr double kCharacterWidth = 88;  // page units, of the bold 15 px font
constexpr double kTextHeight = 150;
constexpr double kGap = 90;

struct OnLine {
  double x = 0;
  double y = 0;
  double along_x = 1;  // unit direction
  double along_y = 0;
};

// The place at a share of the line's length.
OnLine PointAt(std::span<const PagePoint> line, double share) {
  double total = 0;
  const auto length = [&](size_t i) { return Distance(line[i - 1], line[i]); };
  for (size_t i = 1; i < line.size(); ++i) total += length(i);
  double left = share * total;
  OnLine at{static_cast<double>(line[0].x), static_cast<double>(line[0].y)};
  for (size_t i = 1; i < line.size(); ++i) {
    const double piece = length(i);
    if (piece == 0) continue;
    at.along_x = (static_cast<double>(line[i].x) - line[i - 1].x) / piece;
    at.along_y = (static_cast<double>(line[i].y) - line[i - 1].y) / piece;
    const double step = std::min(left, piece);
    at.x = line[i - 1].x + at.along_x * step;
    at.y = line[i - 1].y + at.along_y * step;
    left -= step;
    if (left <= 0) break;
  }
  return at;
}

}  // namespace

double LabelLayout::Cost(const Box& box) const {
  double cost = 0;
  for (const Box& other : placed_) {
    const double width = std::min(box.max.x, other.max.x) - std::max(box.min.x, other.min.x);
    const double height = std::min(box.max.y, other.max.y) - std::max(box.min.y, other.min.y);
    if (width > 0 && height > 0) cost += 10 * (width + height);
  }
  for (const std::vector<PagePoint>& line : lines_) {
    for (size_t i = 1; i < line.size(); ++i) {
      constexpr int kSteps = 32;
      const double length = Distance(line[i - 1], line[i]);
      for (int k = 0; k <= kSteps; ++k) {
        const double x = line[i - 1].x + (static_cast<double>(line[i].x) - line[i - 1].x) * k / kSteps;
        const double y = line[i - 1].y + (static_cast<double>(line[i].y) - line[i - 1].y) * k / kSteps;
        if (x > box.min.x && x < box.max.x && y > box.min.y && y < box.max.y) cost += length / kSteps;
      }
    }
  }
  return cost;
}

PagePoint LabelLayout::Place(size_t line, size_t characters) {
  const double half_width = kCharacterWidth * static_cast<double>(characters) / 2;
  double best_cost = std::numeric_limits<double>::infinity();
  Box best{};
  for (const double share : {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8}) {
    const OnLine at = PointAt(lines_[line], share);
    for (const double side : {-1.0, 1.0}) {
      // As far out as the box needs to clear a straight line in this direction.
      const double out = kGap + std::abs(at.along_y) * half_width + std::abs(at.along_x) * kTextHeight / 2;
      const double x = at.x - at.along_y * side * out;
      const double y = at.y + at.along_x * side * out;
      const Box box{{static_cast<int32_t>(x - half_width), static_cast<int32_t>(y - kTextHeight / 2)},
                    {static_cast<int32_t>(x + half_width), static_cast<int32_t>(y + kTextHeight / 2)}};
      const double cost = Cost(box) + std::abs(share - 0.5) * 40;
      if (cost >= best_cost) continue;
      best_cost = cost;
      best = box;
    }
  }
  placed_.push_back(best);
  return {(best.min.x + best.max.x) / 2, best.max.y - static_cast<int32_t>(kTextHeight / 5)};
}

}  // namespace waystone::draw

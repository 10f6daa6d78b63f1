// Lines and regions of equal value over triangles: contour lines, bands of height and of light.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "client/draw/page.h"

namespace waystone::draw {

// The part of a triangle where a value that is linear over it is at least `threshold`: 0, 3 or 4 corners.
// Neighbours with equal values at their shared corners get equal points on their shared side.
struct IsoPart {
  std::array<PagePoint, 4> corners;
  size_t count = 0;
  std::span<const PagePoint> points() const { return {corners.data(), count}; }
};
IsoPart PartAtLeast(const std::array<PagePoint, 3>& corners, const std::array<double, 3>& values,
                    double threshold);

// The line where the value equals `threshold`, or nothing.
std::optional<std::pair<PagePoint, PagePoint>> LineAt(const std::array<PagePoint, 3>& corners,
                                                      const std::array<double, 3>& values, double threshold);

// Joins pieces end to end into long lines (closed ones repeat their first point), without points nearer than
// `tolerance` page units to the line they would be left out of. The same pieces give the same lines.
std::vector<std::vector<PagePoint>> JoinPieces(std::vector<std::pair<PagePoint, PagePoint>> pieces,
                                               double tolerance);

}  // namespace waystone::draw

#include "bake/recast/detail_flips.h"

#include <cmath>
#include <cstddef>
#include <optional>

namespace waystone {
namespace {

constexpr double kMinTwiceArea_m2 = 1e-5;
constexpr double kSameAngle = 1e-6;

// Whether side ab faces angles at c and d that are together wider than two right ones: the sine of their sum
// is negative. By sums and products only, which are the same on every machine.
bool AreTooWide(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const double sine_c = std::abs(Cross(a - c, b - c));
  const double cosine_c = Dot(a - c, b - c);
  const double sine_d = std::abs(Cross(a - d, b - d));
  const double cosine_d = Dot(a - d, b - d);
  const double scale = (sine_c + std::abs(cosine_c)) * (sine_d + std::abs(cosine_d));
  return sine_c * cosine_d + cosine_c * sine_d < -kSameAngle * scale;
}

class Flipper {
 public:
  Flipper(std::span<const Vec2> points, std::vector<uint16_t>& triangles)
      : points_(points), triangles_(triangles) {}

  // Whether any side was flipped.
  bool Pass() {
    bool flipped = false;
    for (size_t t = 0; t < triangles_.size(); t += 3) {
      for (size_t k = 0; k < 3; ++k) flipped |= Flip(t, k);
    }
    return flipped;
  }

 private:
  // The side of a triangle after `t` that runs from corner `from` to corner `to`: the index of its first
  // corner.
  std::optional<size_t> SideAfter(size_t t, uint16_t from, uint16_t to) const {
    for (size_t other = t + 3; other < triangles_.size(); other += 3) {
      for (size_t k = 0; k < 3; ++k) {
        if (triangles_[other + k] == from && triangles_[other + (k + 1) % 3] == to) return other + k;
      }
    }
    return std::nullopt;
  }

  // Flips side k of triangle `t` if a later triangle shares it, and the angles that face it are too wide.
  bool Flip(size_t t, size_t k) {
    const uint16_t a = triangles_[t + k];
    const uint16_t b = triangles_[t + (k + 1) % 3];
    const uint16_t c = triangles_[t + (k + 2) % 3];
    const std::optional<size_t> side = SideAfter(t, b, a);
    if (!side) return false;
    const size_t other = *side / 3 * 3;
    const uint16_t d = triangles_[other + (*side - other + 2) % 3];
    const auto at = [&](uint16_t point) { return points_[point]; };
    if (!AreTooWide(at(a), at(b), at(c), at(d))) return false;
    if (Orient(at(a), at(d), at(c)) < kMinTwiceArea_m2 || Orient(at(d), at(b), at(c)) < kMinTwiceArea_m2) {
      return false;
    }
    const uint16_t corners[2][3] = {{a, d, c}, {d, b, c}};
    for (size_t i = 0; i < 3; ++i) {
      triangles_[t + i] = corners[0][i];
      triangles_[other + i] = corners[1][i];
    }
    return true;
  }

  std::span<const Vec2> points_;
  std::vector<uint16_t>& triangles_;
};

}  // namespace

void FlipToDelaunay(std::span<const Vec2> points, std::vector<uint16_t>& triangles) {
  Flipper flipper(points, triangles);
  const size_t most_passes = triangles.size() / 3;
  for (size_t pass = 0; pass < most_passes && flipper.Pass(); ++pass) {
  }
}

}  // namespace waystone

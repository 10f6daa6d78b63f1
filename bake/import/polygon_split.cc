// tinyobjloader's own splitting loses parts of concave polygons, so polygons are split here.
#include "bake/import/polygon_split.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace waystone {
namespace {

// Twice the polygon's area as a vector (Newell).
Vec3 AreaVector(std::span<const Vec3> corners) {
  Vec3 sum;
  for (size_t i = 2; i < corners.size(); ++i) {
    sum = sum + Cross(corners[i - 1] - corners[0], corners[i] - corners[0]);
  }
  return sum;
}

// The corners seen along the axis the polygon faces most, mirrored if need be, so that it winds
// counter-clockwise.
std::vector<Vec2> Flatten(std::span<const Vec3> corners, const Vec3& area) {
  const double x = std::abs(area.x);
  const double y = std::abs(area.y);
  const double z = std::abs(area.z);
  std::vector<Vec2> flat;
  for (const Vec3& c : corners) {
    if (y >= x && y >= z) {
      flat.push_back(area.y < 0 ? Vec2{c.x, c.z} : Vec2{c.z, c.x});
    } else if (x >= z) {
      flat.push_back(area.x > 0 ? Vec2{c.y, c.z} : Vec2{c.z, c.y});
    } else {
      flat.push_back(area.z > 0 ? Vec2{c.x, c.y} : Vec2{c.y, c.x});
    }
  }
  return flat;
}

// Clips ears off a flat polygon.
class EarClipper {
 public:
  EarClipper(std::vector<Vec2> flat, double tolerance_m2)
      : flat_(std::move(flat)), left_(flat_.size()), tolerance_m2_(tolerance_m2) {
    std::iota(left_.begin(), left_.end(), 0U);
  }

  bool Run(std::vector<std::array<uint32_t, 3>>& triangles) {
    while (left_.size() > 3) {
      const size_t ear = FindEar();
      if (ear == left_.size()) break;
      if (TurnAt(ear) > tolerance_m2_) triangles.push_back({Before(ear), left_[ear], After(ear)});
      left_.erase(left_.begin() + static_cast<ptrdiff_t>(ear));
    }
    for (size_t i = 2; i < left_.size(); ++i) triangles.push_back({left_[0], left_[i - 1], left_[i]});
    return left_.size() == 3 && TurnAt(1) > -tolerance_m2_;
  }

 private:
  uint32_t Before(size_t i) const { return left_[(i + left_.size() - 1) % left_.size()]; }
  uint32_t After(size_t i) const { return left_[(i + 1) % left_.size()]; }
  double TurnAt(size_t i) const { return Orient(flat_[Before(i)], flat_[left_[i]], flat_[After(i)]); }

  // The first corner, from corner 1 on, that can go: it lies on a line with its neighbours, or its triangle
  // holds no other corner. left_.size() if there is none.
  size_t FindEar() const {
    for (size_t k = 0; k < left_.size(); ++k) {
      const size_t i = (k + 1) % left_.size();
      const double turn = TurnAt(i);
      if (std::abs(turn) <= tolerance_m2_ || (turn > 0 && IsEmpty(i))) return i;
    }
    return left_.size();
  }

  bool IsEmpty(size_t ear) const {
    const Vec2 a = flat_[Before(ear)];
    const Vec2 b = flat_[left_[ear]];
    const Vec2 c = flat_[After(ear)];
    return std::ranges::none_of(left_, [&](uint32_t other) {
      const Vec2 p = flat_[other];
      return !(p == a) && !(p == b) && !(p == c) && Orient(a, b, p) >= 0 && Orient(b, c, p) >= 0 &&
             Orient(c, a, p) >= 0;
    });
  }

  std::vector<Vec2> flat_;
  std::vector<uint32_t> left_;  // corners not yet clipped
  double tolerance_m2_;
};

}  // namespace

bool SplitPolygon(std::span<const Vec3> corners, std::vector<std::array<uint32_t, 3>>& triangles) {
  if (corners.size() == 3) {
    triangles.push_back({0, 1, 2});
    return true;
  }
  const Vec3 area = AreaVector(corners);
  const double tolerance_m2 = 1e-12 * Length(area);
  return EarClipper(Flatten(corners, area), tolerance_m2).Run(triangles) && tolerance_m2 > 0;
}

}  // namespace waystone

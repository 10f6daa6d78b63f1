#include "tests/oracle/slow_capsule.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace waystone {
namespace {

constexpr int kThirds = 60;
constexpr int kHalvings = 40;
constexpr int kParts = 16;

double PointDistance(const Vec3& p, const SlowTriangle& triangle) {
  // The foot on the plane, if it lies within; otherwise the nearest point is on a side.
  const Vec3 n = Cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
  bool within = Dot(n, n) > 0;
  double least_m = INFINITY;
  for (int k = 0; k < 3; ++k) {
    const Vec3& a = triangle[k];
    const Vec3 ab = triangle[(k + 1) % 3] - a;
    within = within && Dot(Cross(ab, p - a), n) >= 0;
    const double length_sq = Dot(ab, ab);
    const double s = length_sq > 0 ? std::clamp(Dot(p - a, ab) / length_sq, 0.0, 1.0) : 0;
    least_m = std::min(least_m, Distance(p, a + ab * s));
  }
  return within ? std::min(least_m, std::abs(Dot(n, p - triangle[0])) / Length(n)) : least_m;
}

// Between segments pq and ab (Ericson, 5.1.9).
double SegmentsApart(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b) {
  const Vec3 u = q - p;
  const Vec3 v = b - a;
  const Vec3 w = p - a;
  const double uu = Dot(u, u), vv = Dot(v, v), uv = Dot(u, v), uw = Dot(u, w), vw = Dot(v, w);
  const auto part = [](double x, double y) { return y > 0 ? std::clamp(x / y, 0.0, 1.0) : 0.0; };
  double s = part(uv * vw - uw * vv, uu * vv - uv * uv);
  const double t = part(uv * s + vw, vv);
  s = part(uv * t - uw, uu);
  return Distance(p + u * s, a + v * t);
}

bool Crosses(const Vec3& p, const Vec3& q, const SlowTriangle& triangle) {
  const auto volume = [](const Vec3& o, const Vec3& x, const Vec3& y, const Vec3& z) {
    return Dot(Cross(x - o, y - o), z - o);
  };
  const auto& [a, b, c] = triangle;
  if ((volume(a, b, c, p) > 0) == (volume(a, b, c, q) > 0)) return false;
  const bool one = volume(p, q, a, b) > 0, two = volume(p, q, b, c) > 0, three = volume(p, q, c, a) > 0;
  return one == two && two == three;
}

// The middle's side of the plane decides if the axis crosses the triangle at the start.
bool BlocksCrossed(const SlowTriangle& triangle, const Capsule& capsule, const Vec3& displacement) {
  const Vec3 n = Cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
  if (Length(n) == 0) return false;
  const double side = Dot(n, capsule.low + Vec3(0, capsule.axis_m / 2, 0) - triangle[0]);
  const double towards = Dot(n, displacement) / Length(n);
  return side > 0 ? towards < -kCapsuleTouch_m : side < 0 && towards > kCapsuleTouch_m;
}

}  // namespace

double SlowDistance(const Vec3& p, const Vec3& q, const SlowTriangle& triangle) {
  if (Crosses(p, q, triangle)) return 0;
  double least_m = std::min(PointDistance(p, triangle), PointDistance(q, triangle));
  for (int k = 0; k < 3; ++k) {
    least_m = std::min(least_m, SegmentsApart(p, q, triangle[k], triangle[(k + 1) % 3]));
  }
  return least_m;
}

std::optional<double> SlowBlock(const SlowTriangle& triangle, const Capsule& capsule,
                                const Vec3& displacement) {
  const auto distance_at = [&](double fraction) {
    const Vec3 low = capsule.low + displacement * fraction;
    return SlowDistance(low, low + Vec3(0, capsule.axis_m, 0), triangle);
  };
  // No place of a part is further from its middle than half of it.
  const double half_part_m = Length(displacement) / kParts / 2;
  bool near = false;
  for (int k = 0; k < kParts && !near; ++k) {
    near = distance_at((k + 0.5) / kParts) <= capsule.radius_m + half_part_m;
  }
  if (!near) return std::nullopt;
  const double start_m = distance_at(0);
  if (start_m <= kCapsuleTouch_m) {
    return BlocksCrossed(triangle, capsule, displacement) ? std::optional(0.0) : std::nullopt;
  }
  double from = 0;
  double to = 1;
  for (int i = 0; i < kThirds; ++i) {
    const double one = from + (to - from) / 3;
    const double two = to - (to - from) / 3;
    if (distance_at(one) <= distance_at(two)) {
      to = two;
    } else {
      from = one;
    }
  }
  if (distance_at(to) > std::min(start_m, capsule.radius_m) - kCapsuleTouch_m) return std::nullopt;
  if (start_m <= capsule.radius_m) return 0.0;
  double before = 0;
  double after = to;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (before + after) / 2;
    (distance_at(middle) > capsule.radius_m ? before : after) = middle;
  }
  return after;
}

SlowSolid::SlowSolid(std::vector<SlowTriangle> triangles) : triangles_(std::move(triangles)) {
  for (const SlowTriangle& triangle : triangles_) {
    Ball& ball = balls_.emplace_back();
    ball.centre = (triangle[0] + triangle[1] + triangle[2]) * (1.0 / 3);
    for (const Vec3& corner : triangle)
      ball.radius_m = std::max(ball.radius_m, Distance(ball.centre, corner));
  }
}

std::optional<double> SlowSolid::Sweep(const Capsule& capsule, const Vec3& displacement) const {
  const Vec3 middle = capsule.low + Vec3(0, capsule.axis_m / 2, 0);
  const double reach_m = capsule.axis_m / 2 + capsule.radius_m + 1e-6;
  const double length_sq = Dot(displacement, displacement);
  const double inverse = length_sq > 0 ? 1 / length_sq : 0;
  std::optional<double> first;
  for (size_t i = 0; i < triangles_.size(); ++i) {
    const Vec3 off = balls_[i].centre - middle;
    const Vec3 apart = off - displacement * std::clamp(Dot(off, displacement) * inverse, 0.0, 1.0);
    const double near_m = reach_m + balls_[i].radius_m;
    if (Dot(apart, apart) > near_m * near_m) continue;
    const std::optional<double> fraction = SlowBlock(triangles_[i], capsule, displacement);
    if (fraction && (!first || *fraction < *first)) first = fraction;
  }
  return first;
}

}  // namespace waystone

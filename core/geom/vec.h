// Points and vectors. Metres, right-handed, y up; the horizontal plane is (x, z). See docs/conventions.md.
#pragma once

#include <cmath>

namespace waystone {

// Stored geometry: float32 relative to the map's origin.
struct Vec3f {
  float x = 0;
  float y = 0;
  float z = 0;
  friend constexpr bool operator==(const Vec3f&, const Vec3f&) = default;
};
static_assert(sizeof(Vec3f) == 12);

// A point of the horizontal plane; `z` is the second coordinate, as on the map.
struct Vec2 {
  double x = 0;
  double z = 0;
  friend constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.z + b.z}; }
  friend constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.z - b.z}; }
  friend constexpr Vec2 operator*(Vec2 a, double s) { return {a.x * s, a.z * s}; }
  friend constexpr bool operator==(const Vec2&, const Vec2&) = default;
};

// Positions in computation and in the API.
struct Vec3 {
  double x = 0;
  double y = 0;
  double z = 0;

  constexpr Vec3() = default;
  constexpr Vec3(double x_in, double y_in, double z_in) : x(x_in), y(y_in), z(z_in) {}
  constexpr Vec3(const Vec3f& v) : x(v.x), y(v.y), z(v.z) {}  // NOLINT: widening is safe

  constexpr Vec2 Plane() const { return {x, z}; }
  Vec3f ToFloat() const { return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)}; }
  bool IsFinite() const { return std::isfinite(x) && std::isfinite(y) && std::isfinite(z); }

  friend constexpr Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend constexpr Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend constexpr Vec3 operator*(const Vec3& a, double s) { return {a.x * s, a.y * s, a.z * s}; }
  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

constexpr double Dot(Vec2 a, Vec2 b) { return a.x * b.x + a.z * b.z; }
// Positive if b lies counter-clockwise of a when x points right and z points up the page.
constexpr double Cross(Vec2 a, Vec2 b) { return a.x * b.z - a.z * b.x; }
inline double Length(Vec2 a) { return std::sqrt(Dot(a, a)); }
inline double Distance(Vec2 a, Vec2 b) { return Length(b - a); }
// Twice the signed area of triangle abc: positive if c lies to the left of a->b (same page as Cross).
constexpr double Orient(Vec2 a, Vec2 b, Vec2 c) { return Cross(b - a, c - a); }

constexpr double Dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 Cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double Length(const Vec3& a) { return std::sqrt(Dot(a, a)); }
inline double Distance(const Vec3& a, const Vec3& b) { return Length(b - a); }
inline double PlaneDistance(const Vec3& a, const Vec3& b) { return Distance(a.Plane(), b.Plane()); }

}  // namespace waystone

#include "samples/generator/shapes.h"

#include <algorithm>
#include <vector>

#include "core/base/check.h"

namespace waystone::samples {

Vec2 Unit(Vec2 direction) {
  const double length = Length(direction);
  WS_CHECK(length > 0);
  return direction * (1.0 / length);
}

double DistanceToSegment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along = b - a;
  const double t = std::clamp(Dot(p - a, along) / Dot(along, along), 0.0, 1.0);
  return Distance(p, a + along * t);
}

Vec2 CirclePoint(uint32_t k, uint32_t sides) {
  WS_CHECK(sides > 0 && 24 % sides == 0);
  // Cosines of 0, 15, ... 90 degrees.
  static constexpr std::array<double, 7> kCos = {
      1.0, 0.96592582628906829, 0.86602540378443865, 0.70710678118654752, 0.5, 0.25881904510252076, 0.0};
  const uint32_t step = (k % sides) * (24 / sides);
  const uint32_t quarter = step / 6;
  const uint32_t rest = step % 6;
  const Vec2 first{kCos[rest], kCos[6 - rest]};
  switch (quarter) {
    case 0:
      return first;
    case 1:
      return {-first.z, first.x};
    case 2:
      return {-first.x, -first.z};
    default:
      return {first.z, -first.x};
  }
}

void AddHexahedron(SceneMesh& mesh, Material material, const std::array<Vec3, 8>& corners) {
  static constexpr std::array<uint32_t, 36> kFaces = {
      0, 4, 6, 0, 6, 2,  // -u
      1, 3, 7, 1, 7, 5,  // +u
      0, 1, 5, 0, 5, 4,  // down
      2, 6, 7, 2, 7, 3,  // up
      0, 2, 3, 0, 3, 1,  // -v
      4, 5, 7, 4, 7, 6,  // +v
  };
  mesh.Add(material, corners, kFaces);
}

void AddBox(SceneMesh& mesh, const Frame& frame, Material material, const Vec3& lo, const Vec3& hi) {
  std::array<Vec3, 8> corners;
  for (size_t k = 0; k < corners.size(); ++k) {
    corners[k] = frame.At((k & 1) != 0 ? hi.x : lo.x, (k & 2) != 0 ? hi.y : lo.y, (k & 4) != 0 ? hi.z : lo.z);
  }
  AddHexahedron(mesh, material, corners);
}

void AddTurned(SceneMesh& mesh, const Frame& frame, Material material, uint32_t sides,
               std::span<const Ring> rings) {
  std::vector<Vec3> points;
  std::vector<uint32_t> first;  // of each ring, into points
  for (const Ring& ring : rings) {
    first.push_back(static_cast<uint32_t>(points.size()));
    for (uint32_t k = 0; k < (ring.radius_m > 0 ? sides : 1); ++k) {
      const Vec2 c = CirclePoint(k, sides);
      points.push_back(frame.At(c.x * ring.radius_m, ring.up, c.z * ring.radius_m));
    }
  }
  first.push_back(static_cast<uint32_t>(points.size()));
  const auto at = [&first](size_t ring, uint32_t k) {
    return first[ring] + k % (first[ring + 1] - first[ring]);
  };
  std::vector<uint32_t> indices;
  for (size_t r = 0; r + 1 < rings.size(); ++r) {
    for (uint32_t k = 0; k < sides; ++k) {
      // If a ring is a point, one of the two triangles has no area; Add drops it.
      indices.insert(indices.end(), {at(r, k), at(r + 1, k), at(r + 1, k + 1)});
      indices.insert(indices.end(), {at(r, k), at(r + 1, k + 1), at(r, k + 1)});
    }
  }
  mesh.Add(material, points, indices);
}

void AddDisc(SceneMesh& mesh, const Frame& frame, Material material, uint32_t sides, Ring ring) {
  std::vector<Vec3> corners;
  for (uint32_t k = 0; k < sides; ++k) {
    const Vec2 c = CirclePoint(sides - k, sides);
    corners.push_back(frame.At(c.x * ring.radius_m, ring.up, c.z * ring.radius_m));
  }
  mesh.AddPolygon(material, corners);
}

void AddWall(SceneMesh& mesh, const Frame& frame, Material material, double length_m, double thickness_m,
             double height_m, std::span<const Opening> openings) {
  const auto add = [&](double from, double to, double bottom, double top) {
    if (to > from && top > bottom) {
      AddBox(mesh, frame, material, {from, bottom, 0}, {to, top, thickness_m});
    }
  };
  double done = 0;
  for (const Opening& opening : openings) {
    WS_CHECK(opening.from >= done && opening.to <= length_m && opening.top <= height_m);
    add(done, opening.from, 0, height_m);
    add(opening.from, opening.to, 0, opening.bottom);
    add(opening.from, opening.to, opening.top, height_m);
    done = opening.to;
  }
  add(done, length_m, 0, height_m);
}

}  // namespace waystone::samples

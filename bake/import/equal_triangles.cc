#include "bake/import/equal_triangles.h"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>

#include "core/geom/vec.h"

namespace waystone {
namespace {

// The least of the three orders: equal for triangles that differ only in the corner they begin with.
using Corners = std::array<std::array<double, 3>, 3>;

Corners CornersOf(const SourceMap& map, uint32_t triangle) {
  Corners a;
  for (size_t k = 0; k < 3; ++k) {
    const Vec3& v = map.vertices[map.triangles[triangle][k]];
    a[k] = {v.x + 0.0, v.y + 0.0, v.z + 0.0};  // -0 becomes 0
  }
  return std::min({a, Corners{a[1], a[2], a[0]}, Corners{a[2], a[0], a[1]}});
}

uint64_t HashOf(const Corners& corners) {
  constexpr uint64_t kPrime = 0x9e3779b97f4a7c15;
  uint64_t hash = 0;
  for (const auto& corner : corners) {
    for (const double coordinate : corner) {
      hash = (hash ^ std::bit_cast<uint64_t>(coordinate)) * kPrime;
      hash ^= hash >> 32U;
    }
  }
  return hash;
}

// Few triangles share a hash unless they are equal: corners are compared only then.
struct HashedTriangle {
  uint64_t hash;
  uint32_t number;
  TriangleClass triangle_class;
};

}  // namespace

uint64_t IgnoreEqualTriangles(const SourceMap& map, std::vector<TriangleClass>& classes) {
  std::vector<HashedTriangle> hashed;
  hashed.reserve(classes.size());
  for (uint32_t i = 0; i < classes.size(); ++i) {
    if (IsSolid(classes[i])) hashed.push_back({HashOf(CornersOf(map, i)), i, classes[i]});
  }
  const auto is_equal = [&](const HashedTriangle& a, const HashedTriangle& b) {
    return a.hash == b.hash && a.triangle_class == b.triangle_class &&
           CornersOf(map, a.number) == CornersOf(map, b.number);
  };
  std::ranges::sort(hashed, [&](const HashedTriangle& a, const HashedTriangle& b) {
    const auto key = [](const HashedTriangle& t) { return std::tuple(t.hash, t.triangle_class); };
    if (key(a) != key(b)) return key(a) < key(b);
    const Corners of_a = CornersOf(map, a.number);
    const Corners of_b = CornersOf(map, b.number);
    return std::tie(of_a, a.number) < std::tie(of_b, b.number);
  });
  uint64_t ignored = 0;
  for (size_t i = 1; i < hashed.size(); ++i) {
    if (!is_equal(hashed[i - 1], hashed[i])) continue;
    classes[hashed[i].number] = kIgnored;
    ++ignored;
  }
  return ignored;
}

}  // namespace waystone

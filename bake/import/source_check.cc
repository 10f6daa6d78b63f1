#include "bake/import/source_check.h"

#include <cmath>

#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

bool InReach(const Vec3& v) {
  return std::abs(v.x) <= kMaxSourceCoordinateM && std::abs(v.y) <= kMaxSourceCoordinateM &&
         std::abs(v.z) <= kMaxSourceCoordinateM;
}

absl::Status CheckReach(const SourceMap& map, const SourceTriangle& triangle) {
  for (const uint32_t vertex : triangle) {
    const Vec3& v = map.vertices[vertex];
    if (InReach(v)) continue;
    return InvalidArgument(map.place_word, " ", map.vertex_places[vertex], ": vertex (", v.x, ", ", v.y, ", ",
                           v.z, ") m lies beyond ", kMaxSourceCoordinateM, " m from the origin");
  }
  return absl::OkStatus();
}

double TriangleArea(const SourceMap& map, const SourceTriangle& triangle) {
  const Vec3& a = map.vertices[triangle[0]];
  return 0.5 * Length(Cross(map.vertices[triangle[1]] - a, map.vertices[triangle[2]] - a));
}

}  // namespace

absl::Status CheckSource(const SourceMap& map, std::vector<TriangleClass>& classes,
                         std::vector<std::string>& warnings) {
  size_t solid_count = 0;
  size_t flat_count = 0;
  size_t first_flat = 0;
  for (size_t i = 0; i < map.triangles.size(); ++i) {
    if (classes[i] == kIgnored) continue;
    WS_RETURN_IF_ERROR(CheckReach(map, map.triangles[i]));
    if (TriangleArea(map, map.triangles[i]) <= kMinTriangleAreaM2) {
      if (flat_count++ == 0) first_flat = i;
      classes[i] = kIgnored;
    } else if (IsSolid(classes[i])) {
      ++solid_count;
    }
  }
  if (solid_count == 0) {
    return InvalidArgument("no solid triangle is left: ", flat_count, " of ", map.triangles.size(),
                           " have no area, the others are not solid");
  }
  if (flat_count > 0) {
    const uint32_t vertex = map.triangles[first_flat][0];
    warnings.push_back(StrCat(flat_count, " of ", map.triangles.size(),
                              " triangles have no area and were dropped; the first one's corner is of ",
                              map.place_word, " ", map.vertex_places[vertex]));
  }
  return absl::OkStatus();
}

Aabb SolidBounds(const SourceMap& map, const std::vector<TriangleClass>& classes) {
  Aabb bounds;
  for (size_t i = 0; i < map.triangles.size(); ++i) {
    if (!IsSolid(classes[i])) continue;
    for (const uint32_t vertex : map.triangles[i]) bounds.Extend(map.vertices[vertex]);
  }
  return bounds;
}

}  // namespace waystone

#include "tests/support/ground_check.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/str_cat.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

constexpr double kSamePlace_m = 1e-9;
constexpr double kRounding_m = 2e-3;  // what the mesh's tolerance makes of heights on steep ground
constexpr double kSpacing_m = 0.01;
constexpr int kMostParts = 200;

std::string Text(const Vec3& at) { return StrCat("(", at.x, ", ", at.y, ", ", at.z, ")"); }

double PlaneLength_m(std::span<const Vec3> points) {
  double length_m = 0;
  for (size_t i = 1; i < points.size(); ++i) length_m += PlaneDistance(points[i - 1], points[i]);
  return length_m;
}

class Corridor {
 public:
  Corridor(const NavmeshView& mesh, std::span<const NavLocation> turns, std::span<const EdgeId> crossed)
      : mesh_(mesh) {
    for (const NavLocation& turn : turns) polys_.insert(turn.poly.value());
    for (const EdgeId edge : crossed) polys_.insert(mesh.edge(edge).poly);
  }

  // [m] Above or below the nearest ground of the corridor there; infinite if there is none.
  double Gap_m(const Vec3& at) const {
    double gap_m = INFINITY;
    for (const uint32_t poly : polys_) {
      const PlaneHit hit = ClosestInPlane(mesh_, PolyId(poly), at.Plane());
      if (std::sqrt(hit.distance_sq_m2) > 2 * mesh_.tolerance_m()) continue;
      gap_m = std::min(gap_m, std::abs(HeightOnPoly(mesh_, PolyId(poly), hit.point.Plane()) - at.y));
    }
    return gap_m;
  }

 private:
  const NavmeshView& mesh_;
  std::set<uint32_t> polys_;
};

}  // namespace

std::string GroundLineFault(const NavmeshView& mesh, std::span<const NavLocation> turns,
                            std::span<const EdgeId> crossed, std::span<const Vec3> points,
                            double tolerance_m) {
  if (points.empty()) return "no points";
  if (Distance(points.front(), turns.front().point) > kSamePlace_m) return "does not begin with the walk";
  if (Distance(points.back(), turns.back().point) > kSamePlace_m) return "does not end with the walk";
  std::vector<Vec3> taut;
  for (const NavLocation& turn : turns) taut.push_back(turn.point);
  const double longer_m = PlaneLength_m(points) - PlaneLength_m(taut);
  if (std::abs(longer_m) > 1e-6 + mesh.tolerance_m() * static_cast<double>(turns.size())) {
    return StrCat("is longer in the plane by ", longer_m, " m");
  }
  const Corridor corridor(mesh, turns, crossed);
  for (size_t i = 1; i < points.size(); ++i) {
    const double length_m = PlaneDistance(points[i - 1], points[i]);
    if (Distance(points[i - 1], points[i]) <= kSamePlace_m) return StrCat("point ", i, " twice");
    const bool is_upright = length_m <= mesh.tolerance_m();
    const int parts = is_upright ? 1 : std::clamp(static_cast<int>(length_m / kSpacing_m), 2, kMostParts);
    for (int k = 0; k <= parts; ++k) {
      const Vec3 at = points[i - 1] + (points[i] - points[i - 1]) * (k / static_cast<double>(parts));
      const double gap_m = corridor.Gap_m(at);
      if (gap_m > tolerance_m + kRounding_m) return StrCat(gap_m, " m off the ground at ", Text(at));
    }
  }
  return "";
}

}  // namespace waystone

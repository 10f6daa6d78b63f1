#include "core/collision/standing_height.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "core/geom/aabb.h"
#include "core/geom/triangle.h"

namespace waystone {
namespace {

constexpr double kSameGround_m = 0.001;  // solid triangles this close above ground are the ground itself

// Calls visit(height, triangle's normal) for each triangle straight above or below `place`, between two
// heights, until it returns true.
template <typename Visit>
bool AnyOnPlumbLine(const CollisionView& solid, Vec2 place, double low, double high, const Visit& visit) {
  const Aabb line{{place.x, low, place.z}, {place.x, high, place.z}};
  return solid.AnyInBox(line, [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    const std::optional<double> height = HeightOnTriangle(a, b, c, place);
    return height && *height >= low && *height <= high && visit(*height, Cross(b - a, c - a));
  });
}

}  // namespace

std::optional<double> StandingHeight(const CollisionView& solid, const Vec3& place, const Footing& footing) {
  const double least_upright = std::cos(footing.max_slope_deg * std::numbers::pi / 180);
  const Vec2 at = place.Plane();
  const auto is_under_something = [&](double ground) {
    return AnyOnPlumbLine(solid, at, ground + kSameGround_m, ground + footing.headroom_m,
                          [](double, const Vec3&) { return true; });
  };
  std::optional<double> best;
  std::tuple<bool, bool, double> best_rank;
  const auto consider = [&](double height, const Vec3& normal) {
    if (normal.y <= 0) return false;
    const std::tuple rank{is_under_something(height), normal.y < least_upright * Length(normal),
                          std::abs(height - place.y)};
    if (!best || rank < best_rank) {
      best = height;
      best_rank = rank;
    }
    return false;
  };
  AnyOnPlumbLine(solid, at, place.y - footing.reach_m, place.y + footing.reach_m, consider);
  return best;
}

std::vector<Vec3> StandingLine(const CollisionView& solid, std::span<const Vec3> line,
                               const Footing& footing) {
  std::vector<Vec3> standing;
  const auto stand_at = [&](Vec3 place) {
    place.y = StandingHeight(solid, place, footing).value_or(place.y);
    standing.push_back(place);
  };
  if (!line.empty()) stand_at(line[0]);
  for (size_t i = 1; i < line.size(); ++i) {
    const double parts = std::max(1.0, std::ceil(PlaneDistance(line[i - 1], line[i]) / kStandingStep_m));
    for (double k = 1; k <= parts; ++k) stand_at(line[i - 1] + (line[i] - line[i - 1]) * (k / parts));
  }
  return standing;
}

}  // namespace waystone

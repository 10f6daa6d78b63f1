#include "core/collision/body_room.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "core/collision/standing_height.h"
#include "core/geom/aabb.h"
#include "core/geom/triangle.h"

namespace waystone {
namespace {

constexpr int kHalvings = 9;        // of a step in which the ground ends
constexpr double kClear_m = 0.02;   // above the ground, so that rays do not touch it
constexpr double kOpposite = -0.3;  // cosine of the angle between what lies on one side and on the other

Vec3 Offset(const Vec3& place, Vec2 direction, double by_m) {
  return {place.x + direction.x * by_m, place.y, place.z + direction.z * by_m};
}

// Where the ground ends in a direction; none if it goes on so far.
std::optional<Vec2> EdgeTowards(const CollisionView& solid, const Vec3& place, Vec2 direction,
                                const BodySize& body, double far_m, double step_m) {
  const Footing footing{.reach_m = body.climb_m, .headroom_m = 0, .max_slope_deg = 89};
  double height = place.y;
  const auto goes_on = [&](double to_m) {
    const std::optional<double> next =
        StandingHeight(solid, Offset({place.x, height, place.z}, direction, to_m), footing);
    if (next) height = *next;
    return next.has_value();
  };
  for (double gone_m = 0; gone_m < far_m; gone_m += step_m) {
    if (goes_on(gone_m + step_m)) continue;
    double low_m = gone_m;
    double high_m = gone_m + step_m;
    for (int k = 0; k < kHalvings; ++k) {
      const double middle_m = (low_m + high_m) / 2;
      (goes_on(middle_m) ? low_m : high_m) = middle_m;
    }
    // On steep ground only the step was too long.
    if (!goes_on(gone_m + step_m)) return place.Plane() + direction * low_m;
  }
  return std::nullopt;
}

// The part of a triangle between two heights, in the plane: a convex polygon of up to five corners.
std::vector<Vec2> BandOf(const Vec3& a, const Vec3& b, const Vec3& c, double low, double high) {
  std::vector<Vec3> corners = {a, b, c};
  for (const auto& [limit, sign] : {std::pair(low, 1.0), std::pair(high, -1.0)}) {
    std::vector<Vec3> kept;
    for (size_t i = 0; i < corners.size(); ++i) {
      const Vec3& from = corners[i];
      const Vec3& to = corners[(i + 1) % corners.size()];
      const double df = sign * (from.y - limit);
      const double dt = sign * (to.y - limit);
      if (df >= 0) kept.push_back(from);
      if ((df > 0 && dt < 0) || (df < 0 && dt > 0)) kept.push_back(from + (to - from) * (df / (df - dt)));
    }
    corners = std::move(kept);
  }
  std::vector<Vec2> band;
  band.reserve(corners.size());
  for (const Vec3& corner : corners) band.push_back(corner.Plane());
  return band;
}

// Of each triangle of a wall near the place its point nearest to it.
std::vector<Vec2> WallPoints(const CollisionView& solid, const Vec3& place, const BodySize& body,
                             double far_m) {
  const double low = place.y + body.climb_m + kClear_m;
  const double high = std::max(place.y + body.height_m - kClear_m, low);
  const Aabb box{{place.x - far_m, low, place.z - far_m}, {place.x + far_m, high, place.z + far_m}};
  const double floor = std::cos(body.wall_deg * std::numbers::pi / 180);
  std::vector<Vec2> points;
  solid.AnyInBox(box, [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 normal = Cross(b - a, c - a);
    if (normal.y > floor * Length(normal)) return false;
    const std::vector<Vec2> band = BandOf(a, b, c, low, high);
    double least_sq = far_m * far_m;
    std::optional<Vec2> nearest;
    for (size_t i = 0; i < band.size(); ++i) {
      const Vec2& from = band[i];
      const Vec2& to = band[(i + 1) % band.size()];
      const PlaneHit hit = ClosestOnSegment({from.x, 0, from.z}, {to.x, 0, to.z}, place.Plane());
      if (hit.distance_sq_m2 > least_sq) continue;
      least_sq = hit.distance_sq_m2;
      nearest = hit.point.Plane();
    }
    if (nearest) points.push_back(*nearest);
    return false;
  });
  return points;
}

}  // namespace

std::optional<double> SlopeBelow(const CollisionView& solid, const Vec3& place, double depth_m) {
  const std::optional<CollisionHit> hit = solid.FirstHit(place, place - Vec3(0, depth_m, 0));
  if (!hit) return std::nullopt;
  const CollisionTriangle& triangle = solid.triangles()[hit->triangle];
  const Vec3 a(solid.vertices()[triangle.vertex[0]]);
  const Vec3 b(solid.vertices()[triangle.vertex[1]]);
  const Vec3 c(solid.vertices()[triangle.vertex[2]]);
  const Vec3 normal = Cross(b - a, c - a);
  const double length = Length(normal);
  if (length == 0) return std::nullopt;
  return std::acos(std::clamp(std::abs(normal.y) / length, 0.0, 1.0)) * 180 / std::numbers::pi;
}

std::optional<double> HeadroomAt(const CollisionView& solid, const Vec3& place, double far_m) {
  const Vec3 feet = place + Vec3(0, kClear_m, 0);
  const std::optional<CollisionHit> hit = solid.FirstHit(feet, feet + Vec3(0, far_m, 0));
  if (!hit) return std::nullopt;
  return kClear_m + hit->fraction * far_m;
}

Passage PassageAt(const CollisionView& solid, const Vec3& place, const BodySize& body, double far_m,
                  double step_m, int directions, double first_angle) {
  std::vector<Vec2> points = WallPoints(solid, place, body, far_m);
  for (int k = 0; k < directions; ++k) {
    const double angle = first_angle + k * 2 * std::numbers::pi / directions;
    const std::optional<Vec2> edge =
        EdgeTowards(solid, place, {std::cos(angle), std::sin(angle)}, body, far_m, step_m);
    if (edge) points.push_back(*edge);
  }
  const Vec2 at = place.Plane();
  if (points.empty()) return {2 * far_m, at};
  const Vec2 near = *std::ranges::min_element(points, {}, [&](const Vec2& p) { return Distance(at, p); });
  Passage passage{Distance(at, near) + far_m, at};
  for (const Vec2& point : points) {
    const Vec2 off = point - at;
    if (Dot(off, near - at) > kOpposite * Length(off) * Distance(at, near)) continue;
    if (Distance(near, point) < passage.width_m) passage = {Distance(near, point), (near + point) * 0.5};
  }
  return passage;
}

}  // namespace waystone

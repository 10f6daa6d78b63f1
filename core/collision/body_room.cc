#include "core/collision/body_room.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/collision/standing_height.h"

namespace waystone {
namespace {

constexpr int kHalvings = 4;       // of a step in which the ground ends
constexpr double kClear_m = 0.02;  // above the ground, so that rays do not touch it

Vec3 Offset(const Vec3& place, Vec2 direction, double by_m) {
  return {place.x + direction.x * by_m, place.y, place.z + direction.z * by_m};
}

// How far the ground goes on in a direction without a wall.
double RoomTowards(const CollisionView& solid, const Vec3& place, Vec2 direction, const BodySize& body,
                   double far_m, double step_m) {
  double room_m = far_m;
  for (const double share : {0.0, 0.5, 1.0}) {
    const double low_m = body.climb_m + kClear_m;
    const double height_m = low_m + share * std::max(body.height_m - kClear_m - low_m, 0.0);
    const Vec3 from = place + Vec3(0, height_m, 0);
    const std::optional<CollisionHit> hit = solid.FirstHit(from, Offset(from, direction, far_m));
    if (hit) room_m = std::min(room_m, hit->fraction * far_m);
  }
  const Footing footing{.reach_m = body.climb_m, .headroom_m = 0, .max_slope_deg = 89};
  double gone_m = 0;
  double height = place.y;
  const auto goes_on = [&](double to_m) {
    const std::optional<double> next =
        StandingHeight(solid, Offset({place.x, height, place.z}, direction, to_m), footing);
    if (next) height = *next;
    return next.has_value();
  };
  while (gone_m < room_m) {
    const double next_m = std::min(gone_m + step_m, room_m);
    if (goes_on(next_m)) {
      gone_m = next_m;
      continue;
    }
    // The edge lies between.
    double low_m = gone_m;
    double high_m = next_m;
    for (int k = 0; k < kHalvings; ++k) {
      const double middle_m = (low_m + high_m) / 2;
      (goes_on(middle_m) ? low_m : high_m) = middle_m;
    }
    return low_m;
  }
  return room_m;
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

double WidthAt(const CollisionView& solid, const Vec3& place, const BodySize& body, double far_m,
               double step_m, int directions) {
  double least_m = std::numeric_limits<double>::infinity();
  for (int k = 0; k < directions; ++k) {
    const double angle = k * std::numbers::pi / directions;
    const Vec2 direction{std::cos(angle), std::sin(angle)};
    // Only narrower lines count.
    const double ahead_m = RoomTowards(solid, place, direction, body, std::min(far_m, least_m), step_m);
    const double left_m = std::min(far_m, least_m - ahead_m);
    if (left_m <= 0) continue;
    least_m = std::min(least_m, ahead_m + RoomTowards(solid, place, direction * -1, body, left_m, step_m));
  }
  return least_m;
}

}  // namespace waystone

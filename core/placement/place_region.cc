#include "core/placement/place_region.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/geom/segment.h"
#include "core/geom/simple_polygon.h"

namespace waystone {
namespace {

constexpr double kMaxCoordinate_m = 1e8;
constexpr double kMaxSize_m = 1e6;
constexpr double kMaxHalfWidth_m = 10'000;
constexpr size_t kMaxCorners = 1024;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

absl::Status CheckPoint(std::string_view field, const Vec3& p) {
  for (const double value : {p.x, p.y, p.z}) {
    WS_RETURN_IF_ERROR(CheckRange(field, value, -kMaxCoordinate_m, kMaxCoordinate_m));
  }
  return absl::OkStatus();
}

absl::Status CheckShape(const BallRegion& ball) {
  WS_RETURN_IF_ERROR(CheckPoint("sphere.center", ball.centre));
  return CheckRange("sphere.radius_m", ball.radius_m, 0, kMaxSize_m);
}

absl::Status CheckShape(const BoxRegion& box) {
  WS_RETURN_IF_ERROR(CheckPoint("box.center", box.centre));
  WS_RETURN_IF_ERROR(CheckRange("box.half_x_m", box.half.x, 0, kMaxSize_m));
  WS_RETURN_IF_ERROR(CheckRange("box.half_y_m", box.half.y, 0, kMaxSize_m));
  WS_RETURN_IF_ERROR(CheckRange("box.half_z_m", box.half.z, 0, kMaxSize_m));
  return CheckRange("box.yaw_deg", box.yaw_deg, -360, 360);
}

absl::Status CheckShape(const PrismRegion& prism) {
  if (prism.corners.size() < 3 || prism.corners.size() > kMaxCorners) {
    return FieldError("prism.corners_xz",
                      StrCat(prism.corners.size(), " corners are not in [3, ", kMaxCorners, "]"));
  }
  for (const Vec2& corner : prism.corners) {
    WS_RETURN_IF_ERROR(CheckPoint("prism.corners_xz", {corner.x, 0, corner.z}));
  }
  if (prism.min_y)
    WS_RETURN_IF_ERROR(CheckRange("prism.min_y", *prism.min_y, -kMaxCoordinate_m, kMaxCoordinate_m));
  if (prism.max_y)
    WS_RETURN_IF_ERROR(CheckRange("prism.max_y", *prism.max_y, -kMaxCoordinate_m, kMaxCoordinate_m));
  if (prism.min_y && prism.max_y && *prism.min_y > *prism.max_y) {
    return FieldError("prism.min_y", StrCat(*prism.min_y, " is above max_y, which is ", *prism.max_y));
  }
  const auto meeting = MeetingSides(prism.corners);
  if (!meeting) return absl::OkStatus();
  return FieldError("prism.corners_xz",
                    StrCat("sides ", meeting->first, " and ", meeting->second, " of the polygon meet"));
}

absl::Status CheckShape(const BandRegion& band) {
  if (band.line.empty()) return FieldError("along.xyz", "required");
  for (size_t i = 0; i < band.line.size(); ++i) {
    WS_RETURN_IF_ERROR(CheckPoint("along.xyz", band.line[i]));
  }
  return CheckRange("along.half_width_m", band.half_width_m, 0, kMaxHalfWidth_m);
}

// Turns into the box's own axes: yaw turns z towards x.
Vec2 Unturned(const BoxRegion& box, Vec2 at) {
  constexpr double kRadians = 3.14159265358979323846 / 180;
  const double sine = std::sin(box.yaw_deg * kRadians);
  const double cosine = std::cos(box.yaw_deg * kRadians);
  const Vec2 off = at - box.centre.Plane();
  return {off.x * cosine - off.z * sine, off.x * sine + off.z * cosine};
}

double LineDistance(const std::vector<Vec3>& line, Vec2 at) {
  double nearest_m = Distance(line.front().Plane(), at);
  for (size_t i = 0; i + 1 < line.size(); ++i) {
    nearest_m = std::min(nearest_m, SegmentDistance(line[i].Plane(), line[i + 1].Plane(), at));
  }
  return nearest_m;
}

// By crossings of a ray in the direction of x; a point on a side is inside.
double PolygonDistance(const std::vector<Vec2>& corners, Vec2 at) {
  double nearest_m = kInfinity;
  bool inside = false;
  for (size_t i = 0; i < corners.size(); ++i) {
    const Vec2 a = corners[i];
    const Vec2 b = corners[i + 1 == corners.size() ? 0 : i + 1];
    nearest_m = std::min(nearest_m, SegmentDistance(a, b, at));
    if ((a.z > at.z) == (b.z > at.z)) continue;
    const double side = Orient(a, b, at);
    if (b.z > a.z ? side > 0 : side < 0) inside = !inside;
  }
  return inside ? 0 : nearest_m;
}

// [m] in the plane from `at` to the region's outline seen from above; 0 inside.
double PlaneGap(const BallRegion& ball, Vec2 at) {
  return std::max(0.0, Distance(ball.centre.Plane(), at) - ball.radius_m);
}
double PlaneGap(const BoxRegion& box, Vec2 at) {
  const Vec2 off = Unturned(box, at);
  return Length(
      Vec2{std::max(0.0, std::abs(off.x) - box.half.x), std::max(0.0, std::abs(off.z) - box.half.z)});
}
double PlaneGap(const PrismRegion& prism, Vec2 at) { return PolygonDistance(prism.corners, at); }
double PlaneGap(const BandRegion& band, Vec2 at) {
  return std::max(0.0, LineDistance(band.line, at) - band.half_width_m);
}

struct Heights {
  double low;
  double high;
};
Heights HeightsOf(const BallRegion& ball) {
  return {ball.centre.y - ball.radius_m, ball.centre.y + ball.radius_m};
}
Heights HeightsOf(const BoxRegion& box) { return {box.centre.y - box.half.y, box.centre.y + box.half.y}; }
Heights HeightsOf(const PrismRegion& prism) {
  return {prism.min_y.value_or(-kInfinity), prism.max_y.value_or(kInfinity)};
}
Heights HeightsOf(const BandRegion&) { return {-kInfinity, kInfinity}; }

Aabb PlaneBounds(const BallRegion& ball) {
  return Aabb::Around(ball.centre, {ball.radius_m, ball.radius_m, ball.radius_m});
}
Aabb PlaneBounds(const BoxRegion& box) {
  const double reach_m = Length(Vec2{box.half.x, box.half.z});
  return Aabb::Around(box.centre, {reach_m, box.half.y, reach_m});
}
Aabb PlaneBounds(const PrismRegion& prism) {
  Aabb bounds;
  for (const Vec2& corner : prism.corners) bounds.Extend({corner.x, 0, corner.z});
  return bounds;
}
Aabb PlaneBounds(const BandRegion& band) {
  Aabb bounds;
  for (const Vec3& point : band.line) bounds.Extend(point);
  const Vec3 reach(band.half_width_m, 0, band.half_width_m);
  return {bounds.min - reach, bounds.max + reach};
}

}  // namespace

absl::Status CheckRegion(const PlaceRegion& region) {
  return std::visit([](const auto& shape) { return CheckShape(shape); }, region);
}

PlaceRegion Moved(PlaceRegion region, const Vec3& by) {
  if (auto* const ball = std::get_if<BallRegion>(&region)) ball->centre = ball->centre + by;
  if (auto* const box = std::get_if<BoxRegion>(&region)) box->centre = box->centre + by;
  if (auto* const prism = std::get_if<PrismRegion>(&region)) {
    for (Vec2& corner : prism->corners) corner = corner + by.Plane();
    if (prism->min_y) *prism->min_y += by.y;
    if (prism->max_y) *prism->max_y += by.y;
  }
  if (auto* const band = std::get_if<BandRegion>(&region)) {
    for (Vec3& point : band->line) point = point + by;
  }
  return region;
}

bool Contains(const PlaceRegion& region, const Vec3& point) {
  if (const auto* const ball = std::get_if<BallRegion>(&region)) {
    return Distance(ball->centre, point) <= ball->radius_m;
  }
  return std::visit(
      [&](const auto& shape) {
        const Heights heights = HeightsOf(shape);
        return point.y >= heights.low && point.y <= heights.high && PlaneGap(shape, point.Plane()) <= 0;
      },
      region);
}

bool Misses(const PlaceRegion& region, const GroundBounds& ground) {
  return std::visit(
      [&](const auto& shape) {
        const Heights heights = HeightsOf(shape);
        return ground.low > heights.high || ground.high < heights.low ||
               PlaneGap(shape, ground.centre) > ground.radius_m;
      },
      region);
}

Aabb BoundsOf(const PlaceRegion& region) {
  return std::visit(
      [](const auto& shape) {
        Aabb bounds = PlaneBounds(shape);
        const Heights heights = HeightsOf(shape);
        bounds.min.y = heights.low;
        bounds.max.y = heights.high;
        return bounds;
      },
      region);
}

}  // namespace waystone

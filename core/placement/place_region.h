// The region of positions: a ball, a box, a prism over a polygon, the neighbourhood of a line.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "core/geom/aabb.h"
#include "core/geom/vec.h"

namespace waystone {

// All sets are closed. The caller chooses the coordinates; units are metres and degrees.
struct BallRegion {
  Vec3 centre;
  double radius_m = 0;  // [m, 0-1e6]
};

struct BoxRegion {
  Vec3 centre;
  Vec3 half;           // [m, 0-1e6] half of its size
  double yaw_deg = 0;  // [degrees, -360..360] turned about the y axis, from z towards x
};

struct PrismRegion {
  std::vector<Vec2> corners;  // 3-1024, a simple polygon, in either direction
  std::optional<double> min_y;
  std::optional<double> max_y;
};

// Horizontally at most half_width_m from the line, at any height.
struct BandRegion {
  std::vector<Vec3> line;   // at least one point
  double half_width_m = 0;  // [m, 0-10,000]
};

using PlaceRegion = std::variant<BallRegion, BoxRegion, PrismRegion, BandRegion>;

// Bounds of a part of the surface: it lies within `radius_m` of `centre` in the plane, and its heights are in
// [low, high].
struct GroundBounds {
  Vec2 centre;
  double radius_m = 0;
  double low = 0;
  double high = 0;
};

// A FieldError of the shape's field ("along.half_width_m") if a number is not finite or
// out of its range, a polygon has too few or too many corners or crosses itself, or a line has no point.
// O(points); O(corners^2) for a prism.
absl::Status CheckRegion(const PlaceRegion& region);

// The same region, moved.
PlaceRegion Moved(PlaceRegion region, const Vec3& by);

// O(points of the region).
bool Contains(const PlaceRegion& region, const Vec3& point);

// True only if no point of the ground lies in the region. O(points of the region).
bool Misses(const PlaceRegion& region, const GroundBounds& ground);

// A box around the region; its sides may be infinite.
Aabb BoundsOf(const PlaceRegion& region);

}  // namespace waystone

// Volumes that change what the ground inside them is: water, mud, nowhere to stand.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/geom/aabb.h"
#include "core/geom/vec.h"

namespace waystone {

inline constexpr size_t kMaxPrismCorners = 256;

// Upright.
struct VolumeCylinder {
  Vec2 centre;
  double radius_m = 0;
};

// A polygon in plan, of either winding; it may be concave. Crossing itself, it holds what it winds round an
// odd number of times.
struct VolumePrism {
  std::vector<Vec2> corners;
};

// A box is a volume whose `bounds` say all. Positions are absolute metres, y up. Config fields carry [unit,
// range].
struct AreaVolume {
  std::string area;  // one of the map's areas, or "not_walkable"
  Aabb bounds;       // [m] around the volume; its heights are the volume's
  std::variant<std::monostate, VolumeCylinder, VolumePrism> outline;

  // Whether the point lies inside or on its faces. O(corners).
  bool Contains(const Vec3& at) const;
};

}  // namespace waystone

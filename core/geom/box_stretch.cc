#include "core/geom/box_stretch.h"

#include <algorithm>
#include <array>

namespace waystone {

std::optional<Stretch> StretchIn(const Aabb& box, const Vec3& from, const Vec3& to) {
  const std::array<std::array<double, 4>, 3> axes = {{{from.x, to.x, box.min.x, box.max.x},
                                                      {from.y, to.y, box.min.y, box.max.y},
                                                      {from.z, to.z, box.min.z, box.max.z}}};
  Stretch in{0, 1};
  for (const auto& [a, b, low, high] : axes) {
    if (a == b) {
      if (a < low || a > high) return std::nullopt;
      continue;
    }
    const double at_low = (low - a) / (b - a);
    const double at_high = (high - a) / (b - a);
    in.from = std::max(in.from, std::min(at_low, at_high));
    in.to = std::min(in.to, std::max(at_low, at_high));
  }
  return in.from <= in.to ? std::optional(in) : std::nullopt;
}

}  // namespace waystone

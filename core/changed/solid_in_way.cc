#include "core/changed/solid_in_way.h"

#include <algorithm>

namespace waystone {

SolidInWay::SolidInWay(const Solid& solid, const BodyReach& body)
    : box_(ReachOf(solid, body.around_m, 0)), lines_(FootprintOf(solid, body.around_m)) {
  box_.min.y -= body.above_m;
  box_.max.y += body.below_m;
}

bool SolidInWay::IsOn(const Vec3& from, const Vec3& to) const {
  Aabb of_line;
  of_line.Extend(from);
  of_line.Extend(to);
  if (!of_line.Overlaps(box_)) return false;
  double first = 0;  // shares of the line that lead over the footprint
  double last = 1;
  for (const CutLine& line : lines_) {
    const double before_m = line.Outside_m(from.Plane());
    const double after_m = line.Outside_m(to.Plane());
    if (before_m >= 0 && after_m >= 0) return false;
    if (before_m > 0) first = std::max(first, before_m / (before_m - after_m));
    if (after_m > 0) last = std::min(last, before_m / (before_m - after_m));
  }
  if (first >= last) return false;
  const auto [low_m, high_m] =
      std::minmax({from.y + (to.y - from.y) * first, from.y + (to.y - from.y) * last});
  return low_m < box_.max.y && high_m > box_.min.y;
}

}  // namespace waystone

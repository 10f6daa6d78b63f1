#include "core/changed/solid_in_way.h"

#include <algorithm>
#include <optional>

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
  const std::optional<LineShares> over = SharesOver(lines_, from.Plane(), to.Plane());
  if (!over.has_value()) return false;
  const auto [low_m, high_m] =
      std::minmax({from.y + (to.y - from.y) * over->first, from.y + (to.y - from.y) * over->last});
  return low_m < box_.max.y && high_m > box_.min.y;
}

}  // namespace waystone

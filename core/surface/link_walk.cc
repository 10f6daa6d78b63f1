#include "core/surface/link_walk.h"

#include <algorithm>

#include "core/geom/segment.h"

namespace waystone {
namespace {

// [m] beside the line of a link, and above and below it.
constexpr double kLinkSide_m = 0.5;

Vec3 Start(const NavLink& link) { return {link.start[0], link.start[1], link.start[2]}; }
Vec3 End(const NavLink& link) { return {link.end[0], link.end[1], link.end[2]}; }

}  // namespace

double WalkLengthOf_m(const NavLink& link) {
  if (link.kind == LinkKind::kTeleport) return 0;
  return IsFlown(link) ? PlaneDistance(Start(link), End(link)) : Distance(Start(link), End(link));
}

std::optional<double> AlongLink_m(const NavLink& link, const Vec3& position, double jump_m) {
  if (link.kind == LinkKind::kTeleport) return std::nullopt;
  const double side_m = std::max(kLinkSide_m, std::min<double>(link.radius_m, kMaxLinkReach_m));
  if (SegmentDistance(StartOf(link), EndOf(link), position.Plane()) > side_m) return std::nullopt;
  const auto [low_m, high_m] = std::minmax(link.start[1], link.end[1]);
  if (position.y < low_m - kLinkSide_m || position.y > high_m + jump_m + kLinkSide_m) return std::nullopt;
  const Vec3 whole = End(link) - Start(link);
  const double length_sq_m2 = Dot(whole, whole);
  const double share =
      length_sq_m2 > 0 ? std::clamp(Dot(position - Start(link), whole) / length_sq_m2, 0.0, 1.0) : 0;
  return share * WalkLengthOf_m(link);
}

void LinkPlaces::Add(const NavLink& link, double walk_m) {
  if (!(walk_m <= max_m_)) return;
  const double flight_m = IsFlown(link) ? Distance(Start(link), End(link)) : 0;
  if (!found_) {
    found_ = LinkPlace{walk_m, flight_m};
    return;
  }
  const bool may_stay = found_->flight_m == 0 || flight_m == 0;
  found_->walk_m = std::min(found_->walk_m, walk_m);
  found_->flight_m = may_stay ? 0 : std::max(found_->flight_m, flight_m);
}

}  // namespace waystone

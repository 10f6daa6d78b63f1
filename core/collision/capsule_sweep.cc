// The distance from the axis to a triangle, as a function of how far the capsule has come, is convex: it is
// the distance from a point that moves straight to a convex body, the triangle drawn out downward by the axis.
// So Newton's method from the left never passes the first place at which the distance is the radius (a
// tangent lies below a convex function), and a motion that does not come nearer at the start never does.
//
// What a tangent gives is also what the plane that separates the capsule from the triangle gives. The planes
// of the triangle's box, and its own, are tried first: most triangles are far behind one of them.
#include "core/collision/capsule_sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/collision/axis_distance.h"
#include "core/geom/aabb.h"

namespace waystone {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kClose_m = 1e-9;
constexpr double kEarlier = 1 - 0x1.0p-40;  // outweighs the rounding of places at which boxes touch
// Newton's method doubles the digits at each step, or at a grazing touch adds one or two bits.
constexpr int kMostSteps = 100;

// From where the planes x = low and x = high are entered to where they are left, on one axis.
struct Stretch {
  double entry;
  double exit;
};

Stretch StretchBetween(double low, double high, double along) {
  if (along == 0) return low <= 0 && high >= 0 ? Stretch{0, kNever} : Stretch{kNever, 0};
  const auto [entry, exit] = std::minmax({low / along, high / along});
  return {entry, exit};
}

class Sweep {
 public:
  Sweep(const Capsule& capsule, const Vec3& displacement)
      : capsule_(capsule),
        displacement_(displacement),
        above_(capsule.low + Vec3(1, 1, 1) * capsule.radius_m + Vec3(0, capsule.axis_m, 0)),
        below_(capsule.low - Vec3(1, 1, 1) * capsule.radius_m) {}

  // The fraction at which the capsule's box first touches the other, or kNever.
  double Entry(const Aabb& box) const {
    const Stretch x = StretchBetween(box.min.x - above_.x, box.max.x - below_.x, displacement_.x);
    const Stretch y = StretchBetween(box.min.y - above_.y, box.max.y - below_.y, displacement_.y);
    const Stretch z = StretchBetween(box.min.z - above_.z, box.max.z - below_.z, displacement_.z);
    const double entry = std::max({x.entry, y.entry, z.entry, 0.0}) * kEarlier;
    return entry <= std::min({x.exit, y.exit, z.exit}) ? entry : kNever;
  }

  // The contact with the triangle, unless its fraction is above `limit`.
  std::optional<CapsuleContact> Meets(const Vec3& a, const Vec3& b, const Vec3& c, double limit) const;

 private:
  struct Place {
    double fraction = 0;
    AxisNearest nearest;
  };

  // The fraction at which the capsule first touches the triangle's plane, or kNever.
  double PlaneEntry(const AxisTarget& target) const;
  // Moves the place on to where the axis is first as near as `distance_m`; false if that is beyond `limit`.
  bool Advance(const AxisTarget& target, double distance_m, double limit, Place& place) const;
  std::optional<CapsuleContact> MeetsAtStart(const AxisTarget& target, const AxisNearest& start) const;
  AxisNearest NearestAt(const AxisTarget& target, double fraction) const {
    return target.Nearest(capsule_.low + displacement_ * fraction);
  }

  const Capsule capsule_;
  const Vec3 displacement_;
  const Vec3 above_;  // corners of the capsule's box
  const Vec3 below_;
};

CapsuleContact ContactAt(double fraction, const AxisNearest& nearest) {
  return {fraction, nearest.on_triangle, (nearest.on_axis - nearest.on_triangle) * (1 / nearest.distance_m),
          0};
}

double Sweep::PlaneEntry(const AxisTarget& target) const {
  const double normal_m = Length(target.normal());
  const double reach = capsule_.radius_m * normal_m;
  const double low = target.Over(capsule_.low);
  const double high = low + target.normal().y * capsule_.axis_m;
  const double rate = Dot(target.normal(), displacement_);
  if (std::min(low, high) > reach) return rate < 0 ? (std::min(low, high) - reach) / -rate : kNever;
  if (std::max(low, high) < -reach) return rate > 0 ? (-std::max(low, high) - reach) / rate : kNever;
  return 0;
}

bool Sweep::Advance(const AxisTarget& target, double distance_m, double limit, Place& place) const {
  for (int step = 0; step < kMostSteps; ++step) {
    const double left_m = place.nearest.distance_m - distance_m;
    if (left_m <= kClose_m) return true;
    const double nearing_m =
        Dot(displacement_, place.nearest.on_triangle - place.nearest.on_axis) / place.nearest.distance_m;
    if (!(nearing_m > 0)) return false;
    place.fraction += left_m / nearing_m;
    if (!(place.fraction <= limit)) return false;
    place.nearest = NearestAt(target, place.fraction);
  }
  return true;
}

// If the axis crosses the triangle, or as good as that, the distance tells no direction: the plane does.
std::optional<CapsuleContact> Sweep::MeetsAtStart(const AxisTarget& target, const AxisNearest& start) const {
  if (start.distance_m > kCapsuleTouch_m) {
    Place place{0, start};
    if (!Advance(target, start.distance_m - kCapsuleTouch_m, 1, place)) return std::nullopt;
    return ContactAt(0, start);
  }
  const double side = target.Over(capsule_.low + Vec3(0, capsule_.axis_m / 2, 0));
  const double normal_m = Length(target.normal());
  if (side == 0 || normal_m == 0) return std::nullopt;
  const Vec3 normal = target.normal() * ((side > 0 ? 1 : -1) / normal_m);
  if (Dot(normal, displacement_) >= -kCapsuleTouch_m) return std::nullopt;
  return CapsuleContact{0, start.on_triangle, normal, 0};
}

std::optional<CapsuleContact> Sweep::Meets(const Vec3& a, const Vec3& b, const Vec3& c, double limit) const {
  Aabb box;
  for (const Vec3& corner : {a, b, c}) box.Extend(corner);
  double entry = Entry(box);
  if (entry > limit) return std::nullopt;
  const AxisTarget target(a, b, c, capsule_.axis_m);
  entry = std::max(entry, PlaneEntry(target));
  if (entry > limit) return std::nullopt;
  Place place{entry, NearestAt(target, entry)};
  if (entry == 0 && place.nearest.distance_m <= capsule_.radius_m) return MeetsAtStart(target, place.nearest);
  if (!Advance(target, capsule_.radius_m, limit, place)) return std::nullopt;
  const CapsuleContact touch = ContactAt(place.fraction, place.nearest);
  if (!Advance(target, capsule_.radius_m - kCapsuleTouch_m, 1, place)) return std::nullopt;
  return touch;
}

}  // namespace

std::optional<CapsuleContact> SweepCapsule(const CollisionView& solid, const Capsule& capsule,
                                           const Vec3& displacement) {
  const Sweep sweep(capsule, displacement);
  std::optional<CapsuleContact> first;
  double limit = 1;
  solid.FrontToBack(
      [&](const Aabb& box) { return sweep.Entry(box); },
      [&](uint32_t triangle, const Vec3& a, const Vec3& b, const Vec3& c) {
        std::optional<CapsuleContact> contact = sweep.Meets(a, b, c, limit);
        if (!contact || (first && contact->fraction == first->fraction && triangle > first->triangle)) {
          return limit;
        }
        contact->triangle = triangle;
        first = contact;
        return limit = contact->fraction;
      },
      limit);
  return first;
}

}  // namespace waystone

#include "bake/skeleton/step_caster.h"

#include <algorithm>
#include <cmath>

#include "bake/skeleton/surface_pieces.h"
#include "core/navmesh/surface_walk.h"
#include "core/navmesh/two_way.h"

namespace waystone {
namespace {

// A landing this near to the surface counts as standing on it. [m] horizontally
constexpr double kLandingSlack_m = 0.05;

double Quantised(double y) { return std::round(y * 1024) / 1024; }

}  // namespace

std::optional<double> StepCaster::Ground(Vec2 at, double above_y, double below_y,
                                         CastWorkspace& workspace) const {
  ++workspace.rays;
  return rays_->GroundBelow({at.x, above_y, at.z}, above_y - below_y);
}

bool StepCaster::BodyPasses(const Vec3& from, const Vec3& to, double low_m, CastWorkspace& workspace) const {
  const Vec2 path = to.Plane() - from.Plane();
  const double length_m = Length(path);
  const Vec2 ahead = path * (body_.side_m / length_m);
  const Vec2 left{-ahead.z, ahead.x};
  for (const double side : {0.0, 1.0, -1.0}) {
    for (const double height_m : {low_m, body_.top_m}) {
      const Vec3 shift{side * left.x, height_m, side * left.z};
      // The middle runs on to the end of the body; those at the sides touch it beside the middle.
      const Vec3 on = side == 0 ? Vec3{ahead.x, 0, ahead.z} : Vec3{0, 0, 0};
      ++workspace.rays;
      if (rays_->IsBlocked({from + shift, to + shift + on})) return false;
    }
  }
  return true;
}

std::optional<Landing> StepCaster::Walk(const NavLocation& from, Vec2 to, CastWorkspace& workspace) const {
  workspace.crossed.clear();
  const std::optional<PolyId> poly = PolyStraightOn(mesh_, from, to, &workspace.crossed);
  if (!poly.has_value()) return std::nullopt;
  const std::optional<double> y = WalkedTo(from.point, *poly, to, workspace);
  if (!y.has_value()) return std::nullopt;
  const bool returns = Returns(from, to, workspace.crossed) || ReturnsByWalk(from, to, *poly);
  return Landing{poly->value(), *y, false, returns};
}

// [m] The height of the ground on the polygon at the end of a walk; none if the body does not pass.
std::optional<double> StepCaster::WalkedTo(const Vec3& from, PolyId poly, Vec2 to,
                                           CastWorkspace& workspace) const {
  if (rays_ == nullptr) return Quantised(HeightOnPoly(mesh_, poly, to));
  const PolyHeights::Height surface = heights_.At(poly, to);
  const double below_m = std::max(body_.climb_m, body_.drop_m) + surface.within_m;
  const std::optional<double> ground = Ground(to, surface.y + body_.low_m, surface.y - below_m, workspace);
  if (!ground.has_value()) return std::nullopt;
  const bool is_near = std::abs(*ground - surface.y) <= body_.climb_m + surface.within_m;
  const double y = Quantised(is_near ? *ground : HeightOnPoly(mesh_, poly, to));
  return BodyPasses(from, {to.x, y, to.z}, body_.low_m, workspace) ? std::optional(y) : std::nullopt;
}

// Whether the walk just made leads back over the same sides: none was passed at a corner, where the walk may
// have turned past others.
bool StepCaster::Returns(const NavLocation& from, Vec2 to, std::span<const EdgeId> crossed) const {
  const Vec2 path = to - from.point.Plane();
  const double near = mesh_.tolerance_m() * Length(path);
  const auto is_simple = [&](EdgeId side) {
    const double right = Cross(path, Vec3(mesh_.EdgeStart(side)).Plane() - from.point.Plane());
    const double left = Cross(path, Vec3(mesh_.EdgeEnd(side)).Plane() - from.point.Plane());
    return IsTwoWay(mesh_, side) && right < -near && left > near;
  };
  return std::ranges::all_of(crossed, is_simple);
}

bool StepCaster::ReturnsByWalk(const NavLocation& from, Vec2 to, PolyId poly) const {
  const std::optional<PolyId> back = PolyStraightOn(mesh_, {poly, {to.x, 0, to.z}}, from.point.Plane());
  return back.has_value() && IsSameGround(mesh_, back->value(), from);
}

std::optional<Landing> StepCaster::Leap(const NavLocation& from, Vec2 to, CastWorkspace& workspace) const {
  const double cast_y = from.point.y + body_.jump_m;
  ++workspace.rays;
  if (rays_->IsBlocked({{from.point.x, cast_y, from.point.z}, {to.x, cast_y, to.z}})) return std::nullopt;
  const std::optional<double> ground = Ground(to, cast_y, from.point.y - body_.drop_m, workspace);
  if (!ground.has_value()) return std::nullopt;
  const std::optional<NavLocation> place = NearestPolyWithin(mesh_, {to.x, *ground, to.z}, kLandingSlack_m,
                                                             body_.climb_m, body_.climb_m, workspace.surface);
  if (!place.has_value()) return std::nullopt;
  const Vec3 landing{to.x, Quantised(*ground), to.z};
  // The body flies level to above its landing.
  const double base_y = std::max(from.point.y, landing.y);
  const Vec3 over_start{from.point.x, base_y, from.point.z};
  if (!BodyPasses(over_start, {to.x, base_y, to.z}, body_.jump_m, workspace)) return std::nullopt;
  return Landing{place->poly.value(), landing.y, true, false};
}

std::optional<Landing> StepCaster::Step(const NavLocation& from, Vec2 to, CastWorkspace& workspace) const {
  ++workspace.casts;
  std::optional<Landing> landing = Walk(from, to, workspace);
  if (landing.has_value() || !body_.leaps || rays_ == nullptr) return landing;
  return Leap(from, to, workspace);
}

bool StepCaster::IsClear(const Vec3& from, const Vec3& to, CastWorkspace& workspace) const {
  if (rays_ == nullptr) return true;
  const Vec3 up{0, body_.low_m, 0};
  ++workspace.rays;
  return !rays_->IsBlocked({from + up, to + up});
}

}  // namespace waystone

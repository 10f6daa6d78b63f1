#include "bake/links/flight.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/collision/body_sweep.h"

namespace waystone {
namespace {

constexpr double kHeadGap_m = 0.05;    // heads may come this close to a ceiling, which voxels rounded
constexpr double kPieceError_m = 0.1;  // how much the volume of a piece of an arc may exceed the sweep
constexpr int kArcPieces = 8;
constexpr int kMaxArcPieces = 512;
constexpr double kGroundSample_m = 0.1;

// The parabola; 0 is the start of the flight and 1 its end.
struct Arc {
  double from_y;
  double rise_m;
  double apex;  // where it is highest, 0-1 from start to end

  Arc(double from, double to, double rise) : from_y(from), rise_m(rise) {
    const double up = std::sqrt(rise);
    const double down = std::sqrt(std::max(0.0, rise - (to - from)));
    apex = up / (up + down);
  }
  double At(double t) const {
    const double u = (t - apex) / apex;
    return from_y + rise_m * (1 - u * u);
  }
};

}  // namespace

bool FlightTester::RayPasses(const Vec3& feet_from, const Vec3& feet_to) {
  ++counts_.rays;
  const Vec3 up{0, 0.5 * (agent_.max_climb_m + agent_.height_m), 0};
  return !solid_.Blocked(feet_from + up, feet_to + up);
}

bool FlightTester::BodyPasses(Vec2 from, Vec2 to, double feet_low, double feet_high) {
  ++counts_.sweeps;
  const std::array<Vec3, 2> line = {Vec3(from.x, 0, from.z), Vec3(to.x, 0, to.z)};
  return !SweepBody(solid_, line,
                    {.radius_m = kFlightBodyShare * agent_.radius_m,
                     .low_m = feet_low + agent_.max_climb_m,
                     .high_m = feet_high + agent_.height_m - kHeadGap_m});
}

bool FlightTester::DropIsClear(const Vec3& start, const Vec3& end) {
  const Vec3 over{end.x, start.y, end.z};
  return Outcome(RayPasses(start, over) && RayPasses(over, end) &&
                 BodyPasses(start.Plane(), end.Plane(), start.y, start.y) &&
                 BodyPasses(end.Plane(), end.Plane(), end.y, start.y));
}

bool FlightTester::HopIsClear(const Vec3& start, const Vec3& end) {
  const Vec3 over{start.x, end.y, start.z};
  return Outcome(RayPasses(start, over) && RayPasses(over, end) &&
                 BodyPasses(start.Plane(), start.Plane(), start.y, end.y) &&
                 BodyPasses(start.Plane(), end.Plane(), end.y, end.y));
}

bool FlightTester::JumpIsClear(const Vec3& start, const Vec3& end, double rise_m) {
  const Arc arc(start.y, end.y, rise_m);
  const auto at = [&](double t) {
    const Vec3 p = start + (end - start) * t;
    return Vec3{p.x, t == 1 ? end.y : arc.At(t), p.z};
  };
  // Rays along chords that sag less from the parabola than the body reaches down.
  const auto rays_pass = [&](double from, double to, double height) {
    const double sag = 0.4 * (agent_.height_m - agent_.max_climb_m);
    const int chords =
        sag > 0 ? std::clamp(static_cast<int>(std::ceil(std::sqrt(height / (4 * sag)))), 1, 64) : 1;
    for (int i = 0; i < chords; ++i) {
      const double step = (to - from) / chords;
      if (!RayPasses(at(from + step * i), i + 1 == chords ? at(to) : at(from + step * (i + 1)))) return false;
    }
    return true;
  };
  if (!rays_pass(0, arc.apex, rise_m) || !rays_pass(arc.apex, 1, start.y + rise_m - end.y)) {
    return Outcome(false);
  }
  const double length = PlaneDistance(start, end);
  double t = 0;
  for (int piece = 0; t < 1 && piece < kMaxArcPieces; ++piece) {
    double step = 1.0 / kArcPieces;
    double next = 0;
    double low = 0;
    double high = 0;
    // For a volume of one piece the test is exact if the piece goes level or straight down, and close if it
    // is short.
    for (int halvings = 0; halvings < 8; ++halvings, step /= 2) {
      next = std::min(1.0, t + step);
      low = std::min(at(t).y, at(next).y);
      high = t < arc.apex && arc.apex < next ? start.y + rise_m : std::max(at(t).y, at(next).y);
      if (std::min((next - t) * length, high - low) <= kPieceError_m) break;
    }
    if (!BodyPasses(at(t).Plane(), at(next).Plane(), low, high)) return Outcome(false);
    t = next;
  }
  return Outcome(t >= 1);
}

bool FlightTester::StepIsClear(const Vec3& start, const Vec3& end) {
  const int pieces = std::max(1, static_cast<int>(std::ceil(PlaneDistance(start, end) / kGroundSample_m)));
  const double climb = agent_.max_climb_m;
  Vec3 previous = start;
  for (int i = 1; i <= pieces; ++i) {
    Vec3 next = start + (end - start) * (static_cast<double>(i) / pieces);
    next.y = previous.y;
    ++counts_.rays;
    const Vec3 above{next.x, next.y + climb, next.z};
    const std::optional<CollisionHit> ground = solid_.FirstHit(above, next - Vec3{0, climb, 0});
    if (!ground.has_value()) return Outcome(false);
    next.y = above.y - 2 * climb * ground->fraction;
    if (!BodyPasses(previous.Plane(), next.Plane(), std::max(previous.y, next.y),
                    std::max(previous.y, next.y))) {
      return Outcome(false);
    }
    previous = next;
  }
  return Outcome(std::abs(previous.y - end.y) <= climb);
}

}  // namespace waystone

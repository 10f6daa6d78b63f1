#include "core/changed/solid.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace waystone {
namespace {

// How far a chain of lines may lie outside of the round corner it stands for. Each line is a side of pieces of every
// polygon beside it, so there are as few as that takes.
constexpr double kMostOutside_m = 0.04;
constexpr double kMostTurn = std::numbers::pi / 4;    // between the normals of neighbouring lines
constexpr double kLeastTurn = std::numbers::pi / 32;  // for large radii

double TurnFor(double radius_m) {
  return std::clamp(2 * std::acos(radius_m / (radius_m + kMostOutside_m)), kLeastTurn, kMostTurn);
}

Vec2 Turned(Vec2 normal, double by) {
  const double cosine = std::cos(by);
  const double sine = std::sin(by);
  return {cosine * normal.x - sine * normal.z, sine * normal.x + cosine * normal.z};
}

}  // namespace

std::vector<CutLine> FootprintOf(const Solid& solid, double room_m) {
  const double grow_m = solid.radius_m + room_m;
  std::vector<CutLine> lines;
  const size_t count = solid.corners.size();
  if (count == 1) {
    const int sides = static_cast<int>(std::ceil(2 * std::numbers::pi / TurnFor(grow_m)));
    for (int i = 0; i < sides; ++i) {
      const Vec2 normal = Turned({1, 0}, 2 * std::numbers::pi * i / sides);
      lines.push_back({normal, Dot(normal, solid.corners[0]) + grow_m});
    }
    return lines;
  }
  const auto normal_of = [&](size_t side) {
    const Vec2 along = solid.corners[(side + 1) % count] - solid.corners[side % count];
    return Vec2{along.z, -along.x} * (1 / Length(along));
  };
  for (size_t i = 0; i < count; ++i) {
    const Vec2 normal = normal_of(i);
    lines.push_back({normal, Dot(normal, solid.corners[i]) + grow_m});
    if (grow_m <= 0) continue;
    const Vec2 next = normal_of(i + 1);
    const double turn = std::atan2(Cross(normal, next), Dot(normal, next));
    const int parts = std::max(1, static_cast<int>(std::ceil(turn / TurnFor(grow_m))));
    for (int k = 1; k < parts; ++k) {
      const Vec2 between = Turned(normal, turn * k / parts);
      lines.push_back({between, Dot(between, solid.corners[(i + 1) % count]) + grow_m});
    }
  }
  return lines;
}

std::optional<LineShares> SharesOver(std::span<const CutLine> footprint, Vec2 from, Vec2 to) {
  LineShares shares;
  for (const CutLine& line : footprint) {
    const double at_from = line.Outside_m(from);
    const double at_to = line.Outside_m(to);
    if (at_from >= 0 && at_to >= 0) return std::nullopt;
    if (at_from > 0) shares.first = std::max(shares.first, at_from / (at_from - at_to));
    if (at_to > 0) shares.last = std::min(shares.last, at_from / (at_from - at_to));
  }
  return shares.first > shares.last ? std::nullopt : std::optional(shares);
}

double MostReach_m(const Solid& solid, double room_m) {
  const double grow_m = solid.radius_m + room_m;
  return std::max(grow_m + kMostOutside_m, grow_m / std::cos(kLeastTurn / 2));
}

Aabb ReachOf(const Solid& solid, double room_m, double agent_height_m) {
  const double grow_m = MostReach_m(solid, room_m);
  Aabb box;
  for (const Vec2 corner : solid.corners) box.Extend({corner.x, solid.min_y, corner.z});
  box.min = box.min - Vec3(grow_m, agent_height_m, grow_m);
  box.max = box.max + Vec3(grow_m, solid.max_y - solid.min_y, grow_m);
  return box;
}

}  // namespace waystone

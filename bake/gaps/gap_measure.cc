#include "bake/gaps/gap_measure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/collision/standing_height.h"

namespace waystone {
namespace {

constexpr double kRounding = 1e-4;     // [m or degrees]
constexpr double kAtLimit_deg = 0.05;  // ground that is as steep as the limit is too steep to voxels
constexpr double kWall_deg = 85;       // of ground that is as good as upright
constexpr double kEdge_m = 5e-3;       // edges are found so well
constexpr int kProbes = 9;             // between the ends of a step or of short steep ground

Vec3 Offset(const Vec3& place, Vec2 direction, double by_m) {
  return {place.x + direction.x * by_m, place.y, place.z + direction.z * by_m};
}

}  // namespace

bool IsBroken(const GapFix& fix) {
  const double over = static_cast<double>(fix.measure) - static_cast<double>(fix.limit);
  switch (fix.kind) {
    case GapKind::kStep:
      return over > kRounding;
    case GapKind::kSlope:
      return over > -kAtLimit_deg;
    case GapKind::kWidth:
      return over < -kEdge_m;
    case GapKind::kHeadroom:
      return over < -kRounding;
    case GapKind::kForbidden:
      return true;
  }
  return true;
}

GapFix GapMeasure::Measure(const TileFix& found, const PathRules& path) const {
  GapFix fix{};
  const auto put = [](const Vec3f& from, float(&to)[3]) {
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
  };
  put(found.at, fix.at);
  put(found.to, fix.to);
  fix.measure = static_cast<float>(found.measure);
  fix.kind = found.kind;
  fix.shape = found.shape;
  fix.more_places = static_cast<uint16_t>(std::min<uint32_t>(found.more_places, UINT16_MAX));
  switch (found.kind) {
    case GapKind::kStep:
      fix.limit = static_cast<float>(agent_.max_climb_m);
      MeasureStep(found, fix);
      break;
    case GapKind::kWidth:
      fix.limit = static_cast<float>(2 * agent_.radius_m);
      MeasureWidth(path, fix);
      break;
    case GapKind::kSlope:
      fix.limit = static_cast<float>(agent_.max_slope_deg);
      MeasureGround(found, fix);
      break;
    case GapKind::kHeadroom:
      fix.limit = static_cast<float>(agent_.height_m);
      MeasureHeadroom(found, fix);
      break;
    case GapKind::kForbidden:
      break;
  }
  return fix;
}

std::optional<double> GapMeasure::GroundAt(const Vec3& place, double reach_m) const {
  return StandingHeight(solid_, place, {.reach_m = reach_m, .headroom_m = 0, .max_slope_deg = 89});
}

// A column is as high as the highest that it touches, so the upper ground may begin behind its middle.
void GapMeasure::MeasureStep(const TileFix& found, GapFix& fix) const {
  const Vec3 at(found.at);
  const Vec3 to(found.to);
  const double reach_m = std::min(found.measure / 2, agent_.max_climb_m / 2 + 2 * rules_.cell_height_m);
  const double length_m = std::max(PlaneDistance(at, to), 1e-9);
  const Vec2 ahead = (to.Plane() - at.Plane()) * (1 / length_m);
  const auto ground = [&](const Vec3& from, double side, float(&out)[3]) -> std::optional<double> {
    for (int k = 0; k < 3; ++k) {
      const Vec3 place = Offset(from, ahead, side * k * rules_.cell_size_m);
      const std::optional<double> height = GroundAt(place, reach_m);
      if (!height) continue;
      out[0] = static_cast<float>(place.x);
      out[1] = static_cast<float>(*height);
      out[2] = static_cast<float>(place.z);
      return height;
    }
    return std::nullopt;
  };
  const std::optional<double> low = ground(at, -1, fix.at);
  const std::optional<double> high = ground(to, 1, fix.to);
  if (low && high) fix.measure = static_cast<float>(std::abs(*high - *low));
  if (found.shape != StepShape::kOneWay) return;
  const Steepness steep = SteepnessBetween(at, to);
  if (steep.count == 0 || 2 * steep.rise_m < static_cast<double>(fix.measure)) return;
  fix.kind = GapKind::kSlope;
  fix.measure = static_cast<float>(steep.most_deg);
  fix.limit = static_cast<float>(agent_.max_slope_deg);
}

bool GapMeasure::IsFreeBetween(const Vec3& from, const Vec3& to) const {
  if (std::abs(from.y - to.y) > agent_.max_climb_m) return false;
  constexpr double kClear_m = 0.05;
  const double low_m = agent_.max_climb_m + kClear_m;
  const double high_m = agent_.height_m - kClear_m;
  for (const double up_m : {low_m, (low_m + high_m) / 2, high_m}) {
    if (solid_.Blocked(from + Vec3(0, up_m, 0), to + Vec3(0, up_m, 0))) return false;
  }
  return true;
}

bool GapMeasure::IsOverHole(const TileFix& found, const PathRules& path) const {
  constexpr int kPlaces = 16;
  constexpr int kSide = 3;  // half cells
  const Vec3 from(found.at);
  const Vec3 to(found.to);
  const double length_m = PlaneDistance(from, to);
  if (length_m == 0) return false;
  const Vec2 aside = Vec2{-(to.z - from.z), to.x - from.x} * (rules_.cell_size_m / 2 / length_m);
  for (int k = 0; k <= kPlaces; ++k) {
    const Vec3 place = from + (to - from) * (static_cast<double>(k) / kPlaces);
    bool has_ground = false;
    for (int side = -kSide; side <= kSide && !has_ground; ++side)
      has_ground = GroundAt(Offset(place, aside, side), FloorReach_m() + path.step_m).has_value();
    if (!has_ground) return true;
  }
  return false;
}

GapMeasure::Steepness GapMeasure::SteepnessBetween(const Vec3& from, const Vec3& to) const {
  const double above_m = 2 * rules_.cell_height_m + rules_.cell_size_m;
  const double top = std::max(from.y, to.y) + above_m;
  // A column is as high as the highest that it touches: steep ground may be far below.
  const double below_m = rules_.cell_size_m * std::tan(kWall_deg * std::numbers::pi / 180);
  const double depth_m = std::abs(from.y - to.y) + above_m + below_m;
  const double apart_m = PlaneDistance(from, to) / (kProbes - 1);
  Steepness steep;
  for (int k = 0; k < kProbes; ++k) {
    Vec3 place = from + (to - from) * (static_cast<double>(k) / (kProbes - 1));
    place.y = top;
    const std::optional<double> slope_deg = SlopeBelow(solid_, place, depth_m);
    if (!slope_deg) continue;
    steep.has_ground = true;
    if (*slope_deg > kWall_deg) continue;
    steep.most_deg = std::max(steep.most_deg, *slope_deg);
    if (*slope_deg <= agent_.max_slope_deg - kAtLimit_deg) continue;
    ++steep.count;
    steep.rise_m += apart_m * std::tan(*slope_deg * std::numbers::pi / 180);
  }
  return steep;
}

// Rays from all over the column that voxels found too low, and half of those beside it: what is thin may stand on its border.
// Voxels have at most what there is, and at least that less two of them: other rays meet something else, and what is thin and
// upright none.
void GapMeasure::MeasureHeadroom(const TileFix& found, GapFix& fix) const {
  constexpr int kRays = 8;  // to each side of the middle, a cell
  const double most_m = found.measure + 3 * rules_.cell_height_m;
  double least_m = most_m;
  for (int i = -kRays; i <= kRays; ++i) {
    for (int k = -kRays; k <= kRays; ++k) {
      const double apart_m = rules_.cell_size_m / kRays;
      Vec3 place(fix.at[0] + i * apart_m, fix.at[1], fix.at[2] + k * apart_m);
      const std::optional<double> floor = GroundAt(place, FloorReach_m());
      if (!floor) continue;
      place.y = *floor;
      const double headroom_m = HeadroomAt(solid_, place, most_m).value_or(most_m);
      if (headroom_m >= found.measure - kRounding) least_m = std::min(least_m, headroom_m);
    }
  }
  if (least_m < most_m) fix.measure = static_cast<float>(least_m);
}

void GapMeasure::MeasureGround(const TileFix& found, GapFix& fix) const {
  Vec3 from(found.at);
  Vec3 to(found.to);
  if (found.at == found.to) {  // across its column
    const Vec3 half(rules_.cell_size_m / 2, 0, rules_.cell_size_m / 2);
    from = from - half;
    to = to + half;
  }
  const Steepness steep = SteepnessBetween(from, to);
  if (steep.has_ground) fix.measure = static_cast<float>(steep.most_deg);
  if (steep.count > 0) return;
  // Voxels of a wall's top are steep, too.
  const std::optional<double> low = GroundAt(from, FloorReach_m());
  const std::optional<double> high = GroundAt(to, FloorReach_m());
  if (low && high && std::abs(*high - *low) > agent_.max_climb_m + kRounding) {
    fix.kind = GapKind::kStep;
    fix.at[1] = static_cast<float>(*low);
    fix.to[1] = static_cast<float>(*high);
    fix.measure = static_cast<float>(std::abs(*high - *low));
    fix.limit = static_cast<float>(agent_.max_climb_m);
    return;
  }
  if (!found.is_by_area || !steep.has_ground) return;
  fix.kind = GapKind::kForbidden;
  fix.measure = fix.limit = 0;
}

BodySize GapMeasure::BodyOn(const PathRules& path) const {
  const double climb_m = std::max(agent_.max_climb_m, path.step_m + rules_.cell_height_m);
  const double height_m = path.headroom_m > 0 ? path.headroom_m : agent_.height_m;
  BodySize body{agent_.radius_m, height_m, path.step_m > 0 ? climb_m : agent_.max_climb_m};
  if (path.steep_deg > 0) body.wall_deg = kWall_deg;
  return body;
}

bool GapMeasure::IsOne(const GapFix& a, const GapFix& b, const PathRules& path) const {
  if (a.kind != b.kind) return false;
  if (a.kind == GapKind::kWidth) return IsOnePassage(a, b, path);
  if (a.kind != GapKind::kSlope) return false;
  const Steepness steep = SteepnessBetween(Vec3(a.to[0], a.to[1], a.to[2]), Vec3(b.at[0], b.at[1], b.at[2]));
  return 2 * steep.count > kProbes;
}

bool GapMeasure::IsOnePassage(const GapFix& a, const GapFix& b, const PathRules& path) const {
  const Vec3 first(a.at[0], a.at[1], a.at[2]);
  const Vec3 second(b.at[0], b.at[1], b.at[2]);
  Vec3 middle = first + (second - first) * 0.5;
  const std::optional<double> floor = GroundAt(middle, FloorReach_m() + path.step_m);
  if (!floor) return false;
  middle.y = *floor;
  const int directions = path.steep_deg > 0 ? 0 : 24;
  const Passage passage =
      PassageAt(solid_, middle, BodyOn(path), Far_m(), rules_.cell_size_m / 2, directions);
  return passage.width_m < 2 * agent_.radius_m;
}

// Looks at some places around those that the voxels name, and takes the narrowest: a door may be thinner than a voxel.
void GapMeasure::MeasureWidth(const PathRules& path, GapFix& fix) const {
  constexpr int kPlaces = 17;
  constexpr double kOnBorder_m =
      0.1;  // beside an edge nothing can be told, and no voxel finds what is narrower
  // On steep ground edges are looked for to both sides only.
  constexpr double kSideways_deg = 65;
  const int of_steep = path.steep_deg > kSideways_deg ? 0 : 2;
  const int few_directions = path.steep_deg > 0 ? of_steep : 8;
  const int directions = path.steep_deg > 0 ? of_steep : 24;
  const Vec3 first(fix.at[0], fix.at[1], fix.at[2]);
  const Vec3 last(fix.to[0], fix.to[1], fix.to[2]);
  const double aside = path.steep_deg > 0 ? std::atan2(last.x - first.x, first.z - last.z) : 0;
  const BodySize body = BodyOn(path);
  const double far_m = Far_m();
  double least_m = std::numeric_limits<double>::infinity();
  Vec3 narrowest = first + (last - first) * 0.5;
  const auto look = [&](Vec3 at) {
    std::optional<double> floor = GroundAt(at, FloorReach_m());
    if (!floor) floor = GroundAt(at, FloorReach_m() + path.step_m);  // beside the edge of the step
    if (!floor) return;
    at.y = *floor;
    const Passage passage = PassageAt(solid_, at, body, far_m, rules_.cell_size_m, few_directions, aside);
    if (passage.width_m >= least_m || passage.width_m < kOnBorder_m) return;
    least_m = passage.width_m;
    narrowest = {passage.middle.x, at.y, passage.middle.z};
  };
  for (int k = 0; k < kPlaces; ++k) look(first + (last - first) * (static_cast<double>(k) / (kPlaces - 1)));
  for (float(*place)[3] : {&fix.at, &fix.to}) {
    (*place)[0] = static_cast<float>(narrowest.x);
    (*place)[1] = static_cast<float>(narrowest.y);
    (*place)[2] = static_cast<float>(narrowest.z);
  }
  if (std::isinf(least_m)) return;
  fix.measure = static_cast<float>(
      PassageAt(solid_, narrowest, body, far_m, rules_.cell_size_m / 2, directions, aside).width_m);
}

}  // namespace waystone

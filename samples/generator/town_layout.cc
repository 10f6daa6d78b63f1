#include "samples/generator/town_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "samples/generator/noise.h"

namespace waystone::samples {
namespace {

constexpr uint64_t kSeed = 7;
constexpr double kRampLength = 10.0;
constexpr double kRampHalfWidth = 2.6;
constexpr double kSlipwayLength = 8.0;
constexpr double kSlipwayHalfWidth = 2.4;
constexpr double kSlipwayZ = 31.0;

// Ground levels: patches of one level share a continuous height.
enum Level : int { kLowland, kTerrace, kRiver, kRamp, kSlipway };

struct StreetPart {
  Vec2 from;
  Vec2 to;
  double half_width_m;
};

constexpr std::array<StreetPart, 24> kStreets = {{
    {{-75, 4}, {-50, 2}, 2.6},     {{-50, 2}, {-28, 0}, 2.6},
    {{-28, 0}, {50, 0}, 2.6},      {{50, 0}, {75, -3}, 2.6},  // main street, over the bridge
    {{-14, 0}, {-14, -48}, 2.6},   {{-14, -48}, {-20, -54}, 2.2},
    {{-20, -54}, {-34, -57}, 2.2}, {{-34, -57}, {-66, -57}, 2.2},  // up to the terrace
    {{-14, 0}, {-12, 25}, 2.2},    {{-12, 25}, {-18, 45}, 2.2},
    {{-18, 45}, {-16, 75}, 2.2},  // south
    {{-50, 2}, {-46, 24}, 1.8},    {{-46, 24}, {-42, 36}, 1.8},
    {{-42, 36}, {-18, 45}, 1.8},                               // western lane
    {{-12, 25}, {12, 31}, 1.8},    {{12, 31}, {24, 31}, 1.8},  // to the slipway
    {{50, 0}, {52, 28}, 2.0},      {{52, 28}, {51, 54}, 2.0},
    {{51, 54}, {53, 75}, 2.0},  // south-east
    {{50, 0}, {54, -26}, 2.0},     {{54, -26}, {49, -52}, 2.0},
    {{49, -52}, {52, -75}, 2.0},  // north-east
    {{-2, 52}, {-18, 45}, 1.6},    {{-2, 52}, {6, 62}, 1.6},
}};

constexpr HousePlan Plan(double width_m, double depth_m, RoofKind roof, Material walls) {
  HousePlan plan;
  plan.width_m = width_m;
  plan.depth_m = depth_m;
  plan.roof = roof;
  plan.walls = walls;
  return plan;
}

constexpr RoofKind kG = RoofKind::kGabled;
constexpr RoofKind kF = RoofKind::kFlat;
constexpr Material kP = Material::kPlaster;
constexpr Material kS = Material::kStone;

std::vector<HouseSite> Houses() {
  return {
      // Around the square.
      {{-29, -15}, {1, 1}, Plan(10, 9.6, kG, kP)},
      {{0.5, -15.5}, {-1, 1}, Plan(9.4, 9.4, kF, kS)},
      {{-28.5, 14.5}, {1, -1}, Plan(9, 9.4, kF, kS)},
      {{3, 15}, {-1, -1}, Plan(11, 9.8, kG, kP)},
      // Main street, west to east.
      {{-62, -5}, {0.08, 1}, Plan(9, 9.4, kG, kP)},
      {{-47, -8}, {0.08, 1}, Plan(9, 10, kG, kS)},
      {{-63, 12}, {-0.08, -1}, Plan(10, 9.4, kG, kS)},
      {{13.6, -9.6}, {0, 1}, Plan(8.4, 9.4, kG, kP)},
      {{16.2, 11}, {0, -1}, Plan(8.4, 9.4, kF, kP)},
      {{41, -9}, {0, 1}, Plan(9, 9.4, kG, kP)},
      {{41, 9.5}, {0, -1}, Plan(8.6, 9.4, kG, kS)},
      {{65, -11}, {0, 1}, Plan(9, 9.8, kF, kS)},
      {{64, 8}, {-0.1, -1}, Plan(9.6, 9.4, kG, kP)},
      // South-east and north-east streets.
      {{42, 30}, {1, -0.05}, Plan(9, 9.4, kG, kP)},
      {{62, 29}, {-1, 0}, Plan(9, 9.4, kG, kS)},
      {{41.5, 52}, {1, 0.1}, Plan(9.4, 9.4, kF, kP)},
      {{61.5, 53}, {-1, -0.1}, Plan(10, 9.4, kG, kP)},
      {{44, -29}, {1, 0.1}, Plan(9, 9.4, kG, kS)},
      {{64, -32}, {-1, 0.1}, Plan(9, 9.4, kF, kP)},
      {{40, -54}, {1, 0}, Plan(9.6, 9.4, kG, kP)},
      {{62, -57}, {-1, 0}, Plan(9, 9.4, kG, kP)},
      // South of the square and along the western lane.
      {{-24, 29}, {1, -0.1}, Plan(9, 9.4, kG, kP)},
      {{1, 38}, {0.2, -1}, Plan(9, 9.4, kG, kS)},
      {{-28, 58}, {1, 0}, Plan(9, 9.4, kG, kP)},
      {{-6, 66}, {-1, 0}, Plan(9, 9.4, kF, kS)},
      {{-58, 26}, {1, 0.1}, Plan(9, 9.4, kG, kP)},
      {{-37, 24.5}, {-1, 0.1}, Plan(9, 9.4, kG, kS)},
      // On the terrace.
      {{-28, -45}, {-0.1, -1}, Plan(9, 9.4, kG, kS)},
      {{-46, -46}, {0, -1}, Plan(10, 9.4, kG, kP)},
      {{-63, -46}, {0, -1}, Plan(9, 9.4, kF, kS)},
      {{-40, -67}, {0, 1}, Plan(9, 9.4, kG, kP)},
      {{-58, -67}, {0, 1}, Plan(9, 9.4, kG, kS)},
      {{-4, -52}, {-1, 0}, Plan(9, 9.4, kF, kP)},
  };
}

double BoxDistance(Vec2 p, Vec2 middle, Vec2 half) {
  const double x = std::abs(p.x - middle.x) - half.x;
  const double z = std::abs(p.z - middle.z) - half.z;
  const double outside = Length(Vec2{std::max(x, 0.0), std::max(z, 0.0)});
  return outside + std::min(std::max(x, z), 0.0);
}

double HouseDistance(Vec2 p, const HouseSite& site) {
  const Vec2 facing = Unit(site.facing);
  const Vec2 relative = p - site.middle;
  return BoxDistance({Cross(facing, relative), Dot(facing, relative)}, {0, 0},
                     {site.plan.width_m / 2, site.plan.depth_m / 2});
}

// The ramp lies south of the terrace, in line with the street.
double RampDistance(Vec2 p) {
  const double terrace = TerraceDistance(p);
  return std::max({std::abs(p.x + 14) - kRampHalfWidth, terrace - kRampLength, -2 - terrace});
}

// The slipway lies west of the river.
double SlipwayDistance(Vec2 p) {
  const double river = RiverDistance(p);
  const double side = std::abs(p.z - kSlipwayZ) - kSlipwayHalfWidth;
  const double west = p.x - RiverMiddle(p.z);
  return std::max({side, river - kSlipwayLength, -2 - river, west});
}

double SquareDistance(Vec2 p) { return Distance(p, kSquare) - kSquareRadius; }
double YardDistance(Vec2 p) { return BoxDistance(p, kYard, kYardHalf); }

GroundPatch PatchAt(Vec2 p) {
  if (RiverDistance(p) < 0) return {.material = Material::kWater, .level = kRiver};
  const bool terrace = TerraceDistance(p) < 0;
  if (SlipwayDistance(p) < 0) return {.material = Material::kStone, .level = kSlipway};
  if (!terrace && RampDistance(p) < 0) return {.material = Material::kRoad, .level = kRamp};
  const int level = terrace ? kTerrace : kLowland;
  if (SquareDistance(p) < 0) return {.material = Material::kStone, .level = level};
  if (StreetDistance(p) < 0) return {.material = Material::kRoad, .level = level};
  if (YardDistance(p) < 0) return {.material = Material::kGround, .level = level};
  return {.material = Material::kGrass, .level = level};
}

}  // namespace

double RiverMiddle(double z) {
  const double t = z / kTownHalf;
  return 26.0 + 13.0 * t * (1.0 - t * t);
}

double RiverDistance(Vec2 p) {
  const double t = p.z / kTownHalf;
  const double slope = 13.0 * (1.0 - 3.0 * t * t) / kTownHalf;
  return std::abs(p.x - RiverMiddle(p.z)) / std::sqrt(1.0 + slope * slope) - kRiverHalfWidth;
}

double TerraceDistance(Vec2 p) {
  constexpr double kRounding = 12.0;
  const double box = BoxDistance(p, {-40, -62}, {47 - kRounding, 27 - kRounding}) - kRounding;
  return box + 1.6 * ValueNoise(p * (1.0 / 11.0), kSeed + 1);
}

double StreetDistance(Vec2 p) {
  double nearest = 1e9;
  for (const StreetPart& part : kStreets) {
    nearest = std::min(nearest, DistanceToSegment(p, part.from, part.to) - part.half_width_m);
  }
  return nearest;
}

TownLayout::TownLayout() {
  const std::vector<HouseSite> sites = Houses();
  for (const HouseSite& site : sites) plot_heights_.push_back(BaseHeight(site.middle));
  houses_ = sites;  // from here on BaseHeight levels the plots
  bridge_ = {.length_m = 19, .width_m = 5, .rise_m = 1.3, .opening_m = 11, .foundation_m = 3, .segments = 12};
}

double TownLayout::BaseHeight(Vec2 p) const {
  const double edge = std::max(std::abs(p.x), std::abs(p.z));
  const double hills =
      0.5 * FractalNoise(p, 42, 2, kSeed) + SmoothStep(45, 75, edge) * FractalNoise(p, 28, 2, kSeed + 9);
  const double flat = SmoothStep(2, 14, RiverDistance(p)) * SmoothStep(0, 10, SquareDistance(p));
  double height = hills * flat;
  for (size_t k = 0; k < houses_.size(); ++k) {
    const double distance = HouseDistance(p, houses_[k]);
    if (distance < 5) height = Lerp(plot_heights_[k], height, SmoothStep(1.5, 5, distance));
  }
  return height;
}

double TownLayout::HeightAt(Vec2 p, int level) const {
  switch (level) {
    case kRiver:
      return kWaterLevel;
    case kTerrace:
      return BaseHeight(p) + kTerraceHeight;
    case kRamp:
      return BaseHeight(p) + kTerraceHeight * std::clamp(1.0 - TerraceDistance(p) / kRampLength, 0.0, 1.0);
    case kSlipway:
      return Lerp(kWaterLevel, BaseHeight(p), std::clamp(RiverDistance(p) / kSlipwayLength, 0.0, 1.0));
    default:
      return BaseHeight(p);
  }
}

double TownLayout::GroundHeight(Vec2 p) const { return HeightAt(p, PatchAt(p).level); }

Frame TownLayout::HouseFrame(const HouseSite& site) const {
  const Vec2 facing = Unit(site.facing);
  const Vec2 front = site.middle + facing * (site.plan.depth_m / 2);
  // v points into the house, against `facing`.
  return {{front.x, GroundHeight(site.middle) + kHouseSill, front.z}, {-facing.z, facing.x}};
}

Frame TownLayout::BridgeFrame() const { return {{RiverMiddle(0), 0, 0}, {1, 0}}; }

bool TownLayout::IsOpen(Vec2 p, double margin_m) const {
  if (StreetDistance(p) < margin_m || RiverDistance(p) < margin_m || SquareDistance(p) < margin_m)
    return false;
  if (YardDistance(p) < margin_m || std::abs(TerraceDistance(p)) < margin_m) return false;
  if (RampDistance(p) < margin_m || SlipwayDistance(p) < margin_m) return false;
  return std::ranges::all_of(houses_,
                             [&](const HouseSite& site) { return HouseDistance(p, site) >= margin_m; });
}

GroundPlan TownLayout::Ground() const {
  return {.lo = {-kTownHalf, -kTownHalf},
          .hi = {kTownHalf, kTownHalf},
          .cells = 100,
          .cuts = {RiverDistance, TerraceDistance, RampDistance, SlipwayDistance, StreetDistance,
                   SquareDistance, YardDistance},
          .patch_at = PatchAt,
          .height_at = [this](Vec2 p, int level) { return HeightAt(p, level); }};
}

}  // namespace waystone::samples

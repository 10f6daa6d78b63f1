#include "samples/generator/bench_terrain.h"

#include <algorithm>
#include <cmath>

#include "core/geom/aabb.h"
#include "samples/generator/noise.h"

namespace waystone::samples {
namespace {

// A step up where `field` passes `threshold`: a cliff here, a gentle slope there, as `ramps` says.
double Plateau(double field, double threshold, double ramps, double height_m) {
  const double width = Lerp(0.010, 0.22, SmoothStep(-0.35, 0.12, ramps));
  return height_m * SmoothStep(threshold, threshold + width, field);
}

}  // namespace

double WildHeight(Vec2 p, uint64_t seed) {
  const double hills = 36.0 * FractalNoise(p, 520, 3, seed) + 3.0 * FractalNoise(p, 64, 2, seed + 10);
  const double field = FractalNoise(p, 330, 2, seed + 20);
  const double ramps = ValueNoise(p * (1.0 / 95), seed + 30);
  return hills + Plateau(field, 0.10, ramps, 9) + Plateau(field, 0.32, ramps, 8) +
         Plateau(FractalNoise(p, 240, 2, seed + 40), 0.30, ValueNoise(p * (1.0 / 80), seed + 50), 7);
}

BenchTerrain::BenchTerrain(const BenchPlan& plan)
    : half_(plan.size_m / 2),
      grid_(plan.grid_m),
      cells_(static_cast<uint32_t>(std::lround(plan.size_m / plan.grid_m))) {
  heights_.resize(size_t{cells_ + 1} * (cells_ + 1));
  for (uint32_t j = 0; j <= cells_; ++j) {
    for (uint32_t i = 0; i <= cells_; ++i)
      At(i, j) = WildHeight({i * grid_ - half_, j * grid_ - half_}, plan.seed);
  }
}

template <typename Function>
void BenchTerrain::ForCornersWithin(Vec2 lo, Vec2 hi, Function&& function) {
  const auto index = [this](double coordinate) {
    return static_cast<uint32_t>(std::clamp((coordinate + half_) / grid_, 0.0, static_cast<double>(cells_)));
  };
  for (uint32_t j = index(lo.z); j <= index(hi.z); ++j) {
    for (uint32_t i = index(lo.x); i <= index(hi.x); ++i)
      function(Vec2{i * grid_ - half_, j * grid_ - half_}, At(i, j));
  }
}

void BenchTerrain::Level(const Plot& plot) {
  const Vec2 reach{plot.blend_radius_m, plot.blend_radius_m};
  ForCornersWithin(plot.middle - reach, plot.middle + reach, [&plot](Vec2 p, double& height) {
    height = Lerp(plot.height_m, height,
                  SmoothStep(plot.flat_radius_m, plot.blend_radius_m, Distance(p, plot.middle)));
  });
}

void BenchTerrain::DigRavine(const std::vector<RavinePoint>& ravine) {
  Aabb box;
  for (const RavinePoint& bend : ravine) box.Extend({bend.middle.x, 0, bend.middle.z});
  const Vec2 margin{kRavineHalfRim, kRavineHalfRim};
  ForCornersWithin(box.min.Plane() - margin, box.max.Plane() + margin, [&ravine](Vec2 p, double& height) {
    double depth = 0;
    for (size_t k = 0; k + 1 < ravine.size(); ++k) {
      const Vec2 along = ravine[k + 1].middle - ravine[k].middle;
      const Vec2 relative = p - ravine[k].middle;
      const double t = std::clamp(Dot(relative, along) / Dot(along, along), 0.0, 1.0);
      const double distance = Length(relative - along * t);
      if (distance >= kRavineHalfRim) continue;
      const double floor = Lerp(ravine[k].depth_m, ravine[k + 1].depth_m, t);
      depth = std::max(depth, floor * (1.0 - SmoothStep(kRavineHalfFloor, kRavineHalfRim, distance)));
    }
    height -= depth;
  });
}

void BenchTerrain::DigPit(Vec2 middle, double radius_m) {
  const Vec2 reach{radius_m, radius_m};
  ForCornersWithin(middle - reach, middle + reach, [&](Vec2 p, double& height) {
    if (Distance(p, middle) < radius_m) height -= kPitDepth;
  });
}

Vec3 BenchTerrain::Corner(uint32_t i, uint32_t j) const {
  return {i * grid_ - half_, At(i, j), j * grid_ - half_};
}

uint32_t BenchTerrain::CellOf(double coordinate) const {
  return std::min(cells_ - 1, static_cast<uint32_t>(std::max(0.0, (coordinate + half_) / grid_)));
}

double BenchTerrain::HeightAt(Vec2 p) const {
  const uint32_t i = CellOf(p.x);
  const uint32_t j = CellOf(p.z);
  const double u = (p.x + half_) / grid_ - i;
  const double v = (p.z + half_) / grid_ - j;
  const double origin = At(i, j);
  const double diagonal = At(i + 1, j + 1);
  // The cell's diagonal runs from (i, j) to (i + 1, j + 1).
  if (u >= v) return origin + (At(i + 1, j) - origin) * u + (diagonal - At(i + 1, j)) * v;
  return origin + (diagonal - At(i, j + 1)) * u + (At(i, j + 1) - origin) * v;
}

double BenchTerrain::SteepnessAt(Vec2 p) const {
  const uint32_t i = CellOf(p.x);
  const uint32_t j = CellOf(p.z);
  const Vec2 first{At(i + 1, j) - At(i, j), At(i + 1, j + 1) - At(i + 1, j)};
  const Vec2 second{At(i + 1, j + 1) - At(i, j + 1), At(i, j + 1) - At(i, j)};
  return std::max(Length(first), Length(second)) / grid_;
}

}  // namespace waystone::samples

#include "samples/generator/noise.h"

#include <algorithm>
#include <cmath>

#include "core/base/random.h"

namespace waystone::samples {
namespace {

double Quintic(double t) { return t * t * t * (t * (t * 6.0 - 15.0) + 10.0); }

}  // namespace

double LatticeValue(int64_t i, int64_t j, uint64_t seed) {
  const uint64_t key = static_cast<uint64_t>(i) * 0x9e3779b97f4a7c15ULL ^
                       static_cast<uint64_t>(j) * 0xc2b2ae3d27d4eb4fULL ^ seed * 0x165667b19e3779f9ULL;
  return Random(key).NextUnit();
}

double ValueNoise(Vec2 p, uint64_t seed) {
  const double fx = std::floor(p.x);
  const double fz = std::floor(p.z);
  const auto i = static_cast<int64_t>(fx);
  const auto j = static_cast<int64_t>(fz);
  const double u = Quintic(p.x - fx);
  const double v = Quintic(p.z - fz);
  const double low = Lerp(LatticeValue(i, j, seed), LatticeValue(i + 1, j, seed), u);
  const double high = Lerp(LatticeValue(i, j + 1, seed), LatticeValue(i + 1, j + 1, seed), u);
  return 2.0 * Lerp(low, high, v) - 1.0;
}

double FractalNoise(Vec2 p, double wavelength_m, int octaves, uint64_t seed) {
  double sum = 0;
  double weights = 0;
  double weight = 1;
  double frequency = 1.0 / wavelength_m;
  for (int k = 0; k < octaves; ++k) {
    sum += weight * ValueNoise(p * frequency, seed + static_cast<uint64_t>(k));
    weights += weight;
    weight *= 0.5;
    frequency *= 2;
  }
  return sum / weights;
}

double SmoothStep(double lo, double hi, double x) {
  const double t = std::clamp((x - lo) / (hi - lo), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

}  // namespace waystone::samples

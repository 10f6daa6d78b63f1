// Smooth random fields that are the same on every compiler and machine.
#pragma once

#include <cstdint>

#include "core/geom/vec.h"

namespace waystone::samples {

// A hash of an integer lattice point as a number in [0, 1).
double LatticeValue(int64_t i, int64_t j, uint64_t seed);

// Value noise (lattice values blended by a quintic) in [-1, 1]; one lattice cell is one unit of `p`. Uses
// only sums, products and floor, so the last bit is the same everywhere.
double ValueNoise(Vec2 p, uint64_t seed);

// `octaves` layers of ValueNoise, each of half the wavelength and half the height of the one before, scaled
// to [-1, 1]. `wavelength_m` is that of the first layer.
double FractalNoise(Vec2 p, double wavelength_m, int octaves, uint64_t seed);

// 0 for x <= lo, 1 for x >= hi, a cubic between. REQUIRES: lo < hi.
double SmoothStep(double lo, double hi, double x);

// a at t = 0, b at t = 1.
constexpr double Lerp(double a, double b, double t) { return a + (b - a) * t; }

}  // namespace waystone::samples

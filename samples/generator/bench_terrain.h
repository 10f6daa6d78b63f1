// The benchmark world's ground: hills, plateaus with cliffs, ravines and pits on a square grid.
#pragma once

#include <cstdint>
#include <vector>

#include "core/geom/vec.h"
#include "samples/generator/shapes.h"

namespace waystone::samples {

// Config fields carry [unit, range, default].
struct BenchPlan {
  double size_m = 2000;          // [m, 250-4000, 2000] side of the square
  double grid_m = 2.5;           // [m, 1-5, 2.5] of the ground
  uint32_t houses = 733;         // [count, 733]
  uint32_t bridges = 79;         // [count, 79]
  uint32_t pits = 60;            // [count, 60]
  double plant_spacing_m = 3.0;  // [m, 2-20, 3] side of the squares that hold at most one clump each
  double plant_share = 0.374;    // [0-1, 0.374] of those squares, on average, that hold some
  uint64_t seed = 2024;
};

// A bend of a ravine; it runs straight to the next one.
struct RavinePoint {
  Vec2 middle;
  double depth_m = 0;
};

// Level ground for a building or the end of a bridge.
struct Plot {
  Vec2 middle;
  double height_m = 0;
  double flat_radius_m = 0;
  double blend_radius_m = 0;  // beyond, the ground is as it was
};

inline constexpr double kRavineHalfFloor = 4.0;  // [m]
inline constexpr double kRavineHalfRim = 7.0;    // [m]
inline constexpr double kPitDepth = 4.5;         // [m]

// The ground before anything is dug or levelled. Pure.
double WildHeight(Vec2 p, uint64_t seed);

// Heights on the grid's corners. Built in this order: wild ground, plots, ravines, pits.
class BenchTerrain {
 public:
  explicit BenchTerrain(const BenchPlan& plan);

  // Levels the ground around `plot`. O(cells within).
  void Level(const Plot& plot);
  // Digs along the ravine's bends. O(cells within x bends).
  void DigRavine(const std::vector<RavinePoint>& ravine);
  // Digs a round hole with steep sides.
  void DigPit(Vec2 middle, double radius_m);

  uint32_t cells() const { return cells_; }
  Vec3 Corner(uint32_t i, uint32_t j) const;
  // Height of the two triangles of the cell that holds `p`. REQUIRES: inside the map.
  double HeightAt(Vec2 p) const;
  // Rise over run of the steeper triangle there.
  double SteepnessAt(Vec2 p) const;

 private:
  template <typename Function>
  void ForCornersWithin(Vec2 lo, Vec2 hi, Function&& function);
  double& At(uint32_t i, uint32_t j) { return heights_[size_t{j} * (cells_ + 1) + i]; }
  double At(uint32_t i, uint32_t j) const { return heights_[size_t{j} * (cells_ + 1) + i]; }
  uint32_t CellOf(double coordinate) const;

  double half_;
  double grid_;
  uint32_t cells_;
  std::vector<double> heights_;
};

}  // namespace waystone::samples

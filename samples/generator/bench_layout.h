// The places of ravines, bridges, houses and pits of the benchmark world.
#pragma once

#include <vector>

#include "samples/generator/bench_terrain.h"
#include "samples/generator/bridge.h"
#include "samples/generator/house.h"

namespace waystone::samples {

struct BenchBridge {
  Frame frame;
  BridgePlan plan;
};

struct BenchHouse {
  Frame frame;
  HousePlan plan;
  Vec2 middle;
};

struct BenchPit {
  Vec2 middle;
  double radius_m = 0;
};

struct BenchLayout {
  std::vector<std::vector<RavinePoint>> ravines;
  std::vector<BenchBridge> bridges;
  std::vector<BenchHouse> houses;
  std::vector<BenchPit> pits;
  std::vector<Plot> plots;  // of houses and of both ends of bridges
};

// As many bridges, houses and pits as the plan says, apart from each other and from ravines. Deterministic.
// REQUIRES: the map has room for them.
BenchLayout MakeBenchLayout(const BenchPlan& plan);

// Distance to the nearest ravine's middle line, at most `limit_m`. [m]
double RavineDistance(const BenchLayout& layout, Vec2 p, double limit_m);

}  // namespace waystone::samples

// The benchmark world: two kilometres of hills, ravines, villages and forest.
#pragma once

#include "samples/generator/bench_layout.h"
#include "samples/generator/scene_mesh.h"

namespace waystone::samples {

struct BenchWorld {
  SceneMesh mesh;
  size_t trees = 0;
  size_t rocks = 0;
};

// One group per square of 125 m, named square_COLUMN_ROW, holding the ground and what stands on it.
// Deterministic.
BenchWorld BuildBenchWorld(const BenchPlan& plan);

}  // namespace waystone::samples

// The scene suite: random scene trees against slow and plain searches, and routes in three dimensions against their
// triangles.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "bench/bench_lines.h"

namespace waystone {

struct SceneSuiteOptions {
  uint32_t trees = 1000;       // [trees, 1-1,000,000, 1000]
  uint32_t positions = 10000;  // [1-100,000,000, 10,000] sampled on smoothed routes
  uint64_t seed = 1;
  std::string mesh_folder;  // of .obj files to fly through; empty: none
};

// Makes random scene trees and asks of each: lookups of scenes, against a plain loop over priorities; the scenes along
// routes, against lookups at samples; costs of routes, against straight walks between corners and Dijkstra; the seed's
// rules in both orders, none of whose routes may be cheaper; smoothed routes, whose places, sampled, must not be nearer
// to a triangle than the agent's radius. Flies through the meshes of a folder, if one is given, with a line for each.
// Prints a last line with counts of all, and the first wrong answers. Internal if
// one is wrong, or a place lies in something solid.
absl::Status RunSceneSuite(const SceneSuiteOptions& options, const BenchLines& lines);

}  // namespace waystone

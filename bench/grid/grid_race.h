// One map of the grid suite: what its queries take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bench/grid/grid_suite_options.h"
#include "bench/grid/scenario.h"
#include "core/grid/grid_view.h"

namespace waystone {

// A grid with the baked data that a method needs.
struct BenchGrid {
  GridData data;
  double bake_s = 0;        // [s] wall clock, beyond the bits
  uint64_t size_bytes = 0;  // of what the method looks at
};

// REQUIRES: kJps, kJpsPlus, kBounded, kHubLabels or kAStar. Fails as ImportGrid does; FailedPrecondition with
// the reason if the baker leaves out what the method needs.
absl::StatusOr<BenchGrid> LoadBenchGrid(const std::string& path, GridMethod method);

// The map as it is baked.
GridGround GroundOfMap(const GridView& map);

// Plain A* on a sample of the queries.
struct Yardstick {
  std::vector<size_t> queries;  // which
  double total_us = 0;
  double ns_per_expansion = 0;
};
Yardstick RunYardstick(const GridView& map, const Scenario& scenario, const GridSuiteOptions& options);

struct RaceResult {
  std::vector<double> us;  // by query; 0 if an end is blocked
  size_t optimal = 0;      // answers that are correct; without answers, paths found
  double expanded = 0;     // mean
};
RaceResult RunRace(const GridView& map, const Scenario& scenario, GridMethod method,
                   const GridSuiteOptions& options);

// Time with `rects` rectangles put into a worker's bits for each query and taken back after it, over the time
// on a map that was drawn with them; both by the bits alone.
double OverlayRatio(const GridView& map, const Scenario& scenario, uint32_t rects,
                    const GridSuiteOptions& options);

struct SmoothResult {
  double time_ratio = 0;    // with smoothing over without
  double length_ratio = 0;  // mean of the length over the least any-angle length, of the queries below
  size_t length_count = 0;
};
SmoothResult RunSmooth(const GridView& map, const Scenario& scenario, GridMethod method,
                       const GridSuiteOptions& options);

}  // namespace waystone

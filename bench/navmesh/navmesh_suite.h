// The navmesh suite: routes and local queries against Detour on the same polygons.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "bench/bench_lines.h"

namespace waystone {

struct NavmeshSuiteOptions {
  std::string package_path;
  std::string agent;                // the profile's name; empty: the package's first
  uint32_t pairs = 200;             // [pairs per bucket, 1-100,000, 200]
  uint64_t seed = 1;                // of the pairs and places
  bool with_detour = true;          // measure the peer
  std::string bake_report_path;     // of waystone-bake --report; empty: bake_cpu_s is null
  uint32_t exact_samples = 30;      // [pairs per bucket measured by the exact search, 1-100,000, 30]
  uint32_t local_queries = 20'000;  // [queries of each local kind, 0-10M, 20,000]
};

// Prints one line per length bucket, then the lines that docs/benchmarks.md lists. Route times are CPU of the
// one thread, local ones wall clock; each query is measured once, ours and the peer's in turn, after some
// that are not counted. NotFound or DataLoss if the package cannot be read, InvalidArgument if Detour cannot
// hold the mesh.
absl::Status RunNavmeshSuite(const NavmeshSuiteOptions& options, const BenchLines& lines);

}  // namespace waystone

// The clusters suite: routes by clusters beside those of the hierarchy and of the exact search.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "bench/bench_lines.h"

namespace waystone {

struct ClusterSuiteOptions {
  std::string package_path;
  std::string agent;                    // the profile's name; empty: the package's first
  uint32_t pairs = 200;                 // [pairs per bucket, 1-100,000, 200]
  uint32_t exact_samples = 30;          // [pairs per bucket measured by the exact search, 1-100,000, 30]
  uint64_t seed = 1;                    // of the pairs
  std::vector<uint32_t> polygons{256};  // [2-32768] sizes of clusters tried
};

// Makes the clusters of the package's surface by each method and size, prints what each took and holds, and
// then a line per length bucket and index: the package's hierarchy, if it has one, and all clusters, on the
// same pairs. Times are CPU of one thread. NotFound or DataLoss if the package cannot be read.
absl::Status RunClusterSuite(const ClusterSuiteOptions& options, const BenchLines& lines);

}  // namespace waystone

// The changes suite: routes on a changed map beside those on the map as baked.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "bench/bench_lines.h"

namespace waystone {

struct ChangeSuiteOptions {
  std::string package_path;
  std::string agent;            // the profile's name; empty: the package's first
  uint32_t pairs = 40;          // [pairs, 1-10,000, 40] of 1 to 2 km, or as long as the map has them
  uint32_t exact_samples = 20;  // [pairs, 0-10,000, 20] of each case also searched exactly
  uint64_t seed = 1;
};

// Prints a row for each case: how many routes were partial though a path exists, the median of their time over
// that of the unchanged routes, and their mean cost over that of an exact search of the changed map. Every request
// has changes of its own, at random over the map (`where` "anywhere") or with some of them on the unchanged
// route ("on_route"). The row "untouched" is of one large set that all requests name. The last line sums up. FailedPrecondition after it if a figure falls short. Times are CPU of
// one thread.
absl::Status RunChangeSuite(const ChangeSuiteOptions& options, const BenchLines& lines);

}  // namespace waystone

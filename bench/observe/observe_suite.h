// What it costs a call to be counted, logged and listed.
#pragma once

#include <cstdint>

#include "absl/status/status.h"
#include "bench/bench_lines.h"

namespace waystone {

struct ObserveSuiteOptions {
  uint32_t calls = 1'000'000;  // [1-1G, 1M] of each measurement; of those that are all logged a twentieth
};

// Prints a line for calls answered at once and for those of workers, with access logs of none, some and all calls, written to
// /dev/null: [ns] of this thread's CPU that a call took from its record to its end.
absl::Status RunObserveSuite(const ObserveSuiteOptions& options, const BenchLines& lines);

}  // namespace waystone

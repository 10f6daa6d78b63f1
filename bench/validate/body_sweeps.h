// What the test of an agent's body before a move costs (MoveBody).
#pragma once

#include <cstdint>

#include "absl/status/status.h"
#include "bench/bench_lines.h"
#include "core/surface/map_view.h"

namespace waystone {

struct BodySweepOptions {
  uint64_t seed = 1;
  uint32_t moves = 20'000;
};

// Prints one line: {"body_us": {"median", "p99"}, "moves", "parts": {"all", "horizontal", "vertical", "none"}}.
// They start at random places of the surface, half on
// the source's own ground there and half up to a metre above, and lead up to 5 m in any direction, half of them
// level and half up to a metre up or down. No line if the package has no collision geometry. The first error
// of a move. REQUIRES: the map has ground.
absl::Status RunBodySweeps(const MapView& map, const BodySweepOptions& options, const BenchLines& lines);

}  // namespace waystone

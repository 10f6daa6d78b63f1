// The query and the answer of Reach.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/deadline.h"
#include "core/geom/vec.h"
#include "core/surface/route_changes.h"
#include "core/surface/snap.h"

namespace waystone {

struct ReachQuery {
  std::vector<Vec3> starts;  // [m] absolute, 1 to 16
  SnapOptions snap;
  double max_cost_m = 0;                // [m] above 0, up to 1e6
  double cell_m = 0;                    // [m, 0 = as fine as max_cells allows, from 0.25 on]
  uint32_t max_cells = 20'000;          // [cells, 1-100,000]
  std::vector<double> contour_costs_m;  // [m] each above 0, up to max_cost_m; up to 16
  uint32_t max_expansions = 1'000'000;  // [search nodes] of all starts
  RouteChanges changes;                 // of the map
  Deadline deadline;
  // When that is, so that each part of the work has its share.
  Deadline::Clock::time_point ends_at = Deadline::Clock::time_point::max();
};

// Points of lines one after the other, of lines at which the cost is the same.
struct ReachContour {
  double cost_m = 0;
  std::vector<Vec3> points;            // [m] absolute
  std::vector<uint32_t> point_counts;  // of each line
};

struct ReachAnswer {
  std::vector<std::optional<Vec3>> starts;  // [m] absolute, on the surface; none: off it
  double cell_m = 0;                        // 0: cells are nodes
  std::vector<Vec3> places;                 // [m] absolute, a place of each cell
  std::vector<double> costs_m;              // of each
  std::vector<uint32_t> from;               // [start] of each
  std::vector<ReachContour> contours;
  double known_to_m = 0;  // [m] all that costs no more is told
  uint64_t expansions = 0;
};

}  // namespace waystone

// Zhang-Suen thinning on the launch graph (S0.6).
//
// T. Y. Zhang, C. Y. Suen, "A fast parallel algorithm for thinning digital patterns", CACM 27 (1984), with
// "connected in that direction" in the place of "black".
#pragma once

#include <cstdint>
#include <vector>

#include "bake/skeleton/launch_graph.h"
#include "bake/skeleton/skeleton_options.h"

namespace waystone {

struct ThinningOptions {
  ThinningRule rule = ThinningRule::kSound;
  uint32_t max_rounds = 1'000'000;
};

struct Thinned {
  std::vector<bool> is_kept;  // by launch point
  uint32_t rounds = 0;
};

// Which launch points remain. Arcs of either direction count as connected; extra arcs do not, and points with
// any stay. Both rules mark by the seed's conditions. The seed's rule deletes all marked points at once. The
// sound rule goes through them in the order of the points and deletes a point, but not the tip of a line, if
// its kept neighbours remain joined without it: every arc in and arc out of it must be joined by a path over
// the other neighbours, so that everything reachable from a kept point stays reachable, every strong
// component keeps a point, and no loop around something solid is opened. At the end it deletes every point
// that can go by this rule alone, so that thinning the rest changes nothing. Each round looks only at points
// whose neighbours changed. O(points x rounds that each stays next to a change).
Thinned Thin(const LaunchGraph& graph, const ThinningOptions& options);

// What the sound rule asks: whether every path in and out of a point over its kept neighbours exists without
// it, these are in one piece, and one of them leads there and back. REQUIRES: no extra arcs.
bool IsSpare(const LaunchGraph& graph, const std::vector<bool>& is_kept, uint32_t point);

}  // namespace waystone

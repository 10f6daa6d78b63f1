// Zhang-Suen thinning on the launch graph (S0.6).
//
// T. Y. Zhang, C. Y. Suen, "A fast parallel algorithm for thinning digital patterns", CACM 27 (1984), with
// "connected in that direction" in the place of "black".
#pragma once

#include <cstdint>
#include <functional>
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
// any stay. Both rules mark by the seed's conditions. The seed's rule deletes all marked at once. The sound
// rule goes through them in the order of the points and deletes one, but not the tip of a line, where its
// kept neighbours remain joined without it: every arc in and arc out of it must be joined by a way over the
// other neighbours, so that what could be reached from a kept point before can be reached after, every strong
// component keeps a point, and no loop that something solid lies in is opened. In the end it deletes what by
// this alone can go, so that thinning what is left changes nothing. Each round looks only at points whose
// neighbours changed. O(points x rounds that each stays next to a change).
Thinned Thin(const LaunchGraph& graph, const ThinningOptions& options);

// Whether every way in and out of a point by its kept neighbours is there without it, these are in one piece,
// and one of them leads there and back: what the sound rule asks. REQUIRES: no extra arcs.
bool IsSpare(const LaunchGraph& graph, const std::vector<bool>& is_kept, uint32_t point);

}  // namespace waystone

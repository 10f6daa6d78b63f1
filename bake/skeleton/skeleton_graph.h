// What thinning left, as arcs: pruned, straightened, and packed into a skeleton (S0.7).
#pragma once

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "bake/skeleton/launch_graph.h"
#include "bake/skeleton/skeleton_options.h"
#include "core/skeleton/skeleton_view.h"

namespace waystone {

// An arc between launch points.
struct ThinArc {
  uint32_t from;
  uint32_t to;
  uint32_t link;
  SkeletonArcKind kind;
};

// Arcs between the points kept, sorted by (from, to, link). A diagonal is left out if two steps along the
// axes lead to the same point; of four points that are all joined, one side is left out. So loops are those
// around something.
std::vector<ThinArc> KeptArcs(const LaunchGraph& graph, const std::vector<bool>& is_kept);

// Takes the points of dead ends shorter than `prune_m` from `is_kept`, and their arcs. Fixed points stay, and
// those with a one-way arc: what lies beyond may be all there is of a strong component.
void PruneSpurs(const LaunchGraph& graph, double prune_m, std::vector<bool>& is_kept,
                std::vector<ThinArc>& arcs);

// Whether one walks straight from a launch point to another, and back.
using WalksStraight = absl::FunctionRef<bool(uint32_t from, uint32_t to)>;

// Leaves out points of chains if an agent can walk straight on: `walks` says so, no point left out lies
// farther from the line than the tolerance, and the line is no longer than max_arc_m. Loops stay loops.
// Sorted as before.
std::vector<ThinArc> Straighten(const LaunchGraph& graph, const std::vector<ThinArc>& arcs,
                                const SkeletonOptions& options, WalksStraight walks);

// [m] No launch point is farther from a kept one, walking. At most 2 % too much. O(points).
double FarthestFrom(const LaunchGraph& graph, const std::vector<bool>& is_kept);

// The arcs and their points, and points kept that no kept one is beside; header without reach_m.
SkeletonData PackSkeleton(const LaunchGraph& graph, const std::vector<bool>& is_kept,
                          const std::vector<ThinArc>& arcs);

}  // namespace waystone

#include "core/skeleton/round_walk.h"

#include <limits>
#include <vector>

#include "core/base/check.h"
#include "core/skeleton/shortest_order.h"
#include "core/skeleton/two_way_graph.h"
#include "core/skeleton/walk_graph.h"

namespace waystone {

void BakeRoundWalk(SkeletonData& data, uint32_t passes) {
  for (SkeletonArc& arc : data.arcs) arc.uses = 0;
  constexpr uint32_t kAnyCount = std::numeric_limits<uint32_t>::max();  // the surface does not matter
  const absl::StatusOr<SkeletonView> skeleton = SkeletonView::Create(data, kAnyCount, kAnyCount);
  WS_CHECK(skeleton.ok());
  const WalkGraph graph = MakeWholeWalkGraph(*skeleton);
  const TwoWayGraphs graphs(graph);
  for (uint32_t component = 0; component < graph.strong.count; ++component) {
    const TwoWayGraph pairs = graphs.Make(component);
    if (pairs.size() < 2 || !pairs.IsConnected()) continue;
    Pacer pacer{Deadline()};
    const std::vector<uint32_t> nodes = EulerWalk(pairs, ShortestRound(pairs, passes, pacer));
    for (size_t i = 1; i < nodes.size(); ++i) {
      const uint32_t arc = graph.ArcBetween(pairs.nodes[nodes[i - 1]], pairs.nodes[nodes[i]]);
      ++data.arcs[graph.arcs[arc]].uses;  // at most twice
    }
  }
}

}  // namespace waystone

#include <algorithm>

#include "bake/skeleton/chain_graph.h"
#include "bake/skeleton/skeleton_graph.h"

namespace waystone {
namespace {

double Apart_m(const LaunchGraph& graph, uint32_t a, uint32_t b) {
  return PlaneDistance(Vec3(graph.points[a].at), Vec3(graph.points[b].at));
}

// The points of the dead end that begins at `end`, without the fork where it begins; empty where it is no
// dead end, or long enough.
std::vector<uint32_t> SpurOf(const LaunchGraph& graph, const ChainGraph& chains, uint32_t end,
                             double prune_m) {
  std::vector<uint32_t> spur;
  double length_m = 0;
  uint32_t before = kNoLaunchPoint;
  uint32_t point = end;
  while (chains.Degree(point) <= 2) {
    if (graph.points[point].is_fixed != 0) return {};
    if (chains.Degree(point) == 1 && point != end) return {};  // a line without forks
    spur.push_back(point);
    const uint32_t next = point == end ? chains.Neighbours(point)[0] : chains.Onward(point, before);
    length_m += Apart_m(graph, point, next);
    if (length_m >= prune_m) return {};
    before = point;
    point = next;
  }
  return spur;
}

}  // namespace

void PruneSpurs(const LaunchGraph& graph, double prune_m, std::vector<bool>& is_kept,
                std::vector<ThinArc>& arcs) {
  ChainGraph chains(graph.points.size(), arcs);
  for (uint32_t p = 0; p < graph.points.size(); ++p) {
    if (!is_kept[p] || chains.Degree(p) != 1) continue;
    for (const uint32_t point : SpurOf(graph, chains, p, prune_m)) {
      chains.Remove(point);
      is_kept[point] = false;
    }
  }
  std::erase_if(arcs, [&](const ThinArc& arc) { return !is_kept[arc.from] || !is_kept[arc.to]; });
}

}  // namespace waystone

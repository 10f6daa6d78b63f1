#include <algorithm>
#include <utility>

#include "bake/skeleton/chain_graph.h"
#include "bake/skeleton/skeleton_graph.h"

namespace waystone {
namespace {

double Apart_m(const LaunchGraph& graph, uint32_t a, uint32_t b) {
  return PlaneDistance(Vec3(graph.points[a].at), Vec3(graph.points[b].at));
}

// Points that must stay.
std::vector<bool> FindAnchors(const LaunchGraph& graph, const std::vector<ThinArc>& arcs) {
  std::vector<bool> is_anchor(graph.points.size());
  for (size_t p = 0; p < is_anchor.size(); ++p) is_anchor[p] = graph.points[p].is_fixed != 0;
  const auto ends = [](const ThinArc& arc) { return std::pair(arc.from, arc.to); };
  for (const ThinArc& arc : arcs) {
    const auto back = std::lower_bound(
        arcs.begin(), arcs.end(), std::pair(arc.to, arc.from),
        [&](const ThinArc& other, const std::pair<uint32_t, uint32_t>& key) { return ends(other) < key; });
    const bool leads_back = back != arcs.end() && ends(*back) == std::pair(arc.to, arc.from);
    if (!leads_back) is_anchor[arc.from] = is_anchor[arc.to] = true;
  }
  return is_anchor;
}

// The points of the dead end that begins at `end`, without the fork that it begins at; empty if it is no dead
// end, or long enough.
std::vector<uint32_t> SpurOf(const LaunchGraph& graph, const ChainGraph& chains, uint32_t end,
                             const std::vector<bool>& is_anchor, double prune_m) {
  std::vector<uint32_t> spur;
  double length_m = 0;
  uint32_t before = kNoLaunchPoint;
  uint32_t point = end;
  while (chains.Degree(point) <= 2) {
    if (is_anchor[point]) return {};
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
  const std::vector<bool> is_anchor = FindAnchors(graph, arcs);
  for (uint32_t p = 0; p < graph.points.size(); ++p) {
    if (!is_kept[p] || chains.Degree(p) != 1) continue;
    for (const uint32_t point : SpurOf(graph, chains, p, is_anchor, prune_m)) {
      chains.Remove(point);
      is_kept[point] = false;
    }
  }
  std::erase_if(arcs, [&](const ThinArc& arc) { return !is_kept[arc.from] || !is_kept[arc.to]; });
}

}  // namespace waystone

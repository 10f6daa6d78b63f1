#include "bake/grid/corner_graph.h"

#include <algorithm>

#include "core/grid/corner_sweep.h"

namespace waystone {

CornerGraph MakeCornerGraph(const CornerBits& bits) {
  CornerGraph graph;
  ForEachCorner(bits, [&](Cell cell) { graph.cells.push_back(cell); });
  const auto id_of = [&](Cell cell) {
    const auto less = [](Cell a, Cell b) { return a.row != b.row ? a.row < b.row : a.column < b.column; };
    const auto at = std::lower_bound(graph.cells.begin(), graph.cells.end(), cell, less);
    return CornerId(static_cast<uint32_t>(at - graph.cells.begin()));
  };
  for (const Cell cell : graph.cells) {
    graph.first_sight.push_back(static_cast<uint32_t>(graph.sights.size()));
    SweepFromCorner(bits, cell, [&](Cell seen, GridSteps) { graph.sights.push_back(id_of(seen)); });
    std::sort(graph.sights.begin() + graph.first_sight.back(), graph.sights.end());
  }
  graph.first_sight.push_back(static_cast<uint32_t>(graph.sights.size()));
  return graph;
}

}  // namespace waystone

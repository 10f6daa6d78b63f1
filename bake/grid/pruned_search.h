// Dijkstra's search over corners. It goes on only if the labels made so far give no path as short.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bake/grid/corner_graph.h"
#include "core/graph/best_first.h"
#include "core/graph/hub_cover.h"
#include "core/grid/hub_labels.h"

namespace waystone {

// An entry of a corner's label.
struct HubEntry {
  HubId hub;
  CornerId next;      // on the path to it; its label has the same hub; none at the hub
  uint16_t cardinal;  // steps of the path
  uint16_t diagonal;
};

inline constexpr uint32_t kNoParent = UINT32_MAX;

struct ReachedCorner {
  CornerId corner;
  uint32_t parent;  // index among those reached, before this one
  GridSteps steps;
};

// One thread; memory for the whole graph.
class PrunedSearch {
 public:
  PrunedSearch(const CornerGraph& graph, const std::vector<std::vector<HubEntry>>& labels);

  // The corners to which no path over a hub is as short as the shortest, sorted by distance.
  // REQUIRES: no label has `source` as a hub. Valid until the next call.
  std::span<const ReachedCorner> Run(CornerId source);
  std::span<const ReachedCorner> reached() const { return reached_; }
  // The steps of all calls together: sights followed and entries of labels looked at, some 10 ns each.
  uint64_t steps() const { return steps_; }

 private:
  bool IsCovered(CornerId corner, int64_t length);
  void Expand(CornerId corner, int64_t length);

  const CornerGraph& graph_;
  const std::vector<std::vector<HubEntry>>& hubs_;
  BestFirst<int64_t> search_;
  std::vector<ReachedCorner> reached_;
  HubCover<int64_t> cover_;
  uint64_t steps_ = 0;
};

}  // namespace waystone

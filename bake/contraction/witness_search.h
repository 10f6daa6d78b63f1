// What a contraction of one node would add.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bake/contraction/contraction_graph.h"
#include "core/graph/best_first.h"
#include "core/navmesh/ground_costs.h"
#include "core/navmesh/weighted_line.h"

namespace waystone {

// Looks for paths that make shortcuts needless. One thread; memory for the whole graph.
class WitnessSearch {
 public:
  WitnessSearch(const NavmeshView& mesh, const GroundCosts& costs, const ContractionGraph& graph,
                std::span<const uint8_t> is_leaving);

  // The number of shortcuts, about: by a quick look, from some of the neighbours, for witnesses of one and
  // two arcs.
  float Estimate(RouteNodeId node);
  // Appends the shortcuts. Nodes marked in `is_leaving` are passed by no witness.
  void Contract(RouteNodeId node, NewArcs& out);

 private:
  // A pair of arcs of the node that may need a shortcut.
  struct Pair {
    uint32_t out;     // index in the node's row of the arc onward
    float cost_m;     // over the node
    float least_m;    // what no shortcut's cost is below
    float witness_m;  // cost of the best path found that avoids the node
    Vec2 at;          // of the node that `out` leads to
  };
  void CollectPairs(RouteNodeId node, uint32_t in, bool two_way);
  void LookNear(RouteNodeId node, RouteNodeId source, uint8_t needed);
  void LookFar(RouteNodeId node, RouteNodeId source, uint8_t needed);
  void AddShortcuts(RouteNodeId node, uint32_t in, bool two_way, NewArcs& out);
  float WitnessOf(RouteNodeId node) const;
  bool IsUseful(RouteNodeId node) const;

  const NavmeshView& mesh_;
  const GroundCosts& costs_;
  const double least_factor_;
  const ContractionGraph& graph_;
  std::span<const uint8_t> is_leaving_;
  std::vector<Pair> pairs_;
  BestFirst<float> search_;
  Corridor scratch_;
  Corridor joined_;
  WeightedLineScratch line_;
};

}  // namespace waystone

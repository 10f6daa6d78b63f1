// Worlds of portals as bare graphs, without maps.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bake/world/portal_contractor.h"
#include "bake/world/portal_labeller.h"
#include "core/base/random.h"
#include "core/world/portal_graph.h"

namespace waystone {

// Owns what a PortalGraph borrows. Every portal has an arrival of its own.
struct PortalWorld {
  std::vector<PortalGraph::Node> nodes;
  std::vector<PortalGraph::Exits> exits;
  std::array<std::vector<double>, kWorldModes> costs;
  std::array<PortalLabels, kWorldModes> labels;

  bool has_hierarchy = false;

  void MakeLabels();
  void MakeHierarchy();
  PortalGraph graph() const;
};

struct RandomPortals {
  uint32_t maps = 3;
  uint32_t portals = 7;
  double walk_chance = 0.8;  // that an arrival and an exit of a map are joined
  uint32_t most_cost = 5;    // costs are integers from 0 on ...
  double cost_unit = 1;      // ... times this
  uint32_t most_money = 0;
  uint32_t tickets = 0;  // kinds
  uint32_t groups = 0;
};

// With labels. Portals that teleport when walked into join less than the others.
PortalWorld MakeRandomPortals(const RandomPortals& plan, Random& random);

// As worlds are: `maps` in a square, each joined to its neighbours by portals there and back, and some to
// maps far away, until there are `exits` from each; walks are as long as the places on the maps are apart.
// Without labels.
PortalWorld MakePortalsOfSquare(uint32_t maps_on_side, uint32_t exits, uint64_t seed);

}  // namespace waystone

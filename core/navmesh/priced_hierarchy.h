// A contraction hierarchy of a mesh on which ground costs more or less than its length.
#pragma once

#include "core/navmesh/ground_costs.h"
#include "core/navmesh/hierarchy_view.h"

namespace waystone {

struct PricedHierarchy {
  GroundCosts costs;
  HierarchyView hierarchy;
};

}  // namespace waystone

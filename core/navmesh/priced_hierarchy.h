// A contraction hierarchy of a mesh for what a cost profile asks for.
#pragma once

#include "core/navmesh/ground_costs.h"
#include "core/navmesh/hierarchy_view.h"

namespace waystone {

struct PricedHierarchy {
  GroundCosts costs;
  HierarchyView hierarchy;
  double min_clearance_m = 0;  // [m] it crosses no side on which no place has that
};

}  // namespace waystone

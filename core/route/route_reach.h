// What the zones say about a path from one place to another.
#pragma once

#include <string>

#include "core/base/ids.h"
#include "core/navmesh/navmesh_view.h"
#include "core/surface/map_view.h"
#include "core/surface/route_query.h"
#include "core/zones/reachability_index.h"

namespace waystone {

struct ReachVerdict {
  bool is_reachable = true;
  // If it is not reachable:
  RouteReason reason = RouteReason::kNone;
  std::string explanation;  // a sentence with the sizes of the strong components at both ends
};

// A place and what sentences call it: "the start", "via[1]".
struct NamedPlace {
  PolyId poly;
  std::string name;
};

// REQUIRES: the view has zones. Cost: ZoneView::Reaches, up to three times.
ReachVerdict AskZones(const MapView& map, const NamedPlace& from, const NamedPlace& to,
                      ReachWorkspace& workspace);

}  // namespace waystone

// Where paths over a map of polygons enter the triggers of its portals.
#pragma once

#include <limits>

#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// The cheapest path into one trigger. Places and ids are those of a CutMesh, except the end.
struct TriggerEntry {
  // [m] Of the path to `end`; infinite if there is none.
  double cost_m = std::numeric_limits<double>::infinity();
  NavLocation from;  // the last place outside: on `side`, or the start of `link`; the start itself inside
  EdgeId side;       // half-edge that leads in, or none
  LinkId link;       // of the baked mesh: or the link that does
  PolyId piece;      // that it leads into
  bool is_clear = false;  // no end of the part of the side that leads to ground is near `from`
  NavLocation end;        // of the baked mesh, in the trigger

  bool IsFound() const { return cost_m < std::numeric_limits<double>::infinity(); }
};

}  // namespace waystone

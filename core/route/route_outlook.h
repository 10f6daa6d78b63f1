// What snapping and zones know about a route before it is searched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/base/scratch.h"
#include "core/navmesh/navmesh_view.h"
#include "core/surface/map_view.h"
#include "core/surface/route_query.h"
#include "core/surface/route_search.h"

namespace waystone {

// Stretch i leads to via[i], the last one to a goal.
struct RouteOutlook {
  static constexpr size_t kNoStretch = std::numeric_limits<size_t>::max();

  NavLocation start;
  std::vector<NavLocation> via;
  // Goals on the surface that the zones do not know to be unreachable, and for each:
  std::vector<NavLocation> goals;
  std::vector<uint32_t> goal_indices;  // in RouteQuery::goals
  std::vector<double> goal_snaps_m;    // RouteAnswer::goal_snap_m
  // The first stretch that cannot be walked to its end; a partial route ends at `nearest` instead, if it is
  // known (RouteSearch::FindsNearest) and the query's changes close nothing.
  size_t blocked_stretch = kNoStretch;
  std::optional<NavLocation> nearest;
};

// False if no search is needed, and the answer is complete. Otherwise fills what the zones know of a blocked
// stretch (status, reason, basis, explanation), the distances of snapping, and a first goal_index. The
// deadline is checked every few positions.
//
// Nothing snaps to what the query's changes block. The zones do not know the changes: then only a "no" of the
// zones counts, and nothing if cells are opened. On grids places lie in their cells (PlaceInCell), and those
// in opened cells have no polygon.
bool FillOutlook(const MapView& map, const RouteQuery& query, RouteSearch& search, Scratch& scratch,
                 RouteOutlook& outlook, RouteAnswer& answer);

// What sentences call the end of a stretch: "via[1]", "goals[0]", or "the goal" if there is only one.
std::string NameOfStretchEnd(const RouteQuery& query, const RouteAnswer& answer, size_t stretch);

}  // namespace waystone

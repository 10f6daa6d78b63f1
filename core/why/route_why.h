// Why a route does not lead to its goal.
//
//   query.allow_partial = false;
//   WS_ASSIGN_OR_RETURN(const RouteAnswer answer, PlanRoute(view, query, scratch));
//   const MendedPath path = ExplainRoute(view, query, answer, scratch);
//   for (const Fix& fix : path.fixes) std::cout << fix.sentence << "\n";
#pragma once

#include "core/base/deadline.h"
#include "core/base/scratch.h"
#include "core/geom/vec.h"
#include "core/grid/grid_changes.h"
#include "core/surface/map_view.h"
#include "core/surface/route_query.h"
#include "core/surface/snap.h"
#include "core/why/fix.h"

namespace waystone {

// What the map lacks on the path from the start over the places to pass to the goal, of which each place to pass is a break, too; up to
// the first that is off the surface. The map is as it was baked, with the cells that the query opens. No fixes if the route is
// complete, or a limit ended its search. `answer`: of the query. The view has zones.
MendedPath ExplainRoute(const MapView& map, const RouteQuery& query, const RouteAnswer& answer,
                        Scratch& scratch);

// What keeps an agent from walking from one position to another [m, absolute] on the map as it was baked (fix_path.h, cell_walls.h). If an
// end is off the surface, the fix is what keeps an agent from standing there (ExplainOffMesh), and there is no break. If nothing is in the
// way, there are no fixes. `cells` (null: none): the cells that it opens are free. The view has zones.
MendedPath ExplainWalk(const MapView& map, const Vec3& from, const Vec3& to, const SnapOptions& snap,
                       const GridChanges* cells, const Deadline& deadline, Scratch& scratch);

}  // namespace waystone

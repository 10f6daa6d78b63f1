// The methods of searches over grids by the names that queries have for them.
#pragma once

#include "absl/status/status.h"
#include "core/grid/grid_path.h"
#include "core/surface/route_query.h"

namespace waystone {

// kNone if there is no word for it.
RouteMethod ToRouteMethod(GridMethod method);

// The grid's word for a requested method; kAuto if it has none.
GridMethod ToGridMethod(RouteMethod method);

// InvalidArgument naming the methods that the ground allows between the two cells, if `method` is neither
// kNone nor one of them. REQUIRES: both are free.
absl::Status CheckGridMethod(const GridGround& ground, Cell start, Cell goal, RouteMethod method);

}  // namespace waystone

// The scratch memory of one worker, reused from query to query.
#pragma once

#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {

// Owned by one worker; never shared between threads. Grows to the largest query seen.
struct Workspace {
  AnyAngleWorkspace any_angle;
  SurfaceWorkspace surface;
};

}  // namespace waystone

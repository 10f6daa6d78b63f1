// The planners that the navmesh suite compares.
#pragma once

#include <recastnavigation/DetourNavMeshQuery.h>

#include <vector>

#include "core/base/scratch.h"
#include "core/navmesh/any_angle_search.h"
#include "core/surface/map_view.h"
#include "core/surface/route_query.h"
#include "tests/oracle/detour_mesh.h"

namespace waystone {

struct PlannedPath {
  bool complete = false;
  double cost_m = 0;                        // horizontal length, links counting their cost: Detour uses none
  RouteMethod method = RouteMethod::kNone;  // of ours
};

// The exact any-angle search over the view's surface and links: the measure of all lengths. It is called
// directly, so that no choice of PlanRoute's can hide in it. Keeps its memory; one thread.
class ExactPlanner {
 public:
  // REQUIRES: a navmesh, here and below.
  explicit ExactPlanner(const MapView& map) : map_(map) {}
  // REQUIRES: a path exists.
  PlannedPath Plan(const NavLocation& start, const NavLocation& goal);

 private:
  MapView map_;
  AnyAngleWorkspace workspace_;
};

// The part of PlanRoute between snapping and drawing the route, measured as ours. Keeps its memory; one
// thread.
class OwnPlanner {
 public:
  explicit OwnPlanner(const MapView& map) : map_(map) {}
  // REQUIRES: a path exists, as PlanRoute knows from the zones.
  PlannedPath Plan(const NavLocation& start, const NavLocation& goal);

 private:
  MapView map_;
  Scratch scratch_;
};

// Detour's findPath, then findStraightPath, with the largest node pool it has. Keeps its memory; one thread.
class DetourPlanner {
 public:
  static constexpr int kPoolNodes = 65'535;

  explicit DetourPlanner(const DetourMesh& mesh);
  // Incomplete if Detour's path was cut short by its pool or a buffer, or does not end in the goal's polygon.
  PlannedPath Plan(const NavLocation& start, const NavLocation& goal);

  const dtNavMeshQuery& query() const { return *query_; }

 private:
  const DetourMesh& mesh_;
  DetourMesh::Query query_;
  dtQueryFilter filter_;
  std::vector<dtPolyRef> polys_;
  std::vector<float> points_;
};

}  // namespace waystone

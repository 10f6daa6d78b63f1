// The ways of finding a path that the navmesh suite compares.
#pragma once

#include <recastnavigation/DetourNavMeshQuery.h>

#include <vector>

#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/navmesh_view.h"
#include "tests/oracle/detour_mesh.h"

namespace waystone {

struct PlannedPath {
  bool complete = false;
  double plane_length_m = 0;
};

// The exact any-angle search. Keeps its memory; one thread.
class AnyAnglePlanner {
 public:
  static constexpr const char* kMethod = "any_angle";

  explicit AnyAnglePlanner(const NavmeshView& mesh) : mesh_(mesh) {}
  PlannedPath Plan(const NavLocation& start, const NavLocation& goal);

 private:
  const NavmeshView& mesh_;
  AnyAngleWorkspace workspace_;
};

// The method that PlanRoute answers with: what is measured as ours.
using OwnPlanner = AnyAnglePlanner;

// Detour's findPath, then findStraightPath, with the largest node pool it has. Keeps its memory; one thread.
class DetourPlanner {
 public:
  static constexpr int kPoolNodes = 65'535;

  explicit DetourPlanner(const DetourMesh& mesh);
  // Incomplete where Detour's path was cut short by its pool or a buffer, or does not end in the goal's
  // polygon.
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

// The shortest path over a navmesh, exact in the horizontal plane.
//
// Polyanya (Cui, Harabor, Grastien, IJCAI 2017) on a surface of many floors: a search node is an interval of
// a polygon's side seen from the last turning point, so that a path never hugs edges it need not.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/deadline.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

class AnyAngleWorkspace;

struct AnyAngleOptions {
  uint32_t max_expansions = 1'000'000;  // [search nodes, >= 1]
  Deadline deadline;
};

enum class AnyAngleOutcome : uint8_t { kFound, kExhausted, kExpansionLimit, kDeadline };

struct AnyAngleResult {
  AnyAngleOutcome outcome = AnyAngleOutcome::kExhausted;
  double plane_length_m = 0;  // of the path
  uint32_t expansions = 0;
  NavLocation end;                 // the goal, or the reached point nearest to it (3D)
  std::vector<NavLocation> turns;  // start, every turning point, `end`
  std::vector<EdgeId> crossed;     // the half-edges left through, in order: the corridor
};

// From `start` to `goal`, both on the surface. Where the goal is not reached, the result is the exact
// shortest way to the closest point (3D) of the polygons reached. Deterministic: ties by f, then h, then node
// id. Expansions are bounded by options; between them the deadline is asked every few hundred. One thread per
// workspace.
AnyAngleResult FindAnyAngle(const NavmeshView& mesh, const NavLocation& start, const NavLocation& goal,
                            const AnyAngleOptions& options, AnyAngleWorkspace& workspace);

}  // namespace waystone

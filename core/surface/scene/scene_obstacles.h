// Solids that a request puts into water and air.
#pragma once

#include <vector>

#include "absl/status/status.h"
#include "core/base/deadline.h"
#include "core/changed/solid_in_way.h"
#include "core/map/agent_profile.h"
#include "core/scene/scene_view.h"
#include "core/surface/map_view.h"
#include "core/surface/route_changes.h"

namespace waystone {

// All positions are map-local, and middles of the body. Immutable; any thread. O(obstacles) for a line.
class SceneObstacles {
 public:
  // None.
  SceneObstacles() = default;
  // Those of the changes; `clearance_m` is kept around the body.
  SceneObstacles(const RouteChanges& changes, const AgentProfile& agent, double clearance_m = 0);

  // Whether the agent's body would touch one of them that goes straight from one place to the other.
  bool AreInWay(const Vec3& from, const Vec3& to) const { return AreOn(of_body_, from, to); }
  // Whether one of them hides one place from the other.
  bool AreBetween(const Vec3& from, const Vec3& to) const { return AreOn(of_point_, from, to); }

 private:
  static bool AreOn(const std::vector<SolidInWay>& obstacles, const Vec3& from, const Vec3& to);

  std::vector<SolidInWay> of_body_;
  std::vector<SolidInWay> of_point_;
};

// Appends the ways through water and air along which the agent's body would touch a solid of the changes. One that leads onto
// ground may also lead straight up and then level. DeadlineExceeded, Cancelled. O(links x solids).
absl::Status CloseWaysUnder(const MapView& map, const SceneView& scenes, const RouteChanges& changes,
                            const Deadline& deadline, std::vector<LinkId>& closed);

}  // namespace waystone

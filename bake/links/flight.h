// Flights through the air, and whether an agent's body fits along them.
#pragma once

#include <cstdint>

#include "core/collision/collision_view.h"
#include "core/geom/vec.h"
#include "core/map/agent_profile.h"

namespace waystone {

// The body is an upright cylinder: from a step (max_climb_m) above its feet to its head, and this share of
// the agent's radius, since a navmesh's border is where voxels put it.
inline constexpr double kFlightBodyShare = 0.8;

struct FlightCounts {
  uint64_t rays = 0;
  uint64_t sweeps = 0;   // swept volumes
  uint64_t flights = 0;  // tested
  uint64_t blocked = 0;  // of them
};

// Tests flights between places on the ground (feet; map-local metres). Each is first tried with rays along
// its middle, then with volumes that hold the whole sweep of the body: what passes meets nothing solid. One
// thread; `solid` must outlive it.
class FlightTester {
 public:
  FlightTester(const CollisionView& solid, const AgentProfile& agent) : solid_(solid), agent_(agent) {}

  // From start level to above the end, then straight down. REQUIRES: end.y <= start.y.
  bool DropIsClear(const Vec3& start, const Vec3& end);
  // Along the parabola through both ends that rises `rise_m` above the start. REQUIRES: rise_m > 0 and
  // start.y + rise_m >= end.y.
  bool JumpIsClear(const Vec3& start, const Vec3& end, double rise_m);
  // Straight up to the end's level, then across: onto a crate one stands at. REQUIRES: end.y >= start.y.
  bool HopIsClear(const Vec3& start, const Vec3& end);
  // On the ground, which lies within a step of the feet all along.
  bool StepIsClear(const Vec3& start, const Vec3& end);

  const FlightCounts& counts() const { return counts_; }

 private:
  bool RayPasses(const Vec3& feet_from, const Vec3& feet_to);
  // The body's sweep if its feet are between two heights over the segment.
  bool BodyPasses(Vec2 from, Vec2 to, double feet_low, double feet_high);
  bool Outcome(bool clear) {
    ++counts_.flights;
    if (!clear) ++counts_.blocked;
    return clear;
  }

  const CollisionView& solid_;
  const AgentProfile& agent_;
  FlightCounts counts_;
};

}  // namespace waystone

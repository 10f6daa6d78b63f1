// Whether an agent that goes straight would touch a solid.
#pragma once

#include <vector>

#include "core/changed/solid.h"
#include "core/geom/aabb.h"
#include "core/geom/vec.h"

namespace waystone {

// How far an agent's body reaches from the line that it goes along.
struct BodyReach {
  double around_m = 0;  // [m, >= 0]
  double below_m = 0;   // [m]
  double above_m = 0;   // [m]
};

// A solid, and the room that a body needs around it. Immutable; any thread.
class SolidInWay {
 public:
  SolidInWay(const Solid& solid, const BodyReach& body);

  // Whether a body would touch it that goes straight from one place to the other. The solid counts for a little more than it is
  // (FootprintOf). O(corners).
  bool IsOn(const Vec3& from, const Vec3& to) const;

 private:
  Aabb box_;  // of the lines on which it is
  std::vector<CutLine> lines_;
};

}  // namespace waystone

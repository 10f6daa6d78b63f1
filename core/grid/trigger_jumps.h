// Jumps over ground with triggers. For the .cc files of core/grid.
//
// Of all shortest paths to a cell, one takes diagonal steps as early as it can. If it turns other than from a
// diagonal run to a straight one, the turn could be undone (a straight step and a diagonal one swapped, two
// steps made one, two diagonal ones made straight) were it not for the cell in between that the undone turn
// goes over or beside. Either that cell is blocked, and jumps stop for the turn anyway; or it is a trigger,
// and a straight neighbour of the cell of the turn. So it is enough to stop at these neighbours too, in
// diagonal runs as well, and to go on from there in all directions. Triggers block the run that comes to
// them, but no diagonal step beside them: the cells beside a diagonal step are looked up in the ground alone.
#pragma once

#include <cstdint>

#include "core/grid/bit_grid.h"
#include "core/grid/jump_bits.h"
#include "core/grid/jump_direction.h"
#include "core/grid/trigger_bits.h"

namespace waystone {

// Jumps that read the bits. Triggers are reached, but only a path that starts on one goes on from it. Does
// not own.
class TriggerJumps {
 public:
  static constexpr bool kMayRefuse = false;

  TriggerJumps(const BitGrid& bits, const TriggerBits& triggers, GridSpot goal)
      : ground_(bits, goal), triggers_(triggers) {}

  const BitGrid& bits() const { return ground_.bits(); }

  template <DirectionSet kDirection>
  StraightJump Straight(GridSpot from) const {
    const StraightJump jump = ground_.template Straight<kDirection>(from);
    const uint32_t steps = triggers_.template StepsToStop<kDirection>(from, jump.distance);
    return {steps, jump.is_stop || steps < jump.distance};
  }

  DirectionSet WithinBounds(GridSpot, DirectionSet directions) const { return directions; }

  // Also used where a diagonal run stopped.
  template <DirectionSet kDirection>
  DirectionSet TurnsAt(GridSpot spot) const {
    if (triggers_.IsTrigger(spot)) return 0;
    if constexpr ((kDirection & kStraightDirections) != 0) {
      if (!triggers_.IsStop(spot)) return ground_.template TurnsAt<kDirection>(spot);
    }
    return kAllDirections;
  }

  template <DirectionSet kDirection>
  uint32_t Diagonal(GridSpot from) const {
    return ground_.template Diagonal<kDirection>(from);
  }
  bool StopsDiagonal(GridSpot spot) const { return triggers_.IsStop(spot); }

 private:
  BitJumps ground_;
  const TriggerBits& triggers_;
};

}  // namespace waystone

// Whether an agent that is off the ground can be jumping or falling.
#pragma once

#include <optional>

#include "core/move/move_query.h"
#include "core/move/track_state.h"

namespace waystone {

// [m] How far samples and the surface may be off in height together: a bake smooths its ground by as much.
inline constexpr double kHeightError_m = 0.3;

struct AirLimits {
  double jump_m = 1.2;
  double gravity_mps2 = 9.81;
  std::optional<double> max_air_s;
  std::optional<double> max_rise_mps;
};
inline AirLimits AirLimitsOf(const MoveAllowances& allowances) {
  return {allowances.max_jump_m, allowances.gravity_mps2, allowances.max_air_s, allowances.max_rise_mps};
}

struct AirBreach {
  MoveViolationKind kind = MoveViolationKind::kTooHigh;
  double measured = 0;  // [m] over the ground taken off from; [m/s] of rising; [s] in the air
  double allowed = 0;
};

// The flight of one agent. What is known of a flight is when it can have begun: not before the last sample on
// the ground, and so late that no later sample lies above the parabola of a full jump. If samples are far
// apart, the agent may have landed and jumped again between them.
class AirTime {
 public:
  // `state` is continued.
  AirTime(const AirLimits& limits, AirState& state) : limits_(limits), state_(state) {}

  // A sample in the air without one before it: the agent may have taken off at any time from that ground.
  void BeginInAir(double ground_m, double time_s);

  // A sample in the air, `height_m` up, after one at `from_height_m` and `from_s`. `ground_m`: the height of
  // the ground below the sample before, on which it may have landed; none if there is none. Heights are
  // map-local. O(1).
  struct Sample {
    double height_m = 0;
    double from_height_m = 0;
    std::optional<double> ground_m;
    double from_s = 0;
    double to_s = 0;
  };
  std::optional<AirBreach> Fly(const Sample& sample);
  // A sample on ground of that height. If it is hardly above it, whoever jumps next took off there or later; if it
  // is higher, it may be rising already.
  void Land(const Sample& sample, double ground_m);
  // A sample on a link, in water, or carried.
  void Leave();
  // The same for untimed samples: only heights count.
  std::optional<AirBreach> FlyUntimed(const Sample& sample);
  // Whether it rises no faster than max_rise_mps.
  std::optional<AirBreach> Rise(const Sample& sample);
  // Whether the last call of Fly found no flight but one that landed below the sample before and began anew.
  bool HasLanded() const { return has_landed_; }
  // Whether it found a flight that goes on, but one that landed there and began anew would last longer.
  bool MayHaveLanded() const { return again_.has_value() && !has_landed_; }
  // It may be either. REQUIRES: MayHaveLanded().
  void KeepBoth() { state_.latest_s = again_->latest_s; }
  // The flight of an agent that came down after the sample before, on ground of that height, and jumped there.
  std::optional<AirState> NextJump(const Sample& sample, double ground_m) const;
  // [s] From take-off until a full jump is back at its height.
  double JumpTime_s() const { return Latest_s(0); }

 private:
  double TakeOff_mps() const;
  // [s] From take-off until the parabola of a full jump is `rise_m` up first, and last. REQUIRES: rise_m is at
  // most the jump's height.
  double Earliest_s(double rise_m) const;
  double Latest_s(double rise_m) const;
  double LandsAfter_s(const Sample& sample, double ground_m) const;
  void TakeOffFrom(const Sample& sample);

  const AirLimits limits_;
  AirState& state_;
  bool has_landed_ = false;
  std::optional<AirState> again_;
};

}  // namespace waystone

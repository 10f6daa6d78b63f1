// Whether a track of timed samples is too fast: a running budget, not a judgement of single samples.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/move/move_query.h"
#include "core/move/track_state.h"

namespace waystone {

// Draws from grants, those that end first before the others; each metre of a grant once. What was drawn is
// kept in the track's state, so that a grant that is given with every piece of a track is drawn once. Grants of
// one kind that begin at one time are one purse, whose distances add up.
class GrantPurse {
 public:
  // Both must outlive it.
  GrantPurse(std::span<const MoveGrant> grants, std::vector<DrawnGrant>& drawn);

  // [m] What a step between these times may draw. O(grants).
  double Left_m(double from_s, double to_s) const;
  // Draws up to `wanted_m`, and returns how much. O(grants).
  double Draw(double wanted_m, double from_s, double to_s);
  // Forgets grants that no step after `time_s` touches. O(grants).
  void ForgetBefore(double time_s);

 private:
  DrawnGrant* Find(const MoveGrant& grant);
  double LeftOf_m(const MoveGrant& grant) const;
  bool IsFirstOfPurse(size_t grant, double from_s, double to_s) const;

  std::span<const MoveGrant> grants_;
  std::vector<DrawnGrant>& drawn_;
  std::vector<uint32_t> order_;
};

struct SpeedLimits {
  double speed_mps = 0;  // > 0
  double credit_s = 1;
  double debt_s = 0.25;
  double max_lag_s = 2.5;
};
inline SpeedLimits SpeedLimitsOf(const MoveAllowances& allowances) {
  return {allowances.max_speed_mps * allowances.speed_tolerance, allowances.credit_s, allowances.debt_s,
          allowances.max_lag_s};
}

struct SpeedBreach {
  double measured_mps = 0;  // since the balance was last at zero or above, less the grants drawn
};

// The budget is a sum of discrepancies, as in Unreal Engine's check of its clients' time.
//
// Every step earns speed x time and spends what it walks. What it spends beyond what it earned is drawn first
// from the grants whose times it touches, and the rest from the balance, which starts at zero. The balance
// never rises above what credit_s earn; after a silence that is longer, above what the silence earned, at
// most max_lag_s: who was not heard of may catch up. It may fall below zero, because time stamps jitter, but
//   1. never below what debt_s earn, and
//   2. it must be back at zero by the end of the track.
// So the second of two samples is too fast exactly if distance > speed x time + grants.
class SpeedBudget {
 public:
  // All arguments must outlive it. `state` is continued.
  SpeedBudget(const SpeedLimits& limits, GrantPurse& purse, SpeedState& state);

  // [m] The longest walk that a step between these times may make without breaking rule 1.
  double Available_m(double from_s, double to_s) const;
  // [m] The same without any debt: what a correction may use.
  double Saved_m(double from_s, double to_s) const;

  // A step that walks `spent_m`; less than zero if the agent came nearer to its anchor again. Breach of rule 1.
  std::optional<SpeedBreach> Step(double from_s, double to_s, double spent_m);
  // Breach of rule 2.
  std::optional<SpeedBreach> End(double time_s) const;
  // Whether nothing is owed before a step to `to_s`: what it owes is then a new debt.
  bool IsPaid(double to_s) const { return state_.balance_m >= -Rounding_m(to_s); }

 private:
  double MeasuredAt_mps(double time_s) const;
  double Rounding_m(double time_s) const;

  const SpeedLimits limits_;
  GrantPurse& purse_;
  SpeedState& state_;
};

// Whether a step between two times touches those of a grant; their ends belong to both.
inline bool Touches(const MoveGrant& grant, double from_s, double to_s) {
  return grant.from_s <= to_s && from_s <= grant.to_s;
}

}  // namespace waystone

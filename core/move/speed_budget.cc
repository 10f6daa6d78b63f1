#include "core/move/speed_budget.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace waystone {
namespace {

// Steps at exactly the speed are not too fast, whatever the rounding of positions and of times.
constexpr double kRounding_m = 1e-6;
constexpr double kRoundingOfTimes = 0x1.0p-50;
// Steps shorter than this have no speed.
constexpr double kShortest_s = 1e-6;
// [s] A shorter step is no silence.
constexpr double kSilence_s = 1;

bool IsOf(const DrawnGrant& drawn, const MoveGrant& grant) {
  return drawn.kind == static_cast<uint8_t>(grant.kind) && drawn.from_s == grant.from_s;
}

}  // namespace

GrantPurse::GrantPurse(std::span<const MoveGrant> grants, std::vector<DrawnGrant>& drawn)
    : grants_(grants), drawn_(drawn), order_(grants.size()) {
  std::iota(order_.begin(), order_.end(), 0U);
  std::stable_sort(order_.begin(), order_.end(),
                   [&](uint32_t a, uint32_t b) { return grants[a].to_s < grants[b].to_s; });
}

// Null if there are too many.
DrawnGrant* GrantPurse::Find(const MoveGrant& grant) {
  for (DrawnGrant& drawn : drawn_) {
    if (!IsOf(drawn, grant)) continue;
    drawn.to_s = std::max(drawn.to_s, grant.to_s);
    return &drawn;
  }
  if (drawn_.size() >= kMaxDrawnGrants) return nullptr;
  drawn_.push_back({grant.from_s, grant.to_s, 0, static_cast<uint8_t>(grant.kind)});
  return &drawn_.back();
}

// Of the whole purse.
double GrantPurse::LeftOf_m(const MoveGrant& grant) const {
  double left_m = 0;
  for (const MoveGrant& other : grants_) {
    if (other.kind == grant.kind && other.from_s == grant.from_s) left_m += other.distance_m;
  }
  for (const DrawnGrant& drawn : drawn_) {
    if (IsOf(drawn, grant)) left_m -= drawn.drawn_m;
  }
  return std::max(0.0, left_m);
}

// Of the grants of its purse that a step touches.
bool GrantPurse::IsFirstOfPurse(size_t grant, double from_s, double to_s) const {
  for (size_t i = 0; i < grant; ++i) {
    const bool is_same = grants_[i].kind == grants_[grant].kind && grants_[i].from_s == grants_[grant].from_s;
    if (is_same && Touches(grants_[i], from_s, to_s)) return false;
  }
  return true;
}

double GrantPurse::Left_m(double from_s, double to_s) const {
  double left_m = 0;
  for (size_t i = 0; i < grants_.size(); ++i) {
    if (Touches(grants_[i], from_s, to_s) && IsFirstOfPurse(i, from_s, to_s)) left_m += LeftOf_m(grants_[i]);
  }
  return left_m;
}

double GrantPurse::Draw(double wanted_m, double from_s, double to_s) {
  double drawn_m = 0;
  for (size_t i = 0; i < order_.size() && drawn_m < wanted_m; ++i) {
    const MoveGrant& grant = grants_[order_[i]];
    if (!Touches(grant, from_s, to_s)) continue;
    const double part_m = std::min(LeftOf_m(grant), wanted_m - drawn_m);
    DrawnGrant* const drawn = part_m > 0 ? Find(grant) : nullptr;
    if (drawn == nullptr) continue;
    drawn->drawn_m += part_m;
    drawn_m += part_m;
  }
  return drawn_m;
}

void GrantPurse::ForgetBefore(double time_s) {
  std::erase_if(drawn_, [&](const DrawnGrant& drawn) {
    if (drawn.to_s >= time_s) return false;
    return std::none_of(grants_.begin(), grants_.end(),
                        [&](const MoveGrant& grant) { return IsOf(drawn, grant) && grant.to_s >= time_s; });
  });
}

SpeedBudget::SpeedBudget(const SpeedLimits& limits, GrantPurse& purse, SpeedState& state)
    : limits_(limits), purse_(purse), state_(state) {}

double SpeedBudget::Rounding_m(double time_s) const {
  return kRounding_m + limits_.speed_mps * std::abs(time_s) * kRoundingOfTimes;
}

double SpeedBudget::MeasuredAt_mps(double time_s) const {
  return state_.debt_spent_m / std::max(time_s - state_.debt_begin_s, kShortest_s);
}

double SpeedBudget::Available_m(double from_s, double to_s) const {
  return state_.balance_m + limits_.speed_mps * (to_s - from_s + limits_.debt_s) +
         purse_.Left_m(from_s, to_s) + Rounding_m(to_s);
}

double SpeedBudget::Saved_m(double from_s, double to_s) const {
  // Grants pay for steps, not for debts.
  const double granted_m = state_.balance_m < 0 ? 0 : purse_.Left_m(from_s, to_s);
  return std::max(0.0, state_.balance_m + limits_.speed_mps * (to_s - from_s) + granted_m);
}

std::optional<SpeedBreach> SpeedBudget::Step(double from_s, double to_s, double spent_m) {
  const double passed_s = to_s - from_s;
  const double earned_m = limits_.speed_mps * passed_s;
  const double rounding_m = Rounding_m(to_s);
  if (spent_m > earned_m) spent_m -= purse_.Draw(spent_m - earned_m, from_s, to_s);
  if (IsPaid(to_s)) {
    state_.debt_begin_s = from_s;
    state_.debt_spent_m = 0;
  }
  state_.debt_spent_m += spent_m;
  const double credit_m = limits_.speed_mps * limits_.credit_s;
  const double lag_m = passed_s > std::max(limits_.credit_s, kSilence_s)
                           ? limits_.speed_mps * std::min(passed_s, limits_.max_lag_s)
                           : 0;
  state_.lag_cap_m = std::max(state_.lag_cap_m - earned_m, lag_m);
  state_.balance_m = std::min(state_.balance_m + earned_m - spent_m, std::max(credit_m, state_.lag_cap_m));
  state_.lag_cap_m = std::max(0.0, std::min(state_.lag_cap_m, state_.balance_m));
  if (state_.balance_m >= -limits_.speed_mps * limits_.debt_s - rounding_m) return std::nullopt;
  return SpeedBreach{MeasuredAt_mps(to_s)};
}

std::optional<SpeedBreach> SpeedBudget::End(double time_s) const {
  if (IsPaid(time_s)) return std::nullopt;
  return SpeedBreach{MeasuredAt_mps(time_s)};
}

}  // namespace waystone

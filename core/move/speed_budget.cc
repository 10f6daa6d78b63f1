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

// Draws from the grants, those that end first before the others.
class GrantPurse {
 public:
  GrantPurse(std::span<const MoveGrant> grants, SpeedWorkspace& workspace)
      : grants_(grants), order_(workspace.order), left_m_(workspace.left_m) {
    order_.resize(grants.size());
    std::iota(order_.begin(), order_.end(), 0U);
    std::stable_sort(order_.begin(), order_.end(),
                     [&](uint32_t a, uint32_t b) { return grants[a].to_s < grants[b].to_s; });
    left_m_.clear();
    for (const MoveGrant& grant : grants) left_m_.push_back(grant.distance_m);
  }

  // Up to `wanted_m` for a step between these times.
  double Draw(double wanted_m, double from_s, double to_s) {
    double drawn_m = 0;
    for (size_t i = 0; i < order_.size() && drawn_m < wanted_m; ++i) {
      const uint32_t grant = order_[i];
      if (!Touches(grants_[grant], from_s, to_s)) continue;
      const double part_m = std::min(left_m_[grant], wanted_m - drawn_m);
      left_m_[grant] -= part_m;
      drawn_m += part_m;
    }
    return drawn_m;
  }

 private:
  std::span<const MoveGrant> grants_;
  std::vector<uint32_t>& order_;
  std::vector<double>& left_m_;
};

}  // namespace

std::optional<SpeedBreach> FindSpeedBreach(std::span<const Vec3> samples, std::span<const double> times_s,
                                           double speed_mps, std::span<const MoveGrant> grants,
                                           SpeedWorkspace& workspace) {
  GrantPurse purse(grants, workspace);
  const double rounding_m = kRounding_m + speed_mps * std::abs(times_s.back()) * kRoundingOfTimes;
  double balance_m = 0;
  // Since the balance was last not below zero:
  uint32_t debt_begin = 0;  // the first sample after
  double spent_m = 0;
  const auto breach_at = [&](uint32_t sample, uint32_t now) {
    return SpeedBreach{sample, spent_m / std::max(times_s[now] - times_s[debt_begin - 1], kShortest_s)};
  };
  for (uint32_t i = 1; i < samples.size(); ++i) {
    const double earned_m = speed_mps * (times_s[i] - times_s[i - 1]);
    double distance_m = PlaneDistance(samples[i - 1], samples[i]);
    if (distance_m > earned_m) {
      distance_m -= purse.Draw(distance_m - earned_m, times_s[i - 1], times_s[i]);
    }
    if (balance_m >= -rounding_m) {
      debt_begin = i;
      spent_m = 0;
    }
    spent_m += distance_m;
    balance_m = std::min(balance_m + earned_m - distance_m, speed_mps * kSpeedCredit_s);
    if (balance_m < -speed_mps * kSpeedDebt_s - rounding_m) return breach_at(i, i);
  }
  if (balance_m >= -rounding_m) return std::nullopt;
  return breach_at(debt_begin, static_cast<uint32_t>(samples.size() - 1));
}

}  // namespace waystone

#include "core/placement/team_balance.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace waystone {
namespace {

constexpr uint32_t kMaxNodes = 30'000'000;  // of all teams together

}  // namespace

TeamBalance::TeamBalance(const WalkGround& ground, const std::vector<NavLocation>& starts, double max_ratio,
                         uint32_t count, const Deadline& deadline)
    : max_ratio_(max_ratio),
      count_(count),
      walk_m_(starts.size()),
      sum_m_(starts.size()),
      means_m_(starts.size()) {
  const uint32_t nodes = kMaxNodes / static_cast<uint32_t>(starts.size());
  for (const NavLocation& start : starts) {
    walks_.emplace_back(ground, std::vector<NavLocation>{start}, std::numeric_limits<double>::infinity(),
                        nodes, deadline);
    if (end_ == SearchOutcome::kExhausted) end_ = walks_.back().end();
  }
}

bool TeamBalance::IsWithin(double ratio) const {
  double least_m = std::numeric_limits<double>::infinity();
  double most_m = 0;
  for (size_t team = 0; team < sum_m_.size(); ++team) {
    least_m = std::min(least_m, sum_m_[team] + walk_m_[team]);
    most_m = std::max(most_m, sum_m_[team] + walk_m_[team]);
  }
  return most_m <= ratio * least_m;
}

PlaceReason TeamBalance::OfPlace(const NavLocation& place) {
  for (size_t team = 0; team < walks_.size(); ++team) {
    walk_m_[team] = walks_[team].DistanceTo(place);
    if (!std::isfinite(walk_m_[team])) return PlaceReason::kUnreachable;
  }
  const double k = static_cast<double>(added_ + 1);
  const double slack = 0.5 * std::max(0.0, count_ - k) / k;
  return IsWithin(max_ratio_ * (1 + slack)) ? PlaceReason::kNone : PlaceReason::kUnfair;
}

void TeamBalance::Add() {
  const bool is_balanced = IsWithin(max_ratio_);
  ++added_;
  for (size_t team = 0; team < sum_m_.size(); ++team) {
    sum_m_[team] += walk_m_[team];
    if (is_balanced) means_m_[team] = sum_m_[team] / static_cast<double>(added_);
  }
  if (is_balanced) balanced_count_ = added_;
}

}  // namespace waystone

#include "core/placement/team_balance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace waystone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr uint32_t kMaxPairNodes = 1'000'000;
constexpr uint32_t kLeastWork = 16;  // [search nodes] that one search is worth at least
constexpr double kRounding = 1e-9;
constexpr uint32_t kFewUnfair = 64;
constexpr uint32_t kLookedAt = 8;  // [places]

uint64_t MostUnfair(uint64_t most, uint64_t count) { return most + most / 1024 * count; }

}  // namespace

TeamBalance::TeamBalance(const WalkGround& ground, std::vector<NavLocation> starts, double max_ratio,
                         uint32_t count, const Deadline& deadline)
    : starts_(std::move(starts)),
      max_ratio_(max_ratio),
      count_(count),
      deadline_(deadline),
      pairs_(ground.MakePairs()),
      most_unfair_(MostUnfair(ground.MostEffort().unfair, count)),
      nodes_left_(ground.MostEffort().nodes),
      walk_m_(starts_.size()),
      sum_m_(starts_.size()),
      means_m_(starts_.size()) {
  if (pairs_ != nullptr) return;
  FloodOptions options;
  options.max_nodes = nodes_left_ / static_cast<uint32_t>(starts_.size());
  options.deadline = deadline;
  for (const NavLocation& start : starts_) {
    if (deadline.Expired()) return;
    WalkFlood& flood = *floods_.emplace_back(ground.MakeFlood());
    flood.Begin(start);
    is_cut_ = flood.GrowTo(kInfinity, options) != SearchOutcome::kExhausted || is_cut_;
  }
}

double TeamBalance::Ratio() const {
  double least_m = kInfinity;
  double most_m = 0;
  for (size_t team = 0; team < sum_m_.size(); ++team) {
    least_m = std::min(least_m, sum_m_[team] + walk_m_[team]);
    most_m = std::max(most_m, sum_m_[team] + walk_m_[team]);
  }
  return most_m > 0 ? most_m / least_m : 1;
}

PlaceReason TeamBalance::Measure(const NavLocation& place) {
  if (pairs_ == nullptr && floods_.size() < starts_.size()) return PlaceReason::kDeadline;
  const auto reaches = [&](const auto& flood) { return flood->Reaches(place); };
  if (!std::all_of(floods_.begin(), floods_.end(), reaches))
    return is_cut_ ? PlaceReason::kDistance : PlaceReason::kUnreachable;
  for (size_t team = 0; team < starts_.size(); ++team) {
    if (pairs_ == nullptr) {
      walk_m_[team] = floods_[team]->DistanceTo(place);
      continue;
    }
    if (nodes_left_ == 0) return PlaceReason::kCandidateLimit;
    const PairWalks::Walk walk =
        pairs_->Find(starts_[team], place, std::min(nodes_left_, kMaxPairNodes), deadline_);
    nodes_left_ -= std::min(nodes_left_, std::max(walk.expansions, kLeastWork));
    if (IsLate(walk.end)) return PlaceReason::kDeadline;
    walk_m_[team] = walk.cost_m;
    if (!std::isfinite(walk.cost_m)) {
      return IsCut(walk.end) ? PlaceReason::kDistance : PlaceReason::kUnreachable;
    }
  }
  return PlaceReason::kNone;
}

PlaceReason TeamBalance::OfPlace(const NavLocation& place) {
  if (unfair_ >= most_unfair_) return PlaceReason::kCandidateLimit;
  if (const PlaceReason reason = Measure(place); reason != PlaceReason::kNone) return reason;
  const double ratio = Ratio();
  if (ratio <= max_ratio_ * (1 + kRounding) || IsFairEnough(ratio)) return PlaceReason::kNone;
  ++unfair_;
  ++unfair_since_;
  return PlaceReason::kUnfair;
}

// Looks at some places, then takes the first that is no less fair than the fairest of them; now and then looks again.
bool TeamBalance::IsFairEnough(double ratio) {
  const double k = static_cast<double>(added_ + 1);
  const double slack = 0.5 * std::max(0.0, count_ - k) / k;
  if (unfair_since_ % (8 * kLookedAt) == 0) fairest_ = kInfinity;
  if (unfair_since_ % (8 * kLookedAt) >= kLookedAt)
    return ratio <= std::min(max_ratio_ * (1 + slack), fairest_);
  fairest_ = std::min(fairest_, ratio);
  return false;
}

std::optional<double> TeamBalance::lead_m() const {
  if (starts_.size() != 2 || unfair_since_ < kFewUnfair) return std::nullopt;
  return sum_m_[0] + walk_m_[0] - sum_m_[1] - walk_m_[1];
}

void TeamBalance::Add() {
  const bool is_balanced = Ratio() <= max_ratio_ * (1 + kRounding);
  ++added_;
  unfair_since_ = 0;
  for (size_t team = 0; team < sum_m_.size(); ++team) {
    sum_m_[team] += walk_m_[team];
    if (is_balanced) means_m_[team] = sum_m_[team] / static_cast<double>(added_);
  }
  if (is_balanced) balanced_count_ = added_;
}

}  // namespace waystone

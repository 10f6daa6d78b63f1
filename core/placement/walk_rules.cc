#include "core/placement/walk_rules.h"

#include <algorithm>
#include <limits>

namespace waystone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr uint32_t kMaxSpacingNodes = 1'000'000;
// Of the radius, tried in turn, so that a flood ends soon behind the nearest position.
constexpr double kFloodShares[] = {0.125, 0.25, 0.5, 1};

}  // namespace

AnchorWalks::AnchorWalks(const WalkGround& ground, const std::vector<NavLocation>& anchors, double limit_m,
                         uint32_t max_nodes, const Deadline& deadline)
    : limit_m_(limit_m) {
  FloodOptions options;
  options.max_nodes = max_nodes / static_cast<uint32_t>(std::max<size_t>(anchors.size(), 1));
  options.deadline = deadline;
  for (const NavLocation& anchor : anchors) {
    if (end_ != SearchOutcome::kExhausted) return;  // no distance is known any more
    WalkFlood& flood = *floods_.emplace_back(ground.MakeFlood());
    flood.Begin(anchor);
    end_ = flood.GrowTo(limit_m, options);
  }
}

double AnchorWalks::DistanceTo(const NavLocation& place) {
  double nearest_m = kInfinity;
  for (const auto& flood : floods_) nearest_m = std::min(nearest_m, flood->DistanceTo(place));
  return nearest_m;
}

WalkSpacing::WalkSpacing(const WalkGround& ground, double radius_m, const Deadline& deadline)
    : radius_m_(radius_m), deadline_(deadline), flood_(ground.MakeFlood()) {
  const double plane_reach_m = ground.PlaneReach_m(radius_m);
  if (plane_reach_m < kInfinity) grid_.emplace(plane_reach_m);
}

void WalkSpacing::Add(const NavLocation& position) {
  if (grid_) grid_->Add(position.point);
  positions_.push_back(position);
}

std::optional<double> WalkSpacing::DistanceFrom(const NavLocation& place) {
  if (grid_) {
    grid_->FindAround(place.point.Plane(), near_);
  } else {
    near_.resize(positions_.size());
    for (uint32_t i = 0; i < near_.size(); ++i) near_[i] = i;
  }
  if (near_.empty()) return kInfinity;
  flood_->Begin(place);
  FloodOptions options;
  options.max_nodes = kMaxSpacingNodes;
  options.deadline = deadline_;
  double nearest_m = kInfinity;
  for (const double share : kFloodShares) {
    const double grown_m = share * radius_m_;
    end_ = flood_->GrowTo(grown_m, options);
    if (end_ != SearchOutcome::kExhausted) return std::nullopt;
    for (const uint32_t i : near_) nearest_m = std::min(nearest_m, flood_->DistanceTo(positions_[i]));
    if (nearest_m <= grown_m) break;
  }
  return nearest_m;
}

}  // namespace waystone

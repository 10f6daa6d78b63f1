#include "core/clusters/cluster_search.h"

#include <algorithm>

namespace waystone {
namespace {

constexpr float kNotMeasured = -1;
// Hardly any way to the goal is straight: the line to it counts a little longer than it is, which saves a
// quarter of the time of long ways and makes them less than 0.2 % longer.
constexpr double kDetour = 1.03;

}  // namespace

double ClusterSearch::Left_m(uint32_t entrance) const {
  if (!goal_point_) return 0;
  const ClusterEntrance& at = clusters_->entrance(EntranceId(entrance));
  return kDetour * Distance(Vec2{at.x, at.z}, *goal_point_);
}

void ClusterSearch::Begin(const ClusterView& clusters, const ClusterEnds& ends) {
  clusters_ = clusters;
  goal_point_ = ends.goal_point;
  expansions_ = 0;
  best_ = kNone;
  best_m_ = ends.direct_m;
  open_.Clear();
  if (labels_.size() < clusters.entrances().size()) labels_.resize(clusters.entrances().size());
  if (++round_ == 0) {
    std::fill(labels_.begin(), labels_.end(), Label());
    round_ = 1;
  }
  if (best_m_ < std::numeric_limits<double>::infinity()) open_.Push({best_m_, kNone, 0});
  const ClusterRecord& cluster = clusters.cluster(ends.start);
  for (uint32_t id = cluster.first_out; id < cluster.first_out + cluster.out_count; ++id) {
    const ClusterEntrance& at = clusters.entrance(EntranceId(id));
    const double from_m = ends.start_point ? Distance(Vec2{at.x, at.z}, *ends.start_point) : 0;
    open_.Push({from_m + Left_m(id), id, kNotMeasured});
  }
}

void ClusterSearch::Reach(uint32_t entrance, float cost_m, uint32_t parent) {
  Label& label = labels_[entrance];
  if (label.round == round_ && label.cost_m <= cost_m) return;
  const double bound_m = cost_m + Left_m(entrance);
  if (bound_m >= best_m_) return;
  label = {round_, cost_m, parent};
  open_.Push({bound_m, entrance, cost_m});
}

void ClusterSearch::Expand(uint32_t entrance, float cost_m, const ClusterEnds& ends) {
  const ClusterEntrance& at = clusters_->entrance(EntranceId(entrance));
  if (at.to == ends.goal.value()) {
    const double whole_m = cost_m + ends.tail_m(EntranceId(entrance));
    if (whole_m < best_m_) {
      best_m_ = whole_m;
      best_ = entrance;
      open_.Push({whole_m, kNone, 0});
    }
  }
  const ClusterRecord& cluster = clusters_->cluster(ClusterId(at.to));
  uint32_t out = cluster.first_out;
  for (const float by_m : clusters_->CostsFrom(cluster, at.row)) {
    if (by_m < std::numeric_limits<float>::infinity()) Reach(out, cost_m + by_m, entrance);
    ++out;
  }
}

SearchOutcome ClusterSearch::Find(const ClusterView& clusters, const ClusterEnds& ends,
                                  const ClusterLimits& limits) {
  Begin(clusters, ends);
  while (!open_.empty()) {
    const Open top = open_.top();
    open_.Pop();
    if (top.entrance == kNone) return SearchOutcome::kFound;
    if (top.cost_m == kNotMeasured) {
      const double head_m = ends.head_m(EntranceId(top.entrance));
      if (head_m < std::numeric_limits<double>::infinity()) {
        Reach(top.entrance, static_cast<float>(head_m), kNone);
      }
      continue;
    }
    if (top.cost_m > labels_[top.entrance].cost_m) continue;
    if (expansions_ >= limits.max_expansions) return SearchOutcome::kExpansionLimit;
    if (expansions_ % ClusterLimits::kPollInterval == ClusterLimits::kPollInterval - 1 &&
        limits.deadline.Expired()) {
      return LateOutcome(limits.deadline);
    }
    ++expansions_;
    Expand(top.entrance, top.cost_m, ends);
  }
  return SearchOutcome::kExhausted;
}

void ClusterSearch::ReadPath(std::vector<EntranceId>& entrances) const {
  entrances.clear();
  for (uint32_t at = best_; at != kNone; at = labels_[at].parent) entrances.emplace_back(at);
  std::reverse(entrances.begin(), entrances.end());
}

}  // namespace waystone

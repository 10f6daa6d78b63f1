#include "bake/grid/grid_cluster_landmarks.h"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "core/graph/best_first.h"
#include "core/graph/union_find.h"
#include "core/grid/cell_costs.h"

namespace waystone {
namespace {

constexpr float kNever = std::numeric_limits<float>::infinity();

class EntranceFlood {
 public:
  EntranceFlood(const GridGround& ground, const GridClusterData& data) : ground_(ground), data_(data) {
    for (uint32_t cluster = 0; cluster < data.clusters.size(); ++cluster) {
      cluster_of_.insert(cluster_of_.end(), data.clusters[cluster].entrance_count, cluster);
    }
  }

  // The costs from one entrance to each.
  const std::vector<float>& From(uint32_t entrance) {
    costs_.assign(data_.entrances.size(), kNever);
    costs_[entrance] = 0;
    open_.Push({0, entrance});
    SpreadCosts(std::span(costs_), open_, [&](uint32_t from, float cost, const auto& reach) {
      const uint32_t partner = data_.entrances[from].partner.value();
      reach(partner, cost + Across(from, partner));
      const GridClusterRecord& cluster = data_.clusters[cluster_of_[from]];
      const uint64_t row =
          cluster.first_cost + uint64_t{from - cluster.first_entrance} * cluster.entrance_count;
      for (uint32_t i = 0; i < cluster.entrance_count; ++i) {
        reach(cluster.first_entrance + i, cost + data_.costs[row + i]);
      }
    });
    return costs_;
  }

 private:
  float Across(uint32_t from, uint32_t to) const {
    if (ground_.is_uniform) return 1;
    const GridClusterEntrance& a = data_.entrances[from];
    const GridClusterEntrance& b = data_.entrances[to];
    return static_cast<float>(StepCost(ground_, {a.column, a.row}, {b.column, b.row}));
  }

  const GridGround& ground_;
  const GridClusterData& data_;
  std::vector<uint32_t> cluster_of_;  // by entrance
  std::vector<float> costs_;
  OpenNodes<float> open_;
};

// The farthest of those that are reached; the first of equals.
uint32_t Farthest(const std::vector<float>& costs) {
  uint32_t farthest = 0;
  float most = -1;
  for (uint32_t i = 0; i < costs.size(); ++i) {
    if (!(costs[i] > most) || costs[i] == kNever) continue;
    most = costs[i];
    farthest = i;
  }
  return farthest;
}

// The first entrance of the part of the map that has the most of them.
uint32_t FirstOfLargestPart(const GridClusterData& data) {
  UnionFind parts(static_cast<uint32_t>(data.entrances.size()));
  for (uint32_t i = 0; i < data.entrances.size(); ++i) parts.Join(i, data.entrances[i].partner.value());
  for (const GridClusterRecord& cluster : data.clusters) {
    for (uint64_t k = 0; k < uint64_t{cluster.entrance_count} * cluster.entrance_count; ++k) {
      if (data.costs[cluster.first_cost + k] == kNever) continue;
      const auto row = static_cast<uint32_t>(k / cluster.entrance_count);
      const auto column = static_cast<uint32_t>(k % cluster.entrance_count);
      parts.Join(cluster.first_entrance + row, cluster.first_entrance + column);
    }
  }
  std::vector<uint32_t> sizes(data.entrances.size());
  for (uint32_t i = 0; i < sizes.size(); ++i) ++sizes[parts.Root(i)];
  return static_cast<uint32_t>(std::ranges::max_element(sizes) - sizes.begin());
}

}  // namespace

void AddLandmarks(const GridGround& ground, uint32_t count, GridClusterData& data) {
  const auto entrance_count = static_cast<uint32_t>(data.entrances.size());
  count = std::min(count, entrance_count);
  data.header.landmark_count = count;
  data.landmark_costs.resize(size_t{count} * entrance_count);
  if (count == 0) return;
  EntranceFlood flood(ground, data);
  std::vector<float> nearest = flood.From(FirstOfLargestPart(data));
  for (uint32_t landmark = 0; landmark < count; ++landmark) {
    const std::vector<float>& costs = flood.From(Farthest(nearest));
    for (uint32_t i = 0; i < entrance_count; ++i) {
      data.landmark_costs[size_t{i} * count + landmark] = costs[i];
      // The first landmark only replaces the place at which the search for it began.
      nearest[i] = landmark == 0 ? costs[i] : std::min(nearest[i], costs[i]);
    }
  }
}

}  // namespace waystone

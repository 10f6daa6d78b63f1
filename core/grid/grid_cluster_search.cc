#include "core/grid/grid_cluster_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

#include "core/grid/cell_costs.h"
#include "core/grid/octile.h"
#include "core/grid/weighted_search.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
// The remaining cost is weighted a little higher than its bound, so that the search skips some paths that
// cost nearly the same.
constexpr float kDetour = 1.02F;

class GridClusterRouter {
 public:
  GridClusterRouter(const GridGround& ground, const GridClusterView& clusters, const GridQuery& query,
                    GridClusterWorkspace& workspace, GridPath& path)
      : ground_(ground),
        clusters_(clusters),
        query_(query),
        ws_(workspace),
        path_(path),
        start_cluster_(clusters.tiling().ClusterOf(query.start)),
        goal_cluster_(clusters.tiling().ClusterOf(query.goal)),
        least_(static_cast<double>(LeastCost(ground))) {}

  void Find() {
    path_.turns.clear();
    path_.steps = {};
    path_.cost = 0;
    path_.cost_ratio = 1;
    path_.expanded = 0;
    path_.outcome = SearchOutcome::kExhausted;
    Begin();
    if (ws_.search.Run(*this) != PartitionEnd::kArrived) return;
    path_.outcome = SearchOutcome::kFound;
    if (!ReadCells()) {
      path_.outcome = SearchOutcome::kExhausted;
      return;
    }
    ws_.shortener.Shorten(ground_, ws_.cells, path_);
    const double least = least_ * OctileDistance(query_.start, query_.goal);
    path_.cost_ratio = least > 0 ? std::max(1.0, path_.cost / least) : 1;
  }

  // Lower bound of the cost from an entrance to the goal, over entrances.
  float Left(uint32_t id) const {
    float left = static_cast<float>(least_ * OctileDistance(clusters_.CellOf(EntranceId(id)), query_.goal));
    const std::span<const float> costs = clusters_.LandmarkCosts(EntranceId(id));
    for (size_t i = 0; i < costs.size(); ++i) {
      // If neither cost is finite, the difference is NaN, which is never greater.
      const float apart = std::abs(costs[i] - ws_.goal_landmarks[i]);
      left = apart > left ? apart : left;
    }
    return kDetour * left;
  }
  double Head(uint32_t id) const { return Follow(start_cluster_, EntranceId(id), query_.start, nullptr); }
  bool MustStop() { return waystone::MustStop(query_, path_); }
  void Expand(uint32_t entrance, float cost) {
    const EntranceId partner = clusters_.entrance(EntranceId(entrance)).partner;
    const ClusterId behind = clusters_.tiling().ClusterOf(clusters_.CellOf(partner));
    const double entered = static_cast<double>(cost) + StepThrough(EntranceId(entrance));
    const GridClusterRecord& cluster = clusters_.cluster(behind);
    if (behind == goal_cluster_) {
      const float tail = ws_.tails[partner.value() - cluster.first_entrance];
      ws_.search.Arrive(entered + static_cast<double>(tail), entrance);
    }
    uint32_t to = cluster.first_entrance;
    for (const float by : clusters_.CostsFrom(cluster, partner)) {
      if (by < GridClusterFlood::kNever && to != partner.value()) {
        ws_.search.Reach(*this, to, static_cast<float>(entered + static_cast<double>(by)), entrance);
      }
      ++to;
    }
  }

 private:
  // [cells] The cost of stepping through an entrance into the next cluster.
  double StepThrough(EntranceId entrance) const {
    if (ground_.is_uniform) return 1;
    return StepCost(ground_, clusters_.CellOf(entrance),
                    clusters_.CellOf(clusters_.entrance(entrance).partner));
  }
  double Follow(ClusterId cluster, EntranceId entrance, Cell from, std::vector<Cell>* cells) const {
    return FollowGridClusterTree(ground_, clusters_, cluster, clusters_.entrance(entrance).tree, from, cells);
  }

  // The path within the cluster, if start and goal share one.
  double Direct() {
    if (start_cluster_ != goal_cluster_) return kInfinite;
    ws_.flood.SetCluster(ground_, clusters_.tiling().AreaOf(goal_cluster_));
    ws_.flood.ToCell(query_.goal);
    const float cost = ws_.flood.CostAt(query_.start);
    return cost < GridClusterFlood::kNever ? static_cast<double>(cost) : kInfinite;
  }

  // Costs from the entrances of the goal's cluster to the goal, and from them the costs from all landmarks.
  void MeasureTails() {
    const GridClusterRecord& cluster = clusters_.cluster(goal_cluster_);
    ws_.tails.clear();
    ws_.goal_landmarks.assign(clusters_.header().landmark_count, GridClusterFlood::kNever);
    for (uint32_t i = cluster.first_entrance; i < cluster.first_entrance + cluster.entrance_count; ++i) {
      const auto tail = static_cast<float>(Follow(goal_cluster_, EntranceId(i), query_.goal, nullptr));
      ws_.tails.push_back(tail);
      const std::span<const float> costs = clusters_.LandmarkCosts(EntranceId(i));
      for (size_t k = 0; k < costs.size(); ++k) {
        ws_.goal_landmarks[k] = std::min(ws_.goal_landmarks[k], costs[k] + tail);
      }
    }
  }

  void Begin() {
    MeasureTails();
    ws_.search.Begin(clusters_.entrances().size(), Direct());
    const GridClusterRecord& cluster = clusters_.cluster(start_cluster_);
    for (uint32_t i = cluster.first_entrance; i < cluster.first_entrance + cluster.entrance_count; ++i) {
      const Cell cell = clusters_.CellOf(EntranceId(i));
      const auto head = static_cast<float>(least_ * OctileDistance(query_.start, cell));
      ws_.search.Open(i, head + Left(i));
    }
  }

  // Reads all cells of the path. False if the trees do not fit the costs.
  bool ReadCells() {
    ws_.cells.clear();
    ws_.cells.push_back(query_.start);
    ws_.search.ReadPath(ws_.entrances);
    if (ws_.entrances.empty()) return FollowFlood();
    ClusterId cluster = start_cluster_;
    for (const EntranceId at : ws_.entrances) {
      if (!(Follow(cluster, at, ws_.cells.back(), &ws_.cells) < kInfinite)) return false;
      if (!(ws_.cells.back() == clusters_.CellOf(at))) return false;
      ws_.cells.push_back(clusters_.CellOf(clusters_.entrance(at).partner));
      cluster = clusters_.tiling().ClusterOf(ws_.cells.back());
    }
    ws_.tail.assign(1, query_.goal);
    const EntranceId partner = clusters_.entrance(ws_.entrances.back()).partner;
    if (!(Follow(cluster, partner, query_.goal, &ws_.tail) < kInfinite)) return false;
    if (!(ws_.tail.back() == ws_.cells.back())) return false;
    ws_.cells.insert(ws_.cells.end(), ws_.tail.rbegin() + 1, ws_.tail.rend());
    return true;
  }

  // The path within one cluster, read from ws_.flood.
  bool FollowFlood() {
    while (!(ws_.cells.back() == query_.goal)) {
      ws_.cells.push_back(CellAfter(ws_.cells.back(), ws_.flood.StepAt(ws_.cells.back())));
    }
    return true;
  }

  const GridGround& ground_;
  const GridClusterView& clusters_;
  const GridQuery& query_;
  GridClusterWorkspace& ws_;
  GridPath& path_;
  const ClusterId start_cluster_;
  const ClusterId goal_cluster_;
  const double least_;  // [per cell of path]
};

}  // namespace

bool DoGridClustersServe(const GridGround& ground) {
  if (ground.map->clusters() == nullptr || ground.is_changed) return false;
  if (ground.is_uniform || ground.map->is_uniform()) return ground.is_uniform == ground.map->is_uniform();
  for (uint64_t areas = ground.map->used_areas(); areas != 0; areas &= areas - 1) {
    const auto area = static_cast<size_t>(std::countr_zero(areas));
    if (ground.area_cost[area] != ground.map->header().area_cost[area]) return false;
  }
  return true;
}

void FindGridClusterPath(const GridGround& ground, const GridClusterView& clusters, const GridQuery& query,
                         GridClusterWorkspace& workspace, GridPath& path) {
  GridClusterRouter(ground, clusters, query, workspace, path).Find();
}

}  // namespace waystone

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "bake/skeleton/skeleton_graph.h"
#include "core/graph/union_find.h"

namespace waystone {
namespace {

// Lengths of steps in fifths of the spacing: 7 for a diagonal is 1 % too little, which the last factor mends.
constexpr uint32_t kAxisCost = 5;
constexpr uint32_t kDiagonalCost = 7;
constexpr double kMendDiagonals = 1.0102;
constexpr size_t kBuckets = 1024;  // more than the longest walk between two points, in fifths
constexpr double kLeastArc_m = 1e-3;

Vec3 At(const LaunchGraph& graph, uint32_t point) { return Vec3(graph.points[point].at); }

// Distances by buckets (R. B. Dial, "Algorithm 360", CACM 12, 1969).
class FarthestSearch {
 public:
  FarthestSearch(const LaunchGraph& graph, const std::vector<bool>& is_kept)
      : graph_(graph), cost_(graph.points.size(), kUnreached), buckets_(kBuckets) {
    for (const ExtraArc& arc : graph.extra_arcs) {
      if (arc.link != kNoSkeletonLink) continue;
      extra_.emplace_back(arc.from, arc.to);
      extra_.emplace_back(arc.to, arc.from);
    }
    std::ranges::sort(extra_);
    for (uint32_t p = 0; p < graph.points.size(); ++p) {
      if (is_kept[p]) Reach(p, 0);
    }
  }

  double Run() {
    uint32_t farthest = 0;
    for (uint32_t cost = 0; open_ > 0; ++cost) {
      // Walks of no length go into the bucket that is emptied.
      std::vector<uint32_t>& bucket = buckets_[cost % kBuckets];
      for (size_t k = 0; k < bucket.size(); ++k) {
        --open_;
        if (cost_[bucket[k]] != cost) continue;
        farthest = cost;
        Expand(bucket[k], cost);
      }
      bucket.clear();
    }
    return farthest * graph_.spacing_m / kAxisCost * kMendDiagonals;
  }

 private:
  static constexpr uint32_t kUnreached = 0xffffffffU;

  void Reach(uint32_t point, uint32_t cost) {
    if (cost >= cost_[point]) return;
    cost_[point] = cost;
    buckets_[cost % kBuckets].push_back(point);
    ++open_;
  }

  void Expand(uint32_t p, uint32_t cost) {
    const LaunchPoint& point = graph_.points[p];
    for (uint32_t d = 0; d < kDirectionCount; ++d) {
      const uint32_t to = point.neighbours[d];
      if (to != kNoLaunchPoint) Reach(to, cost + (d % 2 == 0 ? kAxisCost : kDiagonalCost));
    }
    if (point.is_fixed == 0) return;
    for (auto arc = std::lower_bound(extra_.begin(), extra_.end(), std::pair(p, uint32_t{0}));
         arc != extra_.end() && arc->first == p; ++arc) {
      const double apart = PlaneDistance(At(graph_, p), At(graph_, arc->second)) / graph_.spacing_m;
      Reach(arc->second,
            cost + std::min<uint32_t>(static_cast<uint32_t>(std::ceil(apart * kAxisCost)), kBuckets - 1));
    }
  }

  const LaunchGraph& graph_;
  std::vector<uint32_t> cost_;
  std::vector<std::vector<uint32_t>> buckets_;
  std::vector<std::pair<uint32_t, uint32_t>> extra_;
  uint64_t open_ = 0;
};

// Marks kept points that nothing kept is beside: each is all of its ground. Points that straightening left
// out have neighbours.
void MarkLone(const LaunchGraph& graph, const std::vector<bool>& is_kept, std::vector<bool>& is_used) {
  std::vector<bool> has_extra(graph.points.size(), false);
  for (const ExtraArc& arc : graph.extra_arcs) has_extra[arc.from] = has_extra[arc.to] = true;
  for (uint32_t p = 0; p < graph.points.size(); ++p) {
    if (!is_kept[p] || has_extra[p]) continue;
    const auto& neighbours = graph.points[p].neighbours;
    const bool is_lone = std::ranges::none_of(
        neighbours, [&](uint32_t neighbour) { return neighbour != kNoLaunchPoint && is_kept[neighbour]; });
    if (is_lone) is_used[p] = true;
  }
}

// Pieces and loops, directions and doubled arcs ignored.
void CountLoops(SkeletonData& data) {
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  for (uint32_t k = 0; k < data.key_points.size(); ++k) {
    for (uint32_t a = data.rows[k]; a < data.rows[k + 1]; ++a) {
      pairs.push_back(std::minmax(k, data.arcs[a].target));
    }
  }
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  UnionFind pieces(static_cast<uint32_t>(data.key_points.size()));
  for (const auto& [a, b] : pairs) pieces.Join(a, b);
  data.header.component_count = pieces.set_count();
  data.header.cycle_rank = static_cast<uint32_t>(pairs.size() + pieces.set_count() - pieces.size());
}

}  // namespace

double FarthestFrom(const LaunchGraph& graph, const std::vector<bool>& is_kept) {
  return FarthestSearch(graph, is_kept).Run();
}

SkeletonData PackSkeleton(const LaunchGraph& graph, const std::vector<bool>& is_kept,
                          const std::vector<ThinArc>& arcs) {
  std::vector<bool> is_used(graph.points.size(), false);
  for (const ThinArc& arc : arcs) is_used[arc.from] = is_used[arc.to] = true;
  MarkLone(graph, is_kept, is_used);
  std::vector<uint32_t> used;
  for (uint32_t p = 0; p < graph.points.size(); ++p) {
    if (is_used[p]) used.push_back(p);
  }
  std::ranges::sort(used, {}, [&](uint32_t a) { return std::tuple(graph.points[a].poly, a); });
  SkeletonData data;
  std::vector<uint32_t> key_of(graph.points.size(), kNoLaunchPoint);
  for (const uint32_t p : used) {
    key_of[p] = static_cast<uint32_t>(data.key_points.size());
    const LaunchPoint& point = graph.points[p];
    data.key_points.push_back({point.at.x, point.at.y, point.at.z, point.poly});
  }
  data.rows.assign(used.size() + 1, 0);
  for (const ThinArc& arc : arcs) ++data.rows[key_of[arc.from] + size_t{1}];
  std::partial_sum(data.rows.begin(), data.rows.end(), data.rows.begin());
  data.arcs.resize(arcs.size());
  std::vector<uint32_t> next(data.rows.begin(), data.rows.end() - 1);
  for (const ThinArc& arc : arcs) {
    const Vec3 from = At(graph, arc.from);
    const Vec3 to = At(graph, arc.to);
    const auto direction = static_cast<uint8_t>(DirectionOf(to.Plane() - from.Plane()));
    const auto back = static_cast<uint8_t>(Opposite(direction));
    const double length_m = std::max(kLeastArc_m, Distance(from, to));
    data.arcs[next[key_of[arc.from]]++] = {
        key_of[arc.to], static_cast<float>(length_m), arc.link, direction, back, 0, arc.kind};
  }
  for (size_t k = 0; k < data.key_points.size(); ++k) {
    std::sort(data.arcs.begin() + data.rows[k], data.arcs.begin() + data.rows[k + 1],
              [](const SkeletonArc& a, const SkeletonArc& b) {
                return std::tuple(a.target, a.link) < std::tuple(b.target, b.link);
              });
  }
  data.header.key_point_count = static_cast<uint32_t>(data.key_points.size());
  data.header.arc_count = static_cast<uint32_t>(data.arcs.size());
  data.header.launch_point_count = graph.points.size();
  data.header.spacing_m = static_cast<float>(graph.spacing_m);
  CountLoops(data);
  return data;
}

}  // namespace waystone

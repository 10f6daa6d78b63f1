#include <algorithm>
#include <tuple>

#include "bake/skeleton/skeleton_graph.h"

namespace waystone {
namespace {

bool IsDiagonal(uint32_t direction) { return direction % 2 == 1; }

// The neighbour that a walked arc leads to in a direction, if it is kept.
uint32_t Walked(const LaunchGraph& graph, const std::vector<bool>& is_kept, uint32_t point,
                uint32_t direction) {
  const LaunchPoint& p = graph.points[point];
  const uint32_t bit = 1U << direction;
  if ((p.out & bit) == 0 || (p.leaps & bit) != 0) return kNoLaunchPoint;
  const uint32_t to = p.neighbours[direction];
  return is_kept[to] ? to : kNoLaunchPoint;
}

// Whether two steps along the axes lead to the same point as a diagonal.
bool HasCorner(const LaunchGraph& graph, const std::vector<bool>& is_kept, uint32_t point,
               uint32_t diagonal) {
  const uint32_t to = graph.points[point].neighbours[diagonal];
  const uint32_t before = (diagonal + kDirectionCount - 1) % kDirectionCount;
  const uint32_t after = (diagonal + 1) % kDirectionCount;
  for (const auto& [first, second] : {std::pair{before, after}, {after, before}}) {
    const uint32_t corner = Walked(graph, is_kept, point, first);
    if (corner != kNoLaunchPoint && Walked(graph, is_kept, corner, second) == to) return true;
  }
  return false;
}

// Whether the arc is the south side of four points that are joined to and fro, over a diagonal too: nothing
// solid lies between them.
bool ClosesSquare(const LaunchGraph& graph, const std::vector<bool>& is_kept, uint32_t point,
                  uint32_t direction) {
  constexpr uint32_t kNorth = 0;
  const uint32_t to = graph.points[point].neighbours[direction];
  const uint32_t over = Walked(graph, is_kept, point, kNorth);
  const uint32_t over_to = Walked(graph, is_kept, to, kNorth);
  if (over == kNoLaunchPoint || over_to == kNoLaunchPoint) return false;
  const auto leads = [&](uint32_t a, uint32_t b) {
    for (uint32_t d = 0; d < kDirectionCount; ++d) {
      if (Walked(graph, is_kept, a, d) == b) return true;
    }
    return false;
  };
  const auto joined = [&](uint32_t a, uint32_t b) { return leads(a, b) && leads(b, a); };
  return joined(point, over) && joined(to, over_to) && joined(over, over_to) && joined(point, to) &&
         (joined(point, over_to) || joined(to, over));
}

bool IsNeedless(const LaunchGraph& graph, const std::vector<bool>& is_kept, uint32_t point,
                uint32_t direction) {
  if (IsDiagonal(direction)) return HasCorner(graph, is_kept, point, direction);
  const bool along_x = kCompass[direction][1] == 0;
  return along_x && ClosesSquare(graph, is_kept, point, direction);
}

SkeletonArcKind LeapKind(const LaunchGraph& graph, uint32_t from, uint32_t to) {
  return graph.points[to].at.y < graph.points[from].at.y ? SkeletonArcKind::kDrop : SkeletonArcKind::kJump;
}

}  // namespace

std::vector<ThinArc> KeptArcs(const LaunchGraph& graph, const std::vector<bool>& is_kept) {
  std::vector<ThinArc> arcs;
  for (uint32_t p = 0; p < graph.points.size(); ++p) {
    if (!is_kept[p]) continue;
    const LaunchPoint& point = graph.points[p];
    for (uint32_t d = 0; d < kDirectionCount; ++d) {
      const uint32_t bit = 1U << d;
      if ((point.out & bit) == 0 || !is_kept[point.neighbours[d]]) continue;
      const bool is_leap = (point.leaps & bit) != 0;
      if (!is_leap && IsNeedless(graph, is_kept, p, d)) continue;
      const uint32_t to = point.neighbours[d];
      arcs.push_back({p, to, kNoSkeletonLink, is_leap ? LeapKind(graph, p, to) : SkeletonArcKind::kWalk});
    }
  }
  for (const ExtraArc& arc : graph.extra_arcs) {
    const SkeletonArcKind kind =
        arc.link == kNoSkeletonLink ? SkeletonArcKind::kWalk : SkeletonArcKind::kLink;
    if (is_kept[arc.from] && is_kept[arc.to]) arcs.push_back({arc.from, arc.to, arc.link, kind});
  }
  std::ranges::sort(arcs, {}, [](const ThinArc& a) { return std::tuple(a.from, a.to, a.link, a.kind); });
  const auto is_same = [](const ThinArc& a, const ThinArc& b) {
    return a.from == b.from && a.to == b.to && a.link == b.link;
  };
  arcs.erase(std::unique(arcs.begin(), arcs.end(), is_same), arcs.end());
  return arcs;
}

}  // namespace waystone

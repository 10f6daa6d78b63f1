#include "bake/waypoint/waypoint_skeleton.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "bake/skeleton/finish_skeleton.h"
#include "bake/skeleton/launch_graph.h"
#include "bake/skeleton/skeleton_graph.h"
#include "core/skeleton/round_walk.h"

namespace waystone {
namespace {

constexpr double kLeastSpacing_m = 0.25;

// [m] The mean length of an arc.
double Spacing_m(const WaypointView& graph) {
  double sum_m = 0;
  for (PolyId node(0); node.value() < graph.size(); ++node) {
    for (LinkId i = graph.FirstArc(node); i < graph.EndArc(node); ++i) {
      sum_m += Distance(graph.Position(node), graph.Position(graph.arc(i).target));
    }
  }
  return graph.arcs().empty() ? kLeastSpacing_m
                              : std::max(kLeastSpacing_m, sum_m / static_cast<double>(graph.arcs().size()));
}

}  // namespace

SkeletonData SkeletonOf(const WaypointView& graph, uint64_t abilities) {
  LaunchGraph launch;
  launch.spacing_m = Spacing_m(graph);
  std::vector<ThinArc> arcs;
  for (PolyId node(0); node.value() < graph.size(); ++node) {
    LaunchPoint& point = launch.points.emplace_back();
    point.at = graph.Position(node).ToFloat();
    point.poly = node.value();
    for (LinkId i = graph.FirstArc(node); i < graph.EndArc(node); ++i) {
      if (!graph.MayUse(graph.arc(i), abilities)) continue;
      arcs.push_back({node.value(), graph.arc(i).target.value(), i.value(), SkeletonArcKind::kLink});
    }
  }
  std::ranges::sort(arcs, {}, [](const ThinArc& a) { return std::tuple(a.from, a.to, a.link); });
  SkeletonData data = PackSkeleton(launch, std::vector<bool>(launch.points.size(), true), arcs);
  BakeRoundWalk(data, WalkPasses(data.header.key_point_count));
  return data;
}

}  // namespace waystone

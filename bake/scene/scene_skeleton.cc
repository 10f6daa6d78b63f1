#include "bake/scene/scene_skeleton.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "bake/skeleton/finish_skeleton.h"
#include "bake/skeleton/launch_graph.h"
#include "bake/skeleton/skeleton_graph.h"
#include "core/graph/union_find.h"
#include "core/navmesh/surface_queries.h"
#include "core/skeleton/round_walk.h"

namespace waystone {
namespace {

constexpr double kLeastSpacing_m = 0.25;
constexpr uint8_t kFewLinks = 2;  // of a polygon, beyond those without which some would be apart

class PolygonGraph {
 public:
  PolygonGraph(const NavmeshView& mesh, const LinkView& links, uint64_t abilities)
      : mesh_(mesh),
        links_(links),
        abilities_(abilities),
        middle_of_(mesh.poly_count()),
        side_point_(mesh.arrays().edges.size(), kNoLaunchPoint) {}

  SkeletonData Pack() {
    AddPoints();
    for (PolyId poly(0); poly.value() < mesh_.poly_count(); ++poly) {
      AddWalks(poly);
    }
    AddLinks();
    const auto key = [](const ThinArc& arc) { return std::tuple(arc.from, arc.to, arc.link); };
    std::ranges::sort(arcs_, {}, key);
    const auto is_again = [](const ThinArc& a, const ThinArc& b) { return a.from == b.from && a.to == b.to; };
    arcs_.erase(std::unique(arcs_.begin(), arcs_.end(), is_again), arcs_.end());
    graph_.spacing_m = kLeastSpacing_m;
    double sum_m = 0;
    for (const ThinArc& arc : arcs_) sum_m += Distance(PointOf(arc.from), PointOf(arc.to));
    if (!arcs_.empty())
      graph_.spacing_m = std::max(kLeastSpacing_m, sum_m / static_cast<double>(arcs_.size()));
    SkeletonData data = PackSkeleton(graph_, std::vector<bool>(graph_.points.size(), true), arcs_);
    BakeRoundWalk(data, WalkPasses(data.header.key_point_count));
    return data;
  }

 private:
  Vec3 PointOf(uint32_t point) const { return graph_.points[point].at; }

  uint32_t AddPoint(PolyId poly, const Vec3& at) {
    LaunchPoint& point = graph_.points.emplace_back();
    point.at = at.ToFloat();
    point.poly = poly.value();
    return static_cast<uint32_t>(graph_.points.size() - 1);
  }

  void AddPoints() {
    for (PolyId poly(0); poly.value() < mesh_.poly_count(); ++poly) {
      const NavPoly& record = mesh_.poly(poly);
      Vec3 sum;
      for (uint32_t k = 0; k < record.edge_count; ++k) {
        sum = sum + mesh_.EdgeStart(EdgeId(record.first_edge + k));
      }
      middle_of_[poly.value()] =
          AddPoint(poly, ClosestPointOnPoly(mesh_, poly, sum * (1.0 / record.edge_count)));
      for (uint32_t e = record.first_edge; e < record.first_edge + record.edge_count; ++e) {
        const uint32_t twin = mesh_.edge(EdgeId(e)).twin;
        const bool is_shared = twin != kNoEdge && mesh_.edge(EdgeId(twin)).twin == e;
        if (!is_shared || twin < e) continue;
        const Vec3 middle = (Vec3(mesh_.EdgeStart(EdgeId(e))) + mesh_.EdgeEnd(EdgeId(e))) * 0.5;
        side_point_[e] = side_point_[twin] = AddPoint(poly, ClosestPointOnPoly(mesh_, poly, middle));
      }
    }
  }

  // Between the middle and the sides, which a convex polygon lets one walk.
  void AddWalks(PolyId poly) {
    const NavPoly& record = mesh_.poly(poly);
    for (uint32_t e = record.first_edge; e < record.first_edge + record.edge_count; ++e) {
      if (side_point_[e] == kNoLaunchPoint) continue;
      const uint32_t middle = middle_of_[poly.value()];
      arcs_.push_back({middle, side_point_[e], kNoSkeletonLink, SkeletonArcKind::kWalk});
      arcs_.push_back({side_point_[e], middle, kNoSkeletonLink, SkeletonArcKind::kWalk});
    }
  }

  void AddArc(uint32_t link) {
    const NavLink& record = links_.link(LinkId(link));
    arcs_.push_back(
        {middle_of_[record.start_poly], middle_of_[record.end_poly], link, SkeletonArcKind::kLink});
  }

  // Adds all one-way links. It adds a two-way link, the shortest first, if the link joins parts that were apart, or if both
  // ends have fewer than kFewLinks.
  void AddLinks() {
    std::vector<uint32_t> two_way;
    for (uint32_t i = 0; i < links_.size(); ++i) {
      const NavLink& link = links_.link(LinkId(i));
      if (!MayUse(link, abilities_)) continue;
      const bool is_two_way =
          link.reverse != kNoLink && MayUse(links_.link(LinkId(link.reverse)), abilities_);
      if (!is_two_way) AddArc(i);
      if (is_two_way && link.reverse > i) two_way.push_back(i);
    }
    std::ranges::stable_sort(two_way, {}, [&](uint32_t i) { return LinkCost_m(links_.link(LinkId(i))); });
    UnionFind joined(mesh_.poly_count());
    for (const NavEdge& edge : mesh_.arrays().edges) {
      if (edge.twin != kNoEdge) joined.Join(edge.poly, mesh_.edge(EdgeId(edge.twin)).poly);
    }
    std::vector<uint8_t> counts(mesh_.poly_count());
    for (const uint32_t i : two_way) {
      const NavLink& link = links_.link(LinkId(i));
      uint8_t& from = counts[link.start_poly];
      uint8_t& to = counts[link.end_poly];
      const bool is_new = joined.Join(link.start_poly, link.end_poly);
      if (!is_new && (from >= kFewLinks || to >= kFewLinks)) continue;
      from = static_cast<uint8_t>(std::min(from + 1, 255));
      to = static_cast<uint8_t>(std::min(to + 1, 255));
      AddArc(i);
      AddArc(link.reverse);
    }
  }

  const NavmeshView& mesh_;
  const LinkView& links_;
  const uint64_t abilities_;
  std::vector<uint32_t> middle_of_;   // [polygon]
  std::vector<uint32_t> side_point_;  // [half-edge]
  LaunchGraph graph_;
  std::vector<ThinArc> arcs_;
};

}  // namespace

SkeletonData SkeletonOfPolygons(const NavmeshView& mesh, const LinkView& links, uint64_t abilities) {
  return PolygonGraph(mesh, links, abilities).Pack();
}

}  // namespace waystone

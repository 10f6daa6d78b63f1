#include "tests/support/cell_skeleton.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

constexpr double kTurn_rad = 6.283185307179586;

Vec3 Middle(const NavmeshView& mesh, PolyId poly) {
  const std::span<const NavEdge> edges = mesh.edges(poly);
  Vec2 sum;
  for (const NavEdge& edge : edges) sum = sum + Vec3(mesh.vertex(VertexId(edge.vertex))).Plane();
  const Vec2 at = sum * (1.0 / static_cast<double>(edges.size()));
  return {at.x, HeightOnPoly(mesh, poly, at), at.z};
}

// Of 8, clockwise from north (-z).
uint8_t Direction(const Vec3& from, const Vec3& to) {
  const double angle = std::atan2(to.x - from.x, from.z - to.z);
  return static_cast<uint8_t>(static_cast<int>(std::lround(angle / kTurn_rad * 8) + 8) % 8);
}

}  // namespace

CellSkeleton::CellSkeleton(const NavmeshView& mesh) : mesh_(mesh), is_kept_(mesh.poly_count(), true) {
  for (uint32_t poly = 0; poly < mesh.poly_count(); ++poly) {
    for (const NavEdge& edge : mesh.edges(PolyId(poly))) {
      if (edge.twin == kNoEdge) continue;
      AddArc(PolyId(poly), PolyId(mesh.edge(EdgeId(edge.twin)).poly), SkeletonArcKind::kWalk);
    }
  }
}

void CellSkeleton::AddLinks(const LinkView& links) {
  for (uint32_t id = 0; id < links.size(); ++id) {
    const NavLink& link = links.link(LinkId(id));
    AddArc(PolyId(link.start_poly), PolyId(link.end_poly), SkeletonArcKind::kLink, id);
  }
}

void CellSkeleton::AddArc(PolyId from, PolyId to, SkeletonArcKind kind, uint32_t link) {
  arcs_.push_back({from.value(), to.value(), kind, link});
}

void CellSkeleton::Drop(PolyId poly) { is_kept_[poly.value()] = false; }

SkeletonData CellSkeleton::Data() const {
  SkeletonData data;
  std::vector<uint32_t> ids(mesh_.poly_count(), 0);
  for (uint32_t poly = 0; poly < mesh_.poly_count(); ++poly) {
    if (!is_kept_[poly]) continue;
    ids[poly] = static_cast<uint32_t>(data.key_points.size());
    const Vec3f at = Middle(mesh_, PolyId(poly)).ToFloat();
    data.key_points.push_back({at.x, at.y, at.z, poly});
  }
  std::vector<Arc> arcs = arcs_;
  std::sort(arcs.begin(), arcs.end(), [](const Arc& a, const Arc& b) {
    return std::tie(a.from, a.to, a.link) < std::tie(b.from, b.to, b.link);
  });
  data.rows.assign(1, 0);
  for (uint32_t poly = 0; poly < mesh_.poly_count(); ++poly) {
    if (!is_kept_[poly]) continue;
    const Vec3 from = Middle(mesh_, PolyId(poly));
    auto arc =
        std::lower_bound(arcs.begin(), arcs.end(), poly, [](const Arc& a, uint32_t p) { return a.from < p; });
    for (; arc != arcs.end() && arc->from == poly; ++arc) {
      if (!is_kept_[arc->to]) continue;
      const Vec3 to = Middle(mesh_, PolyId(arc->to));
      data.arcs.push_back({.target = ids[arc->to],
                           .length_m = static_cast<float>(Distance(from, to)),
                           .link = arc->link,
                           .direction = Direction(from, to),
                           .back = Direction(to, from),
                           .uses = 0,
                           .kind = arc->kind});
    }
    data.rows.push_back(static_cast<uint32_t>(data.arcs.size()));
  }
  data.header.key_point_count = static_cast<uint32_t>(data.key_points.size());
  data.header.arc_count = static_cast<uint32_t>(data.arcs.size());
  data.header.component_count = data.key_points.empty() ? 0 : 1;
  data.header.launch_point_count = data.key_points.size();
  data.header.spacing_m = 1;
  data.header.reach_m = 1;
  return data;
}

}  // namespace waystone

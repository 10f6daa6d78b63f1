#include "core/surface/navmesh/mesh_closures.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/changed/solid.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

constexpr size_t kBlock = 16;    // lines or polygons of a path that have one box around them
constexpr double kBeside_m = 2;  // between the boxes of obstacles that one would hardly pass between

bool OverlapInPlane(const Aabb& a, const Aabb& b) {
  return a.min.x <= b.max.x && a.max.x >= b.min.x && a.min.z <= b.max.z && a.max.z >= b.min.z;
}

}  // namespace

MeshClosures::MeshClosures(const MapView& baked, const RouteChanges& changes)
    : mesh_(*baked.navmesh), changes_(changes), agent_radius_m_(baked.variant->agent.radius_m) {
  met_.area_factors = changes.area_factors;
  met_.is_part = true;
  if (!changes.blocked_polys.empty()) own_blocked_.resize(mesh_.poly_count());
  for (const PolyId poly : changes.blocked_polys) own_blocked_[poly.value()] = true;
  for (const ClosedParts* parts : changes.Closed()) {
    for (const Solid& solid : parts->solids)
      obstacles_.push_back({&solid, ReachOf(solid, agent_radius_m_, baked.variant->agent.height_m)});
  }
}

bool MeshClosures::Add(const MapView& map, const SurfacePath& path) {
  ReadPolys(map, path);
  const bool has_links = AddLinks(map, path);
  const bool has_polys = AddPolys();
  return AddSolids(path) || has_polys || has_links;
}

void MeshClosures::ReadPolys(const MapView& map, const SurfacePath& path) {
  polys_.clear();
  polys_.reserve(path.crossed.size() + path.links.size() + 1);
  const auto add = [&](PolyId poly) {
    polys_.push_back(map.is_applied ? map.surface->BakedPoly(poly) : poly);
  };
  add(path.turns.front().poly);
  for (const EdgeId side : path.crossed)
    add(PolyId(map.navmesh->edge(EdgeId(map.navmesh->edge(side).twin)).poly));
  for (const LinkUse& use : path.links) add(PolyId(map.links->link(use.link).end_poly));
}

bool MeshClosures::AddLinks(const MapView& map, const SurfacePath& path) {
  const size_t before = met_.closed_links.size();
  for (const LinkUse& use : path.links) {
    const LinkId link = map.surface->BakedLink(use.link);
    if (changes_.IsClosed(link)) met_.closed_links.push_back(link);
  }
  return met_.closed_links.size() > before;
}

bool MeshClosures::AddPolys() {
  const size_t before = met_.blocked_polys.size();
  const uint64_t areas_before = met_.excluded_areas;
  for (const PolyId poly : polys_) {
    if (Blocks(poly)) AddBlocked(poly);
    if (changes_.excluded_areas == 0) continue;
    met_.excluded_areas |= changes_.excluded_areas & uint64_t{1} << mesh_.poly(poly).area;
  }
  return met_.blocked_polys.size() > before || met_.excluded_areas != areas_before;
}

// With all that are joined to it.
void MeshClosures::AddBlocked(PolyId poly) {
  size_t next = met_.blocked_polys.size();
  const auto add = [&](PolyId one) {
    if (Blocks(one) && is_taken_.insert(one.value()).second) met_.blocked_polys.push_back(one);
  };
  for (add(poly); next < met_.blocked_polys.size(); ++next) {
    for (const NavEdge& edge : mesh_.edges(met_.blocked_polys[next])) {
      if (edge.twin != kNoEdge) add(PolyId(mesh_.edge(EdgeId(edge.twin)).poly));
    }
  }
}

bool MeshClosures::AddSolids(const SurfacePath& path) {
  if (obstacles_.empty()) return false;
  poly_boxes_.clear();
  line_boxes_.clear();
  for (size_t k = 1; k < path.turns.size(); ++k) {
    if ((k - 1) % kBlock == 0) line_boxes_.emplace_back();
    line_boxes_.back().Extend(path.turns[k - 1].point);
    line_boxes_.back().Extend(path.turns[k].point);
  }
  const size_t before = met_.solids.size();
  for (size_t i = 0; i < obstacles_.size(); ++i) {
    if (obstacles_[i].is_met || !IsMet(obstacles_[i], path)) continue;
    obstacles_[i].is_met = true;
    met_.solids.push_back(*obstacles_[i].solid);
    AddBeside(i);
  }
  return met_.solids.size() > before;
}

bool MeshClosures::IsMet(const Obstacle& obstacle, const SurfacePath& path) {
  const auto is_near = [&](const Aabb& box) { return OverlapInPlane(box, obstacle.box); };
  const bool is_whole = obstacle.solid->takes_whole_polys;
  if (!is_whole && std::none_of(line_boxes_.begin(), line_boxes_.end(), is_near)) return false;
  const std::vector<CutLine> lines = FootprintOf(*obstacle.solid, agent_radius_m_);
  return (is_whole || IsOver(obstacle, lines, path)) && Touches(obstacle, lines);
}

// Whether the path leads over the footprint, at whatever height.
bool MeshClosures::IsOver(const Obstacle& obstacle, const std::vector<CutLine>& lines,
                          const SurfacePath& path) const {
  for (size_t block = 0; block < line_boxes_.size(); ++block) {
    if (!OverlapInPlane(line_boxes_[block], obstacle.box)) continue;
    const size_t last = std::min(path.turns.size() - 1, (block + 1) * kBlock);
    for (size_t k = block * kBlock; k < last; ++k) {
      if (SharesOver(lines, path.turns[k].point.Plane(), path.turns[k + 1].point.Plane())) return true;
    }
  }
  return false;
}

// Whether the obstacle touches the ground of a polygon of the path.
bool MeshClosures::Touches(const Obstacle& obstacle, const std::vector<CutLine>& lines) {
  if (poly_boxes_.empty()) {
    for (size_t k = 0; k < polys_.size(); ++k) {
      if (k % kBlock == 0) poly_boxes_.emplace_back();
      for (const NavEdge& edge : mesh_.edges(polys_[k]))
        poly_boxes_.back().Extend(Vec3(mesh_.vertex(VertexId(edge.vertex))));
    }
  }
  for (size_t block = 0; block < poly_boxes_.size(); ++block) {
    if (!OverlapInPlane(poly_boxes_[block], obstacle.box)) continue;
    const auto begin = polys_.begin() + static_cast<ptrdiff_t>(block * kBlock);
    const auto end = begin + static_cast<ptrdiff_t>(std::min(kBlock, polys_.size() - block * kBlock));
    if (std::any_of(begin, end,
                    [&](PolyId poly) { return heights_.Meets(mesh_, poly, lines, obstacle.box); }))
      return true;
  }
  return false;
}

void MeshClosures::AddBeside(size_t index) {
  Aabb around = obstacles_[index].box;
  around.min = around.min - Vec3(kBeside_m, 0, kBeside_m);
  around.max = around.max + Vec3(kBeside_m, 0, kBeside_m);
  for (Obstacle& other : obstacles_) {
    if (other.is_met || !OverlapInPlane(other.box, around)) continue;
    other.is_met = true;
    met_.solids.push_back(*other.solid);
  }
}

}  // namespace waystone

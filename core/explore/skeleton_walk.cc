#include "core/explore/skeleton_walk.h"

#include <cmath>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "core/navmesh/surface_walk.h"
#include "core/path/surface_path.h"

namespace waystone {
namespace {

// [m] A straight walk that ends this far above or below its target has ended on another floor.
constexpr double kSameFloor_m = 0.5;

bool IsWalk(const RouteLeg& leg) { return leg.kind == LinkKind::kWalk && !leg.link.has_value(); }

}  // namespace

SkeletonWalkWriter::SkeletonWalkWriter(const MapView& map, const RouteQuery& query, RouteSearch& search,
                                       RouteAnswer& answer)
    : map_(map), query_(query), search_(search), answer_(answer) {}

NavLocation SkeletonWalkWriter::PlaceOf(KeyPointId id) const {
  return {PolyId(map_.skeleton->key_point(id).poly), map_.skeleton->Position(id)};
}

bool SkeletonWalkWriter::AddPath(const SurfacePath& path) {
  at_ = path.turns.back();
  return search_.Append(path, query_, answer_);
}

absl::StatusOr<bool> SkeletonWalkWriter::AddArc(const SkeletonArc& arc) {
  if (arc.kind == SkeletonArcKind::kJump || arc.kind == SkeletonArcKind::kDrop) return AddJump(arc);
  SurfacePath& path = path_;
  path.turns.assign(1, at_);
  path.crossed.clear();
  path.links.clear();
  path.stretch_costs_m.clear();
  bool is_there = true;
  if (arc.kind == SkeletonArcKind::kLink) {
    const NavLink& link = map_.links->link(LinkId(arc.link));
    is_there = WalkTo({PolyId(link.start_poly), Vec3(link.start[0], link.start[1], link.start[2])});
    path.links.push_back({.link = LinkId(arc.link),
                          .turn = static_cast<uint32_t>(path.turns.size() - 1),
                          .crossed = static_cast<uint32_t>(path.crossed.size())});
    path.turns.push_back({PolyId(link.end_poly), Vec3(link.end[0], link.end[1], link.end[2])});
  }
  if (!is_there || !WalkTo(PlaceOf(KeyPointId(arc.target)))) {
    if (query_.deadline.Expired())
      return absl::DeadlineExceededError("in a search for the path along an arc");
    return absl::DataLossError(StrCat("map ", Quoted(map_.manifest->map_id),
                                      ": skeleton: no path leads along an arc to key point ", arc.target));
  }
  return AddPath(path);
}

// From the last turn: straight, or else round obstacles.
bool SkeletonWalkWriter::WalkTo(const NavLocation& target) {
  SurfacePath& path = path_;
  const size_t crossed = path.crossed.size();
  const RaycastResult ray = Raycast(*map_.navmesh, path.turns.back(), target.point.Plane(), &path.crossed);
  if (ray.reached && std::abs(ray.end.point.y - target.point.y) <= kSameFloor_m) {
    path.turns.push_back(target);  // on a side the ray may have ended in the polygon beside
    return true;
  }
  path.crossed.resize(crossed);
  return SearchTo(target);
}

bool SkeletonWalkWriter::SearchTo(const NavLocation& target) {
  SurfacePath& path = path_;
  PathTerms terms;
  // An index does not know what is excluded.
  terms.max_length_ratio = search_.IsChanged() ? 1 : 0;
  terms.deadline = query_.deadline;
  const FoundPath found = search_.FindPath(path.turns.back(), {&target, 1}, terms).found;
  if (!found.IsBest()) return false;
  const auto turns = static_cast<uint32_t>(path.turns.size() - 1);
  const auto crossed = static_cast<uint32_t>(path.crossed.size());
  path.turns.insert(path.turns.end(), found.path.turns.begin() + 1, found.path.turns.end());
  path.crossed.insert(path.crossed.end(), found.path.crossed.begin(), found.path.crossed.end());
  for (const LinkUse& use : found.path.links) {
    path.links.push_back({.link = use.link, .turn = use.turn + turns, .crossed = use.crossed + crossed});
  }
  return true;
}

bool SkeletonWalkWriter::AddJump(const SkeletonArc& arc) {
  const NavLocation target = PlaceOf(KeyPointId(arc.target));
  RouteLeg leg;
  leg.kind = arc.kind == SkeletonArcKind::kJump ? LinkKind::kJump : LinkKind::kDrop;
  leg.first_point = static_cast<uint32_t>(answer_.points.size() - 1);
  leg.point_count = 2;
  leg.length_m = Distance(at_.point, target.point);
  leg.cost_m = PlaneDistance(at_.point, target.point);
  if (query_.max_length_m > 0 && answer_.length_m + leg.length_m > query_.max_length_m) return false;
  answer_.length_m += leg.length_m;
  answer_.plane_length_m += leg.cost_m;
  answer_.cost_m += leg.cost_m;
  answer_.points.push_back(target.point + map_.manifest->origin);
  answer_.legs.push_back(std::move(leg));
  at_ = target;
  return true;
}

void SkeletonWalkWriter::Finish() {
  size_t kept = 0;
  for (size_t i = 1; i < answer_.legs.size(); ++i) {
    RouteLeg& last = answer_.legs[kept];
    RouteLeg& next = answer_.legs[i];
    if (!IsWalk(last) || !IsWalk(next)) {
      if (++kept != i) answer_.legs[kept] = std::move(next);
      continue;
    }
    last.point_count += next.point_count - 1;
    last.length_m += next.length_m;
    last.cost_m += next.cost_m;
  }
  if (!answer_.legs.empty()) answer_.legs.resize(kept + 1);
}

}  // namespace waystone

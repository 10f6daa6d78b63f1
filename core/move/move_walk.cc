#include "core/move/move_walk.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/geom/segment.h"
#include "core/navmesh/near_walk.h"
#include "core/navmesh/surface_walk.h"

namespace waystone {
namespace {

// [m] how far beside the polygon that a generated link leads to an agent may land: by default the distance
// between two tries of the generator along a border.
constexpr double kLandingSlack_m = 1;
// [share of the body's height] where flights are checked, and how near to the ground they are followed.
constexpr double kFlightHeights[] = {0.5, 0.95};
constexpr double kAboveGround = 0.3;

Vec2 PlaneOf(const float (&point)[3]) { return {point[0], point[2]}; }

class WalkSearch {
 public:
  WalkSearch(const MapView& map, const NavLocation& to, double tolerance_m, SurfaceWorkspace& surface,
             WalkWorkspace& workspace)
      : mesh_(*map.navmesh),
        map_(map),
        to_(to),
        tolerance_m_(tolerance_m),
        surface_(surface),
        tries_(workspace.tries),
        pieces_(workspace.pieces) {}

  StraightWalk Run(const NavLocation& from) {
    StraightWalk walk = TryDirect(from);
    if (walk.end == WalkEnd::kReached) {
      pieces_.assign(1, {from, to_.point});
      return walk;
    }
    if (map_.links == nullptr || map_.links->size() == 0) return walk;
    tries_.assign(1, {from, {}, 0, 0, 0});
    AddTries(0, walk);
    for (uint32_t i = 1; i < tries_.size(); ++i) {
      const StraightWalk next = TryDirect(tries_[i].from);
      if (next.end == WalkEnd::kReached) {
        Join(i);
        return next;
      }
      if (tries_[i].links < kMaxWalkLinks) AddTries(i, next);
    }
    return walk;
  }

 private:
  StraightWalk TryDirect(const NavLocation& from) {
    StraightWalk walk;
    const RaycastResult ray = Raycast(mesh_, from, to_.point.Plane());
    walk.stop = ray.end;
    const double gap_m = std::abs(ray.end.point.y - to_.point.y);
    if (ray.reached && gap_m <= SameFloor_m(mesh_, tolerance_m_)) {
      walk.end = WalkEnd::kReached;
    } else if (CanWalkNear(mesh_, from, to_, tolerance_m_, surface_)) {
      walk.end = WalkEnd::kReached;
    } else if (ray.reached) {
      walk.end = WalkEnd::kWrongFloor;
    }
    return walk;
  }

  // Adds the links that may be entered on the straight walk of try `i`, with its result.
  void AddTries(uint32_t i, const StraightWalk& walk) {
    const NavLocation from = tries_[i].from;
    VisitNear(mesh_, from, walk.stop.point.Plane(), kMaxLinkReach_m + tolerance_m_, surface_);
    for (const uint32_t poly : surface_.stack) {
      const std::span<const NavLink> links = map_.links->Of(PolyId(poly));
      for (uint32_t k = 0; k < links.size(); ++k) {
        if (tries_.size() > kMaxWalkTries) return;
        const uint32_t id = map_.links->FirstOf(PolyId(poly)).value() + k;
        if (!MayUse(links[k], map_.abilities) || IsTried(id)) continue;
        const std::optional<WalkPiece> flight = Enter(links[k], from.point.Plane(), walk);
        if (flight) tries_.push_back({flight->from, flight->to, i, tries_[i].links + 1, id});
      }
    }
  }

  bool IsTried(uint32_t link) const {
    return std::any_of(tries_.begin() + 1, tries_.end(),
                       [link](const WalkWorkspace::Try& t) { return t.link == link; });
  }

  // Where a link that is entered on the walk lands (`from`), and where it is entered (`to`).
  std::optional<WalkPiece> Enter(const NavLink& link, Vec2 from, const StraightWalk& walk) const {
    const Vec3 start(link.start[0], link.start[1], link.start[2]);
    const PolyId end_poly(link.end_poly);
    if ((link.flags & kLinkGenerated) == 0) {
      const double reach_m = std::min<double>(link.radius_m, kMaxLinkReach_m) + tolerance_m_;
      if (SegmentDistance(from, walk.stop.point.Plane(), start.Plane()) > reach_m) return std::nullopt;
      return WalkPiece{{end_poly, {link.end[0], link.end[1], link.end[2]}}, start};
    }
    const Vec2 left_at = walk.stop.point.Plane();
    const double reach_m = map_.variant->agent.radius_m + tolerance_m_;
    if (BorderDistance(PolyId(link.start_poly), start.Plane(), left_at) > reach_m) return std::nullopt;
    const Vec2 lands_at = left_at + (PlaneOf(link.end) - start.Plane());
    const PlaneHit landing = ClosestInPlane(mesh_, end_poly, lands_at);
    if (landing.distance_sq_m2 > kLandingSlack_m * kLandingSlack_m) return std::nullopt;
    const Vec2 at = landing.point.Plane();
    const Vec3 lands{at.x, HeightOnPoly(mesh_, end_poly, at), at.z};
    const bool as_found = PlaneDistance(walk.stop.point, start) <= map_.variant->agent.radius_m;
    if (!as_found && !MayFly(walk.stop.point, lands)) return std::nullopt;
    return WalkPiece{{end_poly, lands}, walk.stop.point};
  }

  // Beside the tested flight of a generated link: whether the middle of the body, or its head, gets across at
  // the height of the higher end and then down. Unknown without collision geometry.
  bool MayFly(const Vec3& from, const Vec3& to) const {
    if (map_.collision == nullptr) return true;
    const double height_m = map_.variant->agent.height_m;
    const double feet_m = std::max(from.y, to.y);
    const Vec3 ground{to.x, to.y + kAboveGround * height_m, to.z};
    return std::any_of(std::begin(kFlightHeights), std::end(kFlightHeights), [&](double share) {
      const double y = feet_m + share * height_m;
      const Vec3 over{to.x, y, to.z};
      return !map_.collision->Blocked({from.x, y, from.z}, over) && !map_.collision->Blocked(over, ground);
    });
  }

  // [m] from a point to the border of the polygon on which a generated link starts.
  double BorderDistance(PolyId poly, Vec2 start, Vec2 at) const {
    const NavPoly& p = mesh_.poly(poly);
    double nearest_m = INFINITY;
    double distance_m = INFINITY;
    for (uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; ++e) {
      if (mesh_.edge(EdgeId(e)).twin != kNoEdge) continue;
      const Vec2 a = Vec3(mesh_.EdgeStart(EdgeId(e))).Plane();
      const Vec2 b = Vec3(mesh_.EdgeEnd(EdgeId(e))).Plane();
      const double start_m = SegmentDistance(a, b, start);
      if (start_m >= nearest_m) continue;
      nearest_m = start_m;
      distance_m = SegmentDistance(a, b, at);
    }
    return distance_m;
  }

  // The pieces of the walk that ends with try `last`.
  void Join(uint32_t last) {
    pieces_.resize(tries_[last].links + 1);
    Vec3 to = to_.point;
    size_t k = pieces_.size();
    for (uint32_t i = last; k > 0; i = tries_[i].before) {
      pieces_[--k] = {tries_[i].from, to};
      to = tries_[i].left_at;
    }
  }

  const NavmeshView& mesh_;
  const MapView& map_;
  const NavLocation& to_;
  const double tolerance_m_;
  SurfaceWorkspace& surface_;
  std::vector<WalkWorkspace::Try>& tries_;
  std::vector<WalkPiece>& pieces_;
};

}  // namespace

StraightWalk WalkStraight(const MapView& map, const NavLocation& from, const NavLocation& to,
                          double tolerance_m, SurfaceWorkspace& surface, WalkWorkspace& workspace) {
  return WalkSearch(map, to, tolerance_m, surface, workspace).Run(from);
}

}  // namespace waystone

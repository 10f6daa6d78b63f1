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

class LinkWalks {
 public:
  LinkWalks(const WalkTerms& terms, const NavLocation& to, double max_m, SurfaceWorkspace& surface,
            WalkWorkspace& workspace)
      : mesh_(*terms.map.navmesh),
        map_(terms.map),
        terms_(terms),
        to_(to),
        max_m_(max_m),
        surface_(surface),
        tries_(workspace.tries),
        crossed_(workspace.crossed) {}

  FoundWalk Run(const NavLocation& from) {
    FoundWalk walk;
    tries_.assign(1, {from, {}, 0, 0, 0, 0});
    for (uint32_t i = 0; i < tries_.size(); ++i) {
      const StraightWalk next = TryDirect(tries_[i].from);
      const double length_m = tries_[i].length_m + PlaneDistance(tries_[i].from.point, to_.point);
      if (next.reached && length_m <= max_m_) return Join(i, length_m);
      if (tries_[i].links < kMaxWalkLinks) AddTries(i, next);
    }
    return walk;
  }

 private:
  StraightWalk TryDirect(const NavLocation& from) {
    StraightWalk walk = WalkOverSides(terms_, from, to_, crossed_);
    if (!walk.reached && terms_.exclusions == nullptr) {
      walk.reached = CanWalkNear(mesh_, from, to_, kStray_m, surface_);
    }
    return walk;
  }

  // Adds the links that may be entered on the straight walk of try `i`, with its result.
  void AddTries(uint32_t i, const StraightWalk& walk) {
    const NavLocation from = tries_[i].from;
    VisitNear(mesh_, from, walk.stop.point.Plane(), kMaxLinkReach_m + kStray_m, surface_);
    for (const uint32_t poly : surface_.stack) {
      const std::span<const NavLink> links = map_.links->Of(PolyId(poly));
      for (uint32_t k = 0; k < links.size(); ++k) {
        if (tries_.size() > kMaxWalkTries) return;
        const uint32_t id = map_.links->FirstOf(PolyId(poly)).value() + k;
        if (!MayUse(links[k], map_.abilities) || IsTried(id)) continue;
        if (terms_.exclusions != nullptr && terms_.exclusions->IsClosed(LinkId(id), links[k])) continue;
        const std::optional<WalkPiece> flight = Enter(links[k], from, walk);
        if (!flight) continue;
        const double length_m =
            tries_[i].length_m + PlaneDistance(from.point, flight->to) + WalkLengthOf_m(links[k]);
        if (length_m > max_m_) continue;
        tries_.push_back({flight->from, flight->to, i, tries_[i].links + 1, length_m, id});
      }
    }
  }

  bool IsTried(uint32_t link) const {
    return std::any_of(tries_.begin() + 1, tries_.end(),
                       [link](const WalkWorkspace::Try& t) { return t.link == link; });
  }

  // Where a link that is entered on the walk lands (`from`), and where it is entered (`to`).
  std::optional<WalkPiece> Enter(const NavLink& link, const NavLocation& from,
                                 const StraightWalk& walk) const {
    const Vec3 start(link.start[0], link.start[1], link.start[2]);
    const PolyId end_poly(link.end_poly);
    if ((link.flags & kLinkGenerated) == 0) {
      const bool is_teleport = link.kind == LinkKind::kTeleport;
      const double reach_m = is_teleport ? kMaxLinkReach_m : std::min<double>(link.radius_m, kMaxLinkReach_m);
      const Vec2 line_from = from.point.Plane();
      if (SegmentDistance(line_from, walk.stop.point.Plane(), start.Plane()) > reach_m + kStray_m) {
        return std::nullopt;
      }
      return WalkPiece{{end_poly, {link.end[0], link.end[1], link.end[2]}}, start};
    }
    const Vec2 left_at = walk.stop.point.Plane();
    const double reach_m = map_.variant->agent.radius_m + kStray_m;
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

  // The walk that ends with try `last`.
  FoundWalk Join(uint32_t last, double length_m) const {
    FoundWalk walk{SearchOutcome::kFound, length_m, false, {}};
    Vec3 to = to_.point;
    for (uint32_t i = last;; i = tries_[i].before) {
      walk.pieces.push_back({tries_[i].from, to});
      if (i == 0) break;
      walk.has_teleport =
          walk.has_teleport || map_.links->link(LinkId(tries_[i].link)).kind == LinkKind::kTeleport;
      to = tries_[i].left_at;
    }
    std::reverse(walk.pieces.begin(), walk.pieces.end());
    return walk;
  }

  const NavmeshView& mesh_;
  const MapView& map_;
  const WalkTerms& terms_;
  const NavLocation& to_;
  const double max_m_;
  SurfaceWorkspace& surface_;
  std::vector<WalkWorkspace::Try>& tries_;
  std::vector<EdgeId>& crossed_;
};

// The first of the half-edges crossed that leads into a blocked polygon; as many as there are if none does.
size_t FirstBlocked(const NavmeshView& mesh, const Exclusions& exclusions, std::span<const EdgeId> crossed) {
  size_t k = 0;
  const auto is_blocked = [&](EdgeId edge) {
    const uint32_t twin = mesh.edge(edge).twin;
    return twin != kNoEdge && exclusions.IsBlocked(PolyId(mesh.edge(EdgeId(twin)).poly));
  };
  while (k < crossed.size() && !is_blocked(crossed[k])) ++k;
  return k;
}

}  // namespace

StraightWalk WalkOverSides(const WalkTerms& terms, const NavLocation& from, const NavLocation& to,
                           std::vector<EdgeId>& crossed) {
  const NavmeshView& mesh = *terms.map.navmesh;
  if (terms.exclusions == nullptr) {
    const RaycastResult ray = Raycast(mesh, from, to.point.Plane());
    const bool is_same_floor = std::abs(ray.end.point.y - to.point.y) <= SameFloor_m(mesh);
    return {ray.reached && is_same_floor, ray.reached && !is_same_floor, ray.end};
  }
  crossed.clear();
  const RaycastResult ray = Raycast(mesh, from, to.point.Plane(), &crossed);
  const size_t blocked = FirstBlocked(mesh, *terms.exclusions, crossed);
  if (blocked == crossed.size()) {
    const bool is_same_floor = std::abs(ray.end.point.y - to.point.y) <= SameFloor_m(mesh);
    return {ray.reached && is_same_floor, ray.reached && !is_same_floor, ray.end};
  }
  const EdgeId edge = crossed[blocked];
  const Vec2 a = Vec3(mesh.EdgeStart(edge)).Plane();
  const Vec2 b = Vec3(mesh.EdgeEnd(edge)).Plane();
  const double share = std::clamp(CrossingFraction(from.point.Plane(), to.point.Plane(), a, b), 0.0, 1.0);
  const PolyId poly(mesh.edge(edge).poly);
  const Vec2 at = a + (b - a) * share;
  return {false, false, {poly, {at.x, HeightOnPoly(mesh, poly, at), at.z}}};
}

FoundWalk WalkByLinks(const WalkTerms& terms, const NavLocation& from, const NavLocation& to, double max_m,
                      SurfaceWorkspace& surface, WalkWorkspace& workspace) {
  return LinkWalks(terms, to, max_m, surface, workspace).Run(from);
}

}  // namespace waystone

#include "core/move/polygon_moves.h"

#include <algorithm>
#include <cmath>

#include "core/move/nearest_reached.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/clearance_check.h"
#include "core/navmesh/edge_point_search.h"
#include "core/navmesh/surface_walk.h"
#include "core/surface/link_walk.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

// Paths with clearance go over points on sides, and may be longer than the shortest by this share.
constexpr double kEdgePointSlack = 1.05;
constexpr double kRounding_m = 1e-6;

}  // namespace

PolygonMoves::PolygonMoves(const MapView& map, const RouteChanges* changes, uint32_t max_expansions,
                           Scratch& scratch)
    : map_(map),
      mesh_(*map.navmesh),
      changes_(changes),
      max_expansions_(max_expansions),
      scratch_(scratch),
      excluded_(scratch.Borrow<Exclusions>()),
      exclusions_(changes == nullptr ? nullptr : ExclusionsOf(map, *changes, *excluded_)),
      surface_(scratch.Borrow<SurfaceWorkspace>()),
      walk_(scratch.Borrow<WalkWorkspace>()) {}

SnapResult PolygonMoves::SnapTo(const Vec3& position, const SnapOptions& options, const NavLocation* near) {
  SnapResult snap =
      map_.surface->AsPolygons().SnapTo(map_, position, options, PlaceRole::kArrive, exclusions_, scratch_);
  if (near == nullptr || !snap.place) return snap;
  const uint32_t component = map_.zones->ComponentOf(near->poly);
  if (map_.zones->ComponentOf(snap.place->poly) == component) return snap;
  const auto admit = [&](PolyId poly) {
    return map_.zones->ComponentOf(poly) == component &&
           (exclusions_ == nullptr || !exclusions_->IsBlocked(poly));
  };
  const std::optional<NavLocation> there = NearestPolyWithin(
      mesh_, position, options.radius_m, options.max_below_m, options.max_above_m, admit, *surface_);
  if (there) snap.place = snap.nearest = there;
  return snap;
}

bool PolygonMoves::HasRoom(const NavLocation& from, const NavLocation& to) {
  if (Clearance_m() == 0) return true;
  const Scratch::Lease<SurfaceWorkspace> workspace = scratch_.Borrow<SurfaceWorkspace>();
  ClearanceCheck check(mesh_, exclusions_, Clearance_m(), *workspace);
  check.AddEnd(from);
  check.AddEnd(to);
  return check.HasRoom(from.poly, from.point.Plane(), to.point.Plane(), nullptr);
}

StraightWalk PolygonMoves::WalkStraight(const NavLocation& from, const NavLocation& to) {
  StraightWalk walk = WalkOverSides(Terms(), from, to, walk_->crossed);
  if (walk.reached && !HasRoom(from, to)) return {false, false, from};
  return walk;
}

SurfacePath PolygonMoves::Search(const NavLocation& from, const NavLocation& to, double max_cost_m,
                                 const Deadline& deadline) {
  if (Clearance_m() > 0) {
    EdgePointOptions options;
    options.max_expansions = max_expansions_;
    options.deadline = deadline;
    options.max_cost_m = max_cost_m * kEdgePointSlack;
    options.links = map_.links;
    options.abilities = map_.abilities;
    options.exclusions = exclusions_;
    options.clearance_m = Clearance_m();
    return FindEdgePoints(mesh_, from, to, options, *scratch_.Borrow<EdgePointWorkspace>());
  }
  AnyAngleOptions options;
  options.max_expansions = max_expansions_;
  options.deadline = deadline;
  options.max_cost_m = max_cost_m;
  options.links = map_.links;
  options.abilities = map_.abilities;
  options.exclusions = exclusions_;
  options.link_cost = &WalkLengthOf_m;
  options.is_reachable = true;  // the limit of cost ends the search before a flood would pay
  return FindAnyAngle(mesh_, from, to, options, *scratch_.Borrow<AnyAngleWorkspace>());
}

// Links count by their kind.
FoundWalk PolygonMoves::ToWalk(const SurfacePath& path, double max_m) const {
  FoundWalk walk{path.outcome, path.plane_length_m, false, {}};
  for (const LinkUse& use : path.links) {
    const NavLink& link = map_.links->link(use.link);
    walk.length_m += WalkLengthOf_m(link) - Distance(StartOf(link), EndOf(link));
    walk.has_teleport = walk.has_teleport || link.kind == LinkKind::kTeleport;
  }
  if (walk.outcome != SearchOutcome::kFound) return walk;
  const double slack = Clearance_m() > 0 ? kEdgePointSlack : 1;
  if (walk.length_m > max_m * slack + kRounding_m) {
    walk.outcome = SearchOutcome::kCostLimit;
    return walk;
  }
  for (size_t k = 0; k <= path.links.size(); ++k) {
    const std::span<const NavLocation> turns = path.StretchTurns(k);
    if (turns.size() == 1) walk.pieces.push_back({turns[0], turns[0].point});
    for (size_t i = 1; i < turns.size(); ++i) walk.pieces.push_back({turns[i - 1], turns[i].point});
  }
  return walk;
}

FoundWalk PolygonMoves::FindWalk(const NavLocation& from, const NavLocation& to, double max_m,
                                 const Deadline& deadline) {
  const bool has_links = map_.links != nullptr && map_.links->size() > 0;
  FoundWalk walk = ToWalk(Search(from, to, max_m + kRounding_m, deadline), max_m);
  NoteLimit(walk.outcome);
  if (walk.outcome == SearchOutcome::kFound || !has_links || Clearance_m() > 0) return walk;
  FoundWalk by_links = WalkByLinks(Terms(), from, to, max_m + kRounding_m, *surface_, *walk_);
  return by_links.outcome == SearchOutcome::kFound ? std::move(by_links) : walk;
}

std::optional<LinkPlace> PolygonMoves::WalkOntoLink(const NavLocation& from, const Vec3& position,
                                                    double max_m, double jump_m, const Deadline& deadline) {
  if (map_.links == nullptr || map_.links->size() == 0) return std::nullopt;
  const Scratch::Lease<DistanceFlood> flood = scratch_.Borrow<DistanceFlood>();
  flood->Begin(mesh_, *map_.links, map_.abilities, from, exclusions_, &WalkLengthOf_m);
  FloodOptions options;
  options.deadline = deadline;
  options.max_expansions = max_expansions_;
  NoteLimit(flood->GrowTo(max_m, options));
  LinkPlaces places(max_m);
  for (const uint32_t poly : flood->EnteredPolys()) {
    uint32_t id = map_.links->FirstOf(PolyId(poly)).value();
    for (const NavLink& link : map_.links->Of(PolyId(poly))) {
      const bool is_open = exclusions_ == nullptr || !exclusions_->IsClosed(LinkId(id), link);
      ++id;
      if (!is_open || !MayUse(link, map_.abilities)) continue;
      const std::optional<double> along_m = AlongLink_m(link, position, jump_m);
      if (!along_m) continue;
      const NavLocation start{PolyId(poly), {link.start[0], link.start[1], link.start[2]}};
      places.Add(link, flood->DistanceTo(start) + *along_m);
    }
  }
  return places.found();
}

ReachedPlace PolygonMoves::NearestWithin(const NavLocation& from, double max_m, const Vec3& point,
                                         const Admit& admit, const Deadline& deadline) {
  const Scratch::Lease<DistanceFlood> flood = scratch_.Borrow<DistanceFlood>();
  static const LinkView kNoLinks;
  flood->Begin(mesh_, map_.links == nullptr ? kNoLinks : *map_.links, map_.abilities, from, exclusions_,
               &WalkLengthOf_m);
  FloodOptions options;
  options.deadline = deadline;
  options.max_expansions = max_expansions_;
  NoteLimit(flood->GrowTo(max_m, options));
  const double known_m = std::min(max_m, flood->grown_to_m());
  return NearestReached(mesh_, *flood, known_m, point, admit).value_or(ReachedPlace{from, 0});
}

// Straight on to the first border, and along it for as long as the rest of the way leads along it, at that
// height: not up or down stairs near by.
ReachedPlace PolygonMoves::Slide(const NavLocation& from, Vec2 target) {
  const NavLocation goal{from.poly, {target.x, from.point.y, target.z}};
  const RaycastResult ray = Raycast(mesh_, from, target);
  const NavLocation stop =
      exclusions_ == nullptr ? ray.end : WalkOverSides(Terms(), from, goal, walk_->crossed).stop;
  const double straight_m = PlaneDistance(from.point, stop.point);
  if (ray.reached || PlaneDistance(stop.point, ray.end.point) > mesh_.tolerance_m())
    return {stop, straight_m};
  const Vec2 side = Vec3(mesh_.EdgeEnd(ray.hit_edge)).Plane() - Vec3(mesh_.EdgeStart(ray.hit_edge)).Plane();
  const double length_sq_m2 = Dot(side, side);
  if (length_sq_m2 == 0) return {stop, straight_m};
  const Vec2 rest = side * (Dot(target - stop.point.Plane(), side) / length_sq_m2);
  const double climb_m = mesh_.arrays().header.max_climb_m + mesh_.tolerance_m();
  NavLocation slid = MoveAlongSurface(mesh_, stop, stop.point.Plane() + rest, *surface_, climb_m);
  if (exclusions_ != nullptr) slid = WalkOverSides(Terms(), stop, slid, walk_->crossed).stop;
  return {slid, straight_m + PlaneDistance(stop.point, slid.point)};
}

}  // namespace waystone

#include "core/move/move_corrections.h"

#include <algorithm>

#include "core/navmesh/closest_poly.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

// [m] Corrections keep this much below the budget, so that rounding never makes them illegal.
constexpr double kInside_m = 1e-6;
// [m] A place on a border belongs to every polygon that touches there: corrections lie this far within theirs.
constexpr double kFromBorder_m = 0.01;

double ReachOf_m(const CorrectionBudget& budget) {
  return std::max(0.0, std::min(budget.max_m, kMaxCorrection_m) - kFromBorder_m - kInside_m);
}

}  // namespace

bool MayCome(const MapView& map, MoveRule rule, PolyId from, PolyId to, ReachWorkspace& workspace) {
  if (from.IsNone() || to.IsNone()) return true;
  if (rule == MoveRule::kSeed) return map.zones->LegalBySeed(from, to);
  return map.zones->Reaches(from, to, workspace);
}

std::optional<NavLocation> NearestByRule(const MapView& map, MoveRule rule, PolyId from, const Vec3& point,
                                         Scratch& scratch) {
  const Scratch::Lease<ReachWorkspace> reach = scratch.Borrow<ReachWorkspace>();
  return scratch.Borrow<ClosestPolySearch>()->Find(
      *map.navmesh, point, [&](PolyId poly) { return MayCome(map, rule, from, poly, *reach); },
      kSnapReport_m);
}

// No further than the budget in a straight line. A slide that is no legal walk, or leads no nearer, ends at the
// border.
ReachedPlace Corrections::Slide(const Vec3& claimed) const {
  const Vec2 wanted = claimed.Plane() - good_.point.Plane();
  const double wanted_m = Length(wanted);
  const double reach_m = ReachOf_m(budget_);
  const double share = wanted_m > reach_m ? reach_m / wanted_m : 1;
  const Vec2 target = good_.point.Plane() + wanted * share;
  const NavLocation stop =
      ground_.WalkStraight(good_, {good_.poly, {target.x, good_.point.y, target.z}}).stop;
  const ReachedPlace straight{stop, PlaneDistance(good_.point, stop.point)};
  const ReachedPlace slid = ground_.Slide(good_, target);
  const bool is_nearer = Distance(slid.place.point.Plane(), target) < Distance(stop.point.Plane(), target);
  if (!is_nearer) return Within(straight);
  const FoundWalk walk = ground_.FindWalk(good_, slid.place, reach_m, deadline_);
  const ReachedPlace reached{slid.place, walk.length_m};
  const bool is_legal = walk.outcome == SearchOutcome::kFound && budget_.Allows(good_, reached);
  return Within(is_legal ? reached : straight);
}

// A little nearer to the middle of its polygon, if the budget allows that.
ReachedPlace Corrections::Within(const ReachedPlace& reached) const {
  if (!ground_.HasPolygons() || reached.walk_m <= kFromBorder_m) return reached;
  Vec2 middle{0, 0};
  const std::span<const NavEdge> edges = mesh_.edges(reached.place.poly);
  for (const NavEdge& edge : edges) {
    middle = middle +
             Vec3(mesh_.vertex(VertexId(edge.vertex))).Plane() * (1.0 / static_cast<double>(edges.size()));
  }
  const Vec2 at = reached.place.point.Plane();
  const double length_m = Distance(at, middle);
  if (length_m <= kFromBorder_m) return reached;
  const Vec2 inside = at + (middle - at) * (kFromBorder_m / length_m);
  const PolyId poly = reached.place.poly;
  const ReachedPlace within{{poly, {inside.x, HeightOnPoly(mesh_, poly, inside), inside.z}},
                            reached.walk_m + kFromBorder_m};
  return budget_.Allows(good_, within) ? within : reached;
}

ReachedPlace Corrections::Furthest(const Vec3& claimed) const {
  const double reach_m = ReachOf_m(budget_);
  return Within(ground_.NearestWithin(
      good_, reach_m, claimed, [&](const ReachedPlace& reached) { return budget_.Allows(good_, reached); },
      deadline_));
}

}  // namespace waystone

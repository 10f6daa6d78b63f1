// Tells good positions from bad ones, and finds ground without any good position.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/collision/collision_view.h"
#include "core/collision/standing_height.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/surface_queries.h"
#include "core/placement/ground_piece.h"
#include "core/placement/place_rules.h"
#include "core/placement/position_grid.h"
#include "core/placement/team_balance.h"
#include "core/placement/walk_rules.h"
#include "core/zones/zone_view.h"

namespace waystone {

// What surfaces without ground measure in their own way; empty: over the mesh, and by the collision geometry.
struct PlaceSenses {
  // [m] The room around a place; `limit_m` if there is that much.
  std::function<double(const NavLocation& place, double limit_m)> room_m = {};
  // Whether something is in the way of a line.
  std::function<bool(const Vec3& from, const Vec3& to)> blocks_sight = {};
};

// The data by which positions are judged. Pointers must outlive the judge.
struct PlaceGround {
  const NavmeshView* mesh = nullptr;
  const ZoneView* zones = nullptr;  // null only with Reachability::kAny and kDefault
  // Null only without rules of sight, or with senses for it; the ground is then the surface.
  const CollisionView* collision = nullptr;
  const WalkGround* walk = nullptr;  // null only without rules about walking
  Deadline deadline = {};            // of searches for walking distances
  // Whether a place counts as on its polygon; empty: always. On maps of waypoints, whose grounds may overlap,
  // a place counts for one node only.
  std::function<bool(const NavLocation&)> owns = {};
  Footing footing = {};  // how positions stand on the collision geometry
  PlaceSenses senses = {};
};

// Rules over one map, map-local, and the positions chosen so far. One query, one thread.
class PlaceJudge {
 public:
  // `anchors`: reachability is measured from and to them; without anchors, from and to the main zones.
  // `existing`: the existing positions on the surface; only if distances are walked. `rules` and `surface`
  // must outlive the judge. O(ground within the walking distances of the rules).
  PlaceJudge(const PlaceGround& ground, const PlaceRules& rules, const std::vector<NavLocation>& anchors,
             const std::vector<NavLocation>& existing, SurfaceWorkspace& surface);

  const NavmeshView& mesh() const { return *ground_.mesh; }

  // The place over (x, z): at the height of the ground that the agent stands on (StandingHeight), which the
  // surface smooths; at the surface's height without collision geometry, or if there is no such ground.
  NavLocation Stand(PolyId poly, Vec2 at) const;
  // Like BoundsOf, but includes the ground under the piece's corners and its middle.
  GroundBounds StandingBounds(const GroundPiece& piece);
  // [m] The greatest height of a place above or below the surface.
  double StandingReach_m() const { return ground_.collision == nullptr ? 0 : ground_.footing.reach_m; }

  // The fault of every place of the polygon. O(anchors) the first time in a component, then O(1).
  PlaceReason OfPoly(PolyId poly);
  // The weight of a square metre of the polygon.
  double WeightOf(PolyId poly) const;
  double max_weight() const { return max_weight_; }
  // PlaceGround::owns.
  bool Owns(const NavLocation& place) const { return !ground_.owns || ground_.owns(place); }
  // The fault of the place, cheap rules first; IsUndecided if a search for a walk ended too early to tell.
  // REQUIRES: OfPoly found no fault.
  PlaceReason OfPlace(const NavLocation& place);
  // The fault of every place of the piece, now and later, as far as it can be told for the piece as a whole;
  // kNone if some place may be good. REQUIRES: OfPoly found no fault.
  PlaceReason OfPiece(const GroundPiece& piece);
  // Counts the place as a position from now on. REQUIRES, with a balance: the last OfPlace was about it.
  void Add(const NavLocation& place);

  // From now on also judges by the balance, last of all. The balance must outlive the judge.
  void Balance(TeamBalance* balance) { balance_ = balance; }
  // TeamBalance::lead_m. REQUIRES: OfPlace has just said kUnfair.
  std::optional<double> lead_m() const { return balance_->lead_m(); }

  // Whether the walks from the anchors could be measured; if not, no place is good.
  // [search nodes] That walks from the anchors take at most.
  static constexpr uint32_t kMaxAnchorNodes = 10'000'000;
  SearchOutcome anchor_walks_end() const {
    return anchor_walks_ ? anchor_walks_->end() : SearchOutcome::kExhausted;
  }

  // The box that all good positions lie in; may be infinite.
  const Aabb& bounds() const { return bounds_; }

 private:
  void SortAnchors(const std::vector<NavLocation>& anchors);
  void PrepareSpacing(const std::vector<NavLocation>& existing);
  PlaceReason ReachOf(uint32_t component);
  PlaceReason ReachFromAnchors(uint32_t component);
  // The verdict on all places that the sample stands for.
  PlaceReason WalkOf(const WalkSample& sample);
  // The verdict on all of the polygon's places within `radius_m` of `place`.
  PlaceReason WalkAround(const NavLocation& place, double radius_m);
  static PlaceReason SpacingOf(std::optional<WalkSpacing>& spacing, double least_m, const NavLocation& place);
  bool IsSeenAsAsked(const Vec3& point) const;
  double RoomAround_m(const NavLocation& place) const;

  const PlaceGround ground_;
  const PlaceRules& rules_;
  SurfaceWorkspace& surface_;
  std::vector<uint32_t> anchor_components_;  // sorted, each once
  std::vector<PolyId> anchor_polys_;         // a polygon of each component
  std::vector<uint8_t> reach_;               // [component] 1 + PlaceReason, 0 = not known yet
  ReachWorkspace reach_workspace_;
  Aabb bounds_;
  double max_weight_ = 1;
  std::optional<PositionGrid> between_;
  std::optional<PositionGrid> existing_;
  std::optional<AnchorWalks> anchor_walks_;
  TeamBalance* balance_ = nullptr;
  std::optional<WalkSpacing> walk_between_;
  std::optional<WalkSpacing> walk_existing_;
  std::vector<Vec2> corners_;        // scratch
  std::vector<WalkSample> samples_;  // scratch
};

}  // namespace waystone

#include "core/placement/place_judge.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/navmesh/border_distance.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

Aabb Everywhere() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return {{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};
}

// [m] Walks from anchors are measured this much farther than needed, so that pieces of ground of this extent
// can be ruled out as a whole.
constexpr double kWalkMargin_m = 8;

}  // namespace

PlaceJudge::PlaceJudge(const PlaceGround& ground, const PlaceRules& rules,
                       const std::vector<NavLocation>& anchors, const std::vector<NavLocation>& existing,
                       SurfaceWorkspace& surface)
    : ground_(ground),
      rules_(rules),
      surface_(surface),
      bounds_(rules.region ? BoundsOf(*rules.region) : Everywhere()) {
  if (ground.zones != nullptr && rules.reachability != Reachability::kAny) SortAnchors(anchors);
  if (!rules.area_weights.empty()) {
    max_weight_ = std::ranges::max(rules.area_weights);
    if (rules.area_weights.size() <= kNavMaxArea) max_weight_ = std::max(max_weight_, 1.0);
  }
  PrepareSpacing(existing);
  if (rules.min_walk_m > 0 || rules.max_walk_m > 0) {
    const double limit_m = rules.max_walk_m > 0 ? rules.max_walk_m : rules.min_walk_m;
    anchor_walks_.emplace(*ground.walk, anchors, limit_m + kWalkMargin_m, kMaxAnchorNodes, ground.deadline);
  }
}

void PlaceJudge::SortAnchors(const std::vector<NavLocation>& anchors) {
  const ZoneView& zones = *ground_.zones;
  reach_.assign(zones.components().size(), 0);
  std::vector<std::pair<uint32_t, PolyId>> sorted;  // component, polygon
  sorted.reserve(anchors.size());
  for (const NavLocation& anchor : anchors) {
    sorted.emplace_back(zones.ComponentOf(anchor.poly), anchor.poly);
  }
  std::ranges::sort(sorted);
  for (const auto& [component, poly] : sorted) {
    if (!anchor_components_.empty() && anchor_components_.back() == component) continue;
    anchor_components_.push_back(component);
    anchor_polys_.push_back(poly);
  }
}

void PlaceJudge::PrepareSpacing(const std::vector<NavLocation>& existing) {
  if (rules_.is_walking) {
    if (rules_.between_m > 0) walk_between_.emplace(*ground_.walk, rules_.between_m, ground_.deadline);
    if (rules_.from_existing_m > 0 && !existing.empty()) {
      walk_existing_.emplace(*ground_.walk, rules_.from_existing_m, ground_.deadline);
      for (const NavLocation& position : existing) walk_existing_->Add(position);
    }
    return;
  }
  if (rules_.between_m > 0) between_.emplace(rules_.between_m);
  if (rules_.from_existing_m > 0 && !rules_.existing.empty()) {
    existing_.emplace(rules_.from_existing_m);
    for (const Vec3& position : rules_.existing) existing_->Add(position);
  }
}

double PlaceJudge::WeightOf(PolyId poly) const {
  const size_t area = mesh().poly(poly).area;
  return area < rules_.area_weights.size() ? rules_.area_weights[area] : 1.0;
}

PlaceReason PlaceJudge::ReachFromAnchors(uint32_t component) {
  const ZoneView& zones = *ground_.zones;
  const PolyId poly(zones.components()[component].lowest_node);
  for (const PolyId anchor : anchor_polys_) {
    if (zones.Reaches(anchor, poly, reach_workspace_)) continue;
    return zones.ZoneOf(poly) == kIsolatedZone ? PlaceReason::kIsolated : PlaceReason::kUnreachable;
  }
  if (rules_.reachability == Reachability::kFrom) return PlaceReason::kNone;
  // The component is reached from every anchor, so it leads back to each only if all are in this component.
  const bool is_home = anchor_components_.size() == 1 && anchor_components_[0] == component;
  return is_home ? PlaceReason::kNone : PlaceReason::kNoReturn;
}

PlaceReason PlaceJudge::ReachOf(uint32_t component) {
  if (reach_[component] != 0) return static_cast<PlaceReason>(reach_[component] - 1);
  PlaceReason reason = PlaceReason::kNone;
  const ZoneComponent& zone = ground_.zones->components()[component];
  if (!anchor_polys_.empty()) {
    reason = ReachFromAnchors(component);
  } else if (zone.zone == kIsolatedZone) {
    reason = PlaceReason::kIsolated;
  } else if (!zone.reached_from_main()) {
    reason = PlaceReason::kUnreachable;
  } else if (rules_.reachability != Reachability::kFrom &&
             !zone.IsAmongMain(ground_.zones->header().main_zone_count)) {
    reason = PlaceReason::kNoReturn;
  }
  reach_[component] = static_cast<uint8_t>(1 + static_cast<int>(reason));
  return reason;
}

NavLocation PlaceJudge::Stand(PolyId poly, Vec2 at) const {
  NavLocation place{poly, {at.x, HeightOnPoly(mesh(), poly, at), at.z}};
  if (ground_.collision == nullptr) return place;
  place.point.y = StandingHeight(*ground_.collision, place.point, ground_.footing).value_or(place.point.y);
  return place;
}

GroundBounds PlaceJudge::StandingBounds(const GroundPiece& piece) {
  GroundBounds bounds = BoundsOf(mesh(), piece);
  if (ground_.collision == nullptr) return bounds;
  CornersOf(mesh(), piece, corners_);
  corners_.push_back(ClosestOf(mesh(), piece, bounds.centre));
  for (const Vec2 at : corners_) {
    const double height_m = Stand(piece.poly, at).point.y;
    bounds.low = std::min(bounds.low, height_m);
    bounds.high = std::max(bounds.high, height_m);
  }
  return bounds;
}

PlaceReason PlaceJudge::OfPoly(PolyId poly) {
  if (!rules_.area_weights.empty() && WeightOf(poly) == 0) return PlaceReason::kArea;
  return reach_.empty() ? PlaceReason::kNone : ReachOf(ground_.zones->ComponentOf(poly));
}

bool PlaceJudge::IsSeenAsAsked(const Vec3& point) const {
  return std::ranges::all_of(rules_.sight, [&](const SightRule& rule) {
    const Vec3 eye(point.x, point.y + rule.eye_height_m, point.z);
    const bool is_blocked = ground_.senses.blocks_sight ? ground_.senses.blocks_sight(rule.point, eye)
                                                        : ground_.collision->Blocked(rule.point, eye);
    return is_blocked == rule.hidden;
  });
}

double PlaceJudge::RoomAround_m(const NavLocation& place) const {
  return ground_.senses.room_m ? ground_.senses.room_m(place, rules_.clearance_m)
                               : BorderDistance(mesh(), place, rules_.clearance_m, surface_);
}

PlaceReason PlaceJudge::OfPlace(const NavLocation& place) {
  if (rules_.region && (!bounds_.Contains(place.point) || !Contains(*rules_.region, place.point))) {
    return PlaceReason::kOutsideRegion;
  }
  if ((between_ && between_->HasNear(place.point)) || (existing_ && existing_->HasNear(place.point))) {
    return PlaceReason::kTooClose;
  }
  if (rules_.clearance_m > 0 && RoomAround_m(place) < rules_.clearance_m) return PlaceReason::kClearance;
  if (const PlaceReason reason = WalkOf({place, 0}); reason != PlaceReason::kNone) return reason;
  if (!IsSeenAsAsked(place.point)) return PlaceReason::kSight;
  return balance_ != nullptr ? balance_->OfPlace(place) : PlaceReason::kNone;
}

PlaceReason PlaceJudge::WalkOf(const WalkSample& sample) {
  const auto& [place, stray_m] = sample;
  if (anchor_walks_) {
    // Beyond the limit of the walks the distance is infinite: so only the limit is known.
    const double walk_m = std::min(anchor_walks_->DistanceTo(place), anchor_walks_->limit_m());
    if (anchor_walks_->end() != SearchOutcome::kExhausted || walk_m + stray_m < rules_.min_walk_m ||
        (rules_.max_walk_m > 0 && walk_m - stray_m > rules_.max_walk_m)) {
      return PlaceReason::kDistance;
    }
  }
  PlaceReason reason = SpacingOf(walk_between_, rules_.between_m - stray_m, place);
  if (reason == PlaceReason::kNone) {
    reason = SpacingOf(walk_existing_, rules_.from_existing_m - stray_m, place);
  }
  return reason;
}

PlaceReason PlaceJudge::WalkAround(const NavLocation& place, double radius_m) {
  ground_.walk->Cover(place, radius_m, samples_);
  PlaceReason reason = PlaceReason::kNone;
  for (const WalkSample& sample : samples_) {
    reason = WalkOf(sample);
    if (reason == PlaceReason::kNone || IsUndecided(reason)) return PlaceReason::kNone;
  }
  return reason;
}

PlaceReason PlaceJudge::SpacingOf(std::optional<WalkSpacing>& spacing, double least_m,
                                  const NavLocation& place) {
  if (!spacing) return PlaceReason::kNone;
  const std::optional<double> walk_m = spacing->DistanceFrom(place);
  if (walk_m) return *walk_m < least_m ? PlaceReason::kTooClose : PlaceReason::kNone;
  return IsLate(spacing->end()) ? PlaceReason::kDeadline : PlaceReason::kCandidateLimit;
}

PlaceReason PlaceJudge::OfPiece(const GroundPiece& piece) {
  const bool is_walked = anchor_walks_ || walk_between_ || walk_existing_;
  if (!rules_.region && !between_ && !existing_ && rules_.clearance_m <= 0 && !is_walked) {
    return PlaceReason::kNone;
  }
  const GroundBounds bounds = StandingBounds(piece);
  if (rules_.region && Misses(*rules_.region, bounds)) return PlaceReason::kOutsideRegion;
  if (between_ || existing_) {
    CornersOf(mesh(), piece, corners_);
    if ((between_ && between_->Covers(bounds, corners_.data(), corners_.size())) ||
        (existing_ && existing_->Covers(bounds, corners_.data(), corners_.size()))) {
      return PlaceReason::kTooClose;
    }
  }
  // The whole piece is within `stray_m` of `middle`.
  const Vec2 middle = ClosestOf(mesh(), piece, bounds.centre);
  const double stray_m = bounds.radius_m + Distance(middle, bounds.centre);
  const NavLocation place{piece.poly, {middle.x, HeightOnPoly(mesh(), piece.poly, middle), middle.z}};
  if (rules_.clearance_m > stray_m &&
      BorderDistance(mesh(), place, rules_.clearance_m, surface_) + stray_m < rules_.clearance_m) {
    return PlaceReason::kClearance;
  }
  return is_walked ? WalkAround(place, stray_m) : PlaceReason::kNone;
}

void PlaceJudge::Add(const NavLocation& place) {
  if (between_) between_->Add(place.point);
  if (walk_between_) walk_between_->Add(place);
  if (balance_ != nullptr) balance_->Add();
}

}  // namespace waystone

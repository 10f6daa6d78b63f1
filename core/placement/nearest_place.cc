#include "core/placement/nearest_place.h"

#include <algorithm>
#include <cmath>

#include "core/navmesh/closest_poly.h"
#include "core/placement/scatter.h"

namespace waystone {
namespace {

constexpr uint32_t kPollInterval = 64;  // [pieces]

double Gap(double value, double low, double high) { return std::max({low - value, value - high, 0.0}); }

}  // namespace

void NearestPlaceSearch::PushPiece(PlaceJudge& judge, const GroundPiece& piece) {
  const GroundBounds bounds = judge.StandingBounds(piece);
  const double beside_m = Distance(ClosestOf(judge.mesh(), piece, from_.Plane()), from_.Plane());
  const double bound_m = std::hypot(beside_m, Gap(from_.y, bounds.low, bounds.high));
  if (bound_m > best_m_) return;
  open_.Push({bound_m, 0, static_cast<uint32_t>(pieces_.size())});
  pieces_.push_back(piece);
}

void NearestPlaceSearch::OpenBox(PlaceJudge& judge, const Item& item) {
  const NavmeshView& mesh = judge.mesh();
  const NavmeshHeader& h = mesh.arrays().header;
  const uint32_t first = item.index * kNavTreeFanout;
  for (uint32_t i = first; i < first + kNavTreeFanout; ++i) {
    if (item.level > 1) {
      const uint32_t box = h.tree_level_begin[item.level - 2] + i;
      if (box >= h.tree_level_begin[item.level - 1]) break;
      const double bound_m = std::max(
          0.0, std::sqrt(BoxDistanceSq_m2(mesh.arrays().tree_boxes[box], from_)) - judge.StandingReach_m());
      if (bound_m <= best_m_) open_.Push({bound_m, item.level - 1, i});
    } else if (i < mesh.poly_count() && judge.OfPoly(PolyId(i)) == PlaceReason::kNone) {
      PushPiece(judge, GroundPiece::Whole(PolyId(i)));
    }
  }
}

PlaceReason NearestPlaceSearch::Try(PlaceJudge& judge, PolyId poly, Vec2 at) {
  const NavLocation place = judge.Stand(poly, at);
  if (!judge.Owns(place)) return PlaceReason::kOffMesh;
  const PlaceReason reason = judge.OfPlace(place);
  const double distance_m = Distance(place.point, from_);
  if (reason == PlaceReason::kNone && (best_ ? distance_m < best_m_ : distance_m <= best_m_)) {
    best_ = place;
    best_m_ = distance_m;
  }
  return reason;
}

void NearestPlaceSearch::OpenPiece(PlaceJudge& judge, const GroundPiece& piece) {
  const NavmeshView& mesh = judge.mesh();
  PlaceReason reason = Try(judge, piece.poly, ClosestOf(mesh, piece, from_.Plane()));
  if (judge.OfPiece(piece) != PlaceReason::kNone) return;
  if (reason != PlaceReason::kNone) {
    reason = Try(judge, piece.poly, ClosestOf(mesh, piece, BoundsOf(mesh, piece).centre));
  }
  const double smallest_m = reason == PlaceReason::kSight ? kSmallestSightPiece_m : kNearestTolerance_m;
  if (SizeOf_m(mesh, piece) < smallest_m) return;
  SplitPiece(mesh, piece, [&](const GroundPiece& part) { PushPiece(judge, part); });
}

NearestResult NearestPlaceSearch::Find(PlaceJudge& judge, const Vec3& from, const NearestOptions& options) {
  open_.Clear();
  pieces_.clear();
  from_ = from;
  best_.reset();
  best_m_ = options.max_distance_m;
  const uint32_t levels = judge.mesh().arrays().header.tree_level_count;
  if (levels > 0) open_.Push({0, levels, 0});
  PlaceReason reason = PlaceReason::kNone;
  for (uint32_t opened = 0; !open_.empty() && reason == PlaceReason::kNone; ++opened) {
    const Item item = open_.top();
    if (item.bound_m > best_m_ || (best_ && best_m_ <= item.bound_m + kNearestTolerance_m)) break;
    open_.Pop();
    if (opened >= options.max_pieces) reason = PlaceReason::kCandidateLimit;
    if (opened % kPollInterval == 0 && options.deadline.Expired()) reason = PlaceReason::kDeadline;
    if (reason != PlaceReason::kNone) break;
    if (item.level > 0) {
      OpenBox(judge, item);
    } else {
      const GroundPiece piece = pieces_[item.index];
      OpenPiece(judge, piece);
    }
  }
  if (reason == PlaceReason::kNone && !best_) reason = PlaceReason::kNoRoom;
  return {best_, reason};
}

}  // namespace waystone

#include "core/explore/skeleton_walk.h"

#include <utility>

#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "core/path/surface_path.h"

namespace waystone {
namespace {

// Walks, swims and flights of one kind are one leg.
bool GoesOn(const RouteLeg& leg, const RouteLeg& next) {
  const bool is_way =
      leg.kind == LinkKind::kWalk || leg.kind == LinkKind::kSwim || leg.kind == LinkKind::kFly;
  return is_way && leg.kind == next.kind && !leg.link.has_value() && !next.link.has_value();
}

}  // namespace

SkeletonWalkWriter::SkeletonWalkWriter(ArcWalks& walks, const RouteQuery& query, RouteAnswer& answer)
    : walks_(walks), map_(walks.ground().map), query_(query), answer_(answer) {}

bool SkeletonWalkWriter::AddPath(const SurfacePath& path) {
  at_ = path.turns.back();
  const bool fits = walks_.ground().search.Append(path, query_, answer_);
  JoinLegs();
  return fits;
}

absl::StatusOr<bool> SkeletonWalkWriter::AddArc(const SkeletonArc& arc, double max_cost_m) {
  if (arc.kind == SkeletonArcKind::kJump || arc.kind == SkeletonArcKind::kDrop) return AddJump(arc);
  if (walks_.Find(at_, arc, max_cost_m, path_)) return AddPath(path_);
  if (query_.deadline.Expired()) {
    return absl::DeadlineExceededError("in a search for the path along an arc");
  }
  return absl::DataLossError(StrCat("map ", Quoted(map_.manifest->map_id),
                                    ": skeleton: no path leads along an arc to key point ", arc.target));
}

bool SkeletonWalkWriter::AddJump(const SkeletonArc& arc) {
  const NavLocation target = *walks_.PlaceOf(KeyPointId(arc.target));
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
  JoinLegs();
  at_ = target;
  return true;
}

void SkeletonWalkWriter::JoinLegs() {
  std::vector<RouteLeg>& legs = answer_.legs;
  size_t kept = joined_;
  for (size_t i = joined_; i < legs.size(); ++i) {
    RouteLeg& next = legs[i];
    if (kept == 0 || !GoesOn(legs[kept - 1], next)) {
      if (kept != i) legs[kept] = std::move(next);
      ++kept;
      continue;
    }
    RouteLeg& last = legs[kept - 1];
    last.point_count += next.point_count - 1;
    last.length_m += next.length_m;
    last.cost_m += next.cost_m;
  }
  legs.resize(kept);
  joined_ = kept;
}

}  // namespace waystone

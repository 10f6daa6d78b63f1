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
  return walks_.ground().search.Append(path, query_, answer_);
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
  at_ = target;
  return true;
}

void SkeletonWalkWriter::Finish() {
  size_t kept = 0;
  for (size_t i = 1; i < answer_.legs.size(); ++i) {
    RouteLeg& last = answer_.legs[kept];
    RouteLeg& next = answer_.legs[i];
    if (!GoesOn(last, next)) {
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

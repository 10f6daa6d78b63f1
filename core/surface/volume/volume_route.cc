#include "core/surface/volume/volume_route.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/surface/search_end.h"
#include "core/surface/volume/volume_snap.h"
#include "core/surface/volume/volumes_of_map.h"
#include "core/surface/volume/voxel_shape.h"
#include "core/volume/volume_search.h"

namespace waystone {
namespace {

class VolumeRouteSearch {
 public:
  VolumeRouteSearch(const MapView& map, const NavLocation& start, std::span<const NavLocation> goals,
                    const PathTerms& terms, Scratch& scratch)
      : map_(map),
        volume_(VolumeOf(map)),
        start_(start),
        goals_(goals),
        terms_(terms),
        scratch_(scratch.Borrow<VolumeSearchScratch>()),
        from_(volume_.VoxelAt(start.point)) {}

  NearestPath Find() {
    SearchGoals();
    NearestPath result;
    FoundPath& found = result.found;
    found.method = RouteMethod::kVoxelJumps;
    found.basis = cut_ ? RouteBasis::kIncompleteSearch : RouteBasis::kSearch;
    if (best_) {
      result.goal = goal_;
      Draw(*best_, goals_[goal_], result);
      found.path.outcome = SearchOutcome::kFound;
      found.reason = cut_ ? LimitOf(*cut_) : RouteReason::kNone;
      if (!cut_) found.cost_ratio = 1;
    } else if (cut_) {
      found.path.outcome = *cut_;
      found.reason = LimitOf(*cut_);
    } else {
      found.reason = RouteReason::kGoalUnreachable;
      if (terms_.allow_partial) GoToNearest(result);
      found.path.outcome = SearchOutcome::kExhausted;
    }
    found.path.expansions = expanded_;
    return result;
  }

 private:
  struct Candidate {
    VoxelLength least;
    size_t goal;
  };

  bool IsReachable(const NavLocation& goal) const {
    return !terms_.is_unreachable && goal.poly == start_.poly;
  }

  void SearchGoals() {
    std::vector<Candidate> open;
    for (size_t i = 0; i < goals_.size(); ++i) {
      if (!IsReachable(goals_[i])) continue;
      open.push_back({LengthBetween(from_, volume_.VoxelAt(goals_[i].point)), i});
    }
    std::ranges::stable_sort(open, {}, &Candidate::least);
    for (const Candidate& next : open) {
      if (best_ && next.least > best_->length) return;
      VolumePath path = Search(goals_[next.goal]);
      const SearchOutcome outcome = path.outcome;
      const bool is_found = !path.turns.empty();
      if (is_found &&
          (!best_ || path.length < best_->length || (path.length == best_->length && next.goal < goal_))) {
        best_ = std::move(path);
        goal_ = next.goal;
      }
      if (IsCut(outcome)) {
        cut_ = outcome;
        return;
      }
    }
  }

  VolumePath Search(const NavLocation& goal) {
    VolumePath path;
    if (expanded_ >= terms_.max_expansions) {
      path.outcome = SearchOutcome::kExpansionLimit;
      return path;
    }
    VolumeQuery query;
    query.start = from_;
    query.goal = volume_.VoxelAt(goal.point);
    query.max_expansions = terms_.max_expansions - expanded_;
    query.deadline = terms_.deadline;
    FindVolumePath(volume_, query, *scratch_, path);
    expanded_ += path.expanded;
    return path;
  }

  void GoToNearest(NearestPath& result) {
    const std::optional<NavLocation> nearest = NearestOfPart(map_, goals_[0].point, start_.poly);
    if (!nearest) return;
    const VolumePath path = Search(*nearest);
    if (!path.turns.empty()) Draw(path, *nearest, result);
  }

  // The voxels whose middles the line passes.
  std::vector<Voxel> TurnsOf(const VolumePath& path, NearestPath& result) const {
    std::optional<std::vector<Voxel>> shaped =
        ShapedTurns(volume_, path.turns, terms_.shape, terms_.deadline);
    result.has_too_many_cells = !shaped.has_value();
    return shaped ? *std::move(shaped) : path.turns;
  }

  void Draw(const VolumePath& path, const NavLocation& end, NearestPath& result) {
    SurfacePath& route = result.found.path;
    const auto add = [&](const Vec3& point) {
      if (!route.turns.empty() && route.turns.back().point == point) return;
      if (!route.turns.empty()) route.plane_length_m += PlaneDistance(route.turns.back().point, point);
      route.turns.push_back({start_.poly, point});
    };
    add(start_.point);
    // Within one voxel nothing is in the way.
    if (path.turns.size() > 1) {
      for (const Voxel& voxel : TurnsOf(path, result)) add(volume_.MiddleOf(voxel));
    }
    add(end.point);
    if (route.turns.size() == 1) route.turns.push_back(route.turns[0]);
    route.end = end;
    route.cost_m = InVoxels(path.length) * volume_.header().voxel_m;
    route.stretch_costs_m = {route.cost_m};
  }

  const MapView& map_;
  const VolumeView& volume_;
  const NavLocation& start_;
  const std::span<const NavLocation> goals_;
  const PathTerms& terms_;
  const Scratch::Lease<VolumeSearchScratch> scratch_;
  const Voxel from_;
  std::optional<VolumePath> best_;
  size_t goal_ = 0;
  std::optional<SearchOutcome> cut_;
  uint32_t expanded_ = 0;
};

}  // namespace

NearestPath FindNearestVolumeRoute(const MapView& map, const NavLocation& start,
                                   std::span<const NavLocation> goals, const PathTerms& terms,
                                   Scratch& scratch) {
  return VolumeRouteSearch(map, start, goals, terms, scratch).Find();
}

bool AppendVolumeRoute(const MapView& map, const SurfacePath& path, const RouteQuery& query,
                       RouteAnswer& answer) {
  const double max_length_m =
      query.max_length_m == 0 ? std::numeric_limits<double>::infinity() : query.max_length_m;
  const Vec3& origin = map.manifest->origin;
  const double length_before_m = answer.length_m;
  RouteLeg leg;
  leg.kind = VolumeOf(map).header().is_water != 0 ? LinkKind::kSwim : LinkKind::kFly;
  if (!answer.points.empty()) answer.points.pop_back();
  const PolyId part = path.turns[0].poly;
  if (query.with_polys && (answer.polys.empty() || answer.polys.back() != part)) answer.polys.push_back(part);
  leg.first_point = static_cast<uint32_t>(answer.points.size());
  answer.points.push_back(path.turns[0].point + origin);
  double share = 1;
  for (size_t i = 1; i < path.turns.size() && share == 1; ++i) {
    const Vec3& from = path.turns[i - 1].point;
    const Vec3 over = path.turns[i].point - from;
    const double length_m = Length(over);
    if (length_m == 0) continue;
    if (answer.length_m + length_m > max_length_m) share = (max_length_m - answer.length_m) / length_m;
    answer.length_m += length_m * share;
    answer.plane_length_m += PlaneDistance(from, path.turns[i].point) * share;
    answer.points.push_back(from + over * share + origin);
  }
  leg.point_count = static_cast<uint32_t>(answer.points.size()) - leg.first_point;
  leg.length_m = answer.length_m - length_before_m;
  double total_m = 0;
  for (size_t i = 1; i < path.turns.size(); ++i) {
    total_m += Distance(path.turns[i - 1].point, path.turns[i].point);
  }
  leg.cost_m = share == 1 || total_m == 0 ? path.cost_m : path.cost_m * leg.length_m / total_m;
  answer.cost_m += leg.cost_m;
  if (leg.point_count > 1) answer.legs.push_back(std::move(leg));
  return share == 1;
}

}  // namespace waystone

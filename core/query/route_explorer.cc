#include "core/query/route_explorer.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/query/field_checks.h"
#include "core/query/mesh_route.h"
#include "core/query/route_changes.h"
#include "core/query/sight_coverage.h"
#include "core/query/skeleton_join.h"
#include "core/query/skeleton_walk.h"

namespace waystone {
namespace {

constexpr uint32_t kMaxExpansions = 100'000'000;
constexpr uint32_t kMaxWalkers = 64;
constexpr double kMaxLength_m = 1e7;
constexpr double kMaxNear_m = 1000;
constexpr int64_t kMaxBudget_ms = 60'000;

absl::Status CheckQuery(const ExplorationQuery& query) {
  WS_RETURN_IF_ERROR(CheckFinite("start", query.start));
  WS_RETURN_IF_ERROR(CheckSnapOptions(query.snap));
  WS_RETURN_IF_ERROR(CheckRange("coverage", query.coverage, 0, 1));
  WS_RETURN_IF_ERROR(CheckCount("walkers", query.walkers, 1, kMaxWalkers));
  WS_RETURN_IF_ERROR(CheckRange("max_length_m", query.max_length_m, 0, kMaxLength_m));
  WS_RETURN_IF_ERROR(CheckRange("max_join_m", query.max_join_m, 0, kMaxNear_m));
  WS_RETURN_IF_ERROR(CheckRange("sight_radius_m", query.sight_radius_m, 0, kMaxNear_m));
  WS_RETURN_IF_ERROR(
      CheckRange("search_budget", static_cast<double>(query.search_budget.count()), 1, kMaxBudget_ms));
  WS_RETURN_IF_ERROR(CheckCount("max_expansions", query.max_expansions, 1, kMaxExpansions));
  if (!query.movement) return absl::OkStatus();
  WS_RETURN_IF_ERROR(CheckFinite("movement", {query.movement->x, 0, query.movement->z}));
  return Length(*query.movement) > 0 ? absl::OkStatus()
                                     : absl::InvalidArgumentError("movement: must not be zero");
}

absl::Status CheckSkeleton(const MapView& map, const ExplorationQuery& query) {
  if (map.skeleton == nullptr) {
    return absl::FailedPreconditionError(
        StrCat("map ", Quoted(map.manifest->map_id), " has no skeleton for agent ",
               Quoted(map.variant->agent.name), ": it was baked without one"));
  }
  for (size_t i = 0; i < query.visited.size(); ++i) {
    if (query.visited[i] < map.skeleton->size()) continue;
    return absl::InvalidArgumentError(
        StrCat("visited[", i, "]: no key point ", query.visited[i], ", there are ", map.skeleton->size()));
  }
  return absl::OkStatus();
}

class Explorer {
 public:
  Explorer(const MapView& map, const ExplorationQuery& query, Workspace& workspace)
      : map_(map), query_(query), ws_(workspace) {
    changes_.closed_links = query.closed_links;
    exclusions_ = ExclusionsOf(map, changes_, workspace.exclusions);
    shape_.shape = query.shape;
    shape_.with_polys = query.with_polys;
    shape_.max_length_m = query.max_length_m;
  }

  absl::StatusOr<ExplorationAnswer> Explore() {
    const SnapResult start =
        Snap(*map_.navmesh, query_.start - map_.manifest->origin, query_.snap, ws_.surface);
    answer_.start_snap_m = start.distance_m;
    if (!start.place) {
      answer_.status = RouteStatus::kStartOffMesh;
      return std::move(answer_);
    }
    start_ = *start.place;
    if (!Join()) return std::move(answer_);
    if (query_.return_to_start) FindWayBack();
    const ExploreAnswer found = Order();
    WS_RETURN_IF_ERROR(WriteWalks(found));
    Judge();
    if (query_.sight_radius_m > 0 && !answer_.walks.empty()) {
      answer_.ground_coverage =
          SeenShare(map_, start_.poly, exclusions_, answer_.walks, query_.sight_radius_m, query_.deadline);
    }
    return std::move(answer_);
  }

 private:
  bool Join() {
    const JoinOptions options{.max_join_m = query_.max_join_m,
                              .movement = query_.movement,
                              .max_expansions = query_.max_expansions,
                              .deadline = query_.deadline};
    const SkeletonJoin join = FindJoin(map_, start_, options, exclusions_, ws_);
    answer_.expansions = join.expansions;
    if (join.key_point.IsNone()) {
      ExplainNoJoin(join);
      return false;
    }
    first_ = join.key_point;
    way_ = FindWay(start_, PlaceOf(first_));
    if (way_.IsBest()) return true;
    EndSearch(way_.reason);
    return false;
  }

  MeshRoute FindWay(const NavLocation& from, const NavLocation& to) {
    MeshRouteOptions options;
    options.max_expansions = query_.max_expansions - std::min(answer_.expansions, query_.max_expansions - 1);
    options.changes = &changes_;
    options.exclusions = exclusions_;
    options.deadline = query_.deadline;
    MeshRoute found = FindMeshRoute(map_, from, to, options, ws_);
    answer_.expansions += found.route.expansions;
    return found;
  }

  void FindWayBack() {
    MeshRoute back = FindWay(PlaceOf(first_), start_);
    if (!back.IsBest()) return;
    const double both_m = way_.route.plane_length_m + back.route.plane_length_m;
    if (query_.max_length_m > 0 && both_m > query_.max_length_m) return;
    back_ = std::move(back);
  }

  NavLocation PlaceOf(KeyPointId id) const {
    return {PolyId(map_.skeleton->key_point(id).poly), map_.skeleton->Position(id)};
  }

  void EndSearch(RouteReason reason) {
    answer_.status = RouteStatus::kLimitReached;
    answer_.basis = RouteBasis::kIncompleteSearch;
    answer_.reason = reason;
    answer_.explanation = "the search for the first key point was ended";
  }

  void ExplainNoJoin(const SkeletonJoin& join) {
    if (join.end == FloodEnd::kNodeLimit) return EndSearch(RouteReason::kExpansionLimit);
    if (join.end == FloodEnd::kDeadline) {
      return EndSearch(query_.deadline.Cancelled() ? RouteReason::kCancelled : RouteReason::kDeadline);
    }
    answer_.basis = RouteBasis::kSearch;
    if (!join.can_reach_none) {
      answer_.status = RouteStatus::kLimitReached;
      answer_.reason = RouteReason::kLengthLimit;
      answer_.explanation = StrCat("no key point is within ", query_.max_join_m, " m of the start, walking");
      return;
    }
    answer_.status = RouteStatus::kUnreachable;
    const bool is_isolated = map_.zones != nullptr && map_.zones->ZoneOf(start_.poly.value()) == 0;
    answer_.reason = exclusions_ != nullptr ? RouteReason::kClosedByChanges
                     : is_isolated          ? RouteReason::kIsolated
                                            : RouteReason::kGoalUnreachable;
    answer_.explanation = "no way leads from the start to a key point";
  }

  // [m] Of what is walked before and after the skeleton; lengths in the plane are close enough, for the
  // points are cut.
  double OffSkeleton_m() const {
    return way_.route.plane_length_m + (back_ ? back_->route.plane_length_m : 0);
  }

  ExploreAnswer Order() const {
    std::vector<uint32_t> closed;
    for (const LinkId link : query_.closed_links) closed.push_back(link.value());
    std::sort(closed.begin(), closed.end());
    ExploreQuery query;
    query.start = first_;
    query.order = query_.order;
    query.coverage = query_.coverage;
    query.visited = query_.visited;
    query.closed_links = closed;
    query.walkers = query_.walkers;
    query.return_to_start = query_.return_to_start;
    if (query_.max_length_m > 0) query.max_length_m = std::max(0.0, query_.max_length_m - OffSkeleton_m());
    query.budget = query_.deadline.SoonerOf(Deadline::Clock::now() + query_.search_budget);
    return ExploreSkeleton(*map_.skeleton, query);
  }

  absl::Status WriteWalks(const ExploreAnswer& found) {
    answer_.end = found.end;
    answer_.coverage = found.coverage;
    answer_.lower_bound_m = found.lower_bound_m;
    answer_.reachable_key_points = found.reachable;
    answer_.unjoinable_key_points = found.unjoinable;
    answer_.cycle_rank = found.cycle_rank;
    bool is_cut = false;
    for (const ExploreWalk& walk : found.walks) {
      WS_ASSIGN_OR_RETURN(const bool is_whole, WriteWalk(walk, answer_.walks.emplace_back()));
      is_cut |= !is_whole;
    }
    if (is_cut) ForgetCut(found);
    return absl::OkStatus();
  }

  // Whether all key points of the walk were reached within the length allowed.
  absl::StatusOr<bool> WriteWalk(const ExploreWalk& walk, ExplorationWalk& out) {
    SkeletonWalkWriter writer(map_, shape_, exclusions_, ws_, out.route);
    bool fits = writer.AddWay(way_.route);
    for (size_t i = 0; fits && i < walk.key_points.size(); ++i) {
      if (i > 0) {
        WS_ASSIGN_OR_RETURN(fits, writer.AddArc(map_.skeleton->arc(walk.arcs[i - 1])));
      }
      if (fits) out.key_points.push_back(walk.key_points[i]);
    }
    if (fits && back_ && walk.key_points.back() == first_.value()) writer.AddWay(back_->route);
    writer.Finish();
    return fits;
  }

  // The key points that the limit of length keeps the walks from do not count as visited.
  void ForgetCut(const ExploreAnswer& found) {
    std::vector<bool> is_kept(map_.skeleton->size(), false);
    for (const uint32_t id : query_.visited) is_kept[id] = true;
    for (const ExplorationWalk& walk : answer_.walks) {
      for (const uint32_t id : walk.key_points) is_kept[id] = true;
    }
    uint32_t lost = 0;
    for (const ExploreWalk& walk : found.walks) {
      for (const uint32_t id : walk.key_points) {
        lost += is_kept[id] ? 0 : 1;
        is_kept[id] = true;
      }
    }
    if (lost == 0) return;
    answer_.coverage -= static_cast<double>(lost) / found.reachable;
    if (answer_.coverage < query_.coverage) answer_.end = ExploreEnd::kWalkLimit;
  }

  void Judge() {
    answer_.basis = exclusions_ == nullptr ? RouteBasis::kBaked : RouteBasis::kSearch;
    if (answer_.end == ExploreEnd::kCovered) {
      answer_.status = RouteStatus::kComplete;
      return;
    }
    RouteStatus without_part = RouteStatus::kLimitReached;
    switch (*answer_.end) {
      case ExploreEnd::kCovered:
        break;
      case ExploreEnd::kSearchBudget:
        answer_.basis = RouteBasis::kIncompleteSearch;
        answer_.reason = query_.deadline.Cancelled() ? RouteReason::kCancelled : RouteReason::kDeadline;
        answer_.explanation = "the time to search was over before the walk was whole";
        break;
      case ExploreEnd::kWalkLimit:
        answer_.reason = RouteReason::kLengthLimit;
        answer_.explanation = "the walk would grow longer than is allowed";
        break;
      case ExploreEnd::kStranded:
        without_part = RouteStatus::kUnreachable;
        answer_.reason = RouteReason::kGoalUnreachable;
        answer_.explanation = "one-way arcs keep the walk from what it has not visited";
        break;
    }
    answer_.status = query_.allow_partial ? RouteStatus::kPartial : without_part;
    if (!query_.allow_partial) answer_.walks.clear();
  }

  const MapView& map_;
  const ExplorationQuery& query_;
  Workspace& ws_;
  RouteChanges changes_;
  const Exclusions* exclusions_ = nullptr;
  RouteQuery shape_;  // of the points
  NavLocation start_;
  KeyPointId first_;
  MeshRoute way_;                  // from the start to the first key point
  std::optional<MeshRoute> back_;  // and back again
  ExplorationAnswer answer_;
};

}  // namespace

absl::StatusOr<ExplorationAnswer> ExploreRoute(const MapView& map, const ExplorationQuery& query,
                                               Workspace& workspace) {
  WS_RETURN_IF_ERROR(CheckQuery(query));
  WS_RETURN_IF_ERROR(CheckHasNavmesh(map));
  WS_RETURN_IF_ERROR(CheckSkeleton(map, query));
  RouteChanges changes;
  changes.closed_links = query.closed_links;
  WS_RETURN_IF_ERROR(CheckChanges(map, changes));
  return Explorer(map, query, workspace).Explore();
}

}  // namespace waystone

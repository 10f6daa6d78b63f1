#include "core/explore/route_explorer.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/explore/arc_walks.h"
#include "core/explore/sight_coverage.h"
#include "core/explore/skeleton_changer.h"
#include "core/explore/skeleton_joiner.h"
#include "core/explore/skeleton_walk.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/surface_queries.h"
#include "core/skeleton/walk_bound.h"
#include "core/skeleton/walk_graph.h"
#include "core/surface/field_checks.h"
#include "core/surface/route_changes.h"
#include "core/surface/search_end.h"
#include "core/surface/search_surface.h"
#include "core/surface/skeleton_join.h"
#include "waystone/field_limits.h"

namespace waystone {
namespace {

constexpr size_t kPollInterval = 256;    // [arcs written]
constexpr double kShareRounding = 1e-9;  // of coverage

absl::Status CheckQuery(const ExplorationQuery& query) {
  namespace goal = limits::ExplorationGoal;
  WS_RETURN_IF_ERROR(CheckFinite("start", query.start));
  WS_RETURN_IF_ERROR(CheckSnapOptions(query.snap));
  WS_RETURN_IF_ERROR(CheckRange("coverage", query.coverage, goal::coverage));
  WS_RETURN_IF_ERROR(CheckRange("walkers", query.walkers, 1, goal::walkers.max));
  WS_RETURN_IF_ERROR(CheckRange("max_length_m", query.max_length_m, goal::max_length_m));
  WS_RETURN_IF_ERROR(CheckRange("max_join_m", query.max_join_m, goal::max_join_m));
  WS_RETURN_IF_ERROR(CheckRange("sight_radius_m", query.sight_radius_m, goal::sight_radius_m));
  WS_RETURN_IF_ERROR(CheckRange("search_budget", static_cast<double>(query.search_budget.count()), 1,
                                goal::search_budget_ms.max));
  WS_RETURN_IF_ERROR(CheckMaxExpansions(query.max_expansions));
  if (!query.movement) return absl::OkStatus();
  WS_RETURN_IF_ERROR(CheckFinite("movement", {query.movement->x, 0, query.movement->z}));
  return Length(*query.movement) > 0
             ? absl::OkStatus()
             : FieldError("movement", "must not be zero, nor too short to tell a direction");
}

absl::Status CheckSkeleton(const MapView& map, const ExplorationQuery& query) {
  if (map.skeleton == nullptr) {
    return absl::FailedPreconditionError(
        StrCat("map ", Quoted(map.manifest->map_id), " has no skeleton for agent ",
               Quoted(map.variant->agent.name), " with these abilities: it was baked without one"));
  }
  for (size_t i = 0; i < query.visited.size(); ++i) {
    if (query.visited[i] < map.skeleton->size()) continue;
    return WithinItem(
        "visited", i,
        FieldError("", StrCat("no key point ", query.visited[i], ", there are ", map.skeleton->size())));
  }
  return absl::OkStatus();
}

bool IsLate(const absl::Status& status) {
  return absl::IsDeadlineExceeded(status) || absl::IsCancelled(status);
}

constexpr size_t kPointsOfArc = 12;
constexpr char kBeforeChanges[] = "the changes were applied";

// The answer if the deadline passed before there was a walk.
ExplorationAnswer LateAnswer(const absl::Status& late, const char* before_what) {
  ExplorationAnswer answer;
  answer.status = RouteStatus::kLimitReached;
  answer.reason = absl::IsCancelled(late) ? RouteReason::kCancelled : RouteReason::kDeadline;
  answer.basis = RouteBasis::kIncompleteSearch;
  answer.explanation = StrCat("the time was over before ", before_what);
  return answer;
}

class Explorer {
 public:
  // `map` is the baked one with the query's changes applied, and has its skeleton. `changes`: all that were asked for.
  Explorer(const MapView& baked, const MapView& map, const ExplorationQuery& query,
           const RouteChanges& changes, RouteSearch& search, Scratch& scratch)
      : changes_(changes),
        baked_(baked),
        map_(map),
        query_(query),
        surface_(map.surface->ForExplorations()),
        search_(search),
        scratch_(scratch),
        exclusions_(ExclusionsOf(map, query.changes, *excluded_)),
        walks_({map, query.changes, exclusions_, search, scratch, query.deadline}),
        position_(query.start - map.manifest->origin) {
    shape_.shape = query.shape;
    shape_.with_polys = query.with_polys;
    shape_.max_length_m = query.max_length_m;
    shape_.deadline = query.deadline;
    shape_.changes.area_factors = query.changes.area_factors;
  }

  absl::StatusOr<ExplorationAnswer> Explore() {
    const SnapResult start =
        surface_.SnapTo(map_, position_, query_.snap, PlaceRole::kLeave, exclusions_, scratch_);
    answer_.start_snap_m = start.distance_m;
    if (!start.place) {
      answer_.status = RouteStatus::kStartOffMesh;
      if (IsClosing() && SnapToBaked()) {
        answer_.reason = WhyClosed(changes_);
        answer_.explanation = StrCat("the start", WhyNoGround(changes_));
      }
      return std::move(answer_);
    }
    start_ = *start.place;
    if (!Join()) return std::move(answer_);
    const absl::Status changed = ApplyChanges();
    if (IsLate(changed)) return LateAnswer(changed, kBeforeChanges);
    WS_RETURN_IF_ERROR(changed);
    if (query_.return_to_start) FindPathBack();
    const ExploreAnswer found = Order();
    if (found.is_late) return LateAnswer(CheckInTime(query_.deadline), "a walk was planned");
    WS_RETURN_IF_ERROR(WriteWalks(found));
    Judge();
    if (query_.sight_radius_m > 0 && !answer_.walks.empty()) {
      answer_.ground_coverage = SeenShare(map_, start_.poly, exclusions_, answer_.walks,
                                          query_.sight_radius_m, query_.deadline, walks_.space());
    }
    if (map_.is_applied) {
      for (ExplorationWalk& walk : answer_.walks) NameBaked(surface_, walk.route);
    }
    return std::move(answer_);
  }

 private:
  // The changes take something away.
  bool IsClosing() const { return exclusions_ != nullptr || map_.is_applied; }
  std::optional<NavLocation> SnapToBaked() {
    return baked_.surface->ForExplorations()
        .SnapTo(baked_, position_, query_.snap, PlaceRole::kLeave, nullptr, scratch_)
        .place;
  }

  absl::Status ApplyChanges() {
    if (!walks_.IsChanged()) return absl::OkStatus();
    WS_ASSIGN_OR_RETURN(const std::shared_ptr<const SkeletonChanges> kept, ChangeSkeleton(baked_, walks_));
    changed_ = *kept;
    return walks_.MayClose() ? JoinFrom(first_, walks_, changed_) : absl::OkStatus();
  }

  // With a clearance no path may lead to the nearest key point: the next ones are tried.
  bool Join() {
    constexpr size_t kMostTried = 8;
    std::vector<KeyPointId> tried;
    JoinOptions options = OptionsOfJoin();
    if (walks_.KeepsClearance()) {
      options.is_closed = [&](KeyPointId id) {
        return !walks_.PlaceOf(id) || std::find(tried.begin(), tried.end(), id) != tried.end();
      };
    }
    while (true) {
      const SkeletonJoin join = surface_.FindJoin(map_, start_, options, exclusions_, scratch_);
      answer_.expansions += join.expansions;
      const std::optional<NavLocation> place =
          join.key_point.IsNone() ? std::nullopt : walks_.PlaceOf(join.key_point);
      if (!place && !tried.empty()) break;
      if (!place) {
        ExplainNoJoin(join);
        return false;
      }
      first_ = join.key_point;
      path_ = SearchPath(start_, *place);
      if (path_.IsBest()) return true;
      if (!walks_.KeepsClearance() || path_.path.outcome != SearchOutcome::kExhausted) {
        EndSearch(path_.reason);
        return false;
      }
      tried.push_back(first_);
      if (tried.size() == kMostTried) break;
    }
    answer_.basis = RouteBasis::kSearch;
    answer_.status = RouteStatus::kUnreachable;
    answer_.reason = RouteReason::kClearance;
    answer_.explanation = "no path that keeps the clearance leads from the start to a key point near it";
    return false;
  }

  JoinOptions OptionsOfJoin() const {
    return {.max_join_m = query_.max_join_m,
            .movement = query_.movement,
            .max_expansions = query_.max_expansions,
            .deadline = query_.deadline};
  }

  FoundPath SearchPath(const NavLocation& from, const NavLocation& to) {
    PathTerms terms;
    terms.max_expansions = query_.max_expansions - std::min(answer_.expansions, query_.max_expansions - 1);
    terms.deadline = query_.deadline;
    FoundPath found = search_.FindPath(from, {&to, 1}, terms).found;
    answer_.expansions += found.path.expansions;
    return found;
  }

  void FindPathBack() {
    FoundPath back = SearchPath(*walks_.PlaceOf(first_), start_);
    if (!back.IsBest()) {
      is_out_of_nodes_ = back.reason == RouteReason::kExpansionLimit;
      const bool is_late = back.reason == RouteReason::kDeadline || back.reason == RouteReason::kCancelled;
      if (is_out_of_nodes_ || is_late) not_back_ = ExploreEnd::kSearchBudget;
      return;
    }
    const double both_m = Length_m(path_.path) + Length_m(back.path);
    if (query_.max_length_m > 0 && both_m > query_.max_length_m) {
      not_back_ = ExploreEnd::kWalkLimit;
      return;
    }
    back_ = std::move(back);
  }

  void EndSearch(RouteReason reason) {
    answer_.status = RouteStatus::kLimitReached;
    answer_.basis = RouteBasis::kIncompleteSearch;
    answer_.reason = reason;
    answer_.explanation = "the search for the first key point was ended";
  }

  void ExplainNoJoin(const SkeletonJoin& join) {
    if (IsCut(join.end)) return EndSearch(LimitOf(join.end));
    answer_.basis = RouteBasis::kSearch;
    if (!join.can_reach_none) {
      answer_.status = RouteStatus::kLimitReached;
      answer_.reason = RouteReason::kLengthLimit;
      answer_.explanation = StrCat("no key point is within ", query_.max_join_m, " m of the start, walking");
      return;
    }
    answer_.status = RouteStatus::kUnreachable;
    const bool is_isolated = map_.zones != nullptr && map_.zones->ZoneOf(start_.poly) == kIsolatedZone;
    answer_.reason = IsShutOff()   ? WhyClosed(changes_)
                     : is_isolated ? RouteReason::kIsolated
                                   : RouteReason::kGoalUnreachable;
    answer_.explanation = "no path leads from the start to a key point";
  }

  // Whether the start reached a key point if nothing were closed.
  bool IsShutOff() {
    if (!walks_.MayClose()) return false;
    const std::optional<NavLocation> start = SnapToBaked();
    if (!start) return false;
    JoinOptions options = OptionsOfJoin();
    options.max_join_m = 0;
    const SkeletonJoin join =
        baked_.surface->ForExplorations().FindJoin(baked_, *start, options, nullptr, scratch_);
    answer_.expansions += join.expansions;
    return !join.key_point.IsNone();
  }

  // [m] Over ground lengths in the plane are close enough, because the points are cut.
  double Length_m(const SurfacePath& path) const {
    return walks_.space() == nullptr ? path.plane_length_m : LengthOf(path);
  }
  // [m] Length walked before and after the skeleton.
  double OffSkeleton_m() const { return Length_m(path_.path) + (back_ ? Length_m(back_->path) : 0); }

  ExploreAnswer Order() const {
    ExploreQuery query;
    query.start = first_;
    query.order = query_.order;
    query.coverage = query_.coverage;
    query.visited = query_.visited;
    query.changes = changed_;
    const std::vector<uint32_t> source_ids = surface_.SourceIds();
    query.source_ids = source_ids;
    query.walkers = query_.walkers;
    query.return_to_start = query_.return_to_start;
    if (query_.max_length_m > 0) query.max_length_m = std::max(0.0, query_.max_length_m - OffSkeleton_m());
    query.deadline = query_.deadline;
    query.budget = query_.deadline.SoonerOf(Deadline::Clock::now() + query_.search_budget);
    query.improve_for = query_.search_budget;
    return ExploreSkeleton(*map_.skeleton, query);
  }

  absl::Status WriteWalks(const ExploreAnswer& found) {
    answer_.end = found.end;
    answer_.coverage = found.coverage;
    answer_.lower_bound_m = found.lower_bound_m;
    answer_.reachable_key_points = found.reachable;
    answer_.unjoinable_key_points = found.unjoinable;
    answer_.cycle_rank = found.cycle_rank;
    std::optional<ExploreEnd> cut;
    for (const ExploreWalk& walk : found.walks) {
      WS_ASSIGN_OR_RETURN(const auto end, WriteWalk(walk, answer_.walks.emplace_back()));
      if (end) cut = end;
    }
    if (cut) ForgetCut(found, *cut);
    if (not_back_ && answer_.end == ExploreEnd::kCovered) answer_.end = not_back_;
    return absl::OkStatus();
  }

  // What kept the walk from its last key point; sets not_back_ if it kept the walk from returning to the
  // start.
  absl::StatusOr<std::optional<ExploreEnd>> WriteWalk(const ExploreWalk& walk, ExplorationWalk& out) {
    // Room for what walks usually have: to move what is there takes long when there is much.
    out.route.points.reserve(kPointsOfArc * walk.arcs.size());
    SkeletonWalkWriter writer(walks_, shape_, out.route);
    const bool ends_at_first = walk.key_points.back() == first_.value();
    std::optional<ExploreEnd> cut;
    if (!writer.AddPath(path_.path)) cut = ExploreEnd::kWalkLimit;
    for (size_t i = 0; !cut && i < walk.key_points.size(); ++i) {
      if (i > 0) {
        WS_ASSIGN_OR_RETURN(cut, WriteArc(walk, i - 1, writer));
      }
      if (!cut) out.key_points.push_back(walk.key_points[i]);
    }
    if (query_.return_to_start && ends_at_first) {
      if (cut) not_back_ = cut;
      if (!cut && back_ && !writer.AddPath(back_->path)) not_back_ = ExploreEnd::kWalkLimit;
    }
    return cut;
  }

  absl::StatusOr<std::optional<ExploreEnd>> WriteArc(const ExploreWalk& walk, size_t at,
                                                     SkeletonWalkWriter& writer) {
    if (at % kPollInterval == kPollInterval - 1 && query_.deadline.Expired()) {
      return ExploreEnd::kSearchBudget;
    }
    const SkeletonArc& arc = changed_.Arc(*map_.skeleton, walk.arcs[at]);
    const bool is_added = walk.arcs[at] >= map_.skeleton->arcs().size();
    const absl::StatusOr<bool> fits =
        is_added ? writer.AddArc(arc, std::numeric_limits<double>::infinity()) : writer.AddArc(arc);
    if (absl::IsDeadlineExceeded(fits.status())) return ExploreEnd::kSearchBudget;
    // The walk of the baked arc went through something closed, though far from the straight line.
    if (absl::IsDataLoss(fits.status()) && walks_.MayClose()) return ExploreEnd::kStranded;
    WS_RETURN_IF_ERROR(fits.status());
    return *fits ? std::nullopt : std::optional(ExploreEnd::kWalkLimit);
  }

  // Key points behind the cut of a walk do not count as visited.
  void ForgetCut(const ExploreAnswer& found, ExploreEnd cut) {
    std::vector<uint8_t> is_kept(map_.skeleton->size(), 0);
    for (const uint32_t id : query_.visited) is_kept[id] = 1;
    const std::vector<uint8_t> is_known = is_kept;
    for (const ExplorationWalk& walk : answer_.walks) {
      for (const uint32_t id : walk.key_points) is_kept[id] = 1;
    }
    const std::vector<uint8_t> is_visited = is_kept;
    uint32_t lost = 0;
    for (const ExploreWalk& walk : found.walks) {
      for (const uint32_t id : walk.key_points) lost += 1U - std::exchange(is_kept[id], uint8_t{1});
    }
    answer_.lower_bound_m = BoundOf(is_known, is_visited);
    if (lost == 0) return;
    answer_.coverage -= static_cast<double>(lost) / found.reachable;
    if (answer_.coverage < kShareRounding) answer_.coverage = 0;  // not 2e-17
    if (answer_.coverage < query_.coverage - kShareRounding) answer_.end = cut;
  }

  // [m] Lower bound of walks that visit as many key points as those `is_visited` and not `is_known`, wherever
  // they end: a walk that was cut does not come back.
  double BoundOf(const std::vector<uint8_t>& is_known, const std::vector<uint8_t>& is_visited) const {
    const WalkGraph graph = MakeWalkGraph(*map_.skeleton, first_, changed_, {}, query_.deadline);
    std::vector<uint8_t> known(graph.size());
    WalkBoundQuery query;
    for (uint32_t node = 0; node < graph.size(); ++node) {
      const uint32_t id = graph.key_points[node].value();
      known[node] = node == graph.start.value() ? 1 : is_known[id];
      if (known[node] == 0 && is_visited[id] != 0) ++query.visits;
    }
    query.known = &known;
    query.walkers = query_.walkers;
    return WalkLowerBound(graph, query);
  }

  void Judge() {
    answer_.basis = walks_.IsChanged() ? RouteBasis::kSearch : RouteBasis::kBaked;
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
        answer_.reason = query_.deadline.Cancelled() ? RouteReason::kCancelled
                         : is_out_of_nodes_          ? RouteReason::kExpansionLimit
                                                     : RouteReason::kDeadline;
        answer_.explanation = is_out_of_nodes_ ? "the search for the path back to the start was ended"
                                               : "the time to search was over before the walk was whole";
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

  const RouteChanges& changes_;
  const MapView& baked_;
  const MapView& map_;
  const ExplorationQuery& query_;
  const SearchSurface& surface_;
  RouteSearch& search_;
  Scratch& scratch_;
  const Scratch::Lease<Exclusions> excluded_ = scratch_.Borrow<Exclusions>();
  const Exclusions* const exclusions_;
  ArcWalks walks_;
  const Vec3 position_;  // [m] of the start, map-local
  SkeletonChanges changed_;
  RouteQuery shape_;  // of the points
  NavLocation start_;
  KeyPointId first_;
  FoundPath path_;                      // from the start to the first key point
  std::optional<FoundPath> back_;       // and back again
  std::optional<ExploreEnd> not_back_;  // what keeps a walk from coming back although a path leads there
  bool is_out_of_nodes_ = false;        // that is the limit of expansions
  ExplorationAnswer answer_;
};

}  // namespace

absl::StatusOr<ExplorationAnswer> ExploreRoute(const MapView& baked, const ExplorationQuery& query,
                                               Scratch& scratch) {
  WS_RETURN_IF_ERROR(CheckQuery(query));
  WS_RETURN_IF_ERROR(CheckSkeleton(baked, query));
  WS_RETURN_IF_ERROR(CheckChanges(baked, query.changes));
  // What is seen is a share of areas, which are known with the zones.
  const ZonesNeed need = query.sight_radius_m > 0 ? ZonesNeed::kCompute : ZonesNeed::kIfReady;
  // On grids clearance takes cells, and then nothing else.
  const bool clears_cells = query.changes.min_clearance_m > 0 && baked.surface->Fields().cells.has_value();
  std::optional<ExplorationQuery> cleared;
  if (clears_cells) {
    cleared = query;
    cleared->changes.min_clearance_m = 0;
  }
  const ExplorationQuery& left = clears_cells ? *cleared : query;
  absl::StatusOr<MapView> map = clears_cells || query.changes.HasCells()
                                    ? baked.surface->ApplyForPlaces(baked, query.changes, query.deadline)
                                    : baked.surface->Apply(baked, query.changes, need, query.deadline);
  if (IsLate(map.status())) return LateAnswer(map.status(), kBeforeChanges);
  WS_RETURN_IF_ERROR(map.status());
  map->skeleton = baked.skeleton;
  WS_ASSIGN_OR_RETURN(const std::unique_ptr<RouteSearch> search,
                      map->surface->ForExplorations().Open(*map, left.changes, query.deadline, scratch));
  return Explorer(baked, *map, left, query.changes, *search, scratch).Explore();
}

}  // namespace waystone

// A route is stretches between places that are fixed before any search: the start, the via points, the goals.
// The first stretch that cannot be finished ends the route.
#include "core/route/route_planner.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "core/base/field_error.h"
#include "core/base/limit_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/path/search_outcome.h"
#include "core/route/route_outlook.h"
#include "core/surface/area_costs.h"
#include "core/surface/field_checks.h"
#include "core/surface/route_changes.h"
#include "core/surface/search_end.h"
#include "core/surface/search_surface.h"
#include "waystone/field_limits.h"

namespace waystone {
namespace {

absl::Status CheckQuery(const RouteQuery& query) {
  WS_RETURN_IF_ERROR(CheckFinite("start", query.start));
  if (query.goals.empty()) return FieldError("goals", "required");
  WS_RETURN_IF_ERROR(CheckAllFinite("goals", query.goals));
  WS_RETURN_IF_ERROR(CheckAllFinite("via", query.via));
  WS_RETURN_IF_ERROR(CheckSnapOptions(query.snap));
  WS_RETURN_IF_ERROR(CheckMaxExpansions(query.max_expansions));
  WS_RETURN_IF_ERROR(CheckRange("max_length_m", query.max_length_m, limits::SearchLimits::max_length_m));
  if (query.max_length_ratio == 0) return absl::OkStatus();
  return CheckRange("max_length_ratio", query.max_length_ratio, limits::SearchLimits::max_length_ratio);
}

// Upper bound on the cost per metre of any path; infinite if a link has zero length.
double MostCostPerMetre(const MapView& map, const RouteChanges& changes) {
  double most = 1;
  for (const AreaFactor& factor : changes.area_factors) most = std::max(most, factor.factor);
  const GroundCosts costs = GroundCostsOf(map, changes);
  for (const NavLink& link : map.links->all()) {
    if (!MayUse(link, map.abilities)) continue;
    const Vec3 start(link.start[0], link.start[1], link.start[2]);
    const double length_m = Distance(start, Vec3(link.end[0], link.end[1], link.end[2]));
    const double cost_m = costs.OfLink(*map.navmesh, link);
    if (cost_m > most * length_m) most = cost_m / length_m;
  }
  return most;
}

// Rounds of planning with what the round before has met.
constexpr int kMostRounds = 6;

bool IsLimit(RouteBasis basis) { return basis == RouteBasis::kIncompleteSearch; }

bool IsLateStatus(const absl::Status& status) {
  return absl::IsDeadlineExceeded(status) || absl::IsCancelled(status);
}

// The answer if the deadline passed before any search.
RouteAnswer LateAnswer(const absl::Status& late) {
  RouteAnswer answer;
  answer.status = RouteStatus::kLimitReached;
  answer.reason = absl::IsCancelled(late) ? RouteReason::kCancelled : RouteReason::kDeadline;
  answer.basis = RouteBasis::kIncompleteSearch;
  answer.explanation = WhySearchEnded(answer.reason);
  return answer;
}

// Routes over as few of a request's closures as they meet.
struct ClosureWatch {
  std::unique_ptr<MetClosures> met;
  IndexPaths index_paths = {};
};

// Searches the stretches that an outlook allows.
class Planner {
 public:
  // With `watch` the planner ends at a path that meets more of what is closed.
  Planner(const MapView& map, const RouteQuery& query, const RouteOutlook& outlook, RouteSearch& search,
          ClosureWatch* watch, RouteAnswer& answer)
      : map_(map), query_(query), outlook_(outlook), search_(search), watch_(watch), answer_(answer) {
    if (!query.allow_partial && query.max_length_m > 0) {
      max_cost_m_ = MostCostPerMetre(map, query.changes) * query.max_length_m;
    }
  }

  // Every cell was asked for, and there are more than an answer can hold.
  bool has_too_many_cells() const { return has_too_many_cells_; }
  bool has_met_more() const { return has_met_more_; }

  void Plan() {
    NavLocation from = outlook_.start;
    for (size_t i = 0; i < outlook_.via.size(); ++i) {
      if (!GoOn(from, i, {&outlook_.via[i], 1})) return;
      from = outlook_.via[i];
    }
    if (!GoOn(from, outlook_.via.size(), outlook_.goals)) return;
    answer_.status = RouteStatus::kComplete;
    answer_.cost_ratio = cost_ratio_;
  }

 private:
  // Whether the route goes on at the end of the stretch, one of `ends`.
  bool GoOn(const NavLocation& from, size_t stretch, std::span<const NavLocation> ends) {
    const bool is_blocked = stretch == outlook_.blocked_stretch;
    const auto [found, end, has_too_many_cells] = search_.FindPath(from, ends, TermsOf(is_blocked));
    has_too_many_cells_ = has_too_many_cells_ || has_too_many_cells;
    answer_.expansions = std::min(answer_.expansions + found.path.expansions, query_.max_expansions);
    answer_.method = found.method;
    has_met_more_ = watch_ != nullptr && !found.path.turns.empty() && watch_->met->Add(map_, found.path);
    if (has_met_more_) return false;
    const bool is_proven = cost_ratio_ > 0 && found.cost_ratio > 0;
    cost_ratio_ = is_proven ? std::max(cost_ratio_, found.cost_ratio) : 0;
    if (stretch == outlook_.via.size()) {
      answer_.goal_index = outlook_.goal_indices[end];
      answer_.goal_snap_m = outlook_.goal_snaps_m[end];
    }
    // The zones' verdict holds, however far the search came.
    const bool is_decided = outlook_.blocked_stretch != RouteOutlook::kNoStretch;
    if (!is_decided && !IsLimit(answer_.basis)) {
      answer_.basis = found.basis;
      answer_.reason =
          found.reason == RouteReason::kClosedByChanges ? WhyClosed(query_.changes) : found.reason;
    }
    const bool arrives = !is_blocked && found.LeadsTo(ends[end]);
    const bool fits = !found.path.turns.empty() && search_.Append(found.path, query_, answer_);
    if (arrives && fits) return true;
    if (!is_decided) Fail(found, arrives, stretch);
    if (!answer_.points.empty()) {
      answer_.gap_m = Distance(answer_.points.back() - map_.manifest->origin, ends[end].point);
    }
    return false;
  }

  PathTerms TermsOf(bool is_blocked) const {
    PathTerms terms{.max_expansions = query_.max_expansions - answer_.expansions,
                    .max_cost_m = std::max(0.0, max_cost_m_ - answer_.cost_m),
                    .max_length_ratio = query_.max_length_ratio,
                    .method = query_.method,
                    .shape = query_.shape,
                    .is_reachable = !query_.changes.MayClose(),
                    .is_unreachable = is_blocked,
                    .teleports_to_mouths = query_.teleports_to_mouths,
                    .allow_partial = query_.allow_partial,
                    .deadline = query_.deadline,
                    .index_paths = watch_ == nullptr ? nullptr : &watch_->index_paths};
    // The zones know the nearest place of the unchanged map only.
    if (is_blocked && !query_.changes.MayClose()) terms.nearest = outlook_.nearest;
    return terms;
  }

  std::string_view WhyUnreachable(RouteReason reason) const {
    if (reason == RouteReason::kClearance)
      return "no path there was found that keeps the clearance asked for";
    if (reason != RouteReason::kClosedByChanges) return "no path leads there";
    if (query_.changes.min_clearance_m <= 0) return "what this request closes leaves no path there";
    return "what this request closes and the clearance asked for leave no path there that was found";
  }

  // The route ends within a stretch, which the zones did not foresee.
  void Fail(const FoundPath& found, bool is_too_long, size_t stretch) {
    if (is_too_long || found.path.outcome == SearchOutcome::kCostLimit) {
      answer_.reason = RouteReason::kLengthLimit;
    }
    RouteStatus status = RouteStatus::kLimitReached;
    std::string_view why = WhySearchEnded(answer_.reason);
    if (!is_too_long && found.path.outcome == SearchOutcome::kExhausted) {
      status = RouteStatus::kUnreachable;
      why = WhyUnreachable(answer_.reason);
    }
    answer_.explanation = StrCat(NameOfStretchEnd(query_, answer_, stretch), ": ", why);
    answer_.status = query_.allow_partial ? RouteStatus::kPartial : status;
    if (query_.allow_partial) return;
    answer_.points.clear();
    answer_.legs.clear();
    answer_.polys.clear();
    answer_.length_m = answer_.plane_length_m = answer_.cost_m = 0;
  }

  const MapView& map_;
  const RouteQuery& query_;
  const RouteOutlook& outlook_;
  RouteSearch& search_;
  ClosureWatch* const watch_;
  RouteAnswer& answer_;
  bool has_met_more_ = false;
  bool has_too_many_cells_ = false;
  double cost_ratio_ = 1;  // of all stretches so far; 0 if nothing is proven of one
  double max_cost_m_ = std::numeric_limits<double>::infinity();
};

struct Planned {
  RouteAnswer answer;
  bool has_met_more = false;  // of what is closed: only the method counts of the answer
};

// Plans a route over the map with the query's changes. If there is a `watch`, these are the closures that it has met.
absl::StatusOr<Planned> PlanOver(const MapView& baked, const RouteQuery& query, ClosureWatch* watch,
                                 Scratch& scratch) {
  const absl::StatusOr<MapView> applied =
      baked.surface->Apply(baked, query.changes, ZonesNeed::kIfReady, query.deadline);
  if (IsLateStatus(applied.status())) return Planned{LateAnswer(applied.status())};
  WS_RETURN_IF_ERROR(applied.status());
  const MapView& map = *applied;
  const absl::StatusOr<std::unique_ptr<RouteSearch>> search =
      map.surface->Open(map, query.changes, query.deadline, scratch);
  if (IsLateStatus(search.status())) return Planned{LateAnswer(search.status())};
  WS_RETURN_IF_ERROR(search.status());
  Planned planned;
  RouteAnswer& answer = planned.answer;
  RouteOutlook outlook;
  if (!FillOutlook(map, query, **search, scratch, outlook, answer)) return planned;
  const NavLocation& end = outlook.via.empty() ? outlook.goals[0] : outlook.via[0];
  WS_RETURN_IF_ERROR((*search)->CheckMethod(outlook.start, end, query.method));
  Planner planner(map, query, outlook, **search, watch, answer);
  planner.Plan();
  planned.has_met_more = planner.has_met_more();
  if (map.is_applied) NameBaked(*map.surface, answer);
  if (planner.has_too_many_cells()) {
    return LimitError(
        "shape",
        "the route has more than 1,000,000 cells, the limit for every cell; ask for its turning points",
        {1'000'000}, absl::StatusCode::kOutOfRange);
  }
  return planned;
}

// The route with as few of the closures as it meets; empty if it is not whole, or if that takes too many searches: then
// all closures count from the start.
std::optional<RouteAnswer> PlanOverMet(const MapView& baked, const RouteQuery& query, ClosureWatch watch,
                                       Scratch& scratch) {
  RouteQuery part = query;
  uint32_t spent = 0;
  for (int round = 0; round < kMostRounds && spent < query.max_expansions; ++round) {
    part.max_expansions = query.max_expansions - spent;
    part.changes = watch.met->met();
    absl::StatusOr<Planned> planned = PlanOver(baked, part, &watch, scratch);
    if (!planned.ok()) return std::nullopt;
    RouteAnswer& answer = planned->answer;
    spent += answer.expansions;
    if (planned->has_met_more && answer.method != RouteMethod::kEdgePoints) continue;
    if (planned->has_met_more || answer.status != RouteStatus::kComplete) return std::nullopt;
    answer.expansions = spent;
    if (answer.basis == RouteBasis::kBaked) answer.basis = RouteBasis::kBakedUntouched;
    return std::move(answer);
  }
  return std::nullopt;
}

}  // namespace

absl::StatusOr<RouteAnswer> PlanRoute(const MapView& baked, const RouteQuery& query, Scratch& scratch) {
  WS_RETURN_IF_ERROR(CheckQuery(query));
  WS_RETURN_IF_ERROR(CheckChanges(baked, query.changes));
  WS_RETURN_IF_ERROR(baked.surface->CheckRoute(baked, query));
  // If there are several goals, all closures count: a goal on closed ground is brought to its edge, where it may be
  // nearer than the others.
  auto met = query.goals.size() == 1 ? baked.surface->WatchClosures(baked, query.changes) : nullptr;
  if (met != nullptr) {
    auto answer = PlanOverMet(baked, query, {std::move(met)}, scratch);
    if (answer) return *std::move(answer);
  }
  WS_ASSIGN_OR_RETURN(Planned planned, PlanOver(baked, query, nullptr, scratch));
  return std::move(planned.answer);
}

}  // namespace waystone

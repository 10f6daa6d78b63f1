#include "core/world_route/world_planner.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/path/search_outcome.h"
#include "core/store/world_folder.h"
#include "core/surface/portal_surface.h"
#include "core/surface/search_end.h"
#include "core/surface/search_surface.h"
#include "core/world/portal_search.h"
#include "core/world_route/allowed_portals.h"
#include "core/world_route/lacking_means.h"
#include "core/world_route/missed_maps.h"
#include "core/world_route/portal_obstacles.h"
#include "core/world_route/world_ends.h"
#include "core/world_route/world_grounds.h"

namespace waystone {
namespace {

class WorldPlanner {
 public:
  WorldPlanner(WorldStore& store, const WorldRouteQuery& query, Scratch& scratch)
      : store_(store),
        world_(store.world().view()),
        query_(query),
        scratch_(scratch),
        grounds_(store, query, scratch) {}

  absl::StatusOr<WorldRouteAnswer> Plan() {
    const absl::Status status = FindPlan();
    if (absl::IsDeadlineExceeded(status) || absl::IsCancelled(status)) {
      NoteLimit(absl::IsCancelled(status) ? RouteReason::kCancelled : RouteReason::kDeadline);
      TellLimit();
    } else {
      WS_RETURN_IF_ERROR(status);
    }
    return std::move(answer_);
  }

 private:
  absl::Status FindPlan() {
    const absl::StatusOr<std::shared_ptr<const OpenedMap>> start =
        store_.Open(query_.start.map, query_.deadline);
    if (!start.ok()) {
      if (!WorldStore::IsMissing(start.status())) return start.status();
      AddMissed(query_.start.map, answer_.missed_maps);
      TellMissing("the start", query_.start.map);
      return absl::OkStatus();
    }
    WS_ASSIGN_OR_RETURN(start_, PlaceOn(grounds_, *start, query_.start, PlaceRole::kLeave));
    answer_.start_snap_m = start_.snap_m;
    if (!start_.is_on_surface) {
      answer_.status = RouteStatus::kStartOffMesh;
      TellIfClosed("the start", start_, query_.start, PlaceRole::kLeave);
      return absl::OkStatus();
    }
    WS_ASSIGN_OR_RETURN(const bool has_goal, OpenGoals());
    if (!has_goal) return absl::OkStatus();
    WS_RETURN_IF_ERROR(FindDirect());
    return FindThroughPortals();
  }

  // Says so if a place that is on no surface would be on the baked one.
  void TellIfClosed(std::string_view name, const OpenPlace& open, const WorldPosition& position,
                    PlaceRole role) {
    if (!grounds_.IsClosed(*open.walks, open.entry, open.LocalOf(position), role)) return;
    const RouteChanges& changes = *open.walks->ground().changes;
    answer_.reason = WhyClosed(changes);
    answer_.explanation = StrCat(name, WhyNoGround(changes));
  }

  // False if the answer is complete without a search.
  absl::StatusOr<bool> OpenGoals() {
    const WorldPosition* missing = nullptr;
    for (const WorldPosition& goal : query_.goals) {
      OpenPlace& open = goals_.emplace_back();
      const absl::StatusOr<std::shared_ptr<const OpenedMap>> entry = store_.Open(goal.map, query_.deadline);
      if (!entry.ok()) {
        if (!WorldStore::IsMissing(entry.status())) return entry.status();
        if (missing == nullptr) missing = &goal;
        AddMissed(goal.map, answer_.missed_maps);
        continue;
      }
      WS_ASSIGN_OR_RETURN(open, PlaceOn(grounds_, *entry, goal, PlaceRole::kArrive));
      if (answer_.goal_snap_m < 0) answer_.goal_snap_m = goals_.back().snap_m;
    }
    const auto is_on_surface = [](const OpenPlace& goal) { return goal.is_on_surface; };
    if (std::any_of(goals_.begin(), goals_.end(), is_on_surface)) return true;
    answer_.status = RouteStatus::kGoalOffMesh;
    if (missing != nullptr) {
      TellMissing("the goal", missing->map);
    } else {
      TellIfClosed("the goal", goals_[0], query_.goals[0], PlaceRole::kArrive);
    }
    return false;
  }

  // `what` needs a map that cannot be used.
  void TellMissing(std::string_view what, WorldMapIndex map) {
    answer_.status = RouteStatus::kUnreachable;
    answer_.reason = RouteReason::kMapMissing;
    if (IsNotJoined(store_.WhyMissing(map))) {
      answer_.explanation = StrCat(what, " needs map ", Quoted(world_.MapId(map)),
                                   ", which was baked anew outside of the world and is not joined. Run "
                                   "waystone-bake WORLD.yaml --join, and reload it");
      return;
    }
    answer_.explanation = StrCat(
        what, " needs map ", Quoted(world_.MapId(map)),
        ", which cannot be used: its package, or what the world file keeps of it, is missing or damaged. Put "
        "that back, or bake the world again, and reload it");
  }

  absl::Status FindDirect() {
    for (uint32_t i = 0; i < goals_.size(); ++i) {
      if (!goals_[i].is_on_surface || query_.goals[i].map != query_.start.map) continue;
      WS_ASSIGN_OR_RETURN(WalkToPlace direct,
                          start_.walks->WalkDirectly(start_.place, goals_[i].place, direct_cost_m_));
      RouteAnswer& walk = direct.walk;
      answer_.expansions += walk.expansions;
      if (walk.status != RouteStatus::kComplete) {
        NoteLimit(IsLimit(walk.reason) ? walk.reason : RouteReason::kNone);
      } else if (walk.cost_m < direct_cost_m_) {
        direct_cost_m_ = walk.cost_m;
        direct_ = std::move(direct);
        direct_goal_ = i;
      }
    }
    return absl::OkStatus();
  }

  absl::Status FindThroughPortals() {
    ends_.emplace(world_, query_, start_, goals_);
    const bool may_be_less = query_.changes != nullptr && grounds_.MayBeLess();
    WS_ASSIGN_OR_RETURN(const RouteReason ends_limit, may_be_less ? ends_->FindAllBelow(direct_cost_m_)
                                                                  : ends_->FindWorthwhile(direct_cost_m_));
    NoteLimit(ends_limit);
    PortalPath found;
    WS_RETURN_IF_ERROR(SearchAllowed(found));
    if (ends_->MayLeadOn(found)) {
      WS_ASSIGN_OR_RETURN(const RouteReason all_limit, ends_->FindAll());
      NoteLimit(all_limit);
      WS_RETURN_IF_ERROR(SearchAllowed(found));
    }
    NoteLimit(LimitOf(found.outcome));
    answer_.reason = limit_;
    answer_.basis = limit_ == RouteReason::kNone ? RouteBasis::kSearch : RouteBasis::kIncompleteSearch;
    if (found.outcome == SearchOutcome::kFound) {
      WS_RETURN_IF_ERROR(Tell(found));
      FindMissed(found.cost_m);
      return absl::OkStatus();
    }
    if (!direct_.has_value() && limit_ == RouteReason::kNone) return TellNoPath();
    if (direct_.has_value()) {
      TellDirect();
      FindMissed(direct_cost_m_);
    } else {
      TellLimit();
    }
    return absl::OkStatus();
  }

  // Adds the missing maps that a cheaper path would lead over.
  void FindMissed(double cost_m) {
    if (missing_.empty()) return;
    const PortalLimits limits = LimitsOfWholeWorld(query_);
    PortalPath would;
    Search(&limits, cost_m * (1 - kCostRounding), would);
    grounds_.TakeFoundMissing();  // of a missing map that the query changes nothing is known
    AddMissedOn(world_, would, missing_, answer_.missed_maps);
  }

  void TellLimit() {
    answer_.status = RouteStatus::kLimitReached;
    answer_.reason = limit_;
    answer_.basis = RouteBasis::kIncompleteSearch;
  }

  // The best path that the query allows. If a map turns out to be missing, one without it.
  absl::Status SearchAllowed(PortalPath& found) {
    do {
      missing_ = store_.MissingMaps();
      const PortalLimits limits = AllowedPortals(world_, query_, missing_);
      Search(IsLimited(limits) ? &limits : nullptr, direct_cost_m_, found);
    } while (grounds_.TakeFoundMissing());
    return grounds_.status();
  }

  // The first one counts.
  void NoteLimit(RouteReason limit) {
    if (limit_ == RouteReason::kNone) limit_ = limit;
  }

  void Search(const PortalLimits* limits, double below_cost_m, PortalPath& found) {
    const PortalQuery query{.mode = query_.mode,
                            .heads = ends_->heads(),
                            .tails = ends_->tails(),
                            .limits = limits,
                            .changed = query_.changes == nullptr ? nullptr : &grounds_,
                            .below_cost_m = below_cost_m,
                            .max_expansions = query_.max_expansions,
                            .deadline = query_.deadline};
    scratch_.Borrow<PortalSearch>()->Find(world_.graph(query_.traveller), query, found);
    answer_.expansions += found.expanded;
  }

  // REQUIRES: some map is missing.
  bool IsMissing(WorldMapIndex map) const { return missing_[map.value()]; }

  static void NameAsBaked(const WorldWalks& walks, RouteAnswer& walk) {
    const MapView& view = walks.ground().view;
    if (view.is_applied) NameBaked(*view.surface, walk);
  }

  bool IsNextInFull() const {
    return query_.maps_in_full == 0 || answer_.stretches.size() < query_.maps_in_full;
  }

  // False if a limit came before the walk was found.
  bool AddStretch(WorldMapIndex map, RouteAnswer walk, PortalId portal) {
    if (walk.status != RouteStatus::kComplete) {
      NoteLimit(IsLimit(walk.reason) ? walk.reason : RouteReason::kExpansionLimit);
      return false;
    }
    if (!IsNextInFull()) DropPoints(walk);
    answer_.stretches.push_back({.map = map, .walk = std::move(walk), .portal = portal});
    return true;
  }

  absl::Status Tell(const PortalPath& found) {
    const OpenPlace& goal = goals_[found.goal];
    answer_.method = RouteMethod::kPortalTables;
    answer_.goal_index = found.goal;
    answer_.goal_snap_m = goal.snap_m;
    WS_ASSIGN_OR_RETURN(RouteAnswer head, start_.walks->WalkToPortal(found.portals[0]));
    NameAsBaked(*start_.walks, head);
    bool is_told = AddStretch(query_.start.map, std::move(head), found.portals[0]);
    for (size_t i = 1; i < found.portals.size() && is_told; ++i) {
      const PortalId from = found.portals[i - 1];
      WS_ASSIGN_OR_RETURN(RouteAnswer walk, grounds_.WalkBetween(from, found.portals[i], IsNextInFull()));
      is_told = AddStretch(world_.Portal(from).to_map, std::move(walk), found.portals[i]);
    }
    if (is_told) {
      WS_ASSIGN_OR_RETURN(WalkToPlace tail, goal.walks->WalkFromPortal(found.portals.back(), goal.place));
      NameAsBaked(*goal.walks, tail.walk);
      is_told = AddStretch(goal.walks->ground().map, std::move(tail.walk), PortalId::None());
      answer_.sets_off = tail.sets_off;
    }
    answer_.status = is_told ? RouteStatus::kComplete : RouteStatus::kLimitReached;
    if (is_told) {
      answer_.cost_m = found.cost_m;
    } else {
      answer_.stretches.clear();
      answer_.sets_off = PortalId::None();
      answer_.reason = limit_;
      answer_.basis = RouteBasis::kIncompleteSearch;
    }
    return absl::OkStatus();
  }

  void TellDirect() {
    answer_.status = RouteStatus::kComplete;
    answer_.method = direct_->walk.method;
    answer_.sets_off = direct_->sets_off;
    answer_.goal_index = direct_goal_;
    answer_.goal_snap_m = goals_[direct_goal_].snap_m;
    answer_.cost_m = direct_cost_m_;
    NameAsBaked(*start_.walks, direct_->walk);
    AddStretch(query_.start.map, std::move(direct_->walk), PortalId::None());
  }

  absl::Status TellNoPath() {
    answer_.status = RouteStatus::kUnreachable;
    answer_.reason = RouteReason::kGoalUnreachable;
    if (missing_.empty() || !NamesMissing()) ExplainLimits();
    if (answer_.reason != RouteReason::kGoalUnreachable) return absl::OkStatus();
    return query_.mode == WorldMode::kMayUse ? ExplainClosed() : absl::OkStatus();
  }

  // Names the portals that the traveller is too large for, or whose maps lack its agent.
  absl::Status ExplainClosed() {
    const std::span<const WorldPortal> portals = world_.portals();
    const bool has_closed = std::any_of(portals.begin(), portals.end(), [&](const WorldPortal& portal) {
      return (portal.closed_to >> query_.traveller.value() & 1) != 0;
    });
    if (!has_closed) return absl::OkStatus();
    WS_RETURN_IF_ERROR(ends_->FindAll().status());
    const std::vector<PortalId> closed = ClosedOnPath(world_, query_, ends_->heads(), ends_->tails());
    if (closed.empty()) return absl::OkStatus();
    const bool is_one = closed.size() == 1;
    answer_.explanation = StrCat("this traveller has no ground where portal", is_one ? " " : "s ",
                                 NamesOf(world_, closed), is_one ? " begins or ends" : " begin or end");
    return absl::OkStatus();
  }

  // Whether there would be a path if all maps were there; names the missing ones on it.
  bool NamesMissing() {
    const PortalLimits limits = LimitsOfWholeWorld(query_);
    PortalPath found;
    Search(&limits, direct_cost_m_, found);
    grounds_.TakeFoundMissing();
    AddMissedOn(world_, found, missing_, answer_.missed_maps);
    if (found.outcome != SearchOutcome::kFound) return false;
    const auto leads_to_missing = [&](PortalId portal) { return IsMissing(world_.Portal(portal).to_map); };
    const auto missing = std::find_if(found.portals.begin(), found.portals.end(), leads_to_missing);
    TellMissing("the path",
                missing == found.portals.end() ? query_.start.map : world_.Portal(*missing).to_map);
    return true;
  }

  // Says whether there would be a path for a traveller with all means, or if nothing were closed. It tells a path over more portals
  // than are allowed only if there is no other.
  void ExplainLimits() {
    const PortalLimits of_means = WithAllMeans(world_, query_.limits);
    PortalPath found;
    if (of_means.is_limited) Search(&of_means, direct_cost_m_, found);
    if (found.outcome != SearchOutcome::kFound) {
      PortalLimits only_closed;
      only_closed.is_closed = query_.limits.is_closed;
      Search(&only_closed, direct_cost_m_, found);
    }
    if (found.outcome == SearchOutcome::kFound) {
      answer_.status = RouteStatus::kBudgetExceeded;
      answer_.reason = RouteReason::kBudget;
      answer_.explanation = StrCat("the cheapest path there needs ", LackOn(world_, query_, found.portals));
      return;
    }
    Search(nullptr, direct_cost_m_, found);
    if (found.outcome != SearchOutcome::kFound) return;
    answer_.reason = RouteReason::kClosedByChanges;
    answer_.explanation = "what this request closes leaves no path there";
  }

  WorldStore& store_;
  const WorldView& world_;
  const WorldRouteQuery& query_;
  Scratch& scratch_;
  WorldGrounds grounds_;
  OpenPlace start_;
  std::vector<OpenPlace> goals_;
  std::optional<WorldEnds> ends_;
  std::vector<bool> missing_;  // by map; empty: none
  std::optional<WalkToPlace> direct_;
  double direct_cost_m_ = std::numeric_limits<double>::infinity();
  uint32_t direct_goal_ = 0;
  RouteReason limit_ = RouteReason::kNone;  // what ended a search before its end
  WorldRouteAnswer answer_;
};

}  // namespace

void DropPoints(RouteAnswer& walk) {
  if (walk.points.size() > 2) walk.points = {walk.points.front(), walk.points.back()};
  walk.legs.clear();
}

absl::StatusOr<WorldRouteAnswer> PlanStretch(WorldStore& store, const WorldRouteQuery& query,
                                             Scratch& scratch) {
  return WorldPlanner(store, query, scratch).Plan();
}

}  // namespace waystone

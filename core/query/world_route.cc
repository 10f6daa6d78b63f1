#include "core/query/world_route.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/query/field_checks.h"
#include "core/query/grid_snap.h"
#include "core/query/world_walks.h"

namespace waystone {
namespace {

// A map of the query, held open, and a place of it.
struct OpenPlace {
  std::shared_ptr<const WorldMapEntry> entry;
  WorldGround ground;
  NavLocation place;
  double snap_m = -1;
  bool is_on_surface = false;
};

class WorldPlanner {
 public:
  WorldPlanner(WorldStore& store, const WorldRouteQuery& query, Workspace& workspace)
      : store_(store), world_(store.world().view()), query_(query), ws_(workspace) {}

  absl::StatusOr<WorldRouteAnswer> Plan() {
    WS_ASSIGN_OR_RETURN(start_, Open(query_.start));
    answer_.start_snap_m = start_.snap_m;
    if (!start_.is_on_surface) {
      answer_.status = RouteStatus::kStartOffMesh;
      return answer_;
    }
    if (!OpenGoals()) return answer_;
    answer_.basis = RouteBasis::kSearch;
    FindDirect();
    FindThroughPortals();
    return answer_;
  }

 private:
  absl::StatusOr<OpenPlace> Open(const WorldPosition& position) {
    OpenPlace open;
    WS_ASSIGN_OR_RETURN(open.entry, store_.Open(position.map));
    open.ground = {
        .world = &world_, .map = position.map, .entry = open.entry.get(), .view = {}, .mode = query_.mode};
    WS_ASSIGN_OR_RETURN(open.ground.view, open.entry->map->View("", {}, ZonesNeed::kIfReady));
    const MapView& view = open.ground.view;
    const Vec3 local = position.point - view.manifest->origin;
    SnapResult snapped;
    if (view.grid != nullptr) {
      WS_ASSIGN_OR_RETURN(const GridGround cells, ws_.grid_ground.GroundOf(*view.grid, {}));
      snapped = SnapToGrid(view, cells, local, query_.on_map.snap, ws_.surface);
    } else {
      snapped = Snap(*view.navmesh, local, query_.on_map.snap, ws_.surface);
    }
    open.snap_m = snapped.distance_m;
    open.is_on_surface = snapped.place.has_value();
    if (open.is_on_surface) open.place = *snapped.place;
    return open;
  }

  // False where the answer is complete without a search.
  bool OpenGoals() {
    answer_.status = RouteStatus::kGoalOffMesh;
    for (const WorldPosition& goal : query_.goals) {
      absl::StatusOr<OpenPlace> open = Open(goal);
      if (!open.ok()) {
        answer_.status = RouteStatus::kUnreachable;
        answer_.reason = RouteReason::kMapMissing;
        answer_.explanation = std::string(open.status().message());
        goals_.emplace_back();
        continue;
      }
      if (answer_.goal_snap_m < 0) answer_.goal_snap_m = open->snap_m;
      goals_.push_back(*std::move(open));
    }
    const bool has_any =
        std::any_of(goals_.begin(), goals_.end(), [](const OpenPlace& goal) { return goal.is_on_surface; });
    return has_any;
  }

  void FindDirect() {
    for (uint32_t i = 0; i < goals_.size(); ++i) {
      if (!goals_[i].is_on_surface || query_.goals[i].map != query_.start.map) continue;
      RouteAnswer walk =
          WalkDirectly(start_.ground, start_.place, goals_[i].place, query_.on_map, direct_cost_m_, ws_);
      answer_.expansions += walk.expansions;
      if (walk.status != RouteStatus::kComplete || !(walk.cost_m < direct_cost_m_)) {
        direct_limit_ = walk.reason;
        continue;
      }
      direct_cost_m_ = walk.cost_m;
      direct_ = std::move(walk);
      direct_goal_ = i;
    }
  }

  void FindThroughPortals() {
    ws_.portal_heads.clear();
    ws_.portal_tails.clear();
    FindHeads(start_.ground, start_.place, ws_, ws_.portal_heads);
    for (uint32_t i = 0; i < goals_.size(); ++i) {
      if (goals_[i].is_on_surface) FindTails(goals_[i].ground, goals_[i].place, i, ws_, ws_.portal_tails);
    }
    const PortalLimits limits = AllLimits();
    const bool is_limited = limits.is_limited || !limits.is_closed.empty();
    PortalWay way;
    Search(is_limited ? &limits : nullptr, way);
    if (way.outcome == PortalOutcome::kFound) return Tell(way);
    if (direct_.has_value()) return TellDirect();
    TellNoWay(way, limits);
  }

  void Search(const PortalLimits* limits, PortalWay& way) {
    const PortalQuery query{.mode = query_.mode,
                            .heads = ws_.portal_heads,
                            .tails = ws_.portal_tails,
                            .limits = limits,
                            .below_cost_m = direct_cost_m_,
                            .max_expansions = query_.on_map.max_expansions,
                            .deadline = query_.on_map.deadline};
    ws_.portal_search.Find(world_.graph(), query, way);
    answer_.expansions += way.expanded;
  }

  static void Join(std::vector<bool>& all, const std::vector<bool>& more) {
    all.resize(std::max(all.size(), more.size()), false);
    for (size_t i = 0; i < more.size(); ++i) all[i] = all[i] || more[i];
  }

  // Portals whose requirement is not met, and those from and to maps that are not there, count as closed.
  PortalLimits AllLimits() {
    PortalLimits limits = query_.limits;
    Join(limits.is_closed, query_.is_unmet);
    missing_ = store_.MissingMaps();
    if (missing_.empty()) return limits;
    limits.is_closed.resize(world_.portals().size(), false);
    for (size_t i = 0; i < limits.is_closed.size(); ++i) {
      const WorldPortal& portal = world_.portals()[i];
      if (missing_[portal.from_map] || missing_[portal.to_map]) limits.is_closed[i] = true;
    }
    return limits;
  }

  void AddStretch(uint32_t map, RouteAnswer walk, PortalId portal) {
    const bool in_full = query_.maps_in_full == 0 || answer_.stretches.size() < query_.maps_in_full;
    if (!in_full && !walk.points.empty()) {
      walk.points = {walk.points.front(), walk.points.back()};
      walk.legs.clear();
    }
    answer_.stretches.push_back({.map = map, .walk = std::move(walk), .portal = portal});
  }

  void Tell(const PortalWay& way) {
    const OpenPlace& goal = goals_[way.goal];
    answer_.status = RouteStatus::kComplete;
    answer_.method = RouteMethod::kPortalTables;
    answer_.goal_index = way.goal;
    answer_.goal_snap_m = goal.snap_m;
    answer_.cost_m = way.cost_m;
    AddStretch(query_.start.map,
               WalkToPortal(start_.ground, start_.place, way.portals[0], query_.on_map, ws_), way.portals[0]);
    for (size_t i = 1; i < way.portals.size(); ++i) {
      const bool in_full = query_.maps_in_full == 0 || i < query_.maps_in_full;
      const PortalId from = way.portals[i - 1];
      AddStretch(world_.Portal(from).to_map,
                 WalkBetweenPortals(world_, from, way.portals[i], query_.mode, in_full), way.portals[i]);
    }
    AddStretch(goal.ground.map,
               WalkFromPortal(goal.ground, way.portals.back(), goal.place, query_.on_map, ws_),
               PortalId::None());
  }

  void TellDirect() {
    answer_.status = RouteStatus::kComplete;
    answer_.method = direct_->method;
    answer_.goal_index = direct_goal_;
    answer_.goal_snap_m = goals_[direct_goal_].snap_m;
    answer_.cost_m = direct_cost_m_;
    AddStretch(query_.start.map, *std::move(direct_), PortalId::None());
  }

  void TellNoWay(const PortalWay& way, const PortalLimits& limits) {
    answer_.status = RouteStatus::kUnreachable;
    answer_.reason = RouteReason::kGoalUnreachable;
    answer_.basis = limits.is_closed.empty() && !limits.is_limited ? RouteBasis::kBaked : RouteBasis::kSearch;
    if (way.outcome != PortalOutcome::kNoWay || direct_limit_ != RouteReason::kNone) {
      answer_.status = RouteStatus::kLimitReached;
      answer_.basis = RouteBasis::kIncompleteSearch;
      answer_.reason = way.outcome == PortalOutcome::kNoWay ? direct_limit_ : ReasonOf(way.outcome);
      return;
    }
    if (!missing_.empty() && NamesMissing()) return;
    if (limits.is_limited || !limits.is_closed.empty()) ExplainLimits();
  }

  static RouteReason ReasonOf(PortalOutcome outcome) {
    switch (outcome) {
      case PortalOutcome::kExpansionLimit:
        return RouteReason::kExpansionLimit;
      case PortalOutcome::kDeadline:
        return RouteReason::kDeadline;
      case PortalOutcome::kCancelled:
        return RouteReason::kCancelled;
      default:
        return RouteReason::kNone;
    }
  }

  // Whether there were a way if all maps were there, and which of it are missing.
  bool NamesMissing() {
    PortalLimits limits = query_.limits;
    Join(limits.is_closed, query_.is_unmet);
    PortalWay way;
    Search(&limits, way);
    if (way.outcome != PortalOutcome::kFound) return false;
    answer_.reason = RouteReason::kMapMissing;
    for (const PortalId portal : way.portals) {
      const uint32_t map = world_.Portal(portal).to_map;
      if (!missing_[map]) continue;
      answer_.explanation = StrCat("the way leads over map ", Quoted(world_.Text(world_.maps()[map].map_id)),
                                   ", which is not there: ", store_.WhyMissing(map));
      break;
    }
    return true;
  }

  // Whether there were a way for somebody with all means, or if nothing were closed.
  void ExplainLimits() {
    PortalLimits only_closed;
    only_closed.is_closed = query_.limits.is_closed;
    PortalWay way;
    Search(&only_closed, way);
    if (way.outcome == PortalOutcome::kFound) {
      answer_.status = RouteStatus::kBudgetExceeded;
      answer_.reason = RouteReason::kBudget;
      answer_.explanation = "money, tickets, requirements or the number of portals leave no way there";
      return;
    }
    Search(nullptr, way);
    if (way.outcome != PortalOutcome::kFound) return;
    answer_.reason = RouteReason::kClosedByChanges;
    answer_.explanation = "the portals and maps that this request closes leave no way there";
  }

  WorldStore& store_;
  const WorldView& world_;
  const WorldRouteQuery& query_;
  Workspace& ws_;
  OpenPlace start_;
  std::vector<OpenPlace> goals_;
  std::vector<bool> missing_;  // by map; empty: none
  std::optional<RouteAnswer> direct_;
  double direct_cost_m_ = std::numeric_limits<double>::infinity();
  uint32_t direct_goal_ = 0;
  RouteReason direct_limit_ = RouteReason::kNone;  // what ended the search for it
  WorldRouteAnswer answer_;
};

absl::Status CheckPosition(const WorldView& world, const std::string& field, const WorldPosition& position) {
  if (position.map >= world.maps().size())
    return absl::InvalidArgumentError(StrCat(field, ": no map of the world"));
  return CheckFinite(field, position.point);
}

bool IsAllGrids(const WorldView& world) {
  const std::span<const WorldMap> maps = world.maps();
  return std::all_of(maps.begin(), maps.end(), [](const WorldMap& map) {
    return map.surface == 0 || map.surface == static_cast<uint32_t>(SurfaceKind::kGrid);  // 0: left out
  });
}

}  // namespace

absl::StatusOr<WorldRouteAnswer> PlanWorldRoute(WorldStore& store, const WorldRouteQuery& query,
                                                Workspace& workspace) {
  const WorldView& world = store.world().view();
  WS_RETURN_IF_ERROR(CheckPosition(world, "start", query.start));
  if (query.goals.empty()) return absl::InvalidArgumentError("goals: required");
  for (size_t i = 0; i < query.goals.size(); ++i) {
    WS_RETURN_IF_ERROR(CheckPosition(world, StrCat("goals[", i, "]"), query.goals[i]));
  }
  WS_RETURN_IF_ERROR(CheckSnapOptions(query.on_map.snap));
  if (query.mode == WorldMode::kWalkInTeleports && !IsAllGrids(world)) {
    return absl::UnimplementedError(
        "mode: walk-in portals that teleport are served where all maps are grids");
  }
  return WorldPlanner(store, query, workspace).Plan();
}

}  // namespace waystone

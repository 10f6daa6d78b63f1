#include "core/world_route/world_why.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/world_folder.h"
#include "core/why/route_why.h"
#include "core/world_route/broken_path.h"
#include "core/world_route/lacking_means.h"
#include "core/world_route/portal_obstacles.h"
#include "core/world_route/world_changes.h"
#include "core/world_route/world_ends.h"
#include "core/world_route/world_grounds.h"
#include "core/world_route/world_route.h"

namespace waystone {
namespace {

class WorldWhy {
 public:
  WorldWhy(WorldStore& store, const WorldRouteQuery& query, const WorldRouteAnswer& answer, Scratch& scratch)
      : store_(store),
        world_(store.world().view()),
        query_(query),
        answer_(answer),
        scratch_(scratch),
        means_(world_, query),
        max_expansions_(query.max_expansions) {}

  absl::StatusOr<MendedPath> Explain() {
    switch (answer_.reason) {
      case RouteReason::kBudget:
        return ExplainMeans();
      case RouteReason::kMapMissing:
        return ExplainMissing();
      case RouteReason::kNone:
      case RouteReason::kGoalUnreachable:
      case RouteReason::kIsolated:
      case RouteReason::kAbilityMissing:
      case RouteReason::kClosedByChanges:
      case RouteReason::kClearance:
        return ExplainGround();
      default:
        return MendedPath();
    }
  }

 private:
  using WalkKey = std::pair<uint32_t, uint32_t>;

  // A path, and what it lacks.
  struct Attempt {
    MendedPath path;
    std::vector<PortalId> portals;
    size_t lacking = 0;            // tickets, and money
    size_t walks = 0;              // that are missing
    size_t unknown = 0;            // walks for which nothing was found
    std::optional<WalkKey> worst;  // the first of them, or else of the most fixes; none: no walk is missing

    std::tuple<bool, size_t, size_t> rank() const {
      return {unknown > 0, walks, path.fixes.size() + lacking};
    }
  };

  // All routes of an explanation together expand as many nodes as the request may.
  absl::StatusOr<WorldRouteAnswer> Plan(WorldRouteQuery query) {
    if (max_expansions_ == 0) return absl::ResourceExhaustedError("expansions");
    query.max_expansions = max_expansions_;
    WS_ASSIGN_OR_RETURN(WorldRouteAnswer answer, PlanWorldRoute(store_, query, scratch_));
    max_expansions_ -= static_cast<uint32_t>(std::min<uint64_t>(answer.expansions, max_expansions_));
    return answer;
  }

  // What the path of a traveller with all means takes, or the one that asks for fewer of them; nothing if the maps have none.
  absl::StatusOr<MendedPath> ExplainMeans() {
    WorldRouteQuery rich = query_;
    rich.maps_in_full = 1;
    rich.is_unmet.clear();
    rich.limits = WithAllMeans(world_, query_.limits);
    WS_ASSIGN_OR_RETURN(const WorldRouteAnswer cheapest, Plan(std::move(rich)));
    MendedPath path;
    if (cheapest.status != RouteStatus::kComplete) return path;
    path.fixes = means_.On(PortalsOf(cheapest));
    if (path.fixes.size() < 2) return path;
    absl::StatusOr<std::vector<Fix>> fewest = FewestMeans();
    const bool is_better = fewest.ok() && !fewest->empty() && fewest->size() < path.fixes.size();
    if (is_better) path.fixes = *std::move(fewest);
    LeaveOutNeedless(path.fixes);
    return path;
  }

  // Those of the path over the fewest portals that ask for something that the traveller lacks. Empty if that is not enough.
  absl::StatusOr<std::vector<Fix>> FewestMeans() {
    std::vector<WorldPosition> stops = query_.via;
    stops.push_back(query_.goals[answer_.goal_index]);
    WorldRouteQuery stretch = query_;
    stretch.via.clear();
    std::vector<PortalId> portals;
    for (const WorldPosition& stop : stops) {
      stretch.goals = {stop};
      WS_ASSIGN_OR_RETURN(const WorldRouteAnswer own, Plan(stretch));
      std::optional<std::vector<PortalId>> next = PortalsOf(own);
      if (own.status != RouteStatus::kComplete) {
        WS_ASSIGN_OR_RETURN(next, LeastLacking(stretch, stop));
        if (!next) return std::vector<Fix>();
      }
      portals.insert(portals.end(), next->begin(), next->end());
      stretch.start = stop;
    }
    std::vector<Fix> fixes = means_.On(portals);
    if (!IsEnough(fixes)) fixes.clear();
    return fixes;
  }

  bool IsEnough(const std::vector<Fix>& means) {
    const absl::StatusOr<WorldRouteAnswer> answer = Plan(means_.Granted(means));
    return answer.ok() && answer->status == RouteStatus::kComplete;
  }

  // Means without which there is another path.
  void LeaveOutNeedless(std::vector<Fix>& means) {
    for (size_t i = 0; i < means.size() && means.size() > 1 && means.size() <= kMostTried;) {
      std::vector<Fix> others = means;
      others.erase(others.begin() + static_cast<ptrdiff_t>(i));
      if (IsEnough(others)) {
        means = std::move(others);
      } else {
        ++i;
      }
    }
  }

  // The portals of the path to the goal, as baked, that lacks the fewest means.
  absl::StatusOr<std::optional<std::vector<PortalId>>> LeastLacking(WorldRouteQuery query,
                                                                    const WorldPosition& goal) {
    query.changes = nullptr;
    std::vector<PortalHead> heads;
    std::vector<PortalTail> tails;
    WS_RETURN_IF_ERROR(FindEnds(query, heads, tails));
    query.is_unmet = means_.Portals();
    return BrokenPaths(world_, query, goal, heads, tails).FindWhole();
  }

  MendedPath ExplainMissing() const {
    MendedPath path;
    for (const WorldMapIndex map : answer_.missed_maps) {
      if (path.fixes.size() == kMostMaps) break;
      Fix fix;
      fix.kind = FixKind::kMap;
      fix.map_id = fix.name = std::string(world_.MapId(map));
      const bool is_other = IsNotJoined(store_.WhyMissing(map));
      fix.sentence =
          StrCat("the map ", Quoted(fix.name),
                 is_other ? " was baked anew outside of the world, and is not joined" : " is missing");
      path.fixes.push_back(std::move(fix));
    }
    return path;
  }

  // What parts each place from the next.
  absl::StatusOr<MendedPath> ExplainGround() {
    std::vector<WorldPosition> stops = query_.via;
    stops.push_back(query_.goals[answer_.goal_index]);
    WorldRouteQuery stretch = query_;
    stretch.via.clear();
    MendedPath all{.from = PlaceOf(query_.start), .to = PlaceOf(stops.back())};
    std::vector<PortalId> portals;
    for (size_t i = 0; i < stops.size(); ++i) {
      const absl::StatusOr<Attempt> attempt = ExplainStretch(stretch, stops[i]);
      if (WorldStore::IsMissing(attempt.status())) break;  // nothing is known of what comes after it
      WS_RETURN_IF_ERROR(attempt.status());
      portals.insert(portals.end(), attempt->portals.begin(), attempt->portals.end());
      if (i > 0) all.breaks.push_back({all.fixes.size(), PlaceOf(stretch.start), PlaceOf(stretch.start)});
      Append(attempt->path, all);
      const bool is_via = i + 1 < stops.size();
      if (is_via && query_.mode == WorldMode::kWalkInTeleports) {
        if (!attempt->path.breaks.empty()) stretch.start = PositionOf(attempt->path.breaks.back().to);
        AddTriggerAt(stops[i], stretch, all);
      }
      stretch.start = stops[i];
    }
    all.besides = TicketsAndMoneyOn(portals);
    return all;
  }

  // That the traveller lacks.
  std::vector<Fix> TicketsAndMoneyOn(const std::vector<PortalId>& portals) const {
    std::vector<Fix> means = means_.On(portals);
    std::erase_if(means, [](const Fix& fix) { return fix.kind == FixKind::kRequirement; });
    return means;
  }

  // The trigger that a place to pass lies in, which one walks into from the stretch's start.
  void AddTriggerAt(const WorldPosition& place, WorldRouteQuery stretch, MendedPath& path) {
    stretch.goals = {place};
    stretch.changes = nullptr;
    stretch.limits = {};
    stretch.is_unmet.clear();
    const absl::StatusOr<WorldRouteAnswer> there = Plan(stretch);
    if (there.ok() && !there->sets_off.IsNone()) Append({.fixes = {means_.TriggerOf(there->sets_off)}}, path);
  }

  MapPlace PlaceOf(const WorldPosition& position) const {
    return {position.point, std::string(world_.MapId(position.map))};
  }
  WorldPosition PositionOf(const MapPlace& place) const { return {*world_.FindMap(place.map_id), place.at}; }

  // Without requirements and triggers that are known.
  static void Append(const MendedPath& path, MendedPath& all) {
    size_t next = 0;  // break
    const auto add_breaks = [&](size_t fix) {
      for (; next < path.breaks.size() && path.breaks[next].first_fix <= fix; ++next) {
        all.breaks.push_back(path.breaks[next]);
        all.breaks.back().first_fix = all.fixes.size();
      }
    };
    for (size_t i = 0; i < path.fixes.size(); ++i) {
      add_breaks(i);
      const Fix& fix = path.fixes[i];
      const bool is_of_portal = fix.kind == FixKind::kRequirement || fix.kind == FixKind::kClosed;
      if (!is_of_portal || !HasFix(all.fixes, fix.kind, fix.name)) all.fixes.push_back(fix);
    }
    add_breaks(path.fixes.size());
  }

  // Of the paths that lack the fewest walks, the one with the fewest fixes; empty if nothing is lacking. If portals that the query
  // closes leave no path at all, one through them. If there is none then either, the fix is the portal that is missing.
  absl::StatusOr<Attempt> ExplainStretch(WorldRouteQuery stretch, const WorldPosition& goal) {
    stretch.goals = {goal};
    stretch.changes = nullptr;
    if (IsOnFoot(stretch)) return Attempt();
    WS_ASSIGN_OR_RETURN(std::optional<Attempt> attempt, FewestFixes(stretch, goal));
    if (!attempt && !stretch.limits.is_closed.empty()) {
      stretch.limits.is_closed.clear();
      WS_ASSIGN_OR_RETURN(attempt, FewestFixes(stretch, goal));
    }
    const bool has_portals = attempt.has_value() || stretch.deadline.Expired();
    if (!attempt) attempt.emplace();
    if (!has_portals) attempt->path = WithoutPortals(stretch, goal);
    return *std::move(attempt);
  }

  // No portals lead from the query's start to the map of a goal.
  MendedPath WithoutPortals(const WorldRouteQuery& query, const WorldPosition& goal) const {
    Fix fix;
    fix.kind = FixKind::kLink;
    fix.name = std::string(world_.MapId(goal.map));
    fix.sentence = StrCat("no portal leads from map ", Quoted(world_.MapId(query.start.map)), " to map ",
                          Quoted(fix.name), ", not over other maps either");
    return {.fixes = {std::move(fix)}, .breaks = {{0, PlaceOf(query.start), PlaceOf(goal)}}};
  }

  // Whether one can walk from the start to the goal, through no trigger that teleports.
  bool IsOnFoot(const WorldRouteQuery& stretch) {
    if (stretch.start.map != stretch.goals[0].map) return false;
    const absl::StatusOr<WorldRouteAnswer> answer = Plan(OnFoot(stretch));
    if (!answer.ok() || answer->status != RouteStatus::kComplete) return false;
    return stretch.mode != WorldMode::kWalkInTeleports ||
           TriggersOnRoute(world_, *answer, stretch.deadline).empty();
  }

  // Without portals, and through triggers.
  WorldRouteQuery OnFoot(WorldRouteQuery query) const {
    query.mode = WorldMode::kMayUse;
    query.limits.is_closed.assign(world_.portals().size(), true);
    return query;
  }

  // nullopt: there is no path.
  absl::StatusOr<std::optional<Attempt>> FewestFixes(WorldRouteQuery query, const WorldPosition& goal) {
    std::vector<PortalHead> heads;
    std::vector<PortalTail> tails;
    WS_RETURN_IF_ERROR(FindEnds(query, heads, tails));
    query.is_unmet = means_.Portals();
    BrokenPaths paths(world_, query, goal, heads, tails);
    std::set<WalkKey> without;
    std::optional<Attempt> best;
    for (size_t i = 0; i < kMostPaths; ++i) {
      const std::optional<BrokenPath> path = paths.Find(without);
      if (!path) break;
      WS_ASSIGN_OR_RETURN(Attempt attempt, Try(*path, query));
      const std::optional<WalkKey> worst = attempt.worst;
      if (!best || attempt.rank() < best->rank()) best = std::move(attempt);
      if (!worst) break;
      without.insert(*worst);
    }
    return best;
  }

  absl::StatusOr<Attempt> Try(const BrokenPath& path, const WorldRouteQuery& query) {
    Attempt attempt;
    attempt.walks = path.walks.size();
    attempt.portals = path.portals;
    attempt.lacking = TicketsAndMoneyOn(path.portals).size();
    size_t most = 0;
    size_t portal = 0;  // of the path, whose requirement comes next
    for (const BrokenWalk& walk : path.walks) {
      for (; portal < path.portals.size() && path.portals[portal] != walk.before; ++portal)
        AddRequirement(path.portals[portal], attempt.path);
      WS_ASSIGN_OR_RETURN(const MendedPath mended, Mend(walk, query));
      const size_t fixes = mended.fixes.size();
      const bool is_first_unknown = fixes == 0 && attempt.unknown == 0;
      if (is_first_unknown || (attempt.unknown == 0 && fixes > most)) attempt.worst = walk.key();
      most = std::max(most, fixes);
      if (fixes == 0) ++attempt.unknown;
      Append(mended, attempt.path);
    }
    for (; portal < path.portals.size(); ++portal) AddRequirement(path.portals[portal], attempt.path);
    return attempt;
  }

  // A break where the portal leads to, so that what closes the walk through it comes first.
  void AddRequirement(PortalId id, MendedPath& path) const {
    const size_t first_fix = path.fixes.size();
    means_.AddRequirement(id, path.fixes);
    if (path.fixes.size() > first_fix) path.breaks.push_back({first_fix, ArrivalOf(id), ArrivalOf(id)});
  }

  MapPlace ArrivalOf(PortalId id) const {
    return {ToVec3(world_.ArrivalOf(id, query_.traveller).place),
            std::string(world_.MapId(world_.Portal(id).to_map))};
  }
  MapPlace AnchorOf(PortalId id) const {
    const WorldPortal& portal = world_.Portal(id);
    return {ToVec3(portal.anchor), std::string(world_.MapId(portal.from_map))};
  }

  // The portals that one can walk to from the start, and those from which one can walk to the goal.
  absl::Status FindEnds(const WorldRouteQuery& query, std::vector<PortalHead>& heads,
                        std::vector<PortalTail>& tails) {
    WorldGrounds grounds(store_, query, scratch_);
    WS_ASSIGN_OR_RETURN(const auto start_map, store_.Open(query.start.map, query.deadline));
    WS_ASSIGN_OR_RETURN(const auto goal_map, store_.Open(query.goals[0].map, query.deadline));
    WS_ASSIGN_OR_RETURN(const OpenPlace start, PlaceOn(grounds, start_map, query.start, PlaceRole::kLeave));
    WS_ASSIGN_OR_RETURN(OpenPlace goal, PlaceOn(grounds, goal_map, query.goals[0], PlaceRole::kArrive));
    const std::vector<OpenPlace> goals = {std::move(goal)};
    if (!start.is_on_surface) return absl::OkStatus();
    WorldEnds ends(world_, query, start, goals);
    WS_RETURN_IF_ERROR(ends.FindAll().status());
    heads = ends.heads();
    tails = ends.tails();
    return absl::OkStatus();
  }

  // With breaks, be it the whole walk.
  absl::StatusOr<MendedPath> Mend(const BrokenWalk& walk, const WorldRouteQuery& query) {
    const std::string map_id(world_.MapId(walk.map));
    const PathBreak whole{.from = {walk.from, map_id}, .to = {walk.to, map_id}};
    const auto opened = store_.Open(walk.map, query.deadline);
    if (WorldStore::IsMissing(opened.status())) return MendedPath{.breaks = {whole}};
    WS_RETURN_IF_ERROR(opened.status());
    const WorldView::Traveller& traveller = world_.travellers()[query.traveller.value()];
    WS_ASSIGN_OR_RETURN(const MapView view, (*opened)->map->View(traveller.agent, traveller.abilities));
    RouteChanges changes;
    if (query_.changes != nullptr && query_.changes->MayChange(walk.map)) {
      WS_ASSIGN_OR_RETURN(changes, query_.changes->On(walk.map, *(*opened)->map, view));
    }
    MendedPath path =
        ExplainWalk(view, walk.from, walk.to, query.snap, changes.cells.get(), query.deadline, scratch_);
    for (Fix& fix : path.fixes) {
      fix.map_id = map_id;
      StrAppend(fix.sentence, ", on map ", Quoted(map_id));
    }
    for (PathBreak& at : path.breaks) at.from.map_id = at.to.map_id = map_id;
    if (path.fixes.empty() && query.mode == WorldMode::kWalkInTeleports) AddTriggersOn(walk, query, path);
    if (path.breaks.empty()) path.breaks = {whole};
    return path;
  }

  // The triggers that are in the way of a walk, each with a break.
  void AddTriggersOn(const BrokenWalk& walk, const WorldRouteQuery& query, MendedPath& path) {
    WorldRouteQuery on_foot = query;
    on_foot.start = {walk.map, walk.from};
    on_foot.goals = {{walk.map, walk.to}};
    const absl::StatusOr<WorldRouteAnswer> route = Plan(OnFoot(std::move(on_foot)));
    if (!route.ok()) return;
    for (const PortalId id : TriggersOnRoute(world_, *route, query.deadline)) {
      const MapPlace place = AnchorOf(id);
      path.breaks.push_back({path.fixes.size(), place, place});
      path.fixes.push_back(means_.TriggerOf(id));
    }
  }

  static constexpr size_t kMostPaths = 16;
  static constexpr size_t kMostTried = 16;  // means
  static constexpr size_t kMostMaps = 16;

  WorldStore& store_;
  const WorldView& world_;
  const WorldRouteQuery& query_;
  const WorldRouteAnswer& answer_;
  Scratch& scratch_;
  const LackingMeans means_;
  uint32_t max_expansions_;  // that are left
};

}  // namespace

absl::StatusOr<MendedPath> ExplainWorldRoute(WorldStore& store, const WorldRouteQuery& query,
                                             const WorldRouteAnswer& answer, Scratch& scratch) {
  if (answer.status == RouteStatus::kComplete) return MendedPath();
  return WorldWhy(store, query, answer, scratch).Explain();
}

}  // namespace waystone

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
        means_(world_, query) {}

  absl::StatusOr<std::vector<Fix>> Explain() {
    switch (answer_.reason) {
      case RouteReason::kBudget:
        return ExplainMeans();
      case RouteReason::kMapMissing:
        return ExplainMissing();
      case RouteReason::kNone:
      case RouteReason::kGoalUnreachable:
      case RouteReason::kIsolated:
      case RouteReason::kAbilityMissing:
        return ExplainGround();
      default:
        return std::vector<Fix>();
    }
  }

 private:
  using WalkKey = std::pair<uint32_t, uint32_t>;

  // A path, and what it lacks.
  struct Attempt {
    std::vector<Fix> fixes;
    size_t walks = 0;              // that are missing
    size_t unknown = 0;            // walks for which nothing was found
    std::optional<WalkKey> worst;  // the first of them, or else of the most fixes; none: no walk is missing

    std::tuple<bool, size_t, size_t> rank() const { return {unknown > 0, walks, fixes.size()}; }
  };

  // The path of a traveller with all means, and what it takes; nothing if the maps have none.
  absl::StatusOr<std::vector<Fix>> ExplainMeans() {
    WorldRouteQuery rich = query_;
    rich.maps_in_full = 1;
    rich.is_unmet.clear();
    rich.limits = WithAllMeans(world_, query_.limits);
    WS_ASSIGN_OR_RETURN(const WorldRouteAnswer found, PlanWorldRoute(store_, rich, scratch_));
    if (found.status != RouteStatus::kComplete) return std::vector<Fix>();
    return means_.On(found);
  }

  std::vector<Fix> ExplainMissing() const {
    std::vector<Fix> fixes;
    for (const WorldMapIndex map : answer_.missed_maps) {
      if (fixes.size() == kMostMaps) break;
      Fix fix;
      fix.kind = FixKind::kMap;
      fix.map_id = fix.name = std::string(world_.MapId(map));
      const bool is_other = IsNotJoined(store_.WhyMissing(map));
      fix.sentence =
          StrCat("the map ", Quoted(fix.name),
                 is_other ? " was baked anew outside of the world, and is not joined" : " is missing");
      fixes.push_back(std::move(fix));
    }
    return fixes;
  }

  // What parts each place from the next.
  absl::StatusOr<std::vector<Fix>> ExplainGround() {
    std::vector<WorldPosition> stops = query_.via;
    stops.push_back(query_.goals[answer_.goal_index]);
    WorldRouteQuery stretch = query_;
    stretch.via.clear();
    std::vector<Fix> all;
    for (const WorldPosition& stop : stops) {
      const absl::StatusOr<std::vector<Fix>> fixes = ExplainStretch(stretch, stop);
      if (WorldStore::IsMissing(fixes.status())) break;  // nothing is known of what comes after it
      WS_RETURN_IF_ERROR(fixes.status());
      for (const Fix& fix : *fixes) {
        const bool is_known = fix.kind == FixKind::kRequirement && Requires(all, fix.name);
        if (!is_known) all.push_back(fix);
      }
      stretch.start = stop;
    }
    return all;
  }

  // Of the paths that lack the fewest walks, the one with the fewest fixes; empty if nothing is lacking. If portals that the query
  // closes leave no path at all, one through them.
  absl::StatusOr<std::vector<Fix>> ExplainStretch(WorldRouteQuery stretch, const WorldPosition& goal) {
    stretch.goals = {goal};
    stretch.changes = nullptr;
    WS_ASSIGN_OR_RETURN(std::optional<std::vector<Fix>> fixes, FewestFixes(stretch, goal));
    if (!fixes && !stretch.limits.is_closed.empty()) {
      stretch.limits.is_closed.clear();
      WS_ASSIGN_OR_RETURN(fixes, FewestFixes(stretch, goal));
    }
    return std::move(fixes).value_or(std::vector<Fix>());
  }

  // nullopt: there is no path.
  absl::StatusOr<std::optional<std::vector<Fix>>> FewestFixes(const WorldRouteQuery& query,
                                                              const WorldPosition& goal) {
    std::vector<PortalHead> heads;
    std::vector<PortalTail> tails;
    WS_RETURN_IF_ERROR(FindEnds(query, heads, tails));
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
    if (!best) return std::nullopt;
    return std::move(best->fixes);
  }

  absl::StatusOr<Attempt> Try(const BrokenPath& path, const WorldRouteQuery& query) {
    Attempt attempt;
    attempt.walks = path.walks.size();
    size_t most = 0;
    size_t portal = 0;  // of the path, whose requirement comes next
    for (const BrokenWalk& walk : path.walks) {
      for (; portal < path.portals.size() && path.portals[portal] != walk.before; ++portal)
        means_.AddRequirement(path.portals[portal], attempt.fixes);
      WS_ASSIGN_OR_RETURN(const std::vector<Fix> fixes, FixesOf(walk, query));
      const bool is_first_unknown = fixes.empty() && attempt.unknown == 0;
      if (is_first_unknown || (attempt.unknown == 0 && fixes.size() > most)) attempt.worst = walk.key();
      most = std::max(most, fixes.size());
      if (fixes.empty()) ++attempt.unknown;
      attempt.fixes.insert(attempt.fixes.end(), fixes.begin(), fixes.end());
    }
    for (; portal < path.portals.size(); ++portal) means_.AddRequirement(path.portals[portal], attempt.fixes);
    return attempt;
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

  absl::StatusOr<std::vector<Fix>> FixesOf(const BrokenWalk& walk, const WorldRouteQuery& query) {
    const auto opened = store_.Open(walk.map, query.deadline);
    if (WorldStore::IsMissing(opened.status())) return std::vector<Fix>();
    WS_RETURN_IF_ERROR(opened.status());
    const WorldView::Traveller& traveller = world_.travellers()[query.traveller.value()];
    WS_ASSIGN_OR_RETURN(const MapView view, (*opened)->map->View(traveller.agent, traveller.abilities));
    std::vector<Fix> fixes = ExplainWalk(view, walk.from, walk.to, query.snap, query.deadline, scratch_);
    for (Fix& fix : fixes) {
      fix.map_id = std::string(world_.MapId(walk.map));
      StrAppend(fix.sentence, ", on map ", Quoted(fix.map_id));
    }
    return fixes;
  }

  static constexpr size_t kMostPaths = 16;
  static constexpr size_t kMostMaps = 16;

  WorldStore& store_;
  const WorldView& world_;
  const WorldRouteQuery& query_;
  const WorldRouteAnswer& answer_;
  Scratch& scratch_;
  const LackingMeans means_;
};

}  // namespace

absl::StatusOr<std::vector<Fix>> ExplainWorldRoute(WorldStore& store, const WorldRouteQuery& query,
                                                   const WorldRouteAnswer& answer, Scratch& scratch) {
  if (answer.status == RouteStatus::kComplete) return std::vector<Fix>();
  return WorldWhy(store, query, answer, scratch).Explain();
}

}  // namespace waystone

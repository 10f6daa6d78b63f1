#include "core/world_route/world_why.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/world_folder.h"
#include "core/why/fix_text.h"
#include "core/why/route_why.h"
#include "core/world_route/broken_way.h"
#include "core/world_route/world_ends.h"
#include "core/world_route/world_grounds.h"
#include "core/world_route/world_route.h"

namespace waystone {
namespace {

bool IsIn(const std::vector<bool>& portals, PortalId portal) {
  return portal.value() < portals.size() && portals[portal.value()];
}

class WorldWhy {
 public:
  WorldWhy(WorldStore& store, const WorldRouteQuery& query, const WorldRouteAnswer& answer, Scratch& scratch)
      : store_(store), world_(store.world().view()), query_(query), answer_(answer), scratch_(scratch) {}

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

  // A way, and what it lacks.
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
    std::vector<Fix> fixes;
    if (found.status != RouteStatus::kComplete) return fixes;
    std::map<std::string_view, uint32_t> tickets;
    double money = 0;
    PortalId too_dear;
    for (const WorldStretch& stretch : found.stretches) {
      if (stretch.portal.IsNone()) continue;
      AddRequirement(stretch.portal, fixes);
      if (!query_.limits.is_limited) continue;
      AddTicket(stretch.portal, tickets, fixes);
      money += world_.Portal(stretch.portal).money;
      if (money > query_.limits.money && too_dear.IsNone()) too_dear = stretch.portal;
    }
    if (!too_dear.IsNone()) AddMoney(too_dear, money, fixes);
    return fixes;
  }

  Fix AtPortal(FixKind kind, PortalId id) const {
    const WorldPortal& portal = world_.Portal(id);
    Fix fix;
    fix.kind = kind;
    fix.at = ToVec3(portal.anchor);
    fix.map_id = std::string(world_.MapId(portal.from_map));
    return fix;
  }
  std::string PortalText(PortalId id) const {
    const WorldPortal& portal = world_.Portal(id);
    return StrCat("the portal ", Quoted(world_.NameOf(id)), " at ", PlaceText(ToVec3(portal.anchor)),
                  " of map ", Quoted(world_.MapId(portal.from_map)));
  }

  static bool Requires(const std::vector<Fix>& fixes, const std::string& requirement) {
    return std::ranges::any_of(
        fixes, [&](const Fix& fix) { return fix.kind == FixKind::kRequirement && fix.name == requirement; });
  }

  void AddRequirement(PortalId id, std::vector<Fix>& fixes) const {
    if (!IsIn(query_.is_unmet, id)) return;
    Fix fix = AtPortal(FixKind::kRequirement, id);
    fix.name = std::string(world_.Text(world_.Portal(id).requirement));
    if (Requires(fixes, fix.name)) return;
    fix.sentence = StrCat(PortalText(id), " needs ", Quoted(fix.name));
    fixes.push_back(std::move(fix));
  }

  void AddTicket(PortalId id, std::map<std::string_view, uint32_t>& used, std::vector<Fix>& fixes) const {
    const WorldPortal& portal = world_.Portal(id);
    if (portal.ticket == 0) return;
    const std::string_view name = world_.Text(portal.ticket);
    uint32_t held = 0;
    for (const TicketCount& ticket : query_.limits.tickets) {
      if (ticket.kind == world_.FindTicket(name)) held += ticket.count;
    }
    if (++used[name] <= held) return;
    Fix fix = AtPortal(FixKind::kTicket, id);
    fix.name = std::string(name);
    fix.measure = held;
    fix.limit = used[name];
    fix.unit = FixUnit::kCount;
    fix.sentence = StrCat(PortalText(id), " takes a ticket ", Quoted(name), "; the way takes ", used[name],
                          " of them so far, there are ", held);
    fixes.push_back(std::move(fix));
  }

  // The first portal for which there is not enough left.
  void AddMoney(PortalId id, double money, std::vector<Fix>& fixes) const {
    Fix fix = AtPortal(FixKind::kMoney, id);
    fix.name = std::string(world_.NameOf(id));
    fix.measure = query_.limits.money;
    fix.limit = money;
    fix.unit = FixUnit::kCount;
    fix.sentence = StrCat(PortalText(id), " takes more money than is left: the way costs ", Decimals(money),
                          ", there is ", Decimals(query_.limits.money));
    fixes.push_back(std::move(fix));
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
      WS_ASSIGN_OR_RETURN(const std::vector<Fix> fixes, ExplainStretch(stretch, stop));
      for (const Fix& fix : fixes) {
        const bool is_known = fix.kind == FixKind::kRequirement && Requires(all, fix.name);
        if (!is_known) all.push_back(fix);
      }
      stretch.start = stop;
    }
    return all;
  }

  // Of the ways that lack the fewest walks, the one with the fewest fixes; empty if nothing is lacking. If portals that the query
  // closes leave no way at all, one through them.
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

  // nullopt: there is no way.
  absl::StatusOr<std::optional<std::vector<Fix>>> FewestFixes(const WorldRouteQuery& query,
                                                              const WorldPosition& goal) {
    std::vector<PortalHead> heads;
    std::vector<PortalTail> tails;
    WS_RETURN_IF_ERROR(FindEnds(query, heads, tails));
    BrokenWays ways(world_, query, goal, heads, tails);
    std::set<WalkKey> without;
    std::optional<Attempt> best;
    for (size_t i = 0; i < kMostWays; ++i) {
      const std::optional<BrokenWay> way = ways.Find(without);
      if (!way) break;
      WS_ASSIGN_OR_RETURN(Attempt attempt, Try(*way, query));
      const std::optional<WalkKey> worst = attempt.worst;
      if (!best || attempt.rank() < best->rank()) best = std::move(attempt);
      if (!worst) break;
      without.insert(*worst);
    }
    if (!best) return std::nullopt;
    return std::move(best->fixes);
  }

  absl::StatusOr<Attempt> Try(const BrokenWay& way, const WorldRouteQuery& query) {
    Attempt attempt;
    attempt.walks = way.walks.size();
    size_t most = 0;
    size_t portal = 0;  // of the way, whose requirement comes next
    for (const BrokenWalk& walk : way.walks) {
      for (; portal < way.portals.size() && way.portals[portal] != walk.before; ++portal)
        AddRequirement(way.portals[portal], attempt.fixes);
      WS_ASSIGN_OR_RETURN(const std::vector<Fix> fixes, FixesOf(walk, query));
      const bool is_first_unknown = fixes.empty() && attempt.unknown == 0;
      if (is_first_unknown || (attempt.unknown == 0 && fixes.size() > most)) attempt.worst = walk.key();
      most = std::max(most, fixes.size());
      if (fixes.empty()) ++attempt.unknown;
      attempt.fixes.insert(attempt.fixes.end(), fixes.begin(), fixes.end());
    }
    for (; portal < way.portals.size(); ++portal) AddRequirement(way.portals[portal], attempt.fixes);
    return attempt;
  }

  // The portals that one can walk to from the start, and those from which one can walk to the goal.
  absl::Status FindEnds(const WorldRouteQuery& query, std::vector<PortalHead>& heads,
                        std::vector<PortalTail>& tails) {
    WorldGrounds grounds(store_, query, scratch_);
    WS_ASSIGN_OR_RETURN(const OpenPlace start, PlaceOn(grounds, query.start, PlaceRole::kLeave));
    WS_ASSIGN_OR_RETURN(OpenPlace goal, PlaceOn(grounds, query.goals[0], PlaceRole::kArrive));
    const std::vector<OpenPlace> goals = {std::move(goal)};
    if (!start.is_on_surface) return absl::OkStatus();
    WorldEnds ends(world_, query, start, goals);
    WS_RETURN_IF_ERROR(ends.FindAll().status());
    heads = ends.heads();
    tails = ends.tails();
    return absl::OkStatus();
  }

  absl::StatusOr<OpenPlace> PlaceOn(WorldGrounds& grounds, const WorldPosition& position, PlaceRole role) {
    OpenPlace open;
    WS_ASSIGN_OR_RETURN(open.entry, store_.Open(position.map, query_.deadline));
    const bool is_start = role == PlaceRole::kLeave;
    WS_ASSIGN_OR_RETURN(open.walks, is_start ? grounds.MakeWalks(position.map, open.entry)
                                             : grounds.SharedWalks(position.map, open.entry));
    const Vec3 local = position.point - open.walks->ground().view.manifest->origin;
    const SnapResult snapped = open.walks->SnapTo(local, role);
    open.is_on_surface = snapped.place.has_value();
    if (open.is_on_surface) open.place = *snapped.place;
    return open;
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

  static constexpr size_t kMostWays = 16;
  static constexpr size_t kMostMaps = 16;

  WorldStore& store_;
  const WorldView& world_;
  const WorldRouteQuery& query_;
  const WorldRouteAnswer& answer_;
  Scratch& scratch_;
};

}  // namespace

PortalLimits WithAllMeans(const WorldView& world, const PortalLimits& limits) {
  PortalLimits rich{.is_closed = limits.is_closed};
  if (!limits.is_limited || limits.max_portals == 0) return rich;
  rich.is_limited = true;
  rich.money = std::numeric_limits<double>::infinity();
  rich.max_portals = limits.max_portals;
  std::set<uint32_t> kinds;
  for (const WorldPortal& portal : world.portals()) {
    if (portal.ticket != 0) kinds.insert(*world.FindTicket(world.Text(portal.ticket)));
  }
  for (const uint32_t kind : kinds) rich.tickets.push_back({kind, std::numeric_limits<uint32_t>::max()});
  return rich;
}

absl::StatusOr<std::vector<Fix>> ExplainWorldRoute(WorldStore& store, const WorldRouteQuery& query,
                                                   const WorldRouteAnswer& answer, Scratch& scratch) {
  if (answer.status == RouteStatus::kComplete) return std::vector<Fix>();
  return WorldWhy(store, query, answer, scratch).Explain();
}

}  // namespace waystone

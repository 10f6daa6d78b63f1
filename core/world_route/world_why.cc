#include "core/world_route/world_why.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/world_folder.h"
#include "core/why/fix_text.h"
#include "core/why/route_why.h"
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
      case RouteReason::kClosedByChanges:
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
  // The path of a traveller with all means, and what it takes. If closures are all that is in the way, they are all that is told.
  absl::StatusOr<std::vector<Fix>> ExplainMeans() {
    WorldRouteQuery rich = query_;
    rich.maps_in_full = 1;
    std::optional<WorldRouteAnswer> opened;
    if (answer_.reason == RouteReason::kClosedByChanges) {
      rich.limits.is_closed.clear();
      WS_ASSIGN_OR_RETURN(opened, PlanWorldRoute(store_, rich, scratch_));
    }
    const bool is_for_closures = opened && opened->status == RouteStatus::kComplete;
    rich.is_unmet.clear();
    rich.limits = {};
    // What is closed stays closed if money and the like are all that lacks.
    if (answer_.reason == RouteReason::kBudget) rich.limits.is_closed = query_.limits.is_closed;
    if (!is_for_closures) {
      WS_ASSIGN_OR_RETURN(opened, PlanWorldRoute(store_, rich, scratch_));
    }
    const WorldRouteAnswer& found = *opened;
    std::vector<Fix> fixes;
    if (found.status != RouteStatus::kComplete) return fixes;
    std::map<std::string_view, uint32_t> tickets;
    double money = 0;
    PortalId too_dear;
    for (const WorldStretch& stretch : found.stretches) {
      if (stretch.portal.IsNone()) continue;
      AddClosed(stretch.portal, fixes);
      if (is_for_closures) continue;
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

  void AddRequirement(PortalId id, std::vector<Fix>& fixes) const {
    if (!IsIn(query_.is_unmet, id)) return;
    Fix fix = AtPortal(FixKind::kRequirement, id);
    fix.name = std::string(world_.Text(world_.Portal(id).requirement));
    const auto is_same = [&](const Fix& other) {
      return other.kind == FixKind::kRequirement && other.name == fix.name;
    };
    if (std::ranges::any_of(fixes, is_same)) return;
    fix.sentence = StrCat(PortalText(id), " needs ", Quoted(fix.name));
    fixes.push_back(std::move(fix));
  }

  void AddClosed(PortalId id, std::vector<Fix>& fixes) const {
    if (!IsIn(query_.limits.is_closed, id)) return;
    const WorldMapIndex map(world_.Portal(id).to_map);
    if (IsShut(map)) return AddShutMap(map, fixes);
    Fix fix = AtPortal(FixKind::kClosed, id);
    fix.name = std::string(world_.NameOf(id));
    fix.sentence = StrCat("the request closes ", PortalText(id));
    fixes.push_back(std::move(fix));
  }

  // Whether the request closes all portals to the map, as it does if it excludes the map.
  bool IsShut(WorldMapIndex map) const {
    const auto arrivals = world_.PortalsTo(map);
    return arrivals.size() > 1 &&
           std::ranges::all_of(arrivals, [&](PortalId id) { return IsIn(query_.limits.is_closed, id); });
  }

  void AddShutMap(WorldMapIndex map, std::vector<Fix>& fixes) const {
    Fix fix;
    fix.kind = FixKind::kMap;
    fix.map_id = fix.name = std::string(world_.MapId(map));
    const auto is_same = [&](const Fix& other) { return other.kind == fix.kind && other.name == fix.name; };
    if (std::ranges::any_of(fixes, is_same)) return;
    fix.sentence = StrCat("the request excludes the map ", Quoted(fix.name), ", or closes all portals to it");
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

  // What parts the ends on one map; or the start from all portals of its map, or the goal from all that lead to its map.
  absl::StatusOr<std::vector<Fix>> ExplainGround() {
    const WorldPosition& start = query_.start;
    const WorldPosition& goal = query_.goals[answer_.goal_index];
    if (!query_.via.empty()) return std::vector<Fix>();
    if (goal.map == start.map) return ExplainOn(start.map, {start.point}, {goal.point});
    const WorldMap& map = world_.Map(start.map);
    std::vector<Vec3> exits;
    for (uint32_t exit = map.first_exit; exit < map.first_exit + map.exit_count; ++exit) {
      if (exits.size() < kMostPortals) exits.push_back(ToVec3(world_.Portal(PortalId(exit)).anchor));
    }
    WS_ASSIGN_OR_RETURN(std::vector<Fix> fixes, ExplainOn(start.map, {start.point}, exits));
    if (!fixes.empty()) return fixes;
    std::vector<Vec3> arrivals;
    for (const PortalId portal : world_.PortalsTo(goal.map)) {
      if (arrivals.size() < kMostPortals)
        arrivals.push_back(ToVec3(world_.ArrivalOf(portal, query_.traveller).place));
    }
    return ExplainOn(goal.map, arrivals, {goal.point});
  }

  // Of the ways from some places to others the one with the fewest fixes; empty if one has none.
  absl::StatusOr<std::vector<Fix>> ExplainOn(WorldMapIndex map, const std::vector<Vec3>& from,
                                             const std::vector<Vec3>& to) {
    WS_ASSIGN_OR_RETURN(const std::shared_ptr<const OpenedMap> opened, store_.Open(map, query_.deadline));
    const WorldView::Traveller& traveller = world_.travellers()[query_.traveller.value()];
    WS_ASSIGN_OR_RETURN(const MapView view, opened->map->View(traveller.agent, traveller.abilities));
    std::vector<Fix> fewest;
    for (const Vec3& start : from) {
      for (const Vec3& end : to) {
        std::vector<Fix> fixes = ExplainWalk(view, start, end, query_.snap, query_.deadline, scratch_);
        if (fixes.empty()) return fixes;
        if (fewest.empty() || fixes.size() < fewest.size()) fewest = std::move(fixes);
      }
    }
    for (Fix& fix : fewest) fix.map_id = std::string(world_.MapId(map));
    return fewest;
  }

  static constexpr size_t kMostPortals = 16;
  static constexpr size_t kMostMaps = 16;

  WorldStore& store_;
  const WorldView& world_;
  const WorldRouteQuery& query_;
  const WorldRouteAnswer& answer_;
  Scratch& scratch_;
};

}  // namespace

absl::StatusOr<std::vector<Fix>> ExplainWorldRoute(WorldStore& store, const WorldRouteQuery& query,
                                                   const WorldRouteAnswer& answer, Scratch& scratch) {
  if (answer.status == RouteStatus::kComplete) return std::vector<Fix>();
  return WorldWhy(store, query, answer, scratch).Explain();
}

}  // namespace waystone

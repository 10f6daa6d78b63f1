#include "core/world_route/lacking_means.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "core/why/fix_text.h"
#include "core/world_route/allowed_portals.h"

namespace waystone {
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

bool Requires(const std::vector<Fix>& fixes, std::string_view requirement) {
  return std::ranges::any_of(
      fixes, [&](const Fix& fix) { return fix.kind == FixKind::kRequirement && fix.name == requirement; });
}

std::vector<Fix> LackingMeans::On(const WorldRouteAnswer& route) const {
  std::vector<Fix> fixes;
  std::map<std::string_view, uint32_t> tickets;
  double money = 0;
  PortalId too_dear;
  for (const WorldStretch& stretch : route.stretches) {
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

Fix LackingMeans::AtPortal(FixKind kind, PortalId id) const {
  const WorldPortal& portal = world_.Portal(id);
  Fix fix;
  fix.kind = kind;
  fix.at = ToVec3(portal.anchor);
  fix.map_id = std::string(world_.MapId(portal.from_map));
  return fix;
}

std::string LackingMeans::PortalText(PortalId id) const {
  const WorldPortal& portal = world_.Portal(id);
  return StrCat("the portal ", Quoted(world_.NameOf(id)), " at ", PlaceText(ToVec3(portal.anchor)),
                " of map ", Quoted(world_.MapId(portal.from_map)));
}

void LackingMeans::AddRequirement(PortalId id, std::vector<Fix>& fixes) const {
  if (!IsMarked(query_.is_unmet, id)) return;
  Fix fix = AtPortal(FixKind::kRequirement, id);
  fix.name = std::string(world_.Text(world_.Portal(id).requirement));
  if (Requires(fixes, fix.name)) return;
  fix.sentence = StrCat(PortalText(id), " needs ", Quoted(fix.name));
  fixes.push_back(std::move(fix));
}

void LackingMeans::AddTicket(PortalId id, std::map<std::string_view, uint32_t>& used,
                             std::vector<Fix>& fixes) const {
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
  fix.sentence = StrCat(PortalText(id), " takes a ticket ", Quoted(name), "; the path takes ", used[name],
                        " of them so far, there are ", held);
  fixes.push_back(std::move(fix));
}

void LackingMeans::AddMoney(PortalId id, double money, std::vector<Fix>& fixes) const {
  Fix fix = AtPortal(FixKind::kMoney, id);
  fix.name = std::string(world_.NameOf(id));
  fix.measure = query_.limits.money;
  fix.limit = money;
  fix.unit = FixUnit::kCount;
  fix.sentence = StrCat(PortalText(id), " takes more money than is left: the path costs ", Decimals(money),
                        ", there is ", Decimals(query_.limits.money));
  fixes.push_back(std::move(fix));
}

}  // namespace waystone

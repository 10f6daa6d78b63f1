#include "core/world_route/lacking_means.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>

#include "absl/strings/str_join.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "core/why/fix_text.h"
#include "core/world_route/allowed_portals.h"

namespace waystone {

PortalLimits WithAllMeans(const WorldView& world, const PortalLimits& limits) {
  PortalLimits rich{.is_closed = limits.is_closed};
  const bool is_bounded = limits.max_portals != 0 || !limits.used_groups.empty();
  if (!limits.is_limited || !is_bounded) return rich;
  rich.is_limited = true;
  rich.money = std::numeric_limits<double>::infinity();
  rich.max_portals = limits.max_portals;
  rich.used_portals = limits.used_portals;
  rich.used_groups = limits.used_groups;
  std::set<uint32_t> kinds;
  for (const WorldPortal& portal : world.portals()) {
    if (portal.ticket != 0) kinds.insert(*world.FindTicket(world.Text(portal.ticket)));
  }
  for (const uint32_t kind : kinds) rich.tickets.push_back({kind, std::numeric_limits<uint32_t>::max()});
  return rich;
}

bool HasFix(const std::vector<Fix>& fixes, FixKind kind, std::string_view name) {
  return std::ranges::any_of(fixes, [&](const Fix& fix) { return fix.kind == kind && fix.name == name; });
}

std::vector<PortalId> PortalsOf(const WorldRouteAnswer& route) {
  std::vector<PortalId> portals;
  for (const WorldStretch& stretch : route.stretches) {
    if (!stretch.portal.IsNone()) portals.push_back(stretch.portal);
  }
  return portals;
}

std::vector<Fix> LackingMeans::On(std::span<const PortalId> path) const {
  std::map<std::string_view, uint32_t> tickets;  // that the path takes
  double money = 0;                              // that it takes
  for (const PortalId id : path) {
    const WorldPortal& portal = world_.Portal(id);
    if (portal.ticket != 0) ++tickets[world_.Text(portal.ticket)];
    money += portal.money;
  }
  std::vector<Fix> fixes;
  double paid = 0;
  for (const PortalId id : path) {
    AddRequirement(id, fixes);
    if (!query_.limits.is_limited) continue;
    AddTicket(id, tickets, fixes);
    const bool had_enough = paid <= query_.limits.money;
    paid += world_.Portal(id).money;
    if (had_enough && paid > query_.limits.money) AddMoney(id, money, fixes);
  }
  return fixes;
}

std::vector<bool> LackingMeans::Portals() const {
  std::vector<bool> lacks(world_.portals().size());
  for (uint32_t i = 0; i < lacks.size(); ++i) {
    const WorldPortal& portal = world_.Portal(PortalId(i));
    lacks[i] = IsMarked(query_.is_unmet, PortalId(i));
    if (!query_.limits.is_limited) continue;
    if (portal.money > query_.limits.money) lacks[i] = true;
    if (portal.ticket != 0 && HeldOf(world_.Text(portal.ticket)) == 0) lacks[i] = true;
  }
  return lacks;
}

WorldRouteQuery LackingMeans::Granted(const std::vector<Fix>& fixes) const {
  WorldRouteQuery granted = query_;
  for (const Fix& fix : fixes) {
    switch (fix.kind) {
      case FixKind::kRequirement:
        for (uint32_t i = 0; i < granted.is_unmet.size(); ++i) {
          if (world_.Text(world_.Portal(PortalId(i)).requirement) == fix.name) granted.is_unmet[i] = false;
        }
        break;
      case FixKind::kTicket:
        granted.limits.tickets.push_back(
            {*world_.FindTicket(fix.name), static_cast<uint32_t>(fix.limit - fix.measure)});
        break;
      case FixKind::kMoney:
        granted.limits.money = fix.limit;
        break;
      default:
        break;
    }
  }
  return granted;
}

std::string LackingMeans::TextOf(const std::vector<Fix>& fixes) {
  std::vector<std::string> means;
  for (const Fix& fix : fixes) {
    if (fix.kind == FixKind::kRequirement) {
      means.push_back(StrCat("requirement ", Quoted(fix.name)));
    } else if (fix.kind == FixKind::kMoney) {
      means.push_back(StrCat("money ", fix.limit, " (you have ", fix.measure, ")"));
    } else if (fix.kind == FixKind::kTicket) {
      means.push_back(StrCat("ticket ", Quoted(fix.name), " x ", fix.limit, " (you have ", fix.measure, ")"));
    }
  }
  return absl::StrJoin(means, ", ");
}

uint32_t LackingMeans::HeldOf(std::string_view ticket) const {
  uint32_t held = 0;
  for (const TicketCount& count : query_.limits.tickets) {
    if (count.kind == world_.FindTicket(ticket)) held += count.count;
  }
  return held;
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

Fix LackingMeans::TriggerOf(PortalId id) const {
  Fix fix = AtPortal(FixKind::kClosed, id);
  fix.name = std::string(world_.NameOf(id));
  fix.sentence = StrCat("the trigger of ", PortalText(id), " is in the way, and sets it off");
  return fix;
}

void LackingMeans::AddRequirement(PortalId id, std::vector<Fix>& fixes) const {
  if (!IsMarked(query_.is_unmet, id)) return;
  Fix fix = AtPortal(FixKind::kRequirement, id);
  fix.name = std::string(world_.Text(world_.Portal(id).requirement));
  if (HasFix(fixes, fix.kind, fix.name)) return;
  fix.sentence = StrCat(PortalText(id), " needs ", Quoted(fix.name));
  fixes.push_back(std::move(fix));
}

void LackingMeans::AddTicket(PortalId id, const std::map<std::string_view, uint32_t>& taken,
                             std::vector<Fix>& fixes) const {
  const WorldPortal& portal = world_.Portal(id);
  if (portal.ticket == 0) return;
  Fix fix = AtPortal(FixKind::kTicket, id);
  fix.name = std::string(world_.Text(portal.ticket));
  const uint32_t held = HeldOf(fix.name);
  const uint32_t count = taken.at(fix.name);
  if (count <= held || HasFix(fixes, fix.kind, fix.name)) return;
  fix.measure = held;
  fix.limit = count;
  fix.unit = FixUnit::kCount;
  fix.sentence = StrCat(PortalText(id), " takes a ticket ", Quoted(fix.name), "; the path takes ", count,
                        " of them, there ", held == 1 ? "is " : "are ", held);
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

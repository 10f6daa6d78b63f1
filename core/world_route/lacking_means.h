// Requirements, tickets and money that a traveller lacks.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/surface/world_query.h"
#include "core/why/fix.h"
#include "core/world/portal_query.h"
#include "core/world/world_view.h"

namespace waystone {

// What a traveller with all means may use: the portals that `limits` do not close, as many and of the groups that they allow.
// O(portals).
PortalLimits WithAllMeans(const WorldView& world, const PortalLimits& limits);

// The portals that a route uses, in its order.
std::vector<PortalId> PortalsOf(const WorldRouteAnswer& route);

// Whether one of the fixes is of that kind and name. O(fixes).
bool HasFix(const std::vector<Fix>& fixes, FixKind kind, std::string_view name);

// Fixes for what the traveller of a query lacks; both must outlive it. Any number of threads.
class LackingMeans {
 public:
  LackingMeans(const WorldView& world, const WorldRouteQuery& query) : world_(world), query_(query) {}

  // On a path through these portals, in its order; tickets of a kind are one fix, and money. O(portals of the path * fixes).
  std::vector<Fix> On(std::span<const PortalId> path) const;
  // By portal: whether it alone asks for more than the traveller has. O(portals).
  std::vector<bool> Portals() const;
  // The query of a traveller who also has the requirements, tickets and money of these fixes. O(fixes * portals).
  WorldRouteQuery Granted(const std::vector<Fix>& fixes) const;

  // What these fixes ask of the traveller: "requirement "rope", money 5 (you have 4)". Skips other fixes.
  static std::string TextOf(const std::vector<Fix>& fixes);
  // The portal's trigger, which is in the way of a walk.
  Fix TriggerOf(PortalId id) const;
  // Adds what the portal requires, if that is not met and not among the fixes.
  void AddRequirement(PortalId id, std::vector<Fix>& fixes) const;

 private:
  Fix AtPortal(FixKind kind, PortalId id) const;
  std::string PortalText(PortalId id) const;
  uint32_t HeldOf(std::string_view ticket) const;
  // `taken`: by the path, of each kind.
  void AddTicket(PortalId id, const std::map<std::string_view, uint32_t>& taken,
                 std::vector<Fix>& fixes) const;
  // `id`: the first portal for which there is not enough left.
  void AddMoney(PortalId id, double money, std::vector<Fix>& fixes) const;

  const WorldView& world_;
  const WorldRouteQuery& query_;
};

}  // namespace waystone

// Requirements, tickets and money that a traveller lacks.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/surface/world_query.h"
#include "core/why/fix.h"
#include "core/world/portal_query.h"
#include "core/world/world_view.h"

namespace waystone {

// What a traveller with all means may use: the portals that `limits` do not close, as many as they allow. O(portals).
PortalLimits WithAllMeans(const WorldView& world, const PortalLimits& limits);

// Whether one of the fixes is that requirement. O(fixes).
bool Requires(const std::vector<Fix>& fixes, std::string_view requirement);

// Fixes for what the traveller of a query lacks; both must outlive it. Any number of threads.
class LackingMeans {
 public:
  LackingMeans(const WorldView& world, const WorldRouteQuery& query) : world_(world), query_(query) {}

  // On a complete route of a traveller with all means. O(portals of the route * fixes).
  std::vector<Fix> On(const WorldRouteAnswer& route) const;

  // Adds what the portal requires, if that is not met and not among the fixes.
  void AddRequirement(PortalId id, std::vector<Fix>& fixes) const;

 private:
  Fix AtPortal(FixKind kind, PortalId id) const;
  std::string PortalText(PortalId id) const;
  void AddTicket(PortalId id, std::map<std::string_view, uint32_t>& used, std::vector<Fix>& fixes) const;
  // `id`: the first portal for which there is not enough left.
  void AddMoney(PortalId id, double money, std::vector<Fix>& fixes) const;

  const WorldView& world_;
  const WorldRouteQuery& query_;
};

}  // namespace waystone

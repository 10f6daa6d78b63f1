#include "core/route/route_reach.h"

#include "core/base/str_cat.h"

namespace waystone {
namespace {

std::string Describe(const ZoneView& zones, PolyId poly) {
  const ZoneComponent& component = zones.Component(poly.value());
  const std::string size = StrCat(component.node_count, component.node_count == 1 ? " polygon" : " polygons");
  if (component.zone == 0) return StrCat(size, ", isolated");
  const bool is_main = zones.IsMain(poly.value());
  return StrCat(size, ", zone ", component.zone, is_main ? ", main" : "");
}

}  // namespace

ReachVerdict AskZones(const MapView& map, const NamedPlace& from, const NamedPlace& to,
                      ReachWorkspace& workspace) {
  const PolyId start = from.poly;
  const PolyId goal = to.poly;
  const ZoneView& zones = *map.zones;
  ReachVerdict verdict;
  if (zones.Reaches(start.value(), goal.value(), workspace)) return verdict;
  verdict.is_reachable = false;
  const ZoneView* const all = map.all_abilities_zones;
  verdict.explanation = StrCat("no path leads from the ground of ", from.name, " (", Describe(zones, start),
                               ") to that of ", to.name, " (", Describe(zones, goal), ")");
  if (zones.Reaches(goal.value(), start.value(), workspace)) verdict.explanation += "; one leads back";
  if (all != nullptr && all->Reaches(start.value(), goal.value(), workspace)) {
    verdict.reason = RouteReason::kAbilityMissing;
    verdict.explanation += "; with more abilities there is one";
  } else if (zones.ZoneOf(start.value()) == 0 || zones.ZoneOf(goal.value()) == 0) {
    verdict.reason = RouteReason::kIsolated;
  } else {
    verdict.reason = RouteReason::kGoalUnreachable;
  }
  return verdict;
}

}  // namespace waystone

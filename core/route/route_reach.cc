#include "core/route/route_reach.h"

#include "core/base/str_cat.h"

namespace waystone {
namespace {

std::string Describe(const ZoneView& zones, PolyId poly) {
  const ZoneComponent& component = zones.Component(poly);
  const char* const polygons = component.node_count == 1 ? " polygon" : " polygons";
  if (component.zone == kIsolatedZone) return StrCat(component.node_count, polygons, ", isolated");
  const char* const main = zones.IsMain(poly) ? ", main" : "";
  return StrCat(component.node_count, polygons, ", zone ", component.zone.value(), main);
}

}  // namespace

ReachVerdict AskZones(const MapView& map, const NamedPlace& from, const NamedPlace& to,
                      ReachWorkspace& workspace) {
  const PolyId start = from.poly;
  const PolyId goal = to.poly;
  const ZoneView& zones = *map.zones;
  ReachVerdict verdict;
  if (zones.Reaches(start, goal, workspace)) return verdict;
  verdict.is_reachable = false;
  const ZoneView* const all = map.all_abilities_zones;
  verdict.explanation = StrCat("no path leads from the ground of ", from.name, " (", Describe(zones, start),
                               ") to that of ", to.name, " (", Describe(zones, goal), ")");
  if (zones.Reaches(goal, start, workspace)) verdict.explanation += "; one leads back";
  if (all != nullptr && all->Reaches(start, goal, workspace)) {
    verdict.reason = RouteReason::kAbilityMissing;
    verdict.explanation += "; with more abilities there is one";
  } else if (zones.ZoneOf(start) == kIsolatedZone || zones.ZoneOf(goal) == kIsolatedZone) {
    verdict.reason = RouteReason::kIsolated;
  } else {
    verdict.reason = RouteReason::kGoalUnreachable;
  }
  return verdict;
}

}  // namespace waystone

#include "bake/program/zone_stage.h"

#include <utility>

#include "core/base/status_macros.h"

namespace waystone {
namespace {

VariantReport CountZones(const PlannedVariant& planned, const ZoneData& zones) {
  VariantReport report{.agent = planned.variant.agent.name, .abilities = planned.variant.abilities};
  report.weak_components = zones.header.weak_count;
  report.strong_components = zones.header.component_count;
  report.isolated_polygons = zones.header.isolated_node_count;
  for (const ZoneComponent& component : zones.components) {
    if (component.zone == 0 || component.zone > zones.header.main_zone_count) continue;
    report.main_polygons += component.node_count;
  }
  return report;
}

}  // namespace

absl::StatusOr<std::vector<ZoneData>> BakeAllZones(const MapSurfaces& surfaces, const BakedLinks& links,
                                                   std::span<const PlannedVariant> variants,
                                                   const ZoneRules& rules, BakeLog& log) {
  std::vector<ZoneData> zones;
  for (const PlannedVariant& planned : variants) {
    WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(surfaces.agents[planned.agent].navmesh));
    WS_ASSIGN_OR_RETURN(const LinkView view, LinkView::Create(links.of_agent[planned.agent], mesh));
    BakedZones baked = BakeZones(mesh, view, planned.bits, surfaces.origin, rules);
    const std::string& agent = planned.variant.agent.name;
    // Spawns are brought onto the surface, whatever the abilities.
    if (planned.owns_surface) log.WarnOf(agent, baked.warnings);
    log.report.variants.push_back(CountZones(planned, baked.zones));
    const ZoneHeader& header = baked.zones.header;
    log.EndStage("zones", agent, "components", header.component_count,
                 header.node_count * sizeof(uint32_t) +
                     header.component_count * (sizeof(ZoneComponent) + sizeof(ReachRecord)));
    log.report.stages.back().abilities = planned.variant.abilities;
    zones.push_back(std::move(baked.zones));
  }
  return zones;
}

}  // namespace waystone

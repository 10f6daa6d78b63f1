#include "bake/program/zone_stage.h"

#include <utility>

#include "core/base/status_macros.h"

namespace waystone {
namespace {

void CountZones(const ZoneData& zones, AgentReport& agent) {
  agent.weak_components = zones.header.weak_count;
  agent.strong_components = zones.header.component_count;
  agent.isolated_polygons = zones.header.isolated_node_count;
  for (const ZoneComponent& component : zones.components) {
    if (component.zone == 0 || component.zone > zones.header.main_zone_count) continue;
    agent.main_polygons += component.node_count;
  }
}

}  // namespace

absl::StatusOr<std::vector<ZoneData>> BakeAllZones(const MapSurfaces& surfaces, const ZoneRules& rules,
                                                   BakeLog& log) {
  std::vector<ZoneData> zones;
  for (size_t i = 0; i < surfaces.agents.size(); ++i) {
    const std::string& name = surfaces.agents[i].agent.profile.name;
    WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(surfaces.agents[i].navmesh));
    BakedZones baked = BakeZones(mesh, {}, 0, surfaces.origin, rules);
    log.WarnOf(name, baked.warnings);
    CountZones(baked.zones, log.report.agents[i]);
    const ZoneHeader& header = baked.zones.header;
    log.EndStage("zones", name, "components", header.component_count,
                 header.node_count * sizeof(uint32_t) +
                     header.component_count * (sizeof(ZoneComponent) + sizeof(ReachRecord)));
    zones.push_back(std::move(baked.zones));
  }
  return zones;
}

}  // namespace waystone

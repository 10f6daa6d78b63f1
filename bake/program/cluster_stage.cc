#include "bake/program/cluster_stage.h"

#include <algorithm>
#include <utility>

#include "bake/clusters/cluster_builder.h"
#include "core/base/status_macros.h"
#include "core/store/section_visit.h"

namespace waystone {
namespace {

bool AreWanted(const BakeConfig& config, const MapSurfaces& surfaces) {
  if (config.clusters != BakeSwitch::kAuto) return config.clusters == BakeSwitch::kOn;
  return !config.hierarchy &&
         std::any_of(surfaces.agents.begin(), surfaces.agents.end(), [&](const AgentSurface& agent) {
           return agent.navmesh.polys.size() >= config.hierarchy_rules.min_polygons;
         });
}

}  // namespace

absl::StatusOr<std::vector<ClusterData>> BakeClusters(const BakeJob& job, const MapSurfaces& surfaces,
                                                      const BakedLinks& links,
                                                      std::span<const PlannedVariant> variants,
                                                      BakeLog& log) {
  std::vector<ClusterData> clusters;
  if (surfaces.waypoints.has_value() || !AreWanted(job.config, surfaces)) return clusters;
  for (const PlannedVariant& planned : variants) {
    WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(surfaces.agents[planned.agent].navmesh));
    WS_ASSIGN_OR_RETURN(const LinkView view, LinkView::Create(links.of_agent[planned.agent], mesh));
    WS_ASSIGN_OR_RETURN(ClusterData data, BuildClusters({mesh, view, planned.bits}, job.config.cluster_rules,
                                                        log.report.threads));
    log.EndStage("clusters", planned.variant.agent.name, "clusters", data.clusters.size(),
                 SectionBytes(data));
    log.report.stages.back().abilities = planned.variant.abilities;
    clusters.push_back(std::move(data));
  }
  return clusters;
}

}  // namespace waystone

#include "bake/program/hierarchy_stage.h"

#include <utility>

#include "bake/contraction/hierarchy_builder.h"
#include "core/base/status_macros.h"
#include "core/store/section_visit.h"

namespace waystone {
absl::StatusOr<std::vector<HierarchyData>> BakeHierarchies(const BakeJob& job, const MapSurfaces& surfaces,
                                                           const BakedLinks& links,
                                                           std::span<const PlannedVariant> variants,
                                                           BakeLog& log) {
  std::vector<HierarchyData> hierarchies;
  if (!job.config.hierarchy || surfaces.waypoints.has_value()) return hierarchies;
  for (const PlannedVariant& planned : variants) {
    WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(surfaces.agents[planned.agent].navmesh));
    WS_ASSIGN_OR_RETURN(const LinkView view, LinkView::Create(links.of_agent[planned.agent], mesh));
    const auto progress = [&](uint64_t done, uint64_t total) {
      if (job.progress) job.progress("hierarchy: node", done, total);
    };
    WS_ASSIGN_OR_RETURN(
        HierarchyData data,
        BuildHierarchy(mesh, view, planned.bits, job.config.hierarchy_rules, log.report.threads, progress));
    log.EndStage("hierarchy", planned.variant.agent.name, "nodes", data.header.node_count,
                 SectionBytes(data));
    log.report.stages.back().abilities = planned.variant.abilities;
    hierarchies.push_back(std::move(data));
  }
  return hierarchies;
}

}  // namespace waystone

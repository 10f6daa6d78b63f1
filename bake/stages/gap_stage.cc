#include <algorithm>
#include <optional>
#include <utility>

#include "bake/collision/collision_builder.h"
#include "bake/gaps/map_gaps.h"
#include "bake/stages/island_report.h"
#include "bake/stages/shared_stages.h"
#include "core/base/status_macros.h"

namespace waystone {

absl::Status BakeGaps(BakeRun& run) {
  std::optional<CollisionData> own;
  const bool has_gaps = std::ranges::any_of(
      run.surfaces.agents, [](const AgentSurface& surface) { return !surface.tile_gaps.empty(); });
  if (has_gaps && !run.collision.has_value()) {
    WS_ASSIGN_OR_RETURN(own, BuildCollision(run.surfaces.solid->vertices, run.surfaces.solid->triangles));
  }
  const CollisionData* const data = run.collision.has_value() ? &*run.collision : own ? &*own : nullptr;
  std::optional<CollisionView> solid;
  if (has_gaps) {
    WS_ASSIGN_OR_RETURN(solid, CollisionView::Create(data->vertices, data->triangles, data->nodes));
  }
  for (AgentSurface& surface : run.surfaces.agents) {
    WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(surface.navmesh));
    GapData gaps;
    if (!surface.tile_gaps.empty())
      gaps = JoinGaps(mesh, surface.tile_gaps, surface.agent.profile, *surface.gap_rules, *solid,
                      run.log.report.threads);
    surface.tile_gaps = {};
    const auto same_name = [&](const AgentReport& one) { return one.name == surface.agent.profile.name; };
    const auto report = std::ranges::find_if(run.log.report.agents, same_name);
    if (report != run.log.report.agents.end()) ReportIslands(mesh, gaps, run.surfaces.origin, *report);
    run.log.WarnOf(surface.agent.profile.name, DoubtsOfAgent(mesh, gaps, surface.agent.profile));
    run.log.EndStage(surface.agent.profile.name, "gaps", gaps.gaps.size(), BytesIn(gaps.gaps, gaps.fixes));
    run.gaps.push_back(std::move(gaps));
  }
  return absl::OkStatus();
}

}  // namespace waystone

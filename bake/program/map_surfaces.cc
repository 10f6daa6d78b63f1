#include "bake/program/map_surfaces.h"

#include <utility>

#include "bake/navmesh/navmesh_builder.h"
#include "core/base/status_macros.h"
#include "core/store/section_visit.h"

namespace waystone {
absl::Status AddSurface(const AgentConfig& agent, const PolygonSoup& soup, BakeLog& log,
                        MapSurfaces& surfaces) {
  WS_ASSIGN_OR_RETURN(NavmeshData navmesh, BuildNavmesh(soup));
  log.EndStage("navmesh", agent.profile.name, "edges", navmesh.edges.size(), SectionBytes(navmesh));
  AgentReport& report = log.report.agents.emplace_back();
  report.name = agent.profile.name;
  report.polygons = navmesh.polys.size();
  report.vertices = navmesh.vertices.size();
  report.area_m2 = navmesh.area_prefix_m2.empty() ? 0 : navmesh.area_prefix_m2.back();
  surfaces.agents.push_back({agent, std::move(navmesh)});
  return absl::OkStatus();
}

}  // namespace waystone

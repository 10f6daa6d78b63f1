#include "bake/program/link_stage.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "bake/links/link_generator.h"
#include "bake/links/link_packer.h"
#include "bake/links/search_size.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/section_visit.h"

namespace waystone {
namespace {

absl::Status CheckAgentNames(const std::vector<OffMeshLink>& links, const std::vector<AgentSurface>& agents) {
  for (const OffMeshLink& link : links) {
    for (const std::string& name : link.agents) {
      const bool known = std::any_of(agents.begin(), agents.end(), [&](const AgentSurface& agent) {
        return agent.agent.profile.name == name;
      });
      if (known) continue;
      return absl::InvalidArgumentError(
          StrCat(link.place, ": the link is for agent ", Quoted(name), ", which is not baked"));
    }
  }
  return absl::OkStatus();
}

std::vector<OffMeshLink> LinksFor(const std::string& agent, const std::vector<OffMeshLink>& links) {
  std::vector<OffMeshLink> chosen;
  std::copy_if(links.begin(), links.end(), std::back_inserter(chosen), [&](const OffMeshLink& link) {
    return link.agents.empty() ||
           std::find(link.agents.begin(), link.agents.end(), agent) != link.agents.end();
  });
  return chosen;
}

using GeneratedLinks = std::vector<std::vector<GeneratedLink>>;  // per agent

void CountSearch(const FoundLinks& found, AgentReport& report) {
  report.link_search = {{"tries", found.tries},
                        {"near_walks", found.near_walks},
                        {"flights", found.flights.flights},
                        {"blocked", found.flights.blocked},
                        {"repeats", found.repeats},
                        {"rays", found.flights.rays},
                        {"sweeps", found.flights.sweeps}};
}

absl::StatusOr<GeneratedLinks> SearchLinks(const BakeJob& job, const MapSurfaces& surfaces,
                                           const CollisionData* solid, BakeLog& log) {
  GeneratedLinks all(surfaces.agents.size());
  const auto wants = [](const AgentSurface& agent) { return agent.agent.links.any(); };
  if (std::none_of(surfaces.agents.begin(), surfaces.agents.end(), wants)) return all;
  if (solid == nullptr) {
    return absl::InvalidArgumentError(
        "links cannot be looked for: the source has polygons, not the solid triangles that flights must "
        "miss");
  }
  WS_ASSIGN_OR_RETURN(const CollisionView view,
                      CollisionView::Create(solid->vertices, solid->triangles, solid->nodes));
  for (size_t i = 0; i < surfaces.agents.size(); ++i) {
    const AgentConfig& agent = surfaces.agents[i].agent;
    if (!agent.links.any()) continue;
    WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(surfaces.agents[i].navmesh));
    WS_RETURN_IF_ERROR(CheckLinkSearch(mesh, agent.profile, agent.links));
    const auto progress = [&](uint64_t done, uint64_t total) {
      if (job.progress) job.progress("links: polygon", done, total);
    };
    FoundLinks found = GenerateLinks(mesh, view, agent.profile, agent.links, log.report.threads, progress);
    CountSearch(found, log.report.agents[i]);
    log.EndStage("find links", agent.profile.name, "links", found.links.size(),
                 found.links.size() * sizeof(GeneratedLink));
    all[i] = std::move(found.links);
  }
  return all;
}

void CountLinks(const LinkData& data, AgentReport& report) {
  for (const NavLink& link : data.links) {
    auto& counts = (link.flags & kLinkGenerated) != 0 ? report.generated_links : report.source_links;
    ++counts[std::string(LinkKindName(link.kind))];
  }
}

// Both sorted.
void AddAbilities(const std::vector<std::string>& more, std::vector<std::string>& abilities) {
  std::vector<std::string> all;
  std::set_union(abilities.begin(), abilities.end(), more.begin(), more.end(), std::back_inserter(all));
  abilities = std::move(all);
}

// They came with the graph.
absl::StatusOr<BakedLinks> LinksOfWaypoints(const MapSurfaces& surfaces, BakeLog& log) {
  if (surfaces.agents[0].agent.links.any()) {
    return absl::InvalidArgumentError("links cannot be looked for: the source is waypoints");
  }
  CountLinks(surfaces.waypoints->links, log.report.agents[0]);
  return BakedLinks{surfaces.waypoints->abilities, {surfaces.waypoints->links}};
}

}  // namespace

absl::StatusOr<BakedLinks> BakeLinks(const BakeJob& job, const MapSurfaces& surfaces,
                                     const CollisionData* solid, BakeLog& log) {
  if (surfaces.waypoints.has_value()) return LinksOfWaypoints(surfaces, log);
  std::vector<OffMeshLink> source = surfaces.links;
  source.insert(source.end(), job.config.links.begin(), job.config.links.end());
  WS_RETURN_IF_ERROR(CheckAgentNames(source, surfaces.agents));
  WS_ASSIGN_OR_RETURN(const GeneratedLinks found, SearchLinks(job, surfaces, solid, log));
  BakedLinks out;
  WS_ASSIGN_OR_RETURN(out.abilities, CollectAbilities(source, found));
  if (job.config.skeleton && job.config.skeleton_options.leaps) AddAbilities({"drop", "jump"}, out.abilities);
  for (size_t i = 0; i < surfaces.agents.size(); ++i) {
    const std::string& name = surfaces.agents[i].agent.profile.name;
    WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(surfaces.agents[i].navmesh));
    PackedLinks packed = PackLinks(LinksFor(name, source), found[i], mesh, surfaces.origin, out.abilities);
    log.WarnOf(name, packed.warnings);
    CountLinks(packed.data, log.report.agents[i]);
    if (!packed.data.links.empty() || !source.empty()) {
      log.EndStage("links", name, "links", packed.data.links.size(), SectionBytes(packed.data));
    }
    out.of_agent.push_back(std::move(packed.data));
  }
  return out;
}

}  // namespace waystone

#include <algorithm>
#include <iterator>
#include <utility>

#include "bake/collision/collision_builder.h"
#include "bake/links/link_generator.h"
#include "bake/links/link_packer.h"
#include "bake/links/search_size.h"
#include "bake/stages/shared_stages.h"
#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/map/link_kind_name.h"

namespace waystone {
namespace {

absl::Status CheckAgentNames(const std::vector<OffMeshLink>& links, const std::vector<AgentSurface>& agents) {
  for (const OffMeshLink& link : links) {
    for (const std::string& name : link.agents) {
      const bool known = std::ranges::any_of(
          agents, [&](const AgentSurface& agent) { return agent.agent.profile.name == name; });
      if (known) continue;
      return InvalidArgument(link.place, ": the link is for agent ", Quoted(name), ", which is not baked");
    }
  }
  return absl::OkStatus();
}

std::vector<OffMeshLink> LinksFor(const std::string& agent, const std::vector<OffMeshLink>& links) {
  std::vector<OffMeshLink> chosen;
  std::copy_if(links.begin(), links.end(), std::back_inserter(chosen), [&](const OffMeshLink& link) {
    return link.agents.empty() || std::ranges::find(link.agents, agent) != link.agents.end();
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

absl::StatusOr<GeneratedLinks> SearchLinks(BakeRun& run) {
  const std::vector<AgentSurface>& agents = run.surfaces.agents;
  GeneratedLinks all(agents.size());
  const auto wants = [](const AgentSurface& agent) { return agent.agent.links.any(); };
  if (std::ranges::none_of(agents, wants)) return all;
  if (!run.collision.has_value()) {
    return absl::InvalidArgumentError(
        "links cannot be looked for: the source has polygons, not the solid triangles that flights must "
        "miss");
  }
  const CollisionData& solid = *run.collision;
  WS_ASSIGN_OR_RETURN(const CollisionView view,
                      CollisionView::Create(solid.vertices, solid.triangles, solid.nodes));
  run.log.Begin("find links");
  for (size_t i = 0; i < agents.size(); ++i) {
    const AgentConfig& agent = agents[i].agent;
    if (!agent.links.any()) continue;
    WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(agents[i].navmesh));
    WS_RETURN_IF_ERROR(CheckLinkSearch(mesh, agent.profile, agent.links));
    FoundLinks found = GenerateLinks(mesh, view, agent.profile, agent.links, run.log.report.threads,
                                     run.Progress("links: polygon"));
    CountSearch(found, run.log.report.agents[i]);
    run.log.EndStage(agent.profile.name, "links", found.links.size(), BytesIn(found.links));
    all[i] = std::move(found.links);
  }
  return all;
}

// Both sorted.
void AddAbilities(const std::vector<std::string>& more, std::vector<std::string>& abilities) {
  std::vector<std::string> all;
  std::set_union(abilities.begin(), abilities.end(), more.begin(), more.end(), std::back_inserter(all));
  abilities = std::move(all);
}

}  // namespace

bool NeedsSolid(const BakeRun& run) {
  const std::vector<AgentSurface>& agents = run.surfaces.agents;
  const auto looks_for_links = [](const AgentSurface& agent) { return agent.agent.links.any(); };
  return run.surfaces.solid.has_value() &&
         (run.job.config.collision || std::ranges::any_of(agents, looks_for_links));
}

absl::Status PackSolid(BakeRun& run) {
  const SolidTriangles& solid = *run.surfaces.solid;
  WS_ASSIGN_OR_RETURN(run.collision, BuildCollision(solid.vertices, solid.triangles));
  const CollisionData& data = *run.collision;
  run.log.EndStage("", "triangles", data.triangles.size(),
                   BytesIn(data.vertices, data.triangles, data.nodes));
  return absl::OkStatus();
}

void CountLinks(const LinkData& data, AgentReport& report) {
  for (const NavLink& link : data.links) {
    auto& counts = (link.flags & kLinkGenerated) != 0 ? report.generated_links : report.source_links;
    ++counts[std::string(LinkKindName(link.kind))];
  }
}

absl::Status BakeLinks(BakeRun& run) {
  const BakeConfig& config = run.job.config;
  std::vector<OffMeshLink> source = run.surfaces.links;
  source.insert(source.end(), config.links.begin(), config.links.end());
  WS_RETURN_IF_ERROR(CheckAgentNames(source, run.surfaces.agents));
  WS_ASSIGN_OR_RETURN(const GeneratedLinks found, SearchLinks(run));
  run.log.Begin("links");
  std::vector<std::string>& abilities = run.links.abilities;
  WS_ASSIGN_OR_RETURN(abilities, CollectAbilities(source, found));
  if (run.surfaces.scenes.has_value()) {
    for (const SceneSettings& scene : config.scenes) {
      if (scene.medium == SceneMedium::kWater) AddAbilities({std::string(kSwimAbility)}, abilities);
      if (scene.medium == SceneMedium::kAir) AddAbilities({std::string(kFlyAbility)}, abilities);
    }
  }
  if (config.skeleton && config.skeleton_options.leaps) AddAbilities({"drop", "jump"}, abilities);
  for (size_t i = 0; i < run.surfaces.agents.size(); ++i) {
    const std::string& name = run.surfaces.agents[i].agent.profile.name;
    WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(run.surfaces.agents[i].navmesh));
    PackedLinks packed = PackLinks(LinksFor(name, source), found[i], mesh, run.surfaces.origin, abilities);
    run.log.WarnOf(name, packed.warnings);
    CountLinks(packed.data, run.log.report.agents[i]);
    if (!packed.data.links.empty() || !source.empty()) {
      run.log.EndStage(name, "links", packed.data.links.size(),
                       BytesIn(packed.data.links, packed.data.rows, packed.data.names));
    }
    run.links.of_agent.push_back(std::move(packed.data));
  }
  return absl::OkStatus();
}

}  // namespace waystone

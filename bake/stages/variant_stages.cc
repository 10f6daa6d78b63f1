#include <algorithm>
#include <set>
#include <utility>

#include "bake/stages/shared_stages.h"
#include "bake/zones/zone_baker.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

std::vector<std::vector<std::string>> SetsOf(const AgentConfig& agent,
                                             const std::vector<std::string>& link_abilities) {
  if (!agent.ability_sets.empty()) return agent.ability_sets;
  if (link_abilities.empty()) return {{}};
  return {{}, link_abilities};
}

uint64_t BitsOf(const std::vector<std::string>& abilities, const std::vector<std::string>& link_abilities) {
  uint64_t bits = 0;
  for (size_t k = 0; k < link_abilities.size(); ++k) {
    if (std::ranges::binary_search(abilities, link_abilities[k])) bits |= uint64_t{1} << k;
  }
  return bits;
}

void WarnOfUnneeded(const AgentConfig& agent, const std::vector<std::string>& link_abilities,
                    std::vector<std::string>& warnings) {
  std::set<std::string> unneeded;
  for (const std::vector<std::string>& set : agent.ability_sets) {
    std::set_difference(set.begin(), set.end(), link_abilities.begin(), link_abilities.end(),
                        std::inserter(unneeded, unneeded.end()));
  }
  for (const std::string& ability : unneeded) {
    warnings.push_back(
        StrCat("agent ", Quoted(agent.profile.name), ": ability_sets: no link needs ", Quoted(ability)));
  }
}

VariantReport CountZones(const PlannedVariant& planned, const ZoneData& zones) {
  VariantReport report{.agent = planned.variant.agent.name, .abilities = planned.variant.abilities};
  report.weak_components = zones.header.weak_count;
  report.strong_components = zones.header.component_count;
  report.isolated_polygons = zones.header.isolated_node_count;
  for (const ZoneComponent& component : zones.components) {
    if (component.IsAmongMain(zones.header.main_zone_count)) report.main_polygons += component.node_count;
  }
  return report;
}

SkeletonReport ReportOf(const BuiltSkeleton& built) {
  return {.launch_points = built.data.header.launch_point_count,
          .casts = built.counts.casts,
          .rays = built.counts.rays,
          .blocked_paths = built.counts.blocked,
          .thinning_rounds = built.thinning_rounds,
          .key_points = built.data.header.key_point_count,
          .cycle_rank = built.data.header.cycle_rank,
          .reach_m = static_cast<double>(built.data.header.reach_m),
          .cast_s = built.cast_s,
          .thin_s = built.thin_s,
          .pack_s = built.pack_s,
          .round_walk_s = built.walk_s};
}

}  // namespace

absl::Status PlanVariants(BakeRun& run) {
  const std::vector<std::string>& link_abilities = run.links.abilities;
  std::vector<PlannedVariant>& plan = run.variants;
  for (size_t i = 0; i < run.surfaces.agents.size(); ++i) {
    const AgentConfig& agent = run.surfaces.agents[i].agent;
    WarnOfUnneeded(agent, link_abilities, run.log.report.warnings);
    const auto owner = static_cast<uint16_t>(plan.size() + 1);
    for (const std::vector<std::string>& set : SetsOf(agent, link_abilities)) {
      const bool owns_surface = plan.size() + 1 == owner;
      plan.push_back({i, {agent.profile, set, owner}, BitsOf(set, link_abilities), owns_surface});
    }
  }
  return absl::OkStatus();
}

absl::Status BakeAllZones(BakeRun& run) { return BakeZonesBy(SnapSpawn, run); }

absl::Status BakeZonesBy(const SpawnSnapper& snap, BakeRun& run) {
  for (const PlannedVariant& planned : run.variants) {
    WS_ASSIGN_OR_RETURN(const NavmeshView mesh,
                        NavmeshView::Create(run.surfaces.agents[planned.agent].navmesh));
    WS_ASSIGN_OR_RETURN(const LinkView links, LinkView::Create(run.links.of_agent[planned.agent], mesh));
    BakedZones baked = BakeZones(mesh, links, planned.bits, run.surfaces.origin, run.job.config.zones, snap);
    // Spawns are brought onto the surface, whatever the abilities.
    if (planned.owns_surface) run.log.WarnOf(planned.variant.agent.name, baked.warnings);
    run.log.report.variants.push_back(CountZones(planned, baked.zones));
    const ZoneHeader& header = baked.zones.header;
    run.EndStage(planned, "components", header.component_count,
                 header.node_count * sizeof(uint32_t) +
                     header.component_count * (sizeof(ZoneComponent) + sizeof(ReachRecord)));
    run.zones.push_back(std::move(baked.zones));
  }
  return absl::OkStatus();
}

bool WantsSkeleton(const BakeRun& run) { return run.job.config.skeleton; }

SkeletonOptions SkeletonOptionsOf(const BakeRun& run, const PlannedVariant& planned) {
  SkeletonOptions options = run.job.config.skeleton_options;
  const std::vector<std::string>& abilities = planned.variant.abilities;
  for (const char* const needed : {"drop", "jump"}) {
    options.leaps = options.leaps && std::ranges::binary_search(abilities, needed);
  }
  return options;
}

absl::Status AddSkeletons(BakeRun& run, const SkeletonMaker& build) {
  for (size_t i = 0; i < run.variants.size(); ++i) {
    const size_t agent = run.variants[i].agent;
    WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(run.surfaces.agents[agent].navmesh));
    WS_ASSIGN_OR_RETURN(const LinkView links, LinkView::Create(run.links.of_agent[agent], mesh));
    WS_ASSIGN_OR_RETURN(BuiltSkeleton built, build(mesh, links, i));
    const SkeletonData& data = built.data;
    run.EndStage(run.variants[i], "key points", data.header.key_point_count,
                 sizeof(data.header) + BytesIn(data.key_points, data.rows, data.arcs));
    run.log.report.variants[i].skeleton = ReportOf(built);
    run.skeletons.push_back(std::move(built.data));
  }
  return absl::OkStatus();
}

}  // namespace waystone

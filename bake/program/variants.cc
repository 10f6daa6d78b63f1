#include "bake/program/variants.h"

#include <algorithm>
#include <set>

#include "core/base/quoted.h"
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
    if (std::binary_search(abilities.begin(), abilities.end(), link_abilities[k])) bits |= uint64_t{1} << k;
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

}  // namespace

std::vector<PlannedVariant> PlanVariants(const MapSurfaces& surfaces,
                                         const std::vector<std::string>& link_abilities,
                                         std::vector<std::string>& warnings) {
  std::vector<PlannedVariant> plan;
  for (size_t i = 0; i < surfaces.agents.size(); ++i) {
    const AgentConfig& agent = surfaces.agents[i].agent;
    WarnOfUnneeded(agent, link_abilities, warnings);
    const auto owner = static_cast<uint16_t>(plan.size() + 1);
    for (const std::vector<std::string>& set : SetsOf(agent, link_abilities)) {
      const bool owns_surface = plan.size() + 1 == owner;
      plan.push_back({i, {agent.profile, set, owner}, BitsOf(set, link_abilities), owns_surface});
    }
  }
  return plan;
}

}  // namespace waystone

#include "core/surface/agent_body.h"

#include <algorithm>

namespace waystone {
namespace {

constexpr double kWidthSwept = 0.1;
constexpr double kSkin_m = 0.3;
constexpr double kSkinShare = 0.25;
constexpr double kRounding_m = 0.01;

}  // namespace

SweptBody BodyOf(const AgentProfile& agent) {
  const double skin_m = std::min(kSkin_m, (agent.height_m - agent.max_climb_m) * kSkinShare);
  return {agent.radius_m * kWidthSwept, agent.max_climb_m + skin_m, agent.height_m - skin_m};
}

Footing FootingOf(const AgentProfile& agent) {
  const double reach_m = agent.max_climb_m + kRounding_m;
  return {reach_m, std::max(BodyOf(agent).high_m, reach_m), agent.max_slope_deg};
}

}  // namespace waystone

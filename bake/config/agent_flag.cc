#include "bake/config/agent_flag.h"

#include "bake/config/key_values.h"
#include "bake/recast/voxel_settings.h"
#include "core/base/status_macros.h"

namespace waystone {

absl::StatusOr<AgentProfile> ParseAgentFlag(std::string_view text) {
  AgentProfile agent;
  WS_RETURN_IF_ERROR(ReadKeyValues("--agent", text,
                                   {.numbers = {{"radius", &agent.radius_m},
                                                {"height", &agent.height_m},
                                                {"climb", &agent.max_climb_m},
                                                {"slope", &agent.max_slope_deg}},
                                    .texts = {{"name", &agent.name}}}));
  WS_RETURN_IF_ERROR(CheckAgentProfile(agent));
  return agent;
}

}  // namespace waystone

// An agent profile in one word of the command line.
#pragma once

#include <string_view>

#include "absl/status/statusor.h"
#include "core/map/agent_profile.h"

namespace waystone {

// "name=human,radius=0.4,height=1.8,climb=0.5,slope=45" in any order; what is not named keeps its default.
// Metres and degrees. InvalidArgument naming the part: unknown or doubled key, not a number.
absl::StatusOr<AgentProfile> ParseAgentFlag(std::string_view text);

}  // namespace waystone

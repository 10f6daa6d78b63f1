// Values of flags of waystone-bake, each one word of the command line.
#pragma once

#include <string_view>

#include "absl/status/statusor.h"
#include "bake/links/link_gen_options.h"
#include "core/geom/vec.h"
#include "core/map/agent_profile.h"

namespace waystone {

// "name=human,radius=0.4,height=1.8,climb=0.5,slope=45" in any order; what is not named keeps its default.
// Metres and degrees. InvalidArgument naming the part: unknown or doubled key, not a number.
absl::StatusOr<AgentProfile> ParseAgentFlag(std::string_view text);

// What agents can do beyond walking: "jump_distance=3,jump_height=1.2,drop_height=4,spacing=1" in any order,
// metres; what is not named keeps its default. InvalidArgument naming the part, or the rule of
// CheckLinkGenOptions.
absl::StatusOr<LinkGenOptions> ParseLinkFlag(std::string_view text);

// "x,y,z" in metres. InvalidArgument naming the flag and quoting the text where it is not three finite
// numbers.
absl::StatusOr<Vec3> ParsePointFlag(std::string_view flag, std::string_view text);

}  // namespace waystone

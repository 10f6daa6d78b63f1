// What agents can do beyond walking, in one word of the command line.
#pragma once

#include <string_view>

#include "absl/status/statusor.h"
#include "bake/links/link_gen_options.h"

namespace waystone {

// "jump_distance=3,jump_height=1.2,drop_height=4,spacing=1" in any order, metres; what is not named keeps its
// default. InvalidArgument naming the part, or the rule of CheckLinkGenOptions.
absl::StatusOr<LinkGenOptions> ParseLinkFlag(std::string_view text);

}  // namespace waystone

// A place as the value of a flag of waystone-bake.
#pragma once

#include <string_view>

#include "absl/status/statusor.h"
#include "core/geom/vec.h"

namespace waystone {

// "x,y,z" in metres. InvalidArgument naming the flag and quoting the text where it is not three finite
// numbers.
absl::StatusOr<Vec3> ParsePointFlag(std::string_view flag, std::string_view text);

}  // namespace waystone

// The value of waystone-bake's --spawn.
#pragma once

#include <string_view>

#include "absl/status/statusor.h"
#include "core/geom/vec.h"

namespace waystone {

// "x,y,z" in metres. InvalidArgument quoting the text where it is not three finite numbers.
absl::StatusOr<Vec3> ParseSpawnFlag(std::string_view text);

}  // namespace waystone

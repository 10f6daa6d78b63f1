// Whether something is baked that not every map has a use for.
#pragma once

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"

namespace waystone {

enum class BakeSwitch : uint8_t {
  kAuto = 0,  // where it pays
  kOn = 1,    // whatever its size; a map that cannot have it is refused
  kOff = 2,
};

// "auto", "on" or "off"; InvalidArgument otherwise.
absl::StatusOr<BakeSwitch> ParseBakeSwitch(std::string_view name);

}  // namespace waystone

// Values of flags that are written key=value,key=value.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace waystone {

// Where the values of known keys go; targets that are not named keep what they hold.
struct KeyValueTargets {
  std::map<std::string_view, double*> numbers;
  std::map<std::string_view, std::string*> texts;
};

// Keys in any order. InvalidArgument beginning with `flag` and naming the part: unknown or doubled key, not a
// number.
absl::Status ReadKeyValues(std::string_view flag, std::string_view text, const KeyValueTargets& targets);

}  // namespace waystone

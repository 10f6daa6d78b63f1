// How deep a JSON text nests, told before anything recurses into it.
#pragma once

#include <string_view>

#include "absl/status/status.h"

namespace waystone {

inline constexpr int kMaxJsonDepth = 64;

// InvalidArgument naming the byte if brackets outside of strings nest deeper than kMaxJsonDepth. O(size).
absl::Status CheckJsonDepth(std::string_view text);

}  // namespace waystone

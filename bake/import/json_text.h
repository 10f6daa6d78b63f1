// JSON text from outside, parsed without exceptions and without deep recursion.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "absl/status/statusor.h"

namespace waystone {

inline constexpr int kMaxJsonDepth = 64;
inline constexpr size_t kMaxJsonBytes = size_t{256} << 20;

// InvalidArgument naming the byte and the rule: above kMaxJsonBytes, nested deeper than kMaxJsonDepth, not
// JSON. O(size).
absl::StatusOr<nlohmann::json> ParseJsonText(std::string_view text);

}  // namespace waystone

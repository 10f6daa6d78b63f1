// JSON text from outside, parsed without exceptions and without deep recursion.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace waystone {

inline constexpr size_t kMaxJsonBytes = size_t{256} << 20;

// InvalidArgument naming the byte and the rule: above kMaxJsonBytes, nested deeper than kMaxJsonDepth, not
// JSON. O(size).
absl::StatusOr<nlohmann::json> ParseJsonText(std::string_view text);

// InvalidArgument "PLACE RULE".
absl::Status InvalidJson(std::string_view place, std::string_view rule);
// InvalidArgument where the value is no object, or has a key that is not known.
absl::Status CheckJsonKeys(const nlohmann::json& object, std::initializer_list<std::string_view> known,
                           const std::string& place);
// The list `object[key]`; InvalidArgument if there is none. Messages put `place` before the key.
absl::StatusOr<const nlohmann::json*> JsonListIn(const nlohmann::json& object, const char* key,
                                                 const std::string& place);

}  // namespace waystone

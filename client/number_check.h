// Internal to the library.
#pragma once

#include <google/protobuf/message.h>

#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace waystone::client {

// DataLoss: the field breaks that rule.
absl::Status Malformed(std::string_view field, std::string_view rule);

// Malformed with the path of the first number of the message, or of one within it, that is not finite.
// O(size of the message).
absl::Status CheckFinite(const google::protobuf::Message& message);

}  // namespace waystone::client

// What the API has and this version does not serve yet.
#pragma once

#include <string_view>

#include "absl/status/status.h"

namespace waystone {

// Unimplemented, naming the field and the feature.
absl::Status NotServed(std::string_view field, std::string_view feature);

}  // namespace waystone

// The status of bad input.
#pragma once

#include "absl/status/status.h"
#include "core/base/str_cat.h"

namespace waystone {

// absl::InvalidArgumentError whose message is the parts, as StrCat joins them.
template <typename... Parts>
absl::Status InvalidArgument(const Parts&... parts) {
  return absl::InvalidArgumentError(StrCat(parts...));
}

}  // namespace waystone

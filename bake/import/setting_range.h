// The ranges of settings.
#pragma once

#include <string_view>
#include <type_traits>

#include "absl/status/status.h"
#include "core/base/invalid_argument.h"

namespace waystone {

// InvalidArgument "NAME is VALUE and must be from LEAST to MOST" if the value lies outside, or is no number.
template <typename Number>
absl::Status CheckSetting(std::string_view name, Number value, std::type_identity_t<Number> least,
                          std::type_identity_t<Number> most) {
  if (value >= least && value <= most) return absl::OkStatus();
  return InvalidArgument(name, " is ", value, " and must be from ", least, " to ", most);
}

}  // namespace waystone

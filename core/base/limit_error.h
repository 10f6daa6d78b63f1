// Errors that say which limit something passed, for programs as well as for people.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "absl/status/status.h"

namespace waystone {

// A limit that was passed. The value is not known if it was not counted to its end.
struct PassedLimit {
  uint64_t limit = 0;
  std::optional<uint64_t> value = std::nullopt;

  bool operator==(const PassedLimit&) const = default;
};

// FieldError that also carries the limit; without a field, if the limit is not the request's. The code says when the fault
// is seen: InvalidArgument by the request alone, OutOfRange by what the map or the answer makes of it.
absl::Status LimitError(std::string_view field, std::string_view what, const PassedLimit& passed,
                        absl::StatusCode code = absl::StatusCode::kInvalidArgument);

// The same error, carrying the limit.
absl::Status WithLimit(absl::Status status, const PassedLimit& passed);

// The limit that the status carries, if any.
std::optional<PassedLimit> PassedLimitOf(const absl::Status& status);

}  // namespace waystone

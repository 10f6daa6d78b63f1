// Checks of request fields. Every error is a FieldError, InvalidArgument if nothing else is said. Paths are
// only built if a check fails.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "absl/status/status.h"

namespace waystone {

// No coordinate may be further from zero. [m]
inline constexpr double kMaxCoordinateM = 1e8;
// [bytes]
inline constexpr size_t kMaxMapIdBytes = 128;
inline constexpr size_t kMaxAreaNameBytes = 64;

// Finite and in [lo, hi].
absl::Status CheckNumber(std::string_view field, double value, double lo, double hi);
// In [lo, hi].
absl::Status CheckInteger(std::string_view field, uint64_t value, uint64_t lo, uint64_t hi);
// At most `limit`, which is configuration (request_limits.h): ResourceExhausted.
absl::Status CheckCount(std::string_view field, uint64_t count, uint64_t limit);
// At most `max_bytes` long.
absl::Status CheckText(std::string_view field, std::string_view text, size_t max_bytes);
// `known` tells whether the API has the value.
absl::Status CheckEnum(std::string_view field, int value, bool known);

}  // namespace waystone

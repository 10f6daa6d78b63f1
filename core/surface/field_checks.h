// What every query checks, besides CheckRange. A field that is wrong is a FieldError.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "absl/status/status.h"
#include "core/base/deadline.h"
#include "core/geom/vec.h"

namespace waystone {

absl::Status CheckFinite(std::string_view field, const Vec3& position);
absl::Status CheckAllFinite(std::string_view field, std::span<const Vec3> positions);
// Of max_expansions: 1 or more, at most what the API takes.
absl::Status CheckMaxExpansions(uint64_t value);

}  // namespace waystone

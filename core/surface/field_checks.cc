#include "core/surface/field_checks.h"

#include "core/base/field_error.h"
#include "waystone/field_limits.h"

namespace waystone {

absl::Status CheckFinite(std::string_view field, const Vec3& position) {
  if (position.IsFinite()) return absl::OkStatus();
  return FieldError(field, "must be finite");
}

absl::Status CheckAllFinite(std::string_view field, std::span<const Vec3> positions) {
  for (size_t i = 0; i < positions.size(); ++i) {
    if (!positions[i].IsFinite()) return WithinItem(field, i, CheckFinite("", positions[i]));
  }
  return absl::OkStatus();
}

absl::Status CheckMaxExpansions(uint64_t value) {
  return CheckWhole("max_expansions", value, 1, limits::SearchLimits::max_expansions.max);
}

}  // namespace waystone

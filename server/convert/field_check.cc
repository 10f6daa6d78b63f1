#include "server/convert/field_check.h"

#include <cmath>

#include "core/base/field_error.h"
#include "core/base/str_cat.h"

namespace waystone {

absl::Status CheckNumber(std::string_view field, double value, double lo, double hi) {
  if (!std::isfinite(value)) return FieldError(field, StrCat("must be finite, is ", value));
  if (value < lo || value > hi) {
    return FieldError(field, StrCat("must be in ", lo, "..", hi, ", is ", value));
  }
  return absl::OkStatus();
}

absl::Status CheckInteger(std::string_view field, uint64_t value, uint64_t lo, uint64_t hi) {
  if (value >= lo && value <= hi) return absl::OkStatus();
  return FieldError(field, StrCat("must be in ", lo, "..", hi, ", is ", value));
}

absl::Status CheckCount(std::string_view field, uint64_t count, uint64_t limit) {
  if (count <= limit) return absl::OkStatus();
  return FieldError(field, StrCat(count, " is over the limit of ", limit),
                    absl::StatusCode::kResourceExhausted);
}

absl::Status CheckText(std::string_view field, std::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return absl::OkStatus();
  return FieldError(field, StrCat("has ", text.size(), " bytes, the limit is ", max_bytes));
}

absl::Status CheckEnum(std::string_view field, int value, bool known) {
  if (known) return absl::OkStatus();
  return FieldError(field, StrCat("unknown value ", value));
}

}  // namespace waystone

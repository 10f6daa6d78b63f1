#include "server/convert/field_check.h"

#include <cmath>

#include "core/base/str_cat.h"

namespace waystone {

absl::Status FieldError(std::string_view field, std::string_view what) {
  return absl::InvalidArgumentError(StrCat(field, ": ", what));
}

absl::Status Within(std::string_view parent, absl::Status status) {
  if (status.ok()) return status;
  return absl::Status(status.code(), StrCat(parent, ".", status.message()));
}

absl::Status WithinItem(std::string_view parent, int index, absl::Status status) {
  if (status.ok()) return status;
  // The message goes on with a field of the element, or with the colon where the element itself is at fault.
  const absl::string_view rest = status.message();
  return absl::Status(status.code(),
                      StrCat(parent, "[", index, "]", rest.substr(0, 1) == ":" ? "" : ".", rest));
}

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
  return absl::ResourceExhaustedError(StrCat(field, ": ", count, " is over the limit of ", limit));
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

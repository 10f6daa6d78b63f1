#include "server/convert/feature_gate.h"

#include "core/base/field_error.h"
#include "core/base/str_cat.h"

namespace waystone {

absl::Status NotServed(std::string_view field, std::string_view feature) {
  return FieldError(field, StrCat(feature, " is not served by this version"),
                    absl::StatusCode::kUnimplemented);
}

}  // namespace waystone

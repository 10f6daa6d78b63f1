#include "core/base/field_error.h"

#include <cmath>

#include "absl/strings/cord.h"
#include "absl/strings/str_format.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr char kFieldUrl[] = "waystone/field";

}  // namespace

absl::Status FieldError(std::string_view field, std::string_view what, absl::StatusCode code) {
  absl::Status status(code, StrCat(field, ": ", what));
  status.SetPayload(kFieldUrl, absl::Cord(ToAbsl(field)));
  return status;
}

std::string FieldOf(const absl::Status& status) {
  return std::string(status.GetPayload(kFieldUrl).value_or(absl::Cord()));
}

absl::Status Within(std::string_view parent, const absl::Status& status) {
  if (status.ok()) return status;
  const auto field = status.GetPayload(kFieldUrl);
  const std::string prefix = StrCat(parent, field && field->empty() ? "" : ".");
  absl::Status longer(status.code(), StrCat(prefix, status.message()));
  status.ForEachPayload(
      [&longer](absl::string_view url, const absl::Cord& payload) { longer.SetPayload(url, payload); });
  if (field) longer.SetPayload(kFieldUrl, absl::Cord(StrCat(prefix, FieldOf(status))));
  return longer;
}

absl::Status WithinItem(std::string_view parent, size_t index, const absl::Status& status) {
  return status.ok() ? status : Within(StrCat(parent, "[", index, "]"), status);
}

absl::Status CheckRange(std::string_view field, double value, double min, double max) {
  if (!std::isfinite(value)) return FieldError(field, StrCat("must be finite, is ", value));
  if (value >= min && value <= max) return absl::OkStatus();
  return FieldError(field, StrCat("must be in ", min, "..", max, ", is ", absl::StrFormat("%.12g", value)));
}

absl::Status CheckWhole(std::string_view field, uint64_t value, uint64_t min, uint64_t max) {
  if (value >= min && value <= max) return absl::OkStatus();
  return FieldError(field, StrCat("must be in ", min, "..", max, ", is ", value));
}

}  // namespace waystone

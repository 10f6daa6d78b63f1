#include "client/answer_check.h"

#include <cmath>

#include "core/base/str_cat.h"

namespace waystone::client {

absl::Status Malformed(std::string_view field, std::string_view rule) {
  return absl::DataLossError(StrCat("malformed answer: ", field, ": ", rule));
}

absl::Status CheckFinite(std::string_view field, double value) {
  return std::isfinite(value) ? absl::OkStatus() : Malformed(field, "not finite");
}

absl::StatusOr<Vec3> ReadPosition(std::string_view field, const v1::Position& message) {
  const Vec3 at(message.x(), message.y(), message.z());
  if (!at.IsFinite()) return Malformed(field, "not finite");
  return at;
}

}  // namespace waystone::client

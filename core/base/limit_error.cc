#include "core/base/limit_error.h"

#include <string>

#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"
#include "core/base/field_error.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr char kLimitUrl[] = "waystone/limit";
constexpr char kValueUrl[] = "waystone/value";

std::optional<uint64_t> NumberAt(const absl::Status& status, const char* url) {
  uint64_t number = 0;
  const auto text = status.GetPayload(url);
  if (!text || !absl::SimpleAtoi(std::string(*text), &number)) return std::nullopt;
  return number;
}

}  // namespace

absl::Status LimitError(std::string_view field, std::string_view what, const PassedLimit& passed,
                        absl::StatusCode code) {
  return WithLimit(field.empty() ? absl::Status(code, ToAbsl(what)) : FieldError(field, what, code), passed);
}

absl::Status WithLimit(absl::Status status, const PassedLimit& passed) {
  status.SetPayload(kLimitUrl, absl::Cord(std::to_string(passed.limit)));
  if (passed.value.has_value()) status.SetPayload(kValueUrl, absl::Cord(std::to_string(*passed.value)));
  return status;
}

std::optional<PassedLimit> PassedLimitOf(const absl::Status& status) {
  const std::optional<uint64_t> limit = NumberAt(status, kLimitUrl);
  if (!limit.has_value()) return std::nullopt;
  return PassedLimit{*limit, NumberAt(status, kValueUrl)};
}

}  // namespace waystone

#include "bake/config/key_values.h"

#include <charconv>
#include <set>

#include "absl/strings/str_split.h"
#include "bake/import/source_file.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

absl::Status Invalid(std::string_view flag, std::string_view part, std::string_view rule) {
  return absl::InvalidArgumentError(StrCat(flag, ": '", Printable(part), "' ", rule));
}

bool ParseNumber(std::string_view text, double& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

std::string KnownKeys(const KeyValueTargets& targets) {
  std::string keys;
  for (const auto& [key, target] : targets.texts) StrAppend(keys, keys.empty() ? "" : ", ", key);
  for (const auto& [key, target] : targets.numbers) StrAppend(keys, keys.empty() ? "" : ", ", key);
  return keys;
}

}  // namespace

absl::Status ReadKeyValues(std::string_view flag, std::string_view text, const KeyValueTargets& targets) {
  std::set<std::string_view> seen;
  for (const absl::string_view piece : absl::StrSplit(ToAbsl(text), ',')) {
    const std::string_view part(piece.data(), piece.size());
    const size_t equals = part.find('=');
    if (equals == std::string_view::npos) return Invalid(flag, part, "is not key=value");
    const std::string_view key = part.substr(0, equals);
    const std::string_view value = part.substr(equals + 1);
    if (!seen.insert(key).second) return Invalid(flag, part, "is there twice");
    if (const auto target = targets.texts.find(key); target != targets.texts.end()) {
      *target->second = std::string(value);
    } else if (const auto number = targets.numbers.find(key); number != targets.numbers.end()) {
      if (!ParseNumber(value, *number->second)) return Invalid(flag, part, "has no number");
    } else {
      return Invalid(flag, part, StrCat("is none of ", KnownKeys(targets)));
    }
  }
  return absl::OkStatus();
}

}  // namespace waystone

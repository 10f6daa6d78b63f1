#include "bake/config/flag_values.h"

#include <charconv>
#include <map>
#include <set>
#include <string>

#include "absl/strings/str_split.h"
#include "bake/config/link_rules.h"
#include "bake/import/source_file.h"
#include "bake/recast/voxel_settings.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

// Where the values of known keys go; targets that are not named keep what they hold.
struct KeyValueTargets {
  std::map<std::string_view, double*> numbers;
  std::map<std::string_view, std::string*> texts;
};

absl::Status Invalid(std::string_view flag, std::string_view part, std::string_view rule) {
  return InvalidArgument(flag, ": '", Printable(part), "' ", rule);
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

// Reads "key=value,key=value".
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

}  // namespace

absl::StatusOr<AgentProfile> ParseAgentFlag(std::string_view text) {
  AgentProfile agent;
  WS_RETURN_IF_ERROR(ReadKeyValues("--agent", text,
                                   {.numbers = {{"radius", &agent.radius_m},
                                                {"height", &agent.height_m},
                                                {"climb", &agent.max_climb_m},
                                                {"slope", &agent.max_slope_deg}},
                                    .texts = {{"name", &agent.name}}}));
  WS_RETURN_IF_ERROR(CheckAgentProfile(agent));
  return agent;
}

absl::StatusOr<LinkGenOptions> ParseLinkFlag(std::string_view text) {
  LinkGenOptions options;
  WS_RETURN_IF_ERROR(ReadKeyValues("--links", text,
                                   {.numbers = {{"jump_distance", &options.jump_distance_m},
                                                {"jump_height", &options.jump_height_m},
                                                {"drop_height", &options.drop_height_m},
                                                {"spacing", &options.spacing_m}},
                                    .texts = {}}));
  WS_RETURN_IF_ERROR(CheckLinkGenOptions(options));
  return options;
}

absl::StatusOr<Vec3> ParsePointFlag(std::string_view flag, std::string_view text) {
  Vec3 point;
  double* const coordinates[] = {&point.x, &point.y, &point.z};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (int i = 0; i < 3; ++i) {
    const auto [next, error] = std::from_chars(at, end, *coordinates[i]);
    const bool ends_well = error == std::errc() && (i == 2 ? next == end : next != end && *next == ',');
    if (!ends_well || !point.IsFinite()) return Invalid(flag, text, "is not x,y,z in metres");
    at = next + 1;
  }
  return point;
}

}  // namespace waystone

#include "bake/config/agent_flag.h"

#include <charconv>
#include <map>
#include <set>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_split.h"
#include "bake/import/source_file.h"
#include "bake/recast/voxel_settings.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

absl::Status Invalid(std::string_view part, std::string_view rule) {
  return absl::InvalidArgumentError(StrCat("--agent: '", Printable(part), "' ", rule));
}

absl::Status SetNumber(std::string_view part, std::string_view text, double& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return Invalid(part, "has no number");
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<AgentProfile> ParseAgentFlag(std::string_view text) {
  AgentProfile agent;
  const std::map<std::string_view, double*> numbers = {{"radius", &agent.radius_m},
                                                       {"height", &agent.height_m},
                                                       {"climb", &agent.max_climb_m},
                                                       {"slope", &agent.max_slope_deg}};
  std::set<std::string_view> seen;
  for (const absl::string_view piece : absl::StrSplit(ToAbsl(text), ',')) {
    const std::string_view part(piece.data(), piece.size());
    const size_t equals = part.find('=');
    if (equals == std::string_view::npos) return Invalid(part, "is not key=value");
    const std::string_view key = part.substr(0, equals);
    const std::string_view value = part.substr(equals + 1);
    if (!seen.insert(key).second) return Invalid(part, "is there twice");
    if (key == "name") {
      agent.name = std::string(value);
    } else if (const auto number = numbers.find(key); number != numbers.end()) {
      WS_RETURN_IF_ERROR(SetNumber(part, value, *number->second));
    } else {
      return Invalid(part, "is none of name, radius, height, climb, slope");
    }
  }
  WS_RETURN_IF_ERROR(CheckAgentProfile(agent));
  return agent;
}

}  // namespace waystone

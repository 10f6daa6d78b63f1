#include "client/cli/flag_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <system_error>

#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "client/cli/console.h"
#include "core/base/status_macros.h"
#include "waystone/field_limits.h"

namespace waystone::cli {
namespace {

constexpr double kLargest_m = limits::Position::x.max;

absl::Status Refuse(std::string_view flag, std::string_view text, std::string_view rule) {
  constexpr size_t kMostShown = 80;
  return absl::InvalidArgumentError(StrCat(flag, ": ", rule, ", not \"", text.substr(0, kMostShown),
                                           text.size() > kMostShown ? "..." : "", "\""));
}

// `others` are the forms besides three numbers: ", or ...".
absl::StatusOr<Vec3> ParseNumbers(std::string_view flag, std::string_view text, std::string_view others) {
  const std::string rule = StrCat("must be three numbers x,y,z in metres", others);
  std::array<double, 3> numbers{};
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) {
      if (at == end || *at != ',') return Refuse(flag, text, rule);
      ++at;
    }
    const auto [next, error] = std::from_chars(at, end, numbers[i]);
    if (error == std::errc::result_out_of_range) {
      return Refuse(flag, text, "each number must be within 1e8 m of zero");
    }
    if (error != std::errc()) return Refuse(flag, text, rule);
    if (!std::isfinite(numbers[i])) return Refuse(flag, text, "each number must be finite");
    if (std::abs(numbers[i]) > kLargest_m)
      return Refuse(flag, text, "each number must be within 1e8 m of zero");
    at = next;
  }
  if (at != end) return Refuse(flag, text, StrCat(rule, " and nothing more"));
  return Vec3(numbers[0], numbers[1], numbers[2]);
}

}  // namespace

absl::Status ForEachText(std::string_view flag, const std::vector<std::string>& texts,
                         const std::function<absl::Status(std::string_view, std::string_view)>& add) {
  for (const std::string& text : texts) {
    if (!text.starts_with('@')) {
      WS_RETURN_IF_ERROR(add(flag, text));
      continue;
    }
    const std::string path = text.substr(1);
    std::string contents;
    if (const absl::Status read = ReadTextFile(path, contents); !read.ok()) {
      return absl::Status(read.code(), StrCat(flag, ": ", read.message()));
    }
    const std::vector<std::string> lines = absl::StrSplit(contents, '\n');
    for (size_t i = 0; i < lines.size(); ++i) {
      std::string_view line = lines[i];
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (line.empty() || line.front() == '#') continue;
      WS_RETURN_IF_ERROR(add(StrCat(flag, ": ", path, ":", i + 1), line));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<Vec3> ParsePosition(std::string_view flag, std::string_view text) {
  return ParseNumbers(flag, text, "");
}

absl::StatusOr<v1::Location> ParseLocation(std::string_view flag, std::string_view text,
                                           const std::string& map_id) {
  constexpr std::string_view kOfMap = "name:";
  constexpr std::string_view kOfWorld = "world:";
  const bool is_of_map = text.starts_with(kOfMap);
  if (is_of_map || text.starts_with(kOfWorld)) {
    const std::string_view name = text.substr(is_of_map ? kOfMap.size() : kOfWorld.size());
    if (name.empty()) return Refuse(flag, text, "must have a name after the colon");
    v1::Location place;
    if (is_of_map) place.mutable_named_place()->set_map_id(map_id);
    place.mutable_named_place()->set_name(std::string(name));
    return place;
  }
  WS_ASSIGN_OR_RETURN(const Vec3 at, ParseNumbers(flag, text, ", or name:PLACE, or world:PLACE"));
  return client::MakeLocation(map_id, at);
}

absl::StatusOr<std::vector<v1::Location>> ParseLocations(std::string_view flag,
                                                         const std::vector<std::string>& texts,
                                                         const std::string& map_id) {
  std::vector<v1::Location> locations;
  const auto add = [&](std::string_view where, std::string_view text) -> absl::Status {
    WS_ASSIGN_OR_RETURN(locations.emplace_back(), ParseLocation(where, text, map_id));
    return absl::OkStatus();
  };
  WS_RETURN_IF_ERROR(ForEachText(flag, texts, add));
  return locations;
}

std::optional<std::pair<std::string_view, std::string_view>> SplitAtComma(std::string_view text, int number) {
  size_t comma = std::string_view::npos;
  for (int i = 0; i < number; ++i) {
    comma = text.find(',', i == 0 ? 0 : comma + 1);
    if (comma == std::string_view::npos) return std::nullopt;
  }
  return std::pair(text.substr(0, comma), text.substr(comma + 1));
}

absl::StatusOr<Vec2> ParseDirection(std::string_view flag, std::string_view text) {
  const size_t comma = text.find(',');
  Vec2 direction;
  const bool is_pair = comma != std::string_view::npos && ParseNumber(text.substr(0, comma), direction.x) &&
                       ParseNumber(text.substr(comma + 1), direction.z);
  // Written so that NaN fails.
  const bool is_near = std::abs(direction.x) <= kLargest_m && std::abs(direction.z) <= kLargest_m;
  if (!is_pair || !is_near) return Refuse(flag, text, "must be two numbers x,z within 1e8 of zero");
  if (Length(direction) == 0) {
    return Refuse(flag, text, "must not be zero, nor too short to tell a direction (1e-160 is long enough)");
  }
  return direction;
}

absl::StatusOr<std::vector<uint32_t>> ParseIds(std::string_view flag, const std::vector<std::string>& texts) {
  std::vector<uint32_t> ids;
  const auto add = [&](std::string_view where, std::string_view text) -> absl::Status {
    for (const absl::string_view part : absl::StrSplit(ToAbsl(text), ',')) {
      uint32_t id = 0;
      const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), id);
      if (error != std::errc() || end != part.data() + part.size()) {
        return Refuse(where, text, "must be whole numbers with commas between");
      }
      ids.push_back(id);
    }
    return absl::OkStatus();
  };
  WS_RETURN_IF_ERROR(ForEachText(flag, texts, add));
  return ids;
}

bool ParseNumber(std::string_view text, double& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

absl::StatusOr<std::pair<std::string, double>> ParseNamedNumber(std::string_view flag, std::string_view text,
                                                                std::string_view form) {
  const size_t sign = text.rfind('=');
  double number = 0;
  if (sign == std::string_view::npos || sign == 0 || !ParseNumber(text.substr(sign + 1), number)) {
    return absl::InvalidArgumentError(StrCat(flag, ": must be ", form, "; not ", Quoted(text)));
  }
  return std::pair(std::string(text.substr(0, sign)), number);
}

std::function<std::string(const std::string&)> WholeNumber(uint64_t least, uint64_t most) {
  return [least, most](const std::string& text) -> std::string {
    uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [next, error] = std::from_chars(text.data(), end, number);
    const bool has_leading_zero = text.size() > 1 && text[0] == '0';
    if (error == std::errc() && next == end && !has_leading_zero && number >= least && number <= most)
      return "";
    return StrCat("must be a whole number from ", least, " to ", most);
  };
}

std::function<std::string(const std::string&)> NumberInRange(double least, double most) {
  return [least, most](const std::string& text) -> std::string {
    double number = 0;
    const char* const end = text.data() + text.size();
    const auto [next, error] = std::from_chars(text.data(), end, number);
    // Written so that NaN fails.
    if (error == std::errc() && next == end && number >= least && number <= most) return "";
    return StrCat("must be a number from ", FormatMetres(least), " to ", FormatMetres(most));
  };
}

std::string FormatMetres(double metres) {
  std::string text = absl::StrFormat("%.3f", metres);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string FormatPosition(const Vec3& at) {
  return StrCat(FormatMetres(at.x), ", ", FormatMetres(at.y), ", ", FormatMetres(at.z));
}

}  // namespace waystone::cli

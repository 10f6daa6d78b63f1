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

namespace waystone::cli {
namespace {

constexpr double kLargest_m = 1e8;

absl::Status Refuse(std::string_view flag, std::string_view text, std::string_view rule) {
  constexpr size_t kMostShown = 80;
  return absl::InvalidArgumentError(StrCat(flag, ": ", rule, ", not \"", text.substr(0, kMostShown),
                                           text.size() > kMostShown ? "..." : "", "\""));
}

}  // namespace

absl::StatusOr<Vec3> ParsePosition(std::string_view flag, std::string_view text) {
  std::array<double, 3> numbers{};
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) {
      if (at == end || *at != ',') return Refuse(flag, text, "must be three numbers x,y,z in metres");
      ++at;
    }
    const auto [next, error] = std::from_chars(at, end, numbers[i]);
    if (error == std::errc::result_out_of_range) {
      return Refuse(flag, text, "each number must be within 1e8 m of zero");
    }
    if (error != std::errc()) return Refuse(flag, text, "must be three numbers x,y,z in metres");
    if (!std::isfinite(numbers[i])) return Refuse(flag, text, "each number must be finite");
    if (std::abs(numbers[i]) > kLargest_m)
      return Refuse(flag, text, "each number must be within 1e8 m of zero");
    at = next;
  }
  if (at != end) return Refuse(flag, text, "must be three numbers x,y,z in metres and nothing more");
  return Vec3(numbers[0], numbers[1], numbers[2]);
}

absl::StatusOr<std::vector<Vec3>> ParsePositions(std::string_view flag,
                                                 const std::vector<std::string>& texts) {
  std::vector<Vec3> positions;
  for (const std::string& text : texts) {
    if (!text.starts_with('@')) {
      WS_ASSIGN_OR_RETURN(positions.emplace_back(), ParsePosition(flag, text));
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
      WS_ASSIGN_OR_RETURN(positions.emplace_back(),
                          ParsePosition(StrCat(flag, ": ", path, ":", i + 1), line));
    }
  }
  return positions;
}

bool ParseNumber(std::string_view text, double& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
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

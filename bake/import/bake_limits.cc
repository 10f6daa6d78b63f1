#include "bake/import/bake_limits.h"

#include "absl/strings/str_format.h"
#include "core/base/str_cat.h"

namespace waystone {

std::string RoughCount(double count) {
  constexpr double kWhole = 1e6;
  if (count < kWhole) return absl::StrFormat("%.0f", count);
  std::string text = absl::StrFormat("%.1e", count);  // 1.5e+09
  const size_t zeros = text.find('+');
  size_t end = zeros + 1;
  while (text[end] == '0') ++end;
  return text.erase(zeros, end - zeros);
}

absl::Status CheckBakeLimit(std::string_view flag, double value, uint64_t limit, std::string_view what,
                            std::string_view detail, std::string_view remedy) {
  if (value <= static_cast<double>(limit)) return absl::OkStatus();
  const std::string size = detail.empty() ? "" : StrCat(" (", detail, ")");
  return absl::ResourceExhaustedError(StrCat(RoughCount(value), " ", what, size, ", the limit is ", flag, " ",
                                             RoughCount(static_cast<double>(limit)), ": raise it, or ",
                                             remedy));
}

absl::Status CheckTriangleCount(uint64_t count, uint64_t max_triangles) {
  return CheckBakeLimit("--max-triangles", static_cast<double>(count), max_triangles, "triangles so far",
                        "instances counted", "a simpler source");
}

}  // namespace waystone

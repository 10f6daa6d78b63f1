#include "bake/config/point_flag.h"

#include <charconv>

#include "absl/status/status.h"
#include "bake/import/source_file.h"
#include "core/base/str_cat.h"

namespace waystone {

absl::StatusOr<Vec3> ParsePointFlag(std::string_view flag, std::string_view text) {
  Vec3 point;
  double* const coordinates[] = {&point.x, &point.y, &point.z};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (int i = 0; i < 3; ++i) {
    const auto [next, error] = std::from_chars(at, end, *coordinates[i]);
    const bool ends_well = error == std::errc() && (i == 2 ? next == end : next != end && *next == ',');
    if (!ends_well || !point.IsFinite()) {
      return absl::InvalidArgumentError(StrCat(flag, ": '", Printable(text), "' is not x,y,z in metres"));
    }
    at = next + 1;
  }
  return point;
}

}  // namespace waystone

#include "bake/config/link_rules.h"

#include <algorithm>
#include <string>

#include "bake/import/setting_range.h"
#include "bake/import/source_check.h"
#include "bake/import/source_file.h"
#include "bake/links/link_packer.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/link_kind_name.h"
#include "core/map/map_id.h"

namespace waystone {
namespace {

constexpr double kMaxRadius_m = 100;
constexpr double kMaxCost_m = 1e6;

absl::Status CheckPoint(std::string_view field, const Vec3& p) {
  for (const double coordinate : {p.x, p.y, p.z}) {
    WS_RETURN_IF_ERROR(CheckSetting(field, coordinate, -kMaxSourceCoordinateM, kMaxSourceCoordinateM));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckLinkGenOptions(const LinkGenOptions& options) {
  WS_RETURN_IF_ERROR(CheckSetting("links: jump_distance_m", options.jump_distance_m, 0, 100));
  WS_RETURN_IF_ERROR(CheckSetting("links: jump_height_m", options.jump_height_m, 0, 20));
  WS_RETURN_IF_ERROR(CheckSetting("links: drop_height_m", options.drop_height_m, 0, 100));
  WS_RETURN_IF_ERROR(CheckSetting("links: spacing_m", options.spacing_m, 0.1, 100));
  if (options.jump_height_m > 0 && options.jump_distance_m == 0) {
    return absl::InvalidArgumentError("links: jump_height_m needs a jump_distance_m above 0");
  }
  return absl::OkStatus();
}

absl::Status CheckLink(const OffMeshLink& link) {
  WS_RETURN_IF_ERROR(CheckPoint("start", link.start));
  WS_RETURN_IF_ERROR(CheckPoint("end", link.end));
  WS_RETURN_IF_ERROR(CheckSetting("radius_m", link.radius_m, 0, kMaxRadius_m));
  if (link.cost_m != -1) WS_RETURN_IF_ERROR(CheckSetting("cost_m", link.cost_m, 0, kMaxCost_m));
  if (!IsPlainText(link.external_id, kMaxLinkIdBytes)) {
    return InvalidArgument("id must be UTF-8 of at most ", kMaxLinkIdBytes,
                           " bytes without control characters");
  }
  return absl::OkStatus();
}

absl::Status SortAbilities(std::vector<std::string>& abilities) {
  std::ranges::sort(abilities);
  for (size_t i = 0; i < abilities.size(); ++i) {
    if (abilities[i].empty() || !IsPlainText(abilities[i], kMaxAbilityBytes)) {
      return InvalidArgument("ability '", Printable(abilities[i]), "' must be UTF-8 of 1 to ",
                             kMaxAbilityBytes, " bytes without control characters");
    }
    if (i > 0 && abilities[i] == abilities[i - 1]) {
      return InvalidArgument("ability '", Printable(abilities[i]), "' is there twice");
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<LinkKind> ParseLinkKind(std::string_view name) {
  std::string known;
  for (uint8_t k = 1; k <= kLinkKindCount; ++k) {
    const auto kind = static_cast<LinkKind>(k);
    if (name == LinkKindName(kind)) return kind;
    StrAppend(known, known.empty() ? "" : ", ", LinkKindName(kind));
  }
  return InvalidArgument("kind '", Printable(name), "' is none of ", known);
}

}  // namespace waystone

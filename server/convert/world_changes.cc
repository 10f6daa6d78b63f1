#include "server/convert/world_changes.h"

#include <optional>

#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "server/convert/field_check.h"

namespace waystone {

void MarkPortal(const WorldView& world, PortalId portal, std::vector<bool>& marks) {
  marks.resize(world.portals().size(), false);
  marks[portal.value()] = true;
}

absl::Status ReadWorldChanges(const v1::Changes& changes, const RequestLimits& limits, const WorldView& world,
                              std::vector<bool>& is_closed) {
  WS_RETURN_IF_ERROR(CheckCount("closed_portals", changes.closed_portals_size(), limits.max_names));
  WS_RETURN_IF_ERROR(CheckCount("excluded_maps", changes.excluded_maps_size(), limits.max_names));
  for (int i = 0; i < changes.closed_portals_size(); ++i) {
    const std::optional<PortalId> portal = world.FindPortal(changes.closed_portals(i));
    if (!portal.has_value()) {
      return FieldError(StrCat("closed_portals[", i, "]"),
                        StrCat("the world has no portal ", Quoted(changes.closed_portals(i))),
                        absl::StatusCode::kNotFound);
    }
    MarkPortal(world, *portal, is_closed);
  }
  for (int i = 0; i < changes.excluded_maps_size(); ++i) {
    const std::optional<WorldMapIndex> map = world.FindMap(changes.excluded_maps(i));
    if (!map.has_value()) {
      return FieldError(StrCat("excluded_maps[", i, "]"),
                        StrCat("the world has no map ", Quoted(changes.excluded_maps(i))),
                        absl::StatusCode::kNotFound);
    }
    for (const PortalId portal : world.PortalsTo(*map)) MarkPortal(world, portal, is_closed);
  }
  return absl::OkStatus();
}

}  // namespace waystone

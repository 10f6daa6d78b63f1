#include "server/convert/world_changes.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "server/convert/changes_store.h"
#include "server/convert/request_check.h"

namespace waystone {

void MarkPortal(const WorldView& world, PortalId portal, std::vector<bool>& marks) {
  marks.resize(world.portals().size(), false);
  marks[portal.value()] = true;
}

namespace {

absl::Status ReadFields(const v1::Changes& changes, const RequestLimits& limits, const WorldView& world,
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

absl::StatusOr<std::shared_ptr<const ReadSet>> ReadWorldSet(const std::string& ref, const v1::Changes& set,
                                                            const RequestLimits& limits,
                                                            const WorldStore& store,
                                                            const RequestScope& scope) {
  auto read = std::make_shared<ReadSet>();
  read->key.generation = store.world().generation();
  if (scope.sets != nullptr) {
    std::shared_ptr<const ReadSet> kept = scope.sets->FindRead(ref, read->key);
    if (kept != nullptr) return kept;
  }
  WS_RETURN_IF_ERROR(Within("changes_ref", ReadFields(set, limits, store.world().view(), read->is_closed)));
  if (scope.sets != nullptr) scope.sets->Keep(ref, read);
  return read;
}

}  // namespace

absl::Status ReadWorldChanges(const v1::Changes& changes, const RequestLimits& limits,
                              const WorldStore& store, const RequestScope& scope,
                              std::vector<bool>& is_closed) {
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const v1::Changes> set, FindSet(changes, scope));
  if (set != nullptr && HasWorldChanges(*set)) {
    WS_ASSIGN_OR_RETURN(const std::shared_ptr<const ReadSet> read,
                        ReadWorldSet(changes.changes_ref(), *set, limits, store, scope));
    is_closed.resize(std::max(is_closed.size(), read->is_closed.size()), false);
    for (size_t i = 0; i < read->is_closed.size(); ++i) {
      if (read->is_closed[i]) is_closed[i] = true;
    }
  }
  return ReadFields(changes, limits, store.world().view(), is_closed);
}

bool HasWorldChanges(const v1::Changes& changes) {
  return !changes.closed_portals().empty() || !changes.excluded_maps().empty();
}

}  // namespace waystone

#include "server/convert/world_map_changes.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "server/convert/changes_store.h"
#include "server/convert/convert.h"

namespace waystone {

absl::StatusOr<std::unique_ptr<const WorldMapChanges>> WorldMapChanges::Make(const AskedChanges& asked,
                                                                             const WorldView& world,
                                                                             const RequestLimits& limits,
                                                                             const RequestScope& scope) {
  const bool has_batch = scope.batch != nullptr && !IsNone(scope.batch->changes());
  const bool may_change =
      has_batch || !IsNone(asked.changes) || world.has_closed_doors() || asked.min_clearance_m > 0;
  if (!may_change) return nullptr;
  std::unique_ptr<WorldMapChanges> changes(new WorldMapChanges(asked, world, limits, scope));
  changes->may_change_.assign(world.maps().size(), asked.min_clearance_m > 0);
  changes->may_be_less_.assign(world.maps().size(), false);
  for (uint32_t i = 0; world.has_closed_doors() && i < world.maps().size(); ++i) {
    if (world.maps()[i].has_closed_doors != 0) changes->may_change_[i] = true;
  }
  if (has_batch) WS_RETURN_IF_ERROR(Within("batch.changes", changes->Mark(scope.batch->changes())));
  WS_RETURN_IF_ERROR(Within("changes", changes->Mark(asked.changes)));
  WS_RETURN_IF_ERROR(changes->CheckNamed());
  if (std::ranges::find(changes->may_change_, true) == changes->may_change_.end()) return nullptr;
  return changes;
}

absl::Status WorldMapChanges::CheckNamed() const {
  // The agent's clearance is for maps that it comes to.
  const AskedChanges asked{
      .changes = asked_.changes, .pinned = asked_.pinned, .default_map_id = asked_.default_map_id};
  const std::set<WorldMapIndex> maps(named_.begin(), named_.end());
  for (const WorldMapIndex map : maps) {
    if (scope_.deadline.Expired()) return absl::OkStatus();  // the search says so
    const auto opened = scope_.maps->World()->Open(map, scope_.deadline);
    if (WorldStore::IsMissing(opened.status())) continue;
    WS_RETURN_IF_ERROR(opened.status());
    WS_ASSIGN_OR_RETURN(const MapView view, ViewToCheck(*(*opened)->map, asked_.profile));
    WS_RETURN_IF_ERROR(ReadChanges(asked, {(*opened)->map.get(), view}, limits_, scope_).status());
  }
  return absl::OkStatus();
}

absl::Status WorldMapChanges::Mark(const v1::Changes& changes) {
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const v1::Changes> set, FindSet(changes, scope_));
  if (set != nullptr) WS_RETURN_IF_ERROR(Within("changes_ref", MarkMaps(*set)));
  return MarkMaps(changes);
}

absl::Status WorldMapChanges::MarkMaps(const v1::Changes& changes) {
  for (int i = 0; i < changes.maps_size(); ++i) {
    WS_RETURN_IF_ERROR(WithinItem("maps", i, MarkMap(changes.maps(i))));
  }
  return absl::OkStatus();
}

absl::Status WorldMapChanges::MarkMap(const v1::MapChanges& changes) {
  const std::string& named = ResolveMapId(changes.map_id(), scope_);
  const std::string& map_id = named.empty() ? asked_.default_map_id : named;
  const std::optional<WorldMapIndex> map = world_.FindMap(map_id);
  if (!map.has_value()) return FindLoadedMap("map_id", map_id, scope_).status();
  named_.push_back(*map);
  may_change_[map->value()] = true;
  const bool is_grid = world_.Map(*map).columns != 0;  // whose ground may cost more than plain ground
  const auto may_be_cheaper = [&](const v1::AreaCost& cost) {
    return !cost.excluded() && (is_grid || FactorOf(cost) < 1);
  };
  const auto& costs = changes.area_costs();
  const bool opens = !changes.opened_cells().empty() || !changes.opened_rects().empty();
  if (opens || !changes.cost_profile().empty() || std::any_of(costs.begin(), costs.end(), may_be_cheaper)) {
    may_be_less_[map->value()] = any_may_be_less_ = true;
  }
  return absl::OkStatus();
}

}  // namespace waystone

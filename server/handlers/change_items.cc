#include "server/handlers/change_items.h"

#include <algorithm>
#include <memory>
#include <tuple>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/map_manifest.h"
#include "server/convert/changes_store.h"

namespace waystone {
namespace {

constexpr size_t kMostItems = 10'000;

}  // namespace

AskedChanges ChosenChanges::asked() const {
  return {.changes = own_,
          .pinned = whole_->pinned,
          .min_clearance_m = min_clearance_m_,
          .default_map_id = whole_->default_map_id,
          .profile = whole_->profile};
}

RequestScope ChosenChanges::scope() {
  RequestScope scope = *whole_scope_;
  scope.batch_cells = &cells_;
  if (scope.batch != nullptr) scope.batch = &batch_;
  return scope;
}

ChangeItems::ChangeItems(const ItemsSource& source, const RequestScope& scope)
    : source_(source), scope_(scope) {
  if (scope.batch == nullptr) return;
  batch_.set_map_id(scope.batch->map_id());
  *batch_.mutable_agent() = scope.batch->agent();
}

absl::Status ChangeItems::Read() {
  if (scope_.batch != nullptr) WS_RETURN_IF_ERROR(TakeAll(scope_.batch->changes(), "batch.changes", true));
  WS_RETURN_IF_ERROR(TakeAll(source_.asked.changes, "changes", false));
  if (IsFull()) {
    items_.clear();
    return absl::OkStatus();
  }
  TakeClosedDoors();
  TakeClearance();
  std::stable_sort(items_.begin(), items_.end(),
                   [](const Item& a, const Item& b) { return a.kind < b.kind; });
  return absl::OkStatus();
}

bool ChangeItems::IsFull() const { return items_.size() > kMostItems; }

// The changes, and those of the set that they name.
absl::Status ChangeItems::TakeAll(const v1::Changes& changes, const std::string& field, bool is_of_batch) {
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const v1::Changes> set, FindSet(changes, scope_));
  if (set != nullptr) Take(*set, StrCat(field, ".changes_ref"), is_of_batch);
  Take(changes, field, is_of_batch);
  return absl::OkStatus();
}

std::string_view ChangeItems::MapIdOf(const v1::MapChanges& changes) const {
  const std::string& map_id = ResolveMapId(changes.map_id(), scope_);
  if (!map_id.empty()) return map_id;
  const std::string& usual = source_.asked.default_map_id;
  return usual.empty() ? source_.maps[0]->manifest->map_id : usual;
}

const MapView* ChangeItems::FindMap(std::string_view map_id) const {
  const auto is_it = [&](const MapView* map) { return map->manifest->map_id == map_id; };
  const auto found = std::ranges::find_if(source_.maps, is_it);
  return found == source_.maps.end() ? nullptr : *found;
}

// The changes' items; what closes nothing is applied throughout.
void ChangeItems::Take(const v1::Changes& changes, const std::string& field, bool is_of_batch) {
  v1::Changes& rest = is_of_batch ? *batch_.mutable_changes() : rest_;
  if (source_.is_over_maps) TakePortals(changes, field, is_of_batch);
  for (int i = 0; i < changes.maps_size() && !IsFull(); ++i) {
    v1::MapChanges kept;
    const std::string map_id(MapIdOf(changes.maps(i)));
    if (const MapView* const map = FindMap(map_id)) {
      TakeMap(changes.maps(i), *map, StrCat(field, ".maps[", i, "]"), is_of_batch, kept);
    } else if (source_.is_over_maps) {
      kept = changes.maps(i);
    } else {
      continue;
    }
    kept.set_map_id(map_id);
    Places places;
    for (int k = 0; k < rest.maps_size(); ++k) places.emplace(rest.maps(k).map_id(), k);
    Merge(kept, rest, places);
  }
}

ChangeItems::Item& ChangeItems::Add(Kind kind, const std::string& field, const std::string& name,
                                    bool is_of_batch) {
  Item& item = items_.emplace_back();
  item.kind = kind;
  item.is_of_batch = is_of_batch;
  item.told.set_field(field);
  item.told.set_name(name);
  return item;
}

void ChangeItems::TakePortals(const v1::Changes& changes, const std::string& field, bool is_of_batch) {
  for (int i = 0; i < changes.closed_portals_size() && !IsFull(); ++i) {
    const std::string& portal = changes.closed_portals(i);
    Add(Kind::kPortal, StrCat(field, ".closed_portals[", i, "]"), portal, is_of_batch)
        .alone.add_closed_portals(portal);
  }
  for (int i = 0; i < changes.excluded_maps_size() && !IsFull(); ++i) {
    const std::string& map = changes.excluded_maps(i);
    Add(Kind::kMap, StrCat(field, ".excluded_maps[", i, "]"), map, is_of_batch).alone.add_excluded_maps(map);
  }
}

void ChangeItems::TakeMap(const v1::MapChanges& changes, const MapView& map, const std::string& field,
                          bool is_of_batch, v1::MapChanges& kept) {
  const auto add = [&](Kind kind, const std::string& where, const std::string& name) -> v1::MapChanges& {
    Item& item = Add(kind, StrCat(field, ".", where), name, is_of_batch);
    item.map = &map;
    v1::MapChanges& alone = *item.alone.add_maps();
    alone.set_map_id(map.manifest->map_id);
    return alone;
  };
  *kept.mutable_opened_doors() = changes.opened_doors();
  *kept.mutable_opened_cells() = changes.opened_cells();
  *kept.mutable_opened_rects() = changes.opened_rects();
  if (!changes.cost_profile().empty()) {
    add(Kind::kProfile, "cost_profile", changes.cost_profile()).set_cost_profile(changes.cost_profile());
  }
  for (int i = 0; i < changes.area_costs_size(); ++i) {
    const v1::AreaCost& area = changes.area_costs(i);
    ForgetArea(area, map);
    v1::MapChanges& to =
        area.excluded() ? add(Kind::kArea, StrCat("area_costs[", i, "]"), area.area()) : kept;
    *to.add_area_costs() = area;
  }
  const auto each = [&](Kind kind, const char* list, const auto& values, auto put) {
    for (int i = 0; i < values.size() && !IsFull(); ++i) {
      put(add(kind, StrCat(list, "[", i, "]"), ""), values[i]);
    }
  };
  const auto named = [&](Kind kind, const char* list, const auto& values, auto put) {
    for (int i = 0; i < values.size() && !IsFull(); ++i) {
      put(add(kind, StrCat(list, "[", i, "]"), values[i]), values[i]);
    }
  };
  each(Kind::kCell, "blocked_cells", changes.blocked_cells(),
       [](v1::MapChanges& to, uint32_t cell) { to.add_blocked_cells(cell); });
  for (int i = 0; i + 3 < changes.blocked_rects_size() && !IsFull(); i += 4) {
    v1::MapChanges& to = add(Kind::kRect, StrCat("blocked_rects[", i, "]"), "");
    for (int k = i; k < i + 4; ++k) to.add_blocked_rects(changes.blocked_rects(k));
  }
  each(Kind::kPoly, "blocked_polys", changes.blocked_polys(),
       [](v1::MapChanges& to, uint32_t poly) { to.add_blocked_polys(poly); });
  each(Kind::kLink, "closed_link_ids", changes.closed_link_ids(),
       [](v1::MapChanges& to, uint32_t link) { to.add_closed_link_ids(link); });
  named(Kind::kLink, "closed_links", changes.closed_links(),
        [](v1::MapChanges& to, const std::string& link) { to.add_closed_links(link); });
  each(Kind::kObstacle, "obstacles", changes.obstacles(),
       [](v1::MapChanges& to, const v1::Obstacle& obstacle) { *to.add_obstacles() = obstacle; });
  named(Kind::kDoor, "closed_doors", changes.closed_doors(),
        [](v1::MapChanges& to, const std::string& door) { to.add_closed_doors(door); });
}

// What is said of an area takes the place of what was said before. Who excludes it as well has to go, too, if it is to be there.
void ChangeItems::ForgetArea(const v1::AreaCost& said, const MapView& map) {
  if (!said.excluded()) {
    std::erase_if(items_, [&](const Item& item) {
      return item.kind == Kind::kArea && item.map == &map && item.told.name() == said.area();
    });
  }
  for (v1::Changes* changes : {&rest_, batch_.mutable_changes()}) {
    for (v1::MapChanges& of_map : *changes->mutable_maps()) {
      if (of_map.map_id() != map.manifest->map_id) continue;
      auto& costs = *of_map.mutable_area_costs();
      costs.erase(std::remove_if(costs.begin(), costs.end(),
                                 [&](const v1::AreaCost& cost) { return cost.area() == said.area(); }),
                  costs.end());
    }
  }
}

// Doors that are closed unless something opens them.
void ChangeItems::TakeClosedDoors() {
  std::set<DoorOfMap> said;
  for (const v1::Changes* changes : {&std::as_const(rest_), &batch_.changes()}) {
    for (const v1::MapChanges& map : changes->maps()) {
      for (const std::string& door : map.opened_doors()) said.emplace(map.map_id(), door);
    }
  }
  for (const MapView* map : source_.maps) {
    const std::string& map_id = map->manifest->map_id;
    for (const Door& door : map->manifest->doors) {
      if (!door.is_closed || said.contains({map_id, door.name})) continue;
      default_doors_.emplace_back(map_id, door.name);
      Item& item = Add(Kind::kDoor, "", door.name, false);
      item.map = map;
      v1::MapChanges& alone = *item.alone.add_maps();
      alone.set_map_id(map_id);
      alone.add_closed_doors(door.name);
    }
  }
}

void ChangeItems::TakeClearance() {
  if (source_.asked.min_clearance_m > 0) Add(Kind::kClearance, source_.clearance_field, "", false);
}

void ChangeItems::Merge(const v1::MapChanges& map, v1::Changes& changes, Places& places) {
  const auto known = places.find(map.map_id());
  if (known != places.end()) return changes.mutable_maps(known->second)->MergeFrom(map);
  v1::MapChanges& kept = *changes.add_maps();
  kept = map;
  places.emplace(kept.map_id(), changes.maps_size() - 1);  // `map` may be gone sooner than the places
}

ChosenChanges ChangeItems::With(std::span<const uint32_t> kept) const {
  ChosenChanges chosen;
  chosen.whole_ = &source_.asked;
  chosen.whole_scope_ = &scope_;
  chosen.own_ = rest_;
  chosen.batch_ = batch_;
  v1::Changes& of_batch = *chosen.batch_.mutable_changes();
  Places own_places;
  Places batch_places;
  for (int i = 0; i < rest_.maps_size(); ++i) own_places.emplace(rest_.maps(i).map_id(), i);
  for (int i = 0; i < batch_.changes().maps_size(); ++i)
    batch_places.emplace(batch_.changes().maps(i).map_id(), i);
  std::set<DoorOfMap> closed;
  std::set<std::tuple<bool, std::string_view, std::string_view>> excluded;
  for (const uint32_t index : kept) {
    const Item& item = items_[index];
    if (item.kind == Kind::kClearance) chosen.min_clearance_m_ = source_.asked.min_clearance_m;
    v1::Changes& to = item.is_of_batch ? of_batch : chosen.own_;
    if (item.map == nullptr) {
      to.MergeFrom(item.alone);
      continue;
    }
    const bool is_said =
        item.kind == Kind::kArea &&
        !excluded.emplace(item.is_of_batch, item.map->manifest->map_id, item.told.name()).second;
    if (is_said) continue;  // by a set; an area may not stand in a list twice
    Merge(item.alone.maps(0), to, item.is_of_batch ? batch_places : own_places);
    if (item.kind == Kind::kDoor) closed.emplace(item.map->manifest->map_id, item.told.name());
  }
  // What anything closes is closed.
  for (v1::Changes* changes : {&chosen.own_, &of_batch}) {
    for (v1::MapChanges& map : *changes->mutable_maps()) {
      auto& doors = *map.mutable_opened_doors();
      doors.erase(std::remove_if(doors.begin(), doors.end(),
                                 [&](const std::string& door) {
                                   return closed.contains({map.map_id(), door});
                                 }),
                  doors.end());
    }
  }
  for (const auto& [map_id, door] : default_doors_) {
    if (closed.contains({map_id, door})) continue;
    v1::MapChanges opened;
    opened.set_map_id(std::string(map_id));
    opened.add_opened_doors(door);
    Merge(opened, chosen.own_, own_places);
  }
  return chosen;
}

ChosenChanges ChangeItems::Without(std::span<const uint32_t> items) const {
  const std::set<uint32_t> left_out(items.begin(), items.end());
  std::vector<uint32_t> kept;
  for (uint32_t i = 0; i < size(); ++i) {
    if (!left_out.contains(i)) kept.push_back(i);
  }
  return With(kept);
}

}  // namespace waystone

#include "server/handlers/change_diagnosis.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include "absl/strings/str_join.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "server/convert/changes_store.h"

namespace waystone {
namespace {

constexpr size_t kMostItems = 10'000;
constexpr uint32_t kMostAnswers = 256;
constexpr std::chrono::milliseconds kLastAnswer{100};  // that the last one may take, and what comes after it

// The middle of the door's first volume.
void PutPlace(const std::string& door_name, const MapManifest& manifest, v1::Fix& fix) {
  const size_t door = IndexOf(manifest.doors, door_name);
  if (door == manifest.doors.size() || manifest.doors[door].volumes.empty()) return;
  const DoorVolume& volume = manifest.doors[door].volumes[0];
  Vec2 middle;
  for (const Vec2& corner : volume.corners)
    middle = middle + corner * (1.0 / static_cast<double>(volume.corners.size()));
  SetPosition({middle.x, volume.min_y, middle.z}, *fix.mutable_at());
  fix.mutable_at()->set_map_id(manifest.map_id);
}

// The middle of an obstacle at its base; without a base at `floor_y`.
Vec3 PlaceOf(const v1::Obstacle& obstacle, double floor_y) {
  if (obstacle.has_box()) return ToVec3(obstacle.box().center()) - Vec3(0, obstacle.box().half_y_m(), 0);
  if (obstacle.has_cylinder()) return ToVec3(obstacle.cylinder().base());
  const v1::Prism& prism = obstacle.prism();
  Vec2 middle;
  for (int k = 0; k + 1 < prism.corners_xz_size(); k += 2)
    middle = middle + Vec2{prism.corners_xz(k), prism.corners_xz(k + 1)} * (2.0 / prism.corners_xz_size());
  return {middle.x, prism.has_min_y() ? prism.min_y() : floor_y, middle.z};
}

std::string NameOf(const v1::BlockingChange& change) {
  if (change.field().empty()) return StrCat("door ", Quoted(change.name()));
  return change.name().empty() ? change.field() : StrCat(change.field(), " (", Quoted(change.name()), ")");
}

// The list of a field: "changes.maps[0].obstacles" of "changes.maps[0].obstacles[3]".
std::string ListOf(const std::string& field) {
  return field.ends_with(']') ? field.substr(0, field.rfind('[')) : field;
}

// "some of the 3 changes.maps[0].obstacles".
std::string SomeOf(const std::string& list, uint32_t count) {
  if (count == 1) return list.empty() ? "a door that the map's settings close" : list;
  return StrCat("some of the ", count, " ", list.empty() ? "doors that the map's settings close" : list);
}

}  // namespace

ChangeDiagnosis::ChangeDiagnosis(const AskedChanges& asked, std::string clearance_field,
                                 const FoundMap& found, const RequestLimits& limits,
                                 const RequestScope& scope)
    : asked_(asked),
      clearance_field_(std::move(clearance_field)),
      found_(found),
      limits_(limits),
      scope_(scope) {
  scope_.deadline = scope.WorkEnd(kLastAnswer);
  if (scope.batch == nullptr) return;
  batch_.set_map_id(scope.batch->map_id());
  *batch_.mutable_agent() = scope.batch->agent();
}

absl::Status ChangeDiagnosis::Read() {
  if (scope_.batch != nullptr) WS_RETURN_IF_ERROR(TakeAll(scope_.batch->changes(), "batch.changes", true));
  WS_RETURN_IF_ERROR(TakeAll(asked_.changes, "changes", false));
  if (items_.size() > kMostItems) {
    items_.clear();
    return absl::OkStatus();
  }
  TakeClosedDoors();
  TakeClearance();
  std::stable_sort(items_.begin(), items_.end(),
                   [](const Item& a, const Item& b) { return a.kind < b.kind; });
  return absl::OkStatus();
}

ClosingChanges ChangeDiagnosis::Find(IsGood is_good) {
  closing_ = {};
  kept_.clear();
  if (items_.empty() || !IsGoodWith({}, is_good)) return {};
  std::vector<uint32_t> all(items_.size());
  std::iota(all.begin(), all.end(), 0);
  Keep(all, is_good);
  return closing_;
}

// The changes, and those of the set that they name.
absl::Status ChangeDiagnosis::TakeAll(const v1::Changes& changes, const std::string& field,
                                      bool is_of_batch) {
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const v1::Changes> set, FindSet(changes, scope_));
  if (set != nullptr) Take(*set, StrCat(field, ".changes_ref"), is_of_batch);
  Take(changes, field, is_of_batch);
  return absl::OkStatus();
}

bool ChangeDiagnosis::IsOfMap(const v1::MapChanges& changes) const {
  const std::string& map_id = ResolveMapId(changes.map_id(), scope_);
  return map_id.empty() || map_id == found_.map->manifest().map_id;
}

// The changes' items; what closes nothing is applied throughout.
void ChangeDiagnosis::Take(const v1::Changes& changes, const std::string& field, bool is_of_batch) {
  v1::Changes& rest = is_of_batch ? *batch_.mutable_changes() : rest_;
  for (int i = 0; i < changes.maps_size() && items_.size() <= kMostItems; ++i) {
    if (!IsOfMap(changes.maps(i))) continue;
    v1::MapChanges kept;
    TakeMap(changes.maps(i), StrCat(field, ".maps[", i, "]"), is_of_batch, kept);
    MergeMap(kept, rest);
  }
}

void ChangeDiagnosis::TakeMap(const v1::MapChanges& changes, const std::string& field, bool is_of_batch,
                              v1::MapChanges& kept) {
  const auto add = [&](Kind kind, const std::string& where, const std::string& name) -> v1::MapChanges& {
    Item& item = items_.emplace_back();
    item.kind = kind;
    item.is_of_batch = is_of_batch;
    item.told.set_field(StrCat(field, ".", where));
    item.told.set_name(name);
    return *item.alone.add_maps();
  };
  *kept.mutable_opened_doors() = changes.opened_doors();
  *kept.mutable_opened_cells() = changes.opened_cells();
  *kept.mutable_opened_rects() = changes.opened_rects();
  if (!changes.cost_profile().empty()) {
    add(Kind::kProfile, "cost_profile", changes.cost_profile()).set_cost_profile(changes.cost_profile());
  }
  for (int i = 0; i < changes.area_costs_size(); ++i) {
    const v1::AreaCost& area = changes.area_costs(i);
    ForgetArea(area.area());
    v1::MapChanges& to =
        area.excluded() ? add(Kind::kArea, StrCat("area_costs[", i, "]"), area.area()) : kept;
    *to.add_area_costs() = area;
  }
  const auto each = [&](Kind kind, const char* list, const auto& values, auto put) {
    for (int i = 0; i < values.size() && items_.size() <= kMostItems; ++i) {
      put(add(kind, StrCat(list, "[", i, "]"), ""), values[i]);
    }
  };
  const auto named = [&](Kind kind, const char* list, const auto& values, auto put) {
    for (int i = 0; i < values.size() && items_.size() <= kMostItems; ++i) {
      put(add(kind, StrCat(list, "[", i, "]"), values[i]), values[i]);
    }
  };
  each(Kind::kCells, "blocked_cells", changes.blocked_cells(),
       [](v1::MapChanges& to, uint32_t cell) { to.add_blocked_cells(cell); });
  for (int i = 0; i + 3 < changes.blocked_rects_size() && items_.size() <= kMostItems; i += 4) {
    v1::MapChanges& to = add(Kind::kCells, StrCat("blocked_rects[", i, "]"), "");
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

// What is said of an area takes the place of what was said before.
void ChangeDiagnosis::ForgetArea(const std::string& area) {
  std::erase_if(items_,
                [&](const Item& item) { return item.kind == Kind::kArea && item.told.name() == area; });
  for (v1::Changes* changes : {&rest_, batch_.mutable_changes()}) {
    for (v1::MapChanges& map : *changes->mutable_maps()) {
      auto& costs = *map.mutable_area_costs();
      costs.erase(std::remove_if(costs.begin(), costs.end(),
                                 [&](const v1::AreaCost& cost) { return cost.area() == area; }),
                  costs.end());
    }
  }
}

// Doors that are closed unless something opens them.
void ChangeDiagnosis::TakeClosedDoors() {
  std::set<std::string_view> said;
  for (const v1::Changes* changes : {&std::as_const(rest_), &batch_.changes()}) {
    for (const v1::MapChanges& map : changes->maps())
      said.insert(map.opened_doors().begin(), map.opened_doors().end());
  }
  for (const Door& door : found_.map->manifest().doors) {
    if (!door.is_closed || said.contains(door.name)) continue;
    default_doors_.push_back(door.name);
    Item& item = items_.emplace_back();
    item.kind = Kind::kDoor;
    item.told.set_name(door.name);
    item.alone.add_maps()->add_closed_doors(door.name);
  }
}

void ChangeDiagnosis::TakeClearance() {
  if (asked_.min_clearance_m <= 0) return;
  Item& item = items_.emplace_back();
  item.kind = Kind::kClearance;
  item.told.set_field(clearance_field_);
}

absl::StatusOr<RouteChanges> ChangeDiagnosis::With(std::span<const uint32_t> kept) {
  v1::Changes own = rest_;
  v1::BatchRequest batch = batch_;
  std::set<std::string_view> closed;
  double clearance_m = 0;
  for (const uint32_t index : kept) {
    const Item& item = items_[index];
    if (item.kind == Kind::kClearance) {
      clearance_m = asked_.min_clearance_m;
      continue;
    }
    MergeMap(item.alone.maps(0), item.is_of_batch ? *batch.mutable_changes() : own);
    closed.insert(item.alone.maps(0).closed_doors().begin(), item.alone.maps(0).closed_doors().end());
  }
  // What anything closes is closed.
  for (v1::Changes* changes : {&own, batch.mutable_changes()}) {
    if (changes->maps_size() == 0) continue;
    auto& doors = *changes->mutable_maps(0)->mutable_opened_doors();
    doors.erase(std::remove_if(doors.begin(), doors.end(),
                               [&](const std::string& door) { return closed.contains(door); }),
                doors.end());
  }
  v1::MapChanges opened;
  for (const std::string& door : default_doors_) {
    if (!closed.contains(door)) opened.add_opened_doors(door);
  }
  if (opened.opened_doors_size() > 0) MergeMap(opened, own);
  RequestScope scope = scope_;
  BatchCells cells;
  scope.batch_cells = &cells;
  if (scope.batch != nullptr) scope.batch = &batch;
  return ReadChanges({own, asked_.pinned, clearance_m}, found_, limits_, scope);
}

absl::StatusOr<RouteChanges> ChangeDiagnosis::Without(std::span<const uint32_t> items) {
  std::vector<uint32_t> kept;
  for (uint32_t i = 0; i < items_.size(); ++i) {
    if (std::find(items.begin(), items.end(), i) == items.end()) kept.push_back(i);
  }
  return With(kept);
}

absl::StatusOr<RouteChanges> ChangeDiagnosis::WithNone() { return With({}); }

// Adds changes of the diagnosed map.
void ChangeDiagnosis::MergeMap(const v1::MapChanges& map, v1::Changes& changes) const {
  if (changes.maps_size() == 0) changes.add_maps();
  changes.mutable_maps(0)->MergeFrom(map);
  changes.mutable_maps(0)->set_map_id(found_.map->manifest().map_id);
}

bool ChangeDiagnosis::IsOver() const {
  return is_unknown_ || answers_ > kMostAnswers || scope_.deadline.Expired();
}

// What a limit has ended is not good, but says nothing either: IsOver.
bool ChangeDiagnosis::IsGoodWith(std::span<const uint32_t> kept, IsGood is_good) {
  if (IsOver()) return false;
  ++answers_;
  absl::StatusOr<RouteChanges> changes = With(kept);
  const absl::StatusOr<bool> is = changes.ok() ? is_good(*std::move(changes)) : changes.status();
  is_unknown_ = !is.ok();
  return !IsOver() && *is;
}

// Keeps the items with which the answer is still good, as far as they go together with those kept before; the others close.
// NOLINTNEXTLINE(misc-no-recursion): log2(items) deep
void ChangeDiagnosis::Keep(std::span<const uint32_t> items, IsGood is_good) {
  if (items.empty()) return;
  const size_t before = kept_.size();
  kept_.insert(kept_.end(), items.begin(), items.end());
  if (IsGoodWith(kept_, is_good)) return;
  kept_.resize(before);
  if (items.size() == 1 || IsOver()) {
    closing_.items.insert(closing_.items.end(), items.begin(), items.end());
    closing_.is_least &= !IsOver();
    return;
  }
  Keep(items.first(items.size() / 2), is_good);
  Keep(items.subspan(items.size() / 2), is_good);
}

// "the request closes the door "gate" (changes.maps[0].closed_doors[0])".
std::string ChangeDiagnosis::SentenceOf(const Item& item) {
  const std::string name = item.told.name().empty() ? "" : StrCat(" ", Quoted(item.told.name()));
  const std::string field = StrCat(" (", item.told.field(), ")");
  switch (item.kind) {
    case Kind::kClearance:
      return StrCat("no path keeps the clearance asked for", field);
    case Kind::kProfile:
      return StrCat("the cost profile", name, " excludes ground, or asks for clearance", field);
    case Kind::kArea:
      return StrCat("the request excludes the ground", name, field);
    case Kind::kCells:
      return StrCat("the request blocks cells", field);
    case Kind::kPoly:
      return StrCat("the request blocks a polygon", field);
    case Kind::kLink:
      return StrCat("the request closes the link", name, field);
    case Kind::kObstacle:
      return StrCat("the request puts an obstacle in the way", field);
    case Kind::kDoor:
      break;
  }
  return item.told.field().empty() ? StrCat("the map's settings close the door", name)
                                   : StrCat("the request closes the door", name, field);
}

void ChangeDiagnosis::AddFixes(const ClosingChanges& closing, double floor_y, FixList& fixes) const {
  const MapManifest& manifest = found_.map->manifest();
  const auto add = [&](const std::string& field, std::string sentence) -> v1::Fix& {
    v1::Fix& fix = *fixes.Add();
    fix.set_kind(v1::FIX_KIND_CLOSED);
    fix.set_field(field);
    fix.set_sentence(std::move(sentence));
    return fix;
  };
  if (!closing.is_least) {
    for (const auto& [list, count] : ListsOf(closing)) {
      add(list,
          StrCat(SomeOf(list, count), " may close the way; what closes it was not found within the limits"));
    }
    return;
  }
  for (const uint32_t index : closing.items) {
    const Item& item = items_[index];
    v1::Fix& fix = add(item.told.field(), SentenceOf(item));
    fix.set_name(item.told.name());
    if (item.kind == Kind::kDoor) PutPlace(item.told.name(), manifest, fix);
    if (item.kind == Kind::kObstacle) {
      SetPosition(PlaceOf(item.alone.maps(0).obstacles(0), floor_y), *fix.mutable_at());
      fix.mutable_at()->set_map_id(manifest.map_id);
    }
  }
}

std::map<std::string, uint32_t> ChangeDiagnosis::ListsOf(const ClosingChanges& closing) const {
  std::map<std::string, uint32_t> lists;
  for (const uint32_t index : closing.items) ++lists[ListOf(items_[index].told.field())];
  return lists;
}

std::string ChangeDiagnosis::TextOf(const ClosingChanges& closing) const {
  std::vector<std::string> names;
  if (closing.is_least) {
    for (const uint32_t index : closing.items) names.push_back(NameOf(items_[index].told));
  } else {
    for (const auto& [list, count] : ListsOf(closing)) names.push_back(SomeOf(list, count));
  }
  return absl::StrJoin(names, " and ");
}

}  // namespace waystone

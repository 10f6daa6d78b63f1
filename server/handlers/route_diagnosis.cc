#include "server/handlers/route_diagnosis.h"

#include <algorithm>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/route/route_planner.h"
#include "server/convert/changes_input.h"
#include "server/convert/changes_store.h"

namespace waystone {
namespace {

// Which part of the changes one item belongs to. The later ones are told first, if there is a choice.
enum class ChangeKind : uint8_t { kClearance, kProfile, kArea, kCells, kPoly, kLink, kObstacle, kDoor };

// One thing that is closed.
struct ChangeItem {
  ChangeKind kind;
  bool is_of_batch = false;
  v1::BlockingChange told;
  v1::Changes alone;  // as the only change; none of kClearance
};

class Diagnosis {
 public:
  Diagnosis(const v1::PlanRouteRequest& request, const RouteQuery& query, const FoundMap& found,
            const RequestLimits& limits, const RequestScope& scope)
      : request_(request), query_(query), found_(found), limits_(limits), scope_(scope) {
    query_.allow_partial = false;
    query_.shape = RouteShape::kTurningPoints;
    if (scope.batch != nullptr) {
      batch_.set_map_id(scope.batch->map_id());
      *batch_.mutable_agent() = scope.batch->agent();
    }
  }

  // The items that have to go; none if that was not found.
  absl::StatusOr<std::vector<const ChangeItem*>> Find() {
    if (scope_.batch != nullptr) WS_RETURN_IF_ERROR(TakeAll(scope_.batch->changes(), "batch.changes", true));
    WS_RETURN_IF_ERROR(TakeAll(request_.changes(), "changes", false));
    if (items_.size() > kMostItems) return blocking_;
    TakeClosedDoors();
    TakeClearance();
    std::stable_sort(items_.begin(), items_.end(),
                     [](const ChangeItem& a, const ChangeItem& b) { return a.kind < b.kind; });
    WS_ASSIGN_OR_RETURN(const bool is_open, IsReached());
    if (is_open) WS_RETURN_IF_ERROR(Keep(items_));
    if (IsOver()) blocking_.clear();
    return blocking_;
  }

 private:
  static constexpr size_t kMostItems = 10'000;
  static constexpr uint32_t kMostSearches = 256;

  bool IsOver() const {
    return searches_ > kMostSearches || query_.max_expansions == 0 || query_.deadline.Expired();
  }

  // The changes, and those of the set that they name.
  absl::Status TakeAll(const v1::Changes& changes, const std::string& field, bool is_of_batch) {
    WS_ASSIGN_OR_RETURN(const std::shared_ptr<const v1::Changes> set, FindSet(changes, scope_));
    if (set != nullptr) Take(*set, StrCat(field, ".changes_ref"), is_of_batch);
    Take(changes, field, is_of_batch);
    return absl::OkStatus();
  }

  bool IsOfMap(const v1::MapChanges& changes) const {
    const std::string& map_id = ResolveMapId(changes.map_id(), scope_);
    return map_id.empty() || map_id == found_.map->manifest().map_id;
  }

  // The changes' items; what closes nothing is applied throughout.
  void Take(const v1::Changes& changes, const std::string& field, bool is_of_batch) {
    v1::Changes& rest = is_of_batch ? *batch_.mutable_changes() : rest_;
    for (int i = 0; i < changes.maps_size() && items_.size() <= kMostItems; ++i) {
      if (!IsOfMap(changes.maps(i))) continue;
      v1::MapChanges kept;
      TakeMap(changes.maps(i), StrCat(field, ".maps[", i, "]"), is_of_batch, kept);
      MergeMap(kept, rest);
    }
  }

  void TakeMap(const v1::MapChanges& changes, const std::string& field, bool is_of_batch,
               v1::MapChanges& kept) {
    const auto add = [&](ChangeKind kind, const std::string& where,
                         const std::string& name) -> v1::MapChanges& {
      ChangeItem& item = items_.emplace_back();
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
      add(ChangeKind::kProfile, "cost_profile", changes.cost_profile())
          .set_cost_profile(changes.cost_profile());
    }
    for (int i = 0; i < changes.area_costs_size(); ++i) {
      const v1::AreaCost& area = changes.area_costs(i);
      v1::MapChanges& to =
          area.excluded() ? add(ChangeKind::kArea, StrCat("area_costs[", i, "]"), area.area()) : kept;
      *to.add_area_costs() = area;
    }
    const auto each = [&](ChangeKind kind, const char* list, const auto& values, auto put) {
      for (int i = 0; i < values.size() && items_.size() <= kMostItems; ++i) {
        put(add(kind, StrCat(list, "[", i, "]"), ""), values[i]);
      }
    };
    const auto named = [&](ChangeKind kind, const char* list, const auto& values, auto put) {
      for (int i = 0; i < values.size() && items_.size() <= kMostItems; ++i) {
        put(add(kind, StrCat(list, "[", i, "]"), values[i]), values[i]);
      }
    };
    each(ChangeKind::kCells, "blocked_cells", changes.blocked_cells(),
         [](v1::MapChanges& to, uint32_t cell) { to.add_blocked_cells(cell); });
    for (int i = 0; i + 3 < changes.blocked_rects_size() && items_.size() <= kMostItems; i += 4) {
      v1::MapChanges& to = add(ChangeKind::kCells, StrCat("blocked_rects[", i, "]"), "");
      for (int k = i; k < i + 4; ++k) to.add_blocked_rects(changes.blocked_rects(k));
    }
    each(ChangeKind::kPoly, "blocked_polys", changes.blocked_polys(),
         [](v1::MapChanges& to, uint32_t poly) { to.add_blocked_polys(poly); });
    each(ChangeKind::kLink, "closed_link_ids", changes.closed_link_ids(),
         [](v1::MapChanges& to, uint32_t link) { to.add_closed_link_ids(link); });
    named(ChangeKind::kLink, "closed_links", changes.closed_links(),
          [](v1::MapChanges& to, const std::string& link) { to.add_closed_links(link); });
    each(ChangeKind::kObstacle, "obstacles", changes.obstacles(),
         [](v1::MapChanges& to, const v1::Obstacle& obstacle) { *to.add_obstacles() = obstacle; });
    named(ChangeKind::kDoor, "closed_doors", changes.closed_doors(),
          [](v1::MapChanges& to, const std::string& door) { to.add_closed_doors(door); });
  }

  // Doors that are closed unless something opens them.
  void TakeClosedDoors() {
    std::set<std::string_view> said;
    for (const v1::Changes* changes : {&std::as_const(rest_), &batch_.changes()}) {
      for (const v1::MapChanges& map : changes->maps())
        said.insert(map.opened_doors().begin(), map.opened_doors().end());
    }
    for (const Door& door : found_.map->manifest().doors) {
      if (!door.is_closed || said.contains(door.name)) continue;
      default_doors_.push_back(door.name);
      ChangeItem& item = items_.emplace_back();
      item.kind = ChangeKind::kDoor;
      item.told.set_name(door.name);
      item.alone.add_maps()->add_closed_doors(door.name);
    }
  }

  void TakeClearance() {
    clearance_m_ = ResolveAgent(request_.has_agent(), request_.agent(), scope_).min_clearance_m();
    if (clearance_m_ <= 0) return;
    ChangeItem& item = items_.emplace_back();
    item.kind = ChangeKind::kClearance;
    item.told.set_field(request_.has_agent() ? "agent.min_clearance_m" : "batch.agent.min_clearance_m");
  }

  // Whether the goal is reached with the items that were kept, and no others.
  absl::StatusOr<bool> IsReached() {
    v1::Changes own = rest_;
    v1::BatchRequest batch = batch_;
    std::set<std::string_view> closed;
    double clearance_m = 0;
    for (const ChangeItem* item : kept_) {
      if (item->kind == ChangeKind::kClearance) clearance_m = clearance_m_;
      if (item->kind == ChangeKind::kClearance) continue;
      v1::Changes& to = item->is_of_batch ? *batch.mutable_changes() : own;
      MergeMap(item->alone.maps(0), to);
      closed.insert(item->alone.maps(0).closed_doors().begin(), item->alone.maps(0).closed_doors().end());
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
    WS_ASSIGN_OR_RETURN(query_.changes,
                        ReadChanges({own, request_.pinned(), clearance_m}, found_, limits_, scope));
    WS_ASSIGN_OR_RETURN(const RouteAnswer answer, PlanRoute(found_.view, query_, *scope_.scratch));
    ++searches_;
    query_.max_expansions -= std::min(answer.expansions, query_.max_expansions);
    return answer.status == RouteStatus::kComplete;
  }

  // Adds changes of the route's map.
  void MergeMap(const v1::MapChanges& map, v1::Changes& changes) const {
    if (changes.maps_size() == 0) changes.add_maps();
    changes.mutable_maps(0)->MergeFrom(map);
    changes.mutable_maps(0)->set_map_id(found_.map->manifest().map_id);
  }

  // Keeps the items with which the goal is still reached, as far as they go together with those kept before; the others
  // block.
  absl::Status Keep(std::span<const ChangeItem> items) {  // NOLINT(misc-no-recursion): log2(items) deep
    if (items.empty() || IsOver()) return absl::OkStatus();
    const size_t before = kept_.size();
    for (const ChangeItem& item : items) kept_.push_back(&item);
    WS_ASSIGN_OR_RETURN(const bool is_reached, IsReached());
    if (is_reached) return absl::OkStatus();
    kept_.resize(before);
    if (items.size() == 1) {
      blocking_.push_back(items.data());
      return absl::OkStatus();
    }
    WS_RETURN_IF_ERROR(Keep(items.first(items.size() / 2)));
    return Keep(items.subspan(items.size() / 2));
  }

  const v1::PlanRouteRequest& request_;
  RouteQuery query_;
  const FoundMap& found_;
  const RequestLimits& limits_;
  const RequestScope& scope_;
  v1::Changes rest_;  // of the request, what closes nothing
  v1::BatchRequest batch_;
  std::vector<std::string> default_doors_;
  double clearance_m_ = 0;
  uint32_t searches_ = 0;
  std::vector<ChangeItem> items_;
  std::vector<const ChangeItem*> kept_;
  std::vector<const ChangeItem*> blocking_;
};

std::string TextOf(const v1::BlockingChange& change) {
  if (change.field().empty()) return StrCat("door ", Quoted(change.name()));
  return change.name().empty() ? change.field() : StrCat(change.field(), " (", Quoted(change.name()), ")");
}

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

// "the request closes the door "gate" (changes.maps[0].closed_doors[0])".
std::string SentenceOf(const ChangeItem& item) {
  const std::string name = item.told.name().empty() ? "" : StrCat(" ", Quoted(item.told.name()));
  const std::string field = StrCat(" (", item.told.field(), ")");
  switch (item.kind) {
    case ChangeKind::kClearance:
      return StrCat("no path keeps the clearance asked for", field);
    case ChangeKind::kProfile:
      return StrCat("the cost profile", name, " excludes ground, or asks for clearance", field);
    case ChangeKind::kArea:
      return StrCat("the request excludes the ground", name, field);
    case ChangeKind::kCells:
      return StrCat("the request blocks cells", field);
    case ChangeKind::kPoly:
      return StrCat("the request blocks a polygon", field);
    case ChangeKind::kLink:
      return StrCat("the request closes the link", name, field);
    case ChangeKind::kObstacle:
      return StrCat("the request puts an obstacle in the way", field);
    case ChangeKind::kDoor:
      break;
  }
  return item.told.field().empty() ? StrCat("the map's settings close the door", name)
                                   : StrCat("the request closes the door", name, field);
}

void AddFix(const ChangeItem& item, const MapManifest& manifest, double floor_y, v1::Fix& fix) {
  fix.set_kind(v1::FIX_KIND_CLOSED);
  fix.set_field(item.told.field());
  fix.set_name(item.told.name());
  if (item.kind == ChangeKind::kDoor) PutPlace(item.told.name(), manifest, fix);
  if (item.kind == ChangeKind::kObstacle) {
    SetPosition(PlaceOf(item.alone.maps(0).obstacles(0), floor_y), *fix.mutable_at());
    fix.mutable_at()->set_map_id(manifest.map_id);
  }
  fix.set_sentence(SentenceOf(item));
}

}  // namespace

void Diagnose(const v1::PlanRouteRequest& request, const RouteQuery& query, const FoundMap& found,
              const RequestLimits& limits, const RequestScope& scope, v1::PlanRouteResponse& response) {
  Diagnosis diagnosis(request, query, found, limits, scope);
  const absl::StatusOr<std::vector<const ChangeItem*>> blocking = diagnosis.Find();
  if (!blocking.ok() || blocking->empty()) return;  // the answer is known without
  std::string text = response.explanation();
  StrAppend(text, text.empty() ? "" : "; ", "a route would lead there without ");
  for (size_t i = 0; i < blocking->size(); ++i) {
    StrAppend(text, i == 0 ? "" : " and ", TextOf((*blocking)[i]->told));
    *response.add_blocking_changes() = (*blocking)[i]->told;
    AddFix(*(*blocking)[i], found.map->manifest(), query.start.y, *response.add_fixes());
  }
  response.set_explanation(std::move(text));
}

}  // namespace waystone

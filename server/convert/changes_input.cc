#include "server/convert/changes_input.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/surface/field_checks.h"
#include "core/surface/search_surface.h"
#include "server/convert/cells_input.h"
#include "server/convert/changes_store.h"
#include "server/convert/doors_input.h"
#include "server/convert/feature_gate.h"
#include "server/convert/obstacles_input.h"
#include "server/convert/request_check.h"
#include "server/convert/world_changes.h"

namespace waystone {
namespace {

class ChangesReader {
 public:
  ChangesReader(const AskedChanges& asked, const FoundMap& found, const RequestLimits& limits,
                const RequestScope& scope)
      : pinned_(asked.pinned),
        default_map_id_(asked.default_map_id),
        asked_(asked),
        found_(found),
        limits_(limits),
        scope_(scope),
        fields_(found.view.surface->Fields()) {}

  // `shared` is given for the changes of a batch. A set that they name comes before their own fields.
  absl::Status Read(const v1::Changes& changes, BatchCells* shared) {
    WS_ASSIGN_OR_RETURN(const std::shared_ptr<const v1::Changes> set, FindSet(changes, scope_));
    WS_RETURN_IF_ERROR(CheckWorldChanges(changes, set.get()));
    if (set == nullptr) return ReadMaps(changes, shared);
    WS_RETURN_IF_ERROR(Within("changes_ref", ReadMaps(*set, nullptr)));
    return ReadMaps(changes, nullptr);
  }

  // What a request must say, and the server have loaded, for a set that was read before.
  absl::Status CheckStillValid(const v1::Changes& changes, const v1::Changes& set) const {
    WS_RETURN_IF_ERROR(CheckWorldChanges(changes, &set));
    for (int i = 0; i < set.maps_size(); ++i)
      WS_RETURN_IF_ERROR(Within("changes_ref", WithinItem("maps", i, CheckMap(set.maps(i)))));
    return absl::OkStatus();
  }

  // All that was read, and the doors that are closed.
  absl::StatusOr<RouteChanges> Take() {
    doors_.Close(found_.view, result_);
    if (fields_.closes_under && !result_.solids.empty())
      WS_RETURN_IF_ERROR(found_.view.surface->CloseUnder(found_.view, scope_.deadline, result_));
    return std::move(result_);
  }

 private:
  absl::Status ReadMaps(const v1::Changes& changes, BatchCells* shared) {
    std::vector<std::string_view> named;
    for (int i = 0; i < changes.maps_size(); ++i) {
      WS_RETURN_IF_ERROR(WithinItem("maps", i, ReadMap(changes.maps(i), shared, named)));
    }
    return absl::OkStatus();
  }

  absl::Status CheckMap(const v1::MapChanges& changes) const {
    const std::string_view map_id = MapIdOf(changes);
    if (map_id != found_.map->manifest().map_id) return CheckOtherMap(map_id);
    if (!changes.blocked_polys().empty()) WS_RETURN_IF_ERROR(CheckPin("blocked_polys"));
    return changes.closed_link_ids().empty() ? absl::OkStatus() : CheckPin("closed_link_ids");
  }

  absl::Status CheckPin(std::string_view field) const {
    if (is_other_) return absl::OkStatus();  // a request pins what it is about
    const bool is_default = default_map_id_.empty() || default_map_id_ == found_.map->manifest().map_id;
    return CheckPinned(field, pinned_, found_, is_default);
  }

  absl::Status CheckOtherMap(std::string_view map_id) const {
    const bool is_over_maps = !default_map_id_.empty();
    if (is_over_maps && scope_.maps->World()->world().view().FindMap(map_id)) return absl::OkStatus();
    return FindLoadedMap("map_id", std::string(map_id), scope_).status();
  }

  std::string_view MapIdOf(const v1::MapChanges& changes) const {
    const std::string& map_id = ResolveMapId(changes.map_id(), scope_);
    if (map_id.empty() && !default_map_id_.empty()) return default_map_id_;
    return map_id.empty() ? std::string_view(found_.map->manifest().map_id) : std::string_view(map_id);
  }

  // `set`: null if the changes name none.
  absl::Status CheckWorldChanges(const v1::Changes& changes, const v1::Changes* set) const {
    const bool has_own = HasWorldChanges(changes);
    if (!has_own && (set == nullptr || !HasWorldChanges(*set))) return absl::OkStatus();
    const std::shared_ptr<WorldStore>& store = scope_.maps->World();
    if (store == nullptr) {
      const v1::Changes& at_fault = has_own ? changes : *set;
      const absl::Status none = scope_.maps->NoWorldError(
          at_fault.closed_portals().empty() ? "excluded_maps" : "closed_portals", "this");
      return has_own ? none : Within("changes_ref", none);
    }
    std::vector<bool> is_closed;
    return ReadWorldChanges(changes, limits_, *store, scope_, is_closed);
  }

  absl::Status ReadMap(const v1::MapChanges& changes, BatchCells* shared,
                       std::vector<std::string_view>& named) {
    WS_RETURN_IF_ERROR(CheckSizes(changes));
    const std::string_view map_id = MapIdOf(changes);
    if (std::find(named.begin(), named.end(), map_id) != named.end()) {
      return FieldError("map_id", StrCat("map ", Quoted(map_id), " stands here twice"));
    }
    named.push_back(map_id);
    if (map_id == found_.map->manifest().map_id) return ReadItsMap(changes, shared);
    WS_RETURN_IF_ERROR(CheckOtherMap(map_id));
    const bool is_checked = !default_map_id_.empty() || (shared != nullptr && AreOthersChecked(*shared));
    return is_checked ? absl::OkStatus() : CheckOnOtherMap(map_id, changes);
  }

  bool AreOthersChecked(const BatchCells& shared) const {
    const auto& variants = shared.others_checked_for;
    return std::find(variants.begin(), variants.end(), found_.view.variant) != variants.end();
  }

  // The changes of a map that the request is not about, as if it were: as the agent of that name has the map, or else its
  // first agent.
  absl::Status CheckOnOtherMap(std::string_view map_id, const v1::MapChanges& changes) const {
    WS_ASSIGN_OR_RETURN(const LoadedMap* const map, FindLoadedMap("map_id", std::string(map_id), scope_));
    WS_ASSIGN_OR_RETURN(const MapView view, ViewToCheck(*map, found_.view.variant->agent.name));
    const FoundMap other{map, view};
    ChangesReader reader(asked_, other, limits_, scope_);
    reader.is_other_ = true;
    return reader.ReadItsMap(changes, nullptr);
  }

  absl::Status ReadItsMap(const v1::MapChanges& changes, BatchCells* shared) {
    WS_RETURN_IF_ERROR(doors_.Read(changes, found_, limits_));
    WS_RETURN_IF_ERROR(ReadPolys(changes));
    if (!fields_.cells) {  // ReadCells makes cells of them
      if (changes.obstacles_size() > 0 && !fields_.takes_obstacles && !fields_.closes_under)
        return NotServed("obstacles", StrCat("an obstacle on ", fields_.name));
      WS_RETURN_IF_ERROR(ReadObstacles(changes, found_, limits_, result_.solids));
    }
    WS_RETURN_IF_ERROR(ReadLinkNames(changes));
    WS_RETURN_IF_ERROR(ReadLinkIds(changes));
    WS_RETURN_IF_ERROR(ReadCells(changes, shared));
    WS_RETURN_IF_ERROR(ReadCostProfile(changes, found_, result_));
    return ReadAreas(changes);
  }

  absl::Status CheckSizes(const v1::MapChanges& changes) const {
    WS_RETURN_IF_ERROR(CheckCount("blocked_polys", changes.blocked_polys_size(), limits_.max_cells));
    WS_RETURN_IF_ERROR(CheckCount("closed_links", changes.closed_links_size(), limits_.max_names));
    return CheckCount("closed_link_ids", changes.closed_link_ids_size(), limits_.max_cells);
  }

  absl::Status ReadPolys(const v1::MapChanges& changes) {
    if (changes.blocked_polys().empty()) return absl::OkStatus();
    if (!fields_.blocks_polys)
      return FieldError("blocked_polys", StrCat(fields_.name, " has no polygons to block"));
    WS_RETURN_IF_ERROR(CheckPin("blocked_polys"));
    const uint32_t count = found_.view.navmesh->poly_count();
    for (int i = 0; i < changes.blocked_polys_size(); ++i) {
      const uint32_t poly = changes.blocked_polys(i);
      if (poly >= count) {
        return FieldError(StrCat("blocked_polys[", i, "]"),
                          StrCat("no polygon ", poly, ", there are ", count));
      }
      result_.blocked_polys.emplace_back(poly);
    }
    return absl::OkStatus();
  }

  absl::Status ReadCells(const v1::MapChanges& changes, BatchCells* shared) {
    if (shared == nullptr) {
      WS_ASSIGN_OR_RETURN(result_.cells,
                          waystone::ReadCells(changes, found_, limits_, scope_.deadline, result_.cells));
      return absl::OkStatus();
    }
    const MapVariant* const variant = found_.view.variant;
    if (shared->variant != variant) {
      shared->variant = variant;
      shared->cells = waystone::ReadCells(changes, found_, limits_, scope_.deadline, nullptr);
    }
    WS_RETURN_IF_ERROR(shared->cells.status());
    result_.cells = *shared->cells;
    return absl::OkStatus();
  }

  absl::Status ReadLinkIds(const v1::MapChanges& changes) {
    if (changes.closed_link_ids().empty()) return absl::OkStatus();
    WS_RETURN_IF_ERROR(CheckPin("closed_link_ids"));
    const uint32_t count = found_.view.links->size();
    for (int i = 0; i < changes.closed_link_ids_size(); ++i) {
      const uint32_t link = changes.closed_link_ids(i);
      if (link >= count) {
        return FieldError(StrCat("closed_link_ids[", i, "]"),
                          StrCat("no link ", link, ", there are ", count));
      }
      result_.closed_links.emplace_back(link);
    }
    return absl::OkStatus();
  }

  // All records of a name: both directions of a two-way link.
  absl::Status ReadLinkNames(const v1::MapChanges& changes) {
    if (changes.closed_links().empty()) return absl::OkStatus();
    std::map<std::string_view, bool> found;
    for (int i = 0; i < changes.closed_links_size(); ++i) {
      const std::string& name = changes.closed_links(i);
      const std::string field = StrCat("closed_links[", i, "]");
      if (name.empty()) return FieldError(field, "required");
      found[name] = false;
    }
    const LinkView& links = *found_.view.links;
    for (uint32_t link = 0; link < links.size(); ++link) {
      const auto name = found.find(links.ExternalId(LinkId(link)));
      if (name == found.end()) continue;
      name->second = true;
      result_.closed_links.emplace_back(link);
    }
    for (int i = 0; i < changes.closed_links_size(); ++i) {
      if (found[changes.closed_links(i)]) continue;
      return FieldError(StrCat("closed_links[", i, "]"),
                        StrCat("map ", Quoted(found_.map->manifest().map_id),
                               " has no link of this agent named ", Quoted(changes.closed_links(i))));
    }
    return absl::OkStatus();
  }

  absl::Status ReadAreas(const v1::MapChanges& changes) {
    uint64_t named = 0;
    for (int i = 0; i < changes.area_costs_size(); ++i) {
      WS_RETURN_IF_ERROR(WithinItem("area_costs", i, ReadArea(changes.area_costs(i), named)));
    }
    return absl::OkStatus();
  }

  absl::Status ReadArea(const v1::AreaCost& cost, uint64_t& named) {
    WS_ASSIGN_OR_RETURN(const AreaType* const area, FindArea(cost.area(), found_));
    const uint64_t bit = uint64_t{1} << area->index;
    if ((named & bit) != 0) return FieldError("area", StrCat(Quoted(cost.area()), " stands here twice"));
    named |= bit;
    if (!fields_.has_ground && cost.excluded())
      return FieldError("area", StrCat(fields_.name, " has no ground that could be excluded"));
    const double factor = FactorOf(cost);
    if (!cost.excluded() && !fields_.serves_area_factors && factor != 1)
      return FieldError("factor", StrCat(fields_.name, " has no ground that could cost more"));
    SetArea(area->index, cost.excluded(), factor, result_);
    return absl::OkStatus();
  }

  const PinList& pinned_;
  const std::string& default_map_id_;
  const AskedChanges& asked_;
  const FoundMap& found_;
  const RequestLimits& limits_;
  const RequestScope& scope_;
  const SurfaceFields fields_;
  bool is_other_ = false;  // the request is not about `found_`
  AskedDoors doors_;
  RouteChanges result_;
};

// Of changes that are a set and nothing else: read once for all requests about the package as one agent sees it.
absl::StatusOr<RouteChanges> ReadOnlySet(const v1::Changes& changes, const std::string& default_map_id,
                                         ChangesReader& reader, const FoundMap& found,
                                         const RequestScope& scope) {
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const v1::Changes> set, FindSet(changes, scope));
  auto read = std::make_shared<ReadSet>();
  read->key = {.generation = found.map->generation(),
               .map_id = ResolveMapId(default_map_id, scope),
               .profile = found.view.variant->agent.name,
               .abilities = found.view.abilities};
  const std::shared_ptr<const ReadSet> kept = scope.sets->FindRead(changes.changes_ref(), read->key);
  if (kept != nullptr) {
    WS_RETURN_IF_ERROR(reader.CheckStillValid(changes, *set));
    return kept->changes;
  }
  WS_RETURN_IF_ERROR(reader.Read(changes, nullptr));
  WS_ASSIGN_OR_RETURN(read->changes, reader.Take());
  read->changes.Share();
  scope.sets->Keep(changes.changes_ref(), read);
  return read->changes;
}

absl::StatusOr<RouteChanges> ReadAll(const AskedChanges& asked, const FoundMap& found,
                                     const RequestLimits& limits, const RequestScope& scope) {
  ChangesReader reader(asked, found, limits, scope);
  const bool has_batch = scope.batch != nullptr && !IsNone(scope.batch->changes());
  if (!has_batch && IsOnlySet(asked.changes)) {
    absl::StatusOr<RouteChanges> read =
        ReadOnlySet(asked.changes, asked.default_map_id, reader, found, scope);
    return read.ok() ? std::move(read) : Within("changes", read.status());
  }
  if (has_batch && IsOnlySet(scope.batch->changes()) && IsNone(asked.changes)) {
    absl::StatusOr<RouteChanges> read =
        ReadOnlySet(scope.batch->changes(), asked.default_map_id, reader, found, scope);
    return read.ok() ? std::move(read) : Within("batch.changes", read.status());
  }
  if (scope.batch != nullptr) {
    WS_RETURN_IF_ERROR(Within("batch.changes", reader.Read(scope.batch->changes(), scope.batch_cells)));
    if (scope.batch_cells != nullptr) scope.batch_cells->others_checked_for.push_back(found.view.variant);
  }
  WS_RETURN_IF_ERROR(Within("changes", reader.Read(asked.changes, nullptr)));
  return reader.Take();
}

}  // namespace

absl::StatusOr<RouteChanges> ReadChanges(const AskedChanges& asked, const FoundMap& found,
                                         const RequestLimits& limits, const RequestScope& scope) {
  // Thousands of obstacles take milliseconds to decode, and to read.
  const bool is_long = !IsNone(asked.changes) || scope.batch != nullptr;
  if (is_long) WS_RETURN_IF_ERROR(CheckInTime(scope.deadline));
  WS_ASSIGN_OR_RETURN(RouteChanges result, ReadAll(asked, found, limits, scope));
  if (is_long) WS_RETURN_IF_ERROR(CheckInTime(scope.deadline));
  result.min_clearance_m = std::max(result.min_clearance_m, asked.min_clearance_m);
  const SurfaceFields fields = found.view.surface->Fields();
  if (result.min_clearance_m > 0 && !fields.serves_clearance) {
    return FieldError("agent.min_clearance_m", StrCat("nothing is known of the borders of ", fields.name));
  }
  return result;
}

double FactorOf(const v1::AreaCost& cost) { return cost.has_factor() ? cost.factor() : 1; }

absl::StatusOr<MapView> ViewToCheck(const LoadedMap& map, std::string_view profile) {
  const absl::StatusOr<MapView> view = map.View(profile, {}, ZonesNeed::kIfReady);
  return absl::IsNotFound(view.status()) ? map.View("", {}, ZonesNeed::kIfReady) : view;
}

absl::Status CheckPinned(std::string_view field, const PinList& pinned, const FoundMap& found,
                         bool is_default) {
  const auto is_pin = [&](const v1::MapGeneration& pin) {
    const bool is_about_map =
        pin.map_id().empty() ? is_default : pin.map_id() == found.map->manifest().map_id;
    return is_about_map && !pin.generation().empty();
  };
  if (std::any_of(pinned.begin(), pinned.end(), is_pin)) return absl::OkStatus();
  return FieldError(field, "ids need the generation that they come from in pinned");
}

}  // namespace waystone

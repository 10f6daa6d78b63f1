#include "server/handlers/catalog_handler.h"

#include <time.h>

#include <algorithm>
#include <optional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/package/section_name.h"
#include "core/surface/search_surface.h"
#include "core/version/version.h"
#include "core/world/world_view.h"
#include "server/access/caller.h"
#include "server/convert/api_enums.h"
#include "server/convert/convert.h"
#include "server/convert/status_mapping.h"
#include "server/handlers/catalog_part.h"
#include "server/handlers/door_descriptions.h"
#include "server/handlers/world_pages.h"

namespace waystone {

namespace {

constexpr uint32_t kDefaultPageSize = 100;
constexpr uint32_t kDefaultPortals = 1000;  // of a page

double ProcessCpuSeconds() {
  timespec used{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

void FillLimits(const RequestLimits& limits, v1::ServerLimits& out) {
  out.set_max_request_bytes(limits.max_request_bytes);
  out.set_max_response_bytes(limits.max_response_bytes);
  out.set_max_goals(limits.max_goals);
  out.set_max_via(limits.max_via);
  out.set_max_expansions(limits.max_expansions);
  out.set_max_positions(limits.max_positions);
  out.set_max_samples(limits.max_samples);
  out.set_max_cells(limits.max_cells);
  out.set_max_obstacles(limits.max_obstacles);
  out.set_max_names(limits.max_names);
  out.set_max_batch_items(limits.max_batch_items);
  out.set_max_matrix(limits.max_matrix);
  out.set_max_stream_batches(limits.max_stream_batches);
  out.set_max_prepared_bytes(limits.max_prepared_bytes);
  out.set_max_in_flight(limits.max_in_flight);
  out.set_max_work_ms(limits.max_work_ms);
  out.set_max_long_work_ms(limits.max_long_work_ms);
  out.set_max_search_bytes(limits.max_search_bytes);
  out.set_max_stream_bytes(limits.max_stream_bytes);
  out.set_default_expansions(limits.DefaultExpansions());
  out.set_default_response_bytes(limits.ResponseLimit(0).bytes);
}

void FillSummary(const PackageSummary& summary, v1::MapSummary& out) {
  out.set_map_id(summary.map_id);
  out.set_surface(ToProto(summary.surface));
  out.set_generation(summary.generation);
  out.set_package_bytes(summary.size_bytes);
  if (summary.bounds.IsEmpty()) return;
  SetPosition(summary.bounds.min, *out.mutable_min());
  SetPosition(summary.bounds.max, *out.mutable_max());
}

void FillMaps(const MapStore& store, v1::LoadedMaps& out) {
  const MapCache::Counts counts = store.counts();
  out.set_maps(counts.loaded_maps);
  out.set_bytes(counts.loaded_bytes);
  out.set_max_maps(store.limits().max_maps);
  out.set_max_bytes(store.limits().max_bytes);
  out.set_hits(counts.hits);
  out.set_misses(counts.misses);
  out.set_loaded_ahead(counts.loaded_ahead);
  out.set_drops(counts.drops);
}

void FillVariant(const LoadedMap& map, const MapVariant& variant, v1::MapVariant& out) {
  out.set_profile(variant.agent.name);
  out.set_radius_m(variant.agent.radius_m);
  out.set_height_m(variant.agent.height_m);
  out.set_max_climb_m(variant.agent.max_climb_m);
  out.set_max_slope_deg(variant.agent.max_slope_deg);
  for (const std::string& ability : variant.abilities) out.add_abilities(ability);
  const absl::StatusOr<MapView> view = map.View(variant.agent.name, variant.abilities, ZonesNeed::kIfReady);
  if (!view.ok()) return;
  out.set_surface_size(view->navmesh->poly_count());
  const auto areas = view->navmesh->arrays().area_prefix_m2;
  if (!areas.empty()) out.set_area_m2(areas.back());
}

// All variants lie on one grid.
void FillGrid(const LoadedMap& map, v1::DescribeMapResponse& response) {
  const absl::StatusOr<MapView> view = map.View("", {}, ZonesNeed::kIfReady);
  if (!view.ok()) return;
  const std::optional<CellExtent> cells = view->surface->Fields().cells;
  if (!cells) return;
  response.set_grid_columns(cells->columns);
  response.set_grid_rows(cells->rows);
  response.set_grid_cell_m(cells->cell_m);
  SetPosition(map.manifest().origin + cells->corner, *response.mutable_grid_corner());
}

void FillSections(const PackageReader& package, v1::DescribeMapResponse& response) {
  for (const SectionEntry& entry : package.sections()) {
    v1::PackageSection& section = *response.add_sections();
    section.set_name(std::string(SectionTypeName(entry.type)));
    section.set_variant(entry.variant);
    section.set_region(entry.region);
    section.set_size_bytes(entry.size_bytes);
  }
}

}  // namespace

absl::StatusOr<Progress> CatalogHandler::Handle(const v1::DescribeServerRequest& /*request*/,
                                                const RequestScope& /*scope*/,
                                                v1::DescribeServerResponse& response) const {
  response.set_version(FullVersion());
  FillLimits(limits_, *response.mutable_limits());
  uint64_t bytes = 0;
  const auto maps = store_.All();
  uint32_t damaged = 0;
  for (const ListedMap& map : maps) {
    bytes += map.package->summary.size_bytes;
    damaged += map.IsUsable() ? 0 : 1;
  }
  response.set_maps(static_cast<uint32_t>(maps.size()));
  response.set_damaged_maps(damaged);
  response.set_package_bytes(bytes);
  FillMaps(store_, *response.mutable_loaded());
  const std::shared_ptr<WorldStore> world = store_.World();
  if (world != nullptr) {
    response.set_world_generation(world->world().generation());
    response.set_missing_maps(world->MissingCount());
  }
  response.set_cpu_s(ProcessCpuSeconds());
  response.set_uptime_s(std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count());
  return Progress::kDone;
}

// Pages are cut by map id, not by number, so that a reload between two of them neither repeats nor skips what
// stays.
absl::StatusOr<Progress> CatalogHandler::Handle(const v1::ListMapsRequest& request, const RequestScope& scope,
                                                v1::ListMapsResponse& response) const {
  const uint32_t page_size = request.page_size() == 0 ? kDefaultPageSize : request.page_size();
  for (const ListedMap& map : store_.All()) {
    const std::string& map_id = map.package->summary.map_id;
    if (!request.page_token().empty() && map_id <= request.page_token()) continue;
    if (!absl::StartsWith(map_id, request.map_id_prefix())) continue;
    if (scope.caller != nullptr && !scope.caller->MaySee(map_id)) continue;
    if (response.maps_size() == static_cast<int>(page_size)) {
      response.set_next_page_token(response.maps(response.maps_size() - 1).map_id());
      break;
    }
    FillSummary(map.package->summary, *response.add_maps());
    if (map.IsUsable()) continue;
    const std::string damage = ToGrpcStatus(map.damage).error_message();
    response.mutable_maps(response.maps_size() - 1)->set_damage(damage);
  }
  return Progress::kDone;
}

absl::StatusOr<Progress> CatalogHandler::Handle(const v1::DescribeMapRequest& request,
                                                const RequestScope& scope,
                                                v1::DescribeMapResponse& response) const {
  WS_ASSIGN_OR_RETURN(const LoadedMap* const map, FindLoadedMap("map_id", request.map_id(), scope));
  const MapManifest& manifest = map->manifest();
  FillSummary(PackageSummary::Of(map->package(), manifest), *response.mutable_summary());
  SetPosition(manifest.origin, *response.mutable_origin());
  response.set_strategy_reason(manifest.strategy_reason);
  FillGrid(*map, response);
  for (const AreaType& area : manifest.areas) {
    v1::AreaType& out = *response.add_areas();
    out.set_index(area.index);
    out.set_name(area.name);
  }
  for (const MapVariant& variant : manifest.variants) {
    FillVariant(*map, variant, *response.add_variants());
  }
  response.set_source_name(manifest.source_name);
  response.set_source_sha256(manifest.source_sha256);
  response.set_baker_version(manifest.baker_version);
  FillSections(map->package(), response);
  for (const auto& [name, point] : manifest.places) {
    v1::DescribedPlace& place = *response.add_places();
    place.set_name(name);
    SetPosition(point, *place.mutable_position());
    place.mutable_position()->set_map_id(manifest.map_id);
  }
  for (const Door& door : manifest.doors) response.add_doors(door.name);
  for (const CostProfile& profile : manifest.cost_profiles) response.add_cost_profiles(profile.name);
  response.mutable_abilities()->Assign(manifest.link_abilities.begin(), manifest.link_abilities.end());
  DescribeDoors(*map, response);  // last: they take what room the rest leaves
  return Progress::kDone;
}

// Pages are cut by the number of the portal: a world never changes but as a whole, with its generation.
absl::StatusOr<Progress> CatalogHandler::Handle(const v1::DescribeWorldRequest& request,
                                                const RequestScope& scope,
                                                v1::DescribeWorldResponse& response) const {
  if (scope.caller != nullptr && !scope.caller->SeesAll()) {
    return absl::PermissionDeniedError(
        StrCat(Quoted(scope.caller->name), " may not see all maps, which the world is made of"));
  }
  uint32_t first = 0;
  if (!request.page_token().empty() && !absl::SimpleAtoi(request.page_token(), &first)) {
    return FieldError("page_token", "not one that was given out");
  }
  const std::shared_ptr<WorldStore> store = store_.World();
  if (store == nullptr) return store_.WhyNoWorld();
  const uint32_t most = request.page_size() == 0 ? kDefaultPortals : request.page_size();
  const std::optional<uint32_t> next = FillWorldPage(*store, first, {most, kMaxPartBytes}, response);
  if (next.has_value()) response.set_next_page_token(std::to_string(*next));
  return Progress::kDone;
}

}  // namespace waystone

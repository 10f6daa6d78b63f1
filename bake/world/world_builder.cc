#include "bake/world/world_builder.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>

#include "bake/world/portal_contractor.h"
#include "bake/world/portal_labeller.h"
#include "bake/world/text_table.h"
#include "bake/world/world_places.h"
#include "bake/world/world_travellers.h"
#include "core/base/hash128.h"
#include "core/base/parallel_for.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr uint8_t kBakeVersion = 5;  // of what a PortalBaker makes

void CopyTo(double (&record)[3], const Vec3& value) {
  record[0] = value.x;
  record[1] = value.y;
  record[2] = value.z;
}

class WorldBuilder {
 public:
  WorldBuilder(const WorldManifest& manifest, const WorldBuildOptions& options)
      : manifest_(manifest), options_(options) {}

  absl::StatusOr<BuiltWorld> Build(const std::vector<std::string>& package_paths) {
    WS_ASSIGN_OR_RETURN(placed_, PlaceWorld(manifest_, package_paths, options_.thread_count));
    built_.warnings = placed_.warnings;
    WS_RETURN_IF_ERROR(BakeMaps());
    WarnOfTables();
    FillMaps();
    AddTravellers(manifest_, placed_, texts_, world_, built_.warnings);
    CountPortals();
    FillWalks();
    FillLabels();
    world_.texts = texts_.Take();
    world_.header.text_bytes = static_cast<uint32_t>(world_.texts.size());
    WS_ASSIGN_OR_RETURN(built_.bytes, EncodeWorld(world_, grids_));
    return std::move(built_);
  }

 private:
  std::vector<MapExit> ExitsOf(const PlacedMap& map) const {
    std::vector<MapExit> exits;
    for (const uint32_t index : map.exits) {
      const PlacedPortal& portal = placed_.portals[index];
      exits.push_back(
          {portal.trigger, portal.spec->kind == PortalKind::kWalkIn, portal.closed_to, portal.spec->name});
    }
    return exits;
  }

  // Of all that a PortalBaker looks at but the package.
  Hash128 PortalsHash(const std::vector<MapExit>& exits, const std::vector<MapArrival>& arrivals,
                      bool has_tables) const {
    Hasher128 hasher;
    const auto add = [&hasher](const auto& value) { hasher.Add(std::as_bytes(std::span(&value, 1))); };
    add(kBakeVersion);
    add(static_cast<uint8_t>(has_tables));
    const auto add_text = [&](const std::string& text) {
      add(text.size());
      hasher.Add(std::as_bytes(std::span(text)));
    };
    add(manifest_.travellers.size());
    for (const TravellerSpec& traveller : manifest_.travellers) {
      add_text(traveller.agent);
      add(traveller.abilities.size());
      for (const std::string& ability : traveller.abilities) add_text(ability);
    }
    add(exits.size());
    for (const MapExit& exit : exits) {
      for (const Vec3& corner : {exit.trigger.box.min, exit.trigger.box.max}) {
        for (const double coordinate : {corner.x, corner.y, corner.z}) add(coordinate);
      }
      add(static_cast<uint8_t>(exit.is_walk_in));
      add(exit.closed_to);
    }
    for (const MapArrival& arrival : arrivals) {
      for (const PlacedPoint& point : arrival) {
        for (const double coordinate : {point.place.x, point.place.y, point.place.z}) add(coordinate);
        add(point.node);
        add(static_cast<uint8_t>(point.has_ground));
      }
    }
    return hasher.Finish();
  }

  std::optional<WorldMapIndex> FindOld(const WorldMap& map, std::string_view map_id) const {
    if (options_.old == nullptr) return std::nullopt;
    const WorldView& old = options_.old->view();
    const std::optional<WorldMapIndex> found = old.FindMap(map_id);
    if (!found.has_value()) return std::nullopt;
    const WorldMap& other = old.Map(*found);
    if (old.travellers().size() != manifest_.travellers.size()) return std::nullopt;
    const bool is_same = std::memcmp(other.generation, map.generation, sizeof(map.generation)) == 0 &&
                         std::memcmp(other.portals_hash, map.portals_hash, sizeof(map.portals_hash)) == 0;
    return is_same ? found : std::nullopt;
  }

  // Whether what the old world keeps of the map could be read.
  bool TakeOver(size_t index, WorldMapIndex old_map) {
    absl::StatusOr<std::optional<GridPortals::Arrays>> kept =
        placed_.maps[index].Baker().TakeOver(*options_.old, old_map);
    if (!kept.ok()) return false;
    grids_[index] = *kept;
    old_maps_[index] = old_map;
    return true;
  }

  absl::Status BakeMaps() {
    world_.maps.resize(placed_.maps.size());
    std::vector<absl::Status> statuses(placed_.maps.size());
    baked_.resize(placed_.maps.size());
    old_maps_.resize(placed_.maps.size());
    grids_.resize(placed_.maps.size());
    table_bytes_.resize(placed_.maps.size(), 0);
    std::mutex mutex;
    uint64_t done = 0;
    ParallelFor(placed_.maps.size(), options_.thread_count, [&](size_t i) {
      if (!placed_.maps[i].is_left_out) statuses[i] = BakeMap(i);
      const std::lock_guard<std::mutex> lock(mutex);
      if (old_maps_[i].has_value()) ++built_.maps_taken_over;
      if (options_.progress) options_.progress(++done, placed_.maps.size());
    });
    for (size_t i = 0; i < statuses.size(); ++i) {
      if (statuses[i].ok()) continue;
      const WorldMapSource& source = *placed_.maps[i].source;
      return absl::InvalidArgumentError(
          StrCat(source.place, ": map ", Quoted(source.map_id), ": ", statuses[i].message()));
    }
    return absl::OkStatus();
  }

  absl::Status BakeMap(size_t index) {
    const PlacedMap& map = placed_.maps[index];
    WorldMap& record = world_.maps[index];
    const std::vector<MapExit> exits = ExitsOf(map);
    WS_ASSIGN_OR_RETURN(const std::shared_ptr<const LoadedMap> loaded, map.Open());
    const PackageHeader& header = loaded->package().header();
    std::memcpy(record.generation, header.content_hash, sizeof(record.generation));
    record.package_bytes = header.file_size_bytes;
    map.Baker().Describe(*loaded, record);
    table_bytes_[index] = map.Baker().StepTableBytesOf(*loaded, exits.size(), map.arrivals.size());
    const bool has_tables = HasTables(index);
    const Hash128 hash = PortalsHash(exits, map.arrivals, has_tables);
    std::memcpy(record.portals_hash, &hash, sizeof(record.portals_hash));
    const std::optional<WorldMapIndex> old_map = FindOld(record, map.source->map_id);
    if (old_map.has_value() && TakeOver(index, *old_map)) return absl::OkStatus();
    WS_ASSIGN_OR_RETURN(baked_[index],
                        map.Baker().Bake({*loaded, manifest_.travellers}, exits, map.arrivals, has_tables));
    if (baked_[index].grid.has_value()) grids_[index] = GridPortals::ArraysOf(*baked_[index].grid);
    return absl::OkStatus();
  }

  bool HasTables(size_t map) const { return table_bytes_[map] <= manifest_.MaxStepTableBytes(); }

  void WarnOfTables() {
    uint64_t most = 0;
    for (size_t i = 0; i < table_bytes_.size(); ++i) {
      most = std::max(most, table_bytes_[i]);
      if (HasTables(i)) continue;
      built_.maps_without_tables.push_back(placed_.maps[i].source->map_id);
      built_.warnings.push_back(StrCat("map ", Quoted(placed_.maps[i].source->map_id),
                                       ": its step tables would take ", table_bytes_[i],
                                       " bytes, above max_step_table_bytes ", manifest_.MaxStepTableBytes(),
                                       ": it has none, and routes from and to it are searched"));
    }
    if (manifest_.max_step_table_bytes.has_value() && most == 0) {
      built_.warnings.push_back("without effect where no map with portals is a grid: max_step_table_bytes");
    }
  }

  void FillMap(const PlacedMap& map, uint32_t first_exit, uint32_t first_arrival, WorldMap& record) {
    record.map_id = texts_.Add(map.source->map_id);
    record.first_exit = first_exit;
    record.exit_count = static_cast<uint32_t>(map.exits.size());
    record.first_arrival = first_arrival;
    record.arrival_count = static_cast<uint32_t>(map.arrivals.size());
    record.first_cost = world_.header.cost_count;
    world_.header.cost_count += uint64_t{record.exit_count} * record.arrival_count;
    if (map.is_left_out) return;
    CopyTo(record.origin, map.map.origin);
    record.surface = static_cast<uint32_t>(map.map.surface);
    record.has_closed_doors = std::ranges::any_of(map.map.doors, &Door::is_closed) ? 1 : 0;
  }

  WorldPortal RecordOf(const PlacedPortal& portal) {
    WorldPortal record{};
    CopyTo(record.box_min, portal.trigger.box.min);
    CopyTo(record.box_max, portal.trigger.box.max);
    CopyTo(record.anchor, portal.trigger.anchor);
    record.cost_m = portal.spec->cost_m;
    record.money = portal.spec->money;
    record.name = texts_.Add(portal.spec->name);
    record.ticket = texts_.Add(portal.spec->ticket);
    record.requirement = texts_.Add(portal.spec->requirement);
    record.group = texts_.Add(portal.spec->group);
    record.from_map = portal.from_map;
    record.to_map = portal.to_map;
    record.arrival = ArrivalId(world_.maps[portal.to_map.value()].first_arrival + portal.arrival.value());
    record.kind = portal.spec->kind;
    record.closed_to = portal.closed_to;
    return record;
  }

  void FillMaps() {
    world_.header.name = texts_.Add(manifest_.name);
    uint32_t exits = 0;
    uint32_t arrivals = 0;
    for (uint32_t i = 0; i < placed_.maps.size(); ++i) {
      FillMap(placed_.maps[i], exits, arrivals, world_.maps[i]);
      exits += world_.maps[i].exit_count;
      arrivals += world_.maps[i].arrival_count;
    }
    for (const PlacedMap& map : placed_.maps) {
      for (const uint32_t index : map.exits) world_.portals.push_back(RecordOf(placed_.portals[index]));
    }
    for (const PlacedName& name : placed_.places) {
      WorldPlace& record = world_.places.emplace_back();
      CopyTo(record.place, name.point.place);
      record.map = name.map;
      record.name = texts_.Add(name.spec->name);
    }
    world_.header.map_count = static_cast<uint32_t>(world_.maps.size());
    world_.header.portal_count = static_cast<uint32_t>(world_.portals.size());
    world_.header.arrival_count = arrivals;
    built_.portals = world_.portals.size();
    built_.walks = world_.header.cost_count;
  }

  void CountPortals() {
    for (uint32_t i = 0; i < manifest_.travellers.size(); ++i) {
      const auto is_open = [i](const WorldPortal& portal) { return (portal.closed_to >> i & 1) == 0; };
      built_.portals_of_travellers.push_back(
          static_cast<uint64_t>(std::count_if(world_.portals.begin(), world_.portals.end(), is_open)));
    }
  }

  void FillWalks() {
    for (size_t i = 0; i < placed_.maps.size(); ++i) {
      if (old_maps_[i].has_value()) {
        AddOldWalks(*old_maps_[i]);
      } else {
        AddNewWalks(baked_[i]);
      }
    }
    for (WorldTravellerData& traveller : world_.walks) {
      for (WorldModeData& mode : traveller.modes) {
        mode.path_rows.push_back(mode.paths.size());
        world_.header.path_bytes += mode.paths.size();
      }
    }
    built_.path_bytes = world_.header.path_bytes;
  }

  void AddNewWalks(const BakedPortals& baked) {
    for (size_t traveller = 0; traveller < baked.walks.size(); ++traveller) {
      for (uint32_t mode = 0; mode < kWorldModes; ++mode) {
        const WalkTable& walks = baked.walks[traveller][mode];
        for (size_t walk = 0; walk < walks.costs.size(); ++walk) {
          AddWalk(world_.walks[traveller].modes[mode], walks.costs[walk], walks.paths[walk]);
        }
      }
    }
  }

  static void AddWalk(WorldModeData& mode, double cost, std::span<const uint8_t> path) {
    mode.costs.push_back(cost);
    mode.path_rows.push_back(mode.paths.size());
    mode.paths.insert(mode.paths.end(), path.begin(), path.end());
  }

  void AddOldWalks(WorldMapIndex map) {
    const WorldView& old = options_.old->view();
    const WorldMap& record = old.Map(map);
    for (uint32_t i = 0; i < kWorldModes * world_.walks.size(); ++i) {
      const TravellerId traveller(i / kWorldModes);
      const auto mode = static_cast<WorldMode>(i % kWorldModes);
      for (uint32_t arrival = 0; arrival < record.arrival_count; ++arrival) {
        for (uint32_t exit = 0; exit < record.exit_count; ++exit) {
          const PortalId portal = record.PortalOf(MapExitId(exit));
          const ArrivalId from(record.first_arrival + arrival);
          AddWalk(ModeOf(i), old.WalkCost(from, portal, traveller, mode),
                  old.WalkPath(from, portal, traveller, mode));
        }
      }
    }
  }

  // By traveller, then mode.
  WorldModeData& ModeOf(size_t index) { return world_.walks[index / kWorldModes].modes[index % kWorldModes]; }

  void FillLabels() {
    // A world without labels has all else that the labeller looks at.
    std::vector<PortalGraph::Node> nodes;
    std::vector<PortalGraph::Exits> exits;
    for (const WorldMap& map : world_.maps) exits.push_back({map.first_exit, map.exit_count});
    for (const WorldPortal& portal : world_.portals) {
      const WorldMap& to = world_.maps[portal.to_map.value()];
      nodes.push_back({.cost_m = portal.cost_m,
                       .arrival_map = portal.to_map,
                       .first_cost = FirstCostOf(to, portal.arrival)});
    }
    const size_t count = kWorldModes * world_.walks.size();
    const auto graph_of = [&](size_t i) {
      const WorldTravellerData& traveller = world_.walks[i / kWorldModes];
      return PortalGraph{.nodes = nodes,
                         .exits = exits,
                         .costs = {traveller.modes[0].costs, traveller.modes[1].costs},
                         .labels = {}};
    };
    std::vector<std::optional<PortalLabels>> labels(count);
    const uint64_t most_entries = options_.max_label_bytes / sizeof(PortalLabel) / count;
    ParallelFor(count, options_.thread_count, [&](size_t i) {
      labels[i] = MakePortalLabels(graph_of(i), static_cast<WorldMode>(i % kWorldModes), most_entries);
    });
    if (std::ranges::any_of(labels, [](const auto& of_mode) { return !of_mode.has_value(); })) {
      world_.header.version = kWorldHierarchyVersion;
      built_.has_hierarchy = true;
      ParallelFor(count, options_.thread_count, [&](size_t i) {
        labels[i] = MakePortalHierarchy(graph_of(i), static_cast<WorldMode>(i % kWorldModes));
      });
    }
    for (size_t i = 0; i < count; ++i) {
      WorldModeData& mode = ModeOf(i);
      mode.out_rows = std::move(labels[i]->out_rows);
      mode.out_labels = std::move(labels[i]->out);
      mode.in_rows = std::move(labels[i]->in_rows);
      mode.in_labels = std::move(labels[i]->in);
    }
    for (size_t i = 0; i < count; ++i) {
      const WorldModeData& mode = ModeOf(i);
      world_.header.out_label_count[i % kWorldModes] += mode.out_labels.size();
      world_.header.in_label_count[i % kWorldModes] += mode.in_labels.size();
      built_.label_count += mode.out_labels.size() + mode.in_labels.size();
    }
  }

  const WorldManifest& manifest_;
  const WorldBuildOptions& options_;
  PlacedWorld placed_;
  std::vector<BakedPortals> baked_;  // by map; empty where it is taken over
  std::vector<std::optional<WorldMapIndex>>
      old_maps_;                       // by map: its number in the old world, where it is taken over
  std::vector<uint64_t> table_bytes_;  // by map: of its step tables, made or not
  TextTable texts_;
  WorldData world_;
  std::vector<std::optional<GridPortals::Arrays>> grids_;
  BuiltWorld built_;
};

}  // namespace

absl::StatusOr<BuiltWorld> BuildWorld(const WorldManifest& manifest,
                                      const std::vector<std::string>& package_paths,
                                      const WorldBuildOptions& options) {
  return WorldBuilder(manifest, options).Build(package_paths);
}

}  // namespace waystone

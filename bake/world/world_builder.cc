#include "bake/world/world_builder.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "bake/world/portal_baker.h"
#include "bake/world/portal_labeller.h"
#include "core/base/hash128.h"
#include "core/base/parallel_for.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr uint8_t kBakeVersion = 1;  // of what BakePortals makes

// A portal on its way into the world.
struct PlacedPortal {
  const PortalSpec* spec = nullptr;
  uint32_t from_map = 0;
  uint32_t to_map = 0;
  PlacedTrigger trigger;
  PlacedPoint arrival;
  absl::Status status;  // of placing it
  bool is_left_out = false;
  uint32_t arrival_index = 0;
};

// A map of the world and what is made for it.
struct BuiltMap {
  const WorldMapSource* source = nullptr;
  std::string package_path;
  std::shared_ptr<const LoadedMap> map;  // null where it cannot be loaded
  absl::Status status;
  std::vector<uint32_t> exits;      // portals
  std::vector<uint32_t> entrances;  // portals that lead here
  std::vector<PlacedPoint> arrivals;
  BakedPortals baked;
  std::optional<uint32_t> old_map;  // what is taken over
};

// Texts, each once.
class TextTable {
 public:
  TextOffset Add(std::string_view text) {
    if (text.empty()) return 0;
    const auto [entry, is_new] = offsets_.emplace(text, static_cast<TextOffset>(texts_.size()));
    if (is_new) texts_.append(text).push_back('\0');
    return entry->second;
  }
  std::string Take() { return std::move(texts_); }

 private:
  std::string texts_ = std::string(1, '\0');
  std::map<std::string, TextOffset, std::less<>> offsets_;
};

class WorldBuilder {
 public:
  WorldBuilder(const WorldManifest& manifest, const WorldBuildOptions& options)
      : manifest_(manifest), options_(options) {}

  absl::StatusOr<BuiltWorld> Build(const std::vector<std::string>& package_paths) {
    ListMaps(package_paths);
    PlacePortals();
    WS_RETURN_IF_ERROR(CheckPlaced());
    ListPortals();
    BakeMaps();
    FillMaps();
    FillWalks();
    FillLabels();
    world_.texts = texts_.Take();
    world_.header.text_bytes = static_cast<uint32_t>(world_.texts.size());
    WS_ASSIGN_OR_RETURN(built_.bytes, EncodeWorld(world_, grids_));
    return std::move(built_);
  }

 private:
  void ListMaps(const std::vector<std::string>& package_paths) {
    std::vector<size_t> order(manifest_.maps.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::sort(order.begin(), order.end(),
              [&](size_t a, size_t b) { return manifest_.maps[a].map_id < manifest_.maps[b].map_id; });
    std::map<std::string_view, uint32_t> numbers;
    for (const size_t i : order) {
      numbers.emplace(manifest_.maps[i].map_id, static_cast<uint32_t>(maps_.size()));
      BuiltMap& map = maps_.emplace_back();
      map.source = &manifest_.maps[i];
      map.package_path = package_paths[i];
    }
    for (const PortalSpec& spec : manifest_.portals) {
      PlacedPortal& portal = portals_.emplace_back();
      portal.spec = &spec;
      portal.from_map = numbers.at(spec.trigger.map_id);
      portal.to_map = numbers.at(spec.to.map_id);
    }
    for (uint32_t i = 0; i < portals_.size(); ++i) {
      maps_[portals_[i].from_map].exits.push_back(i);
      maps_[portals_[i].to_map].entrances.push_back(i);
    }
  }

  void PlacePortals() {
    std::mutex mutex;
    ParallelFor(maps_.size(), options_.thread_count, [&](size_t i) {
      BuiltMap& map = maps_[i];
      if (map.package_path.empty()) {
        map.status = absl::FailedPreconditionError("it was not baked");
        return;
      }
      absl::StatusOr<std::shared_ptr<const LoadedMap>> loaded = LoadedMap::Load(map.package_path);
      map.status = loaded.status();
      if (!loaded.ok()) return;
      map.map = *std::move(loaded);
      for (const uint32_t index : map.exits) {
        absl::StatusOr<PlacedTrigger> trigger = PlaceTrigger(*map.map, portals_[index].spec->trigger);
        const std::lock_guard<std::mutex> lock(mutex);
        portals_[index].status.Update(trigger.status());
        if (trigger.ok()) portals_[index].trigger = *std::move(trigger);
      }
      for (const uint32_t index : map.entrances) {
        absl::StatusOr<PlacedPoint> arrival = PlacePoint(*map.map, portals_[index].spec->to);
        const std::lock_guard<std::mutex> lock(mutex);
        portals_[index].status.Update(arrival.status());
        if (arrival.ok()) portals_[index].arrival = *std::move(arrival);
      }
    });
  }

  void LeaveOut(PlacedPortal& portal, std::string_view why) {
    portal.is_left_out = true;
    built_.warnings.push_back(
        StrCat(portal.spec->place, ": portal ", Quoted(portal.spec->name), ": left out, for ", why));
  }

  absl::Status CheckPlaced() {
    for (const BuiltMap& map : maps_) {
      if (map.map != nullptr) continue;
      built_.warnings.push_back(StrCat(map.source->place, ": map ", Quoted(map.source->map_id),
                                       ": left out: ", map.status.message()));
    }
    for (PlacedPortal& portal : portals_) {
      if (!portal.status.ok()) {
        return absl::InvalidArgumentError(StrCat(portal.spec->place, ": portal ", Quoted(portal.spec->name),
                                                 ": ", portal.status.message()));
      }
      if (maps_[portal.from_map].map == nullptr || maps_[portal.to_map].map == nullptr) {
        LeaveOut(portal, "a map of it is left out");
      } else if (!portal.trigger.has_ground) {
        LeaveOut(portal, "nobody can stand in its trigger");
      } else if (!portal.arrival.has_ground) {
        LeaveOut(portal, "there is no ground where it arrives");
      }
    }
    return absl::OkStatus();
  }

  // Portals in the order of their maps, in that of the manifest within one; the arrivals of each map.
  void ListPortals() {
    for (BuiltMap& map : maps_) {
      const auto is_left_out = [&](uint32_t index) { return portals_[index].is_left_out; };
      std::erase_if(map.exits, is_left_out);
      std::erase_if(map.entrances, is_left_out);
      for (const uint32_t index : map.entrances) {
        PlacedPortal& portal = portals_[index];
        const auto same =
            std::find_if(map.arrivals.begin(), map.arrivals.end(), [&](const PlacedPoint& other) {
              return other.node == portal.arrival.node && other.place == portal.arrival.place;
            });
        portal.arrival_index = static_cast<uint32_t>(same - map.arrivals.begin());
        if (same == map.arrivals.end()) map.arrivals.push_back(portal.arrival);
      }
    }
  }

  std::vector<MapExit> ExitsOf(const BuiltMap& map) const {
    std::vector<MapExit> exits;
    for (const uint32_t index : map.exits) {
      exits.push_back({portals_[index].trigger, portals_[index].spec->kind == PortalKind::kWalkIn});
    }
    return exits;
  }

  // Of all that BakePortals looks at but the package.
  static Hash128 PortalsHash(const std::vector<MapExit>& exits, const std::vector<PlacedPoint>& arrivals) {
    Hasher128 hasher;
    const auto add = [&hasher](const auto& value) { hasher.Add(std::as_bytes(std::span(&value, 1))); };
    add(kBakeVersion);
    add(exits.size());
    for (const MapExit& exit : exits) {
      for (const Vec3& corner : {exit.trigger.box.min, exit.trigger.box.max}) {
        for (const double coordinate : {corner.x, corner.y, corner.z}) add(coordinate);
      }
      add(static_cast<uint8_t>(exit.is_walk_in));
    }
    for (const PlacedPoint& arrival : arrivals) {
      for (const double coordinate : {arrival.place.x, arrival.place.y, arrival.place.z}) add(coordinate);
      add(arrival.node);
    }
    return hasher.Finish();
  }

  std::optional<uint32_t> FindOld(const WorldMap& map, std::string_view map_id) const {
    if (options_.old == nullptr) return std::nullopt;
    const WorldView& old = options_.old->view();
    const std::optional<uint32_t> found = old.FindMap(map_id);
    if (!found.has_value()) return std::nullopt;
    const WorldMap& other = old.maps()[*found];
    const bool is_same = std::memcmp(other.generation, map.generation, sizeof(map.generation)) == 0 &&
                         std::memcmp(other.portals_hash, map.portals_hash, sizeof(map.portals_hash)) == 0;
    return is_same ? found : std::nullopt;
  }

  void BakeMaps() {
    world_.maps.resize(maps_.size());
    std::mutex mutex;
    uint64_t done = 0;
    ParallelFor(maps_.size(), options_.thread_count, [&](size_t i) {
      BuiltMap& map = maps_[i];
      WorldMap& record = world_.maps[i];
      if (map.map != nullptr) {
        const std::vector<MapExit> exits = ExitsOf(map);
        const PackageHeader& header = map.map->package().header();
        std::memcpy(record.generation, header.content_hash, sizeof(record.generation));
        const Hash128 hash = PortalsHash(exits, map.arrivals);
        std::memcpy(record.portals_hash, &hash, sizeof(record.portals_hash));
        map.old_map = FindOld(record, map.source->map_id);
        if (!map.old_map.has_value()) map.baked = BakePortals(*map.map, exits, map.arrivals);
      }
      const std::lock_guard<std::mutex> lock(mutex);
      if (map.old_map.has_value()) ++built_.maps_taken_over;
      if (options_.progress) options_.progress(++done, maps_.size());
    });
  }

  void FillMap(const BuiltMap& map, WorldMap& record) {
    record.map_id = texts_.Add(map.source->map_id);
    record.first_exit = static_cast<uint32_t>(world_.portals.size());
    record.exit_count = static_cast<uint32_t>(map.exits.size());
    record.first_arrival = static_cast<uint32_t>(world_.arrivals.size());
    record.arrival_count = static_cast<uint32_t>(map.arrivals.size());
    record.first_cost = world_.header.cost_count;
    world_.header.cost_count += uint64_t{record.exit_count} * record.arrival_count;
    if (map.map == nullptr) return;
    const MapManifest& manifest = map.map->manifest();
    record.origin[0] = manifest.origin.x;
    record.origin[1] = manifest.origin.y;
    record.origin[2] = manifest.origin.z;
    record.package_bytes = map.map->package().header().file_size_bytes;
    record.surface = static_cast<uint32_t>(manifest.surface);
    const absl::StatusOr<MapView> view = map.map->View("", {}, ZonesNeed::kIfReady);
    if (!view.ok() || view->grid == nullptr) return;
    const GridHeader& grid = view->grid->header();
    record.columns = grid.columns;
    record.rows = grid.rows;
    record.cell_size_m = grid.cell_size_m;
    record.corner_x_m = grid.corner_x_m;
    record.height_m = grid.height_m;
    record.corner_z_m = grid.corner_z_m;
  }

  WorldPortal RecordOf(const PlacedPortal& portal) {
    WorldPortal record{};
    const Aabb& box = portal.trigger.box;
    record.box_min[0] = box.min.x;
    record.box_min[1] = box.min.y;
    record.box_min[2] = box.min.z;
    record.box_max[0] = box.max.x;
    record.box_max[1] = box.max.y;
    record.box_max[2] = box.max.z;
    record.anchor[0] = portal.trigger.anchor.x;
    record.anchor[1] = portal.trigger.anchor.y;
    record.anchor[2] = portal.trigger.anchor.z;
    record.cost_m = portal.spec->cost_m;
    record.money = portal.spec->money;
    record.name = texts_.Add(portal.spec->name);
    record.ticket = texts_.Add(portal.spec->ticket);
    record.requirement = texts_.Add(portal.spec->requirement);
    record.group = texts_.Add(portal.spec->group);
    record.from_map = portal.from_map;
    record.to_map = portal.to_map;
    record.arrival = world_.maps[portal.to_map].first_arrival + portal.arrival_index;
    record.kind = portal.spec->kind;
    return record;
  }

  void FillMaps() {
    world_.header.name = texts_.Add(manifest_.name);
    for (uint32_t i = 0; i < maps_.size(); ++i) {
      FillMap(maps_[i], world_.maps[i]);
      world_.portals.resize(world_.portals.size() + maps_[i].exits.size());
      for (const PlacedPoint& arrival : maps_[i].arrivals) {
        world_.arrivals.push_back({{arrival.place.x, arrival.place.y, arrival.place.z}, i, arrival.node});
      }
    }
    uint32_t next = 0;
    for (const BuiltMap& map : maps_) {
      for (const uint32_t index : map.exits) world_.portals[next++] = RecordOf(portals_[index]);
    }
    world_.header.map_count = static_cast<uint32_t>(world_.maps.size());
    world_.header.portal_count = static_cast<uint32_t>(world_.portals.size());
    world_.header.arrival_count = static_cast<uint32_t>(world_.arrivals.size());
    built_.portals = world_.portals.size();
    built_.walks = world_.header.cost_count;
  }

  void FillWalks() {
    for (const BuiltMap& map : maps_) {
      std::optional<GridPortals::Arrays>& grid = grids_.emplace_back();
      const bool is_grid = map.map != nullptr && map.map->manifest().surface == SurfaceKind::kGrid;
      if (map.old_map.has_value()) {
        AddOldWalks(*map.old_map);
        if (is_grid) grid = options_.old->GridArrays(*map.old_map).value();
        continue;
      }
      for (uint32_t mode = 0; mode < kWorldModes; ++mode) {
        const WalkTable& walks = map.baked.walks[mode];
        for (size_t i = 0; i < walks.costs.size(); ++i)
          AddWalk(world_.modes[mode], walks.costs[i], walks.paths[i]);
      }
      if (is_grid) grid = GridPortals::ArraysOf(map.baked.grid);
    }
    for (WorldModeData& mode : world_.modes) mode.path_rows.push_back(mode.paths.size());
    world_.header.path_bytes = world_.modes[0].paths.size() + world_.modes[1].paths.size();
    built_.path_bytes = world_.header.path_bytes;
  }

  static void AddWalk(WorldModeData& mode, double cost, std::span<const uint8_t> path) {
    mode.costs.push_back(cost);
    mode.path_rows.push_back(mode.paths.size());
    mode.paths.insert(mode.paths.end(), path.begin(), path.end());
  }

  void AddOldWalks(uint32_t map) {
    const WorldView& old = options_.old->view();
    const WorldMap& record = old.maps()[map];
    for (uint32_t i = 0; i < kWorldModes; ++i) {
      const auto mode = static_cast<WorldMode>(i);
      for (uint32_t arrival = 0; arrival < record.arrival_count; ++arrival) {
        for (uint32_t exit = 0; exit < record.exit_count; ++exit) {
          const PortalId portal(record.first_exit + exit);
          const uint32_t from = record.first_arrival + arrival;
          AddWalk(world_.modes[i], old.WalkCost(from, portal, mode), old.WalkPath(from, portal, mode));
        }
      }
    }
  }

  void FillLabels() {
    // A world without labels has all else that the labeller looks at.
    std::vector<PortalGraph::Node> nodes;
    std::vector<PortalGraph::Exits> exits;
    for (const WorldMap& map : world_.maps) exits.push_back({map.first_exit, map.exit_count});
    for (const WorldPortal& portal : world_.portals) {
      const WorldMap& to = world_.maps[portal.to_map];
      nodes.push_back(
          {.cost_m = portal.cost_m,
           .arrival_map = portal.to_map,
           .first_cost = to.first_cost + uint64_t{portal.arrival - to.first_arrival} * to.exit_count});
    }
    const PortalGraph graph{.nodes = nodes,
                            .exits = exits,
                            .costs = {world_.modes[0].costs, world_.modes[1].costs},
                            .labels = {}};
    for (uint32_t i = 0; i < kWorldModes; ++i) {
      PortalLabels labels = MakePortalLabels(graph, static_cast<WorldMode>(i));
      WorldModeData& mode = world_.modes[i];
      mode.out_rows = std::move(labels.out_rows);
      mode.out_labels = std::move(labels.out);
      mode.in_rows = std::move(labels.in_rows);
      mode.in_labels = std::move(labels.in);
      world_.header.out_label_count[i] = mode.out_labels.size();
      world_.header.in_label_count[i] = mode.in_labels.size();
      built_.label_count += mode.out_labels.size() + mode.in_labels.size();
    }
  }

  const WorldManifest& manifest_;
  const WorldBuildOptions& options_;
  std::vector<BuiltMap> maps_;         // by id
  std::vector<PlacedPortal> portals_;  // as in the manifest
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

#include "tests/bake/world/drawn_world.h"

#include "core/base/check.h"
#include "core/base/str_cat.h"
#include "core/package/package_reader.h"
#include "core/package/package_writer.h"
#include "core/store/map_store.h"
#include "tests/bake/world/baked_source.h"

namespace waystone {
namespace {

std::string MapText(const std::vector<std::string>& lines) {
  std::string text = StrCat("type octile\nheight ", lines.size(), "\nwidth ", lines[0].size(), "\nmap\n");
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace

SlowWorld ThreeRooms() {
  SlowWorld world;
  world.maps = {{"....@....", "....@....", "....@...."}, {".....", "....."}, {"...", "..."}};
  world.portals = {
      {.from_map = 0, .cells = {3, 0, 3, 2}, .to_map = 1, .cell = {0, 0}},
      {.from_map = 1, .cells = {4, 0, 4, 1}, .to_map = 2, .cell = {0, 1}, .cost = 5, .is_walk_in = false},
      {.from_map = 1, .cells = {0, 1, 0, 1}, .to_map = 0, .cell = {8, 2}},
  };
  return world;
}

DrawnWorld::DrawnWorld(const SlowWorld& drawing, std::optional<uint64_t> max_step_table_bytes,
                       const std::vector<SlowPlace>& places, const std::vector<TravellerSpec>& travellers,
                       uint32_t cluster_side) {
  manifest_.name = "drawn";
  manifest_.max_step_table_bytes = max_step_table_bytes;
  manifest_.travellers = travellers;
  BakeConfig config;
  config.cells.letters = {{'s', "slow"}, {'f', "fast"}};
  config.cells.costs = {{"slow", 2.5}, {"fast", 0.5}};
  if (cluster_side > 0) {
    config.grid_clusters = BakeSwitch::kOn;
    config.grid_cluster_side = cluster_side;
  }
  for (size_t i = 0; i < drawing.maps.size(); ++i) {
    const std::string id = StrCat("map", i);
    package_paths_.push_back(BakeSource(folder_.path(), id, id + ".map", MapText(drawing.maps[i]), config));
    manifest_.maps.emplace_back().map_id = id;
  }
  for (size_t i = 0; i < drawing.portals.size(); ++i) {
    const SlowPortal& portal = drawing.portals[i];
    PortalSpec& spec = manifest_.portals.emplace_back();
    spec.name = StrCat("portal", i);
    spec.trigger.map_id = StrCat("map", portal.from_map);
    const auto& [left, top, right, bottom] = portal.cells;
    spec.trigger.cells = {left, top, right, bottom};
    spec.to.map_id = StrCat("map", portal.to_map);
    spec.to.cell = {portal.cell[0], portal.cell[1]};
    spec.cost_m = portal.cost;
    spec.kind = portal.is_walk_in ? PortalKind::kWalkIn : PortalKind::kUse;
    spec.place = StrCat("drawing:", i);
  }
  for (size_t i = 0; i < places.size(); ++i) {
    NamedPlaceSpec& spec = manifest_.places.emplace_back();
    spec.name = StrCat("place", i);
    spec.at.map_id = StrCat("map", places[i].map);
    spec.at.cell = {places[i].column, places[i].row};
    spec.place = StrCat("drawing:", i);
  }
  Build(WorldBuildOptions().max_label_bytes);
}

void DrawnWorld::TakeLabelsAway() { Build(0); }

void DrawnWorld::Build(uint64_t max_label_bytes) {
  absl::StatusOr<BuiltWorld> built =
      BuildWorld(manifest_, package_paths_, {.thread_count = 1, .max_label_bytes = max_label_bytes});
  WS_CHECK(built.ok());
  built_ = *std::move(built);
  WS_CHECK(WritePackageFile(folder_.File(std::string(kWorldFileName)), built_.bytes).ok());
}

std::shared_ptr<const LoadedWorld> DrawnWorld::Load() const {
  return *LoadedWorld::FromPackage(*PackageReader::FromBytes(built_.bytes, "drawn.wayworld"));
}

std::shared_ptr<WorldStore> DrawnWorld::Serve() const {
  const auto maps = std::make_shared<MapStore>();
  WS_CHECK(maps->LoadFolder(folder_.path()).ok());
  return {maps, maps->World().get()};
}

WorldPosition DrawnWorld::PositionOf(const SlowPlace& place, const WorldView& world) const {
  const WorldMapIndex map = *world.FindMap(StrCat("map", place.map));
  return {map,
          CellCenter(world.Map(map), {static_cast<int32_t>(place.column), static_cast<int32_t>(place.row)})};
}

}  // namespace waystone

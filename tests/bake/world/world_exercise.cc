#include "tests/bake/world/world_exercise.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "core/base/check.h"
#include "core/base/random.h"
#include "core/package/package_reader.h"
#include "core/store/map_cache.h"
#include "core/world_route/world_route.h"

namespace waystone {
namespace {

constexpr int kRoutes = 8;

// Damage, sections of later versions, other packages than the file says, maps that have none.
bool IsPromised(const absl::Status& status) {
  return status.ok() || absl::IsDataLoss(status) || absl::IsUnimplemented(status) ||
         absl::IsFailedPrecondition(status) || absl::IsNotFound(status);
}

WorldPosition AnyPlace(const WorldView& world, Random& random) {
  const WorldMapIndex map(random.NextBelow(static_cast<uint32_t>(world.maps().size())));
  const WorldMap& record = world.Map(map);
  const auto anywhere = [&](double corner_m) { return corner_m + random.NextInRange(0, 12); };
  return {map, Vec3(anywhere(record.origin[0]), record.origin[1], anywhere(record.origin[2]))};
}

// Of the maps that the file names, those that are there.
std::vector<std::shared_ptr<MapSlot>> SlotsOf(const DrawnWorld& drawn,
                                              const std::shared_ptr<const LoadedWorld>& world) {
  std::vector<std::shared_ptr<MapSlot>> slots;
  for (uint32_t index = 0; index < world->view().maps().size(); ++index) {
    const WorldMapIndex map(index);
    const std::string map_id(world->view().MapId(map));
    std::shared_ptr<const ServedPackage> package;
    for (size_t i = 0; i < drawn.package_paths().size(); ++i) {
      if (drawn.manifest().maps[i].map_id != map_id) continue;
      package = *ServedPackage::Open(drawn.package_paths()[i]);
      if (package->summary.generation != world->MapGeneration(map)) package = nullptr;
    }
    const std::string path = package == nullptr ? "nowhere.waymap" : package->reader->name();
    slots.push_back(
        std::make_shared<MapSlot>(map_id, path, ListedMap{package, absl::OkStatus()}, world, map));
  }
  return slots;
}

void CheckAnswer(const WorldRouteAnswer& answer, const WorldView& world) {
  for (const WorldStretch& stretch : answer.stretches) {
    WS_CHECK(stretch.map.value() < world.maps().size());
    WS_CHECK(stretch.portal.IsNone() || stretch.portal.value() < world.portals().size());
    for (const Vec3& point : stretch.walk.points) WS_CHECK(point.IsFinite());
  }
}

}  // namespace

SlowWorld ExerciseDrawing() {
  SlowWorld world;
  world.maps = {{"......", ".@@.@.", "......", "..@..."},  //
                {"..ss..", ".f@@s.", ".ff..."},            //
                {"....", ".@@.", "...."}};
  world.portals = {
      {.from_map = 0, .cells = {5, 0, 5, 1}, .to_map = 1, .cell = {0, 0}},
      {.from_map = 0, .cells = {4, 2, 5, 3}, .to_map = 2, .cell = {3, 2}, .cost = 2},
      {.from_map = 0, .cells = {0, 3, 1, 3}, .to_map = 0, .cell = {3, 2}, .cost = 1, .is_walk_in = false},
      {.from_map = 1, .cells = {5, 0, 5, 2}, .to_map = 2, .cell = {0, 0}},
      {.from_map = 1, .cells = {4, 2, 5, 2}, .to_map = 0, .cell = {0, 0}, .is_walk_in = false},
      {.from_map = 2, .cells = {3, 0, 3, 0}, .to_map = 0, .cell = {0, 2}},
  };
  return world;
}

void PutGenerations(const DrawnWorld& drawn, PackageFile& file) {
  const std::shared_ptr<const LoadedWorld> sound = drawn.Load();
  const std::span<const WorldMap> maps = sound->view().maps();
  if (file.size() < sizeof(PackageHeader)) return;
  const uint64_t room = (file.size() - sizeof(PackageHeader)) / sizeof(SectionEntry);
  const uint64_t sections = std::min<uint64_t>(HeaderOf(file).section_count, room);
  for (size_t i = 0; i < sections; ++i) {
    const SectionEntry& entry = EntryOf(file, i);
    if (entry.type != SectionType::kWorldMaps) continue;
    const uint64_t offset = entry.offset;
    const uint64_t count = std::min<uint64_t>(maps.size(), entry.size_bytes / sizeof(WorldMap));
    if (offset > file.size() || count * sizeof(WorldMap) > file.size() - offset) continue;
    for (size_t map = 0; map < count; ++map) {
      std::byte* const record = file.data() + offset + map * sizeof(WorldMap);
      std::memcpy(record + offsetof(WorldMap, generation), maps[map].generation,
                  sizeof(maps[map].generation));
    }
  }
}

void ExerciseWorld(const DrawnWorld& drawn, const PackageFile& file, uint64_t seed) {
  auto reader = PackageReader::FromBytes(file, "any.wayworld");
  if (!reader.ok()) return;
  const auto loaded = LoadedWorld::FromPackage(*std::move(reader));
  if (!loaded.ok()) {
    WS_CHECK(absl::IsDataLoss(loaded.status()) || absl::IsUnimplemented(loaded.status()));
    return;
  }
  const WorldView& world = (*loaded)->view();
  if (world.maps().empty()) return;
  MapCache cache({});
  WorldStore store(*loaded, SlotsOf(drawn, *loaded), {}, cache);
  Random random(seed);
  Scratch scratch;
  for (int i = 0; i < kRoutes; ++i) {
    WorldRouteQuery query;
    query.start = AnyPlace(world, random);
    query.goals = {AnyPlace(world, random)};
    query.mode = static_cast<WorldMode>(i % 2);
    query.traveller = TravellerId(random.NextBelow(static_cast<uint32_t>(world.travellers().size())));
    query.snap.radius_m = 10;
    query.max_expansions = 10'000;
    const absl::StatusOr<WorldRouteAnswer> answer = PlanWorldRoute(store, query, scratch);
    WS_CHECK(IsPromised(answer.status()));
    if (answer.ok()) CheckAnswer(*answer, world);
  }
}

}  // namespace waystone

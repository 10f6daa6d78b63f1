#include "tests/simulation/published_maps.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <utility>

#include "core/base/check.h"
#include "core/base/str_cat.h"
#include "core/place/resource_placer.h"
#include "core/route/route_planner.h"
#include "core/store/map_encoder.h"
#include "core/world_route/world_route.h"
#include "tests/bake/world/drawn_world.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

PublishedMap Publish(PackageFile bytes) {
  const auto map = LoadedMap::FromPackage(*PackageReader::FromBytes(bytes, "published"));
  WS_CHECK(map.ok());
  return {(*map)->manifest().map_id, (*map)->generation(), std::move(bytes), AnswersOf(**map)};
}

PackageFile MeshOf(const std::string& map_id, uint32_t side) {
  MapManifest manifest;
  manifest.map_id = map_id;
  manifest.areas = {{1, "ground"}};
  manifest.variants.resize(1);
  std::string drawing;
  for (uint32_t row = 0; row < side; ++row) drawing += std::string(side, '.') + "\n";
  const NavmeshData mesh = AsciiNavmesh(drawing);
  absl::StatusOr<PackageFile> bytes = EncodeMap(manifest, std::vector<VariantContent>{{&mesh}});
  WS_CHECK(bytes.ok());
  return *std::move(bytes);
}

// Three rooms; of which the second differs from one world to the next, and the third in the last.
SlowWorld Drawing(size_t world) {
  SlowWorld drawing = ThreeRooms();
  if (world > 0) drawing.maps[1].emplace_back(".....");
  if (world > 1) drawing.maps[2] = {"..@", "..."};
  if (world > 1) drawing.portals[1].cost = 9;
  return drawing;
}

PublishedMaps MakeAll() {
  PublishedMaps all;
  for (const char* const map_id : {"beach", "castle", "cave"}) {
    for (uint32_t i = 0; i < 4; ++i) all.maps.push_back(Publish(MeshOf(map_id, 3 + 2 * i)));
  }
  all.loose_count = all.maps.size();
  for (size_t i = 0; i < 3; ++i) {
    const DrawnWorld drawn(Drawing(i));
    PublishedWorld& world = all.worlds.emplace_back();
    for (const std::string& path : drawn.package_paths()) {
      const auto package = PackageReader::OpenFile(path);
      const auto* const begin = reinterpret_cast<const std::byte*>(&(*package)->header());
      PackageFile bytes(begin, begin + (*package)->header().file_size_bytes);
      const int known = all.FindMap(bytes);
      if (known < 0) all.maps.push_back(Publish(std::move(bytes)));
      world.maps.push_back(known < 0 ? all.maps.size() - 1 : static_cast<size_t>(known));
    }
    world.bytes = drawn.built().bytes;
    world.generation = drawn.Load()->generation();
    world.answers = AnswersOf(*drawn.Serve());
  }
  return all;
}

template <typename Item>
int Find(const std::vector<Item>& items, const PackageFile& bytes) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].bytes == bytes) return static_cast<int>(i);
  }
  return -1;
}

void AddPoints(const std::vector<Vec3>& points, StoryHash& hash) {
  hash.Add(points.size());
  for (const Vec3& point : points) {
    for (const double number : {point.x, point.y, point.z}) hash.Add(number);
  }
}

}  // namespace

void StoryHash::Add(uint64_t number) {
  for (int byte = 0; byte < 8; ++byte) value_ = (value_ ^ (number >> (8 * byte) & 0xff)) * 0x100000001b3;
}
void StoryHash::Add(const std::string& text) {
  Add(text.size());
  for (const char letter : text) Add(static_cast<uint64_t>(static_cast<unsigned char>(letter)));
}
void StoryHash::Add(double number) { Add(std::bit_cast<uint64_t>(number)); }

int PublishedMaps::FindMap(const PackageFile& bytes) const { return Find(maps, bytes); }
int PublishedMaps::FindWorld(const PackageFile& bytes) const { return Find(worlds, bytes); }

const PublishedMaps& AllPublished() {
  static const PublishedMaps* const kAll = new PublishedMaps(MakeAll());
  return *kAll;
}

uint64_t AnswersOf(const LoadedMap& map) {
  StoryHash hash;
  Scratch scratch;
  const auto view = map.View("");
  WS_CHECK(view.ok());
  PlaceQuery place;
  place.count = 4;
  const auto places = PlaceResource(*view, place, scratch);
  WS_CHECK(places.ok() && places->positions.size() == place.count);
  AddPoints(places->positions, hash);
  for (size_t i = 1; i < places->positions.size(); ++i) {
    RouteQuery query;
    query.start = places->positions[0];
    query.goals = {places->positions[i]};
    const auto route = PlanRoute(*view, query, scratch);
    WS_CHECK(route.ok());
    AddPoints(route->points, hash);
    hash.Add(route->cost_m);
  }
  return hash.value();
}

uint64_t AnswersOf(WorldStore& world) {
  StoryHash hash;
  Scratch scratch;
  const WorldView& view = world.world().view();
  const WorldMapIndex first = *view.FindMap("map0");
  for (const auto& [map, column, row] :
       {std::tuple("map2", 2, 1), std::tuple("map0", 7, 1), std::tuple("map1", 4, 1)}) {
    const WorldMapIndex last = *view.FindMap(map);
    WorldRouteQuery query;
    query.start = {first, CellCenter(view.Map(first), {0, 0})};
    query.goals = {{last, CellCenter(view.Map(last), {column, row})}};
    const auto answer = PlanWorldRoute(world, query, scratch);
    WS_CHECK(answer.ok());
    hash.Add(static_cast<uint64_t>(answer->status));
    hash.Add(answer->cost_m);
    for (const WorldStretch& stretch : answer->stretches) AddPoints(stretch.walk.points, hash);
  }
  return hash.value();
}

}  // namespace waystone

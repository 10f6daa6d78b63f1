#include "tests/support/quake_map.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string_view>

#include "bake/import/csv_rows.h"
#include "core/base/check.h"
#include "core/base/str_cat.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

constexpr double kLip_m = 0.25;  // a door or lift stays this far in its opening
constexpr double kThinPlat_m = 2;
constexpr double kDeepestPlat_m = 16.0;
constexpr double kLeastPlatform_m = 1.0;  // a player stands on what is at least this wide
constexpr double kBeside_m = 0.75;        // from the edge of a platform to where a player stands beside it
constexpr double kSpotRadius_m = 0.75;    // spots are brought onto the surface within this

double NumberOf(const CsvRows& rows, size_t field) {
  if (rows.fields()[field].empty()) return 0;
  const absl::StatusOr<double> number = rows.Number(field, "field");
  WS_CHECK(number.ok());
  return *number;
}

bool StartsWith(const QuakeEntity& entity, std::string_view prefix) {
  return std::string_view(entity.classname).starts_with(prefix);
}

Vec3 MiddleOf(const Aabb& box) { return (box.min + box.max) * 0.5; }

const QuakeEntity* Named(const std::vector<QuakeEntity>& entities, std::string_view classname,
                         const std::string& name) {
  for (const QuakeEntity& entity : entities) {
    if (entity.classname == classname && entity.target_name == name) return &entity;
  }
  return nullptr;
}

Aabb Moved(const Aabb& box, const Vec3& by) { return {box.min + by, box.max + by}; }

// Where a train's box is at each of its corners: the entity's lowest corner goes there. Our z points the
// other way than Quake's y, so that is min x, min y, max z.
std::vector<Aabb> TrainStops(const std::vector<QuakeEntity>& entities, const QuakeEntity& train) {
  std::vector<Aabb> stops;
  std::set<std::string> seen;
  const Vec3 corner{train.box.min.x, train.box.min.y, train.box.max.z};
  for (const QuakeEntity* stop = Named(entities, "path_corner", train.target);
       stop != nullptr && seen.insert(stop->target_name).second;
       stop = Named(entities, "path_corner", stop->target)) {
    stops.push_back(Moved(train.box, stop->at - corner));
  }
  return stops;
}

// A lift is drawn at its upper stop and goes down by its height, less the lip. A thin one goes as deep as the
// map says, which the list of entities does not: to whatever floor is below.
std::vector<Aabb> PlatStops(const QuakeEntity& plat) {
  const double height_m = plat.box.max.y - plat.box.min.y;
  if (height_m > kThinPlat_m) return {plat.box, Moved(plat.box, {0, -(height_m - kLip_m), 0})};
  std::vector<Aabb> stops;
  for (double down = 0; down <= kDeepestPlat_m; down += 1.0) stops.push_back(Moved(plat.box, {0, -down, 0}));
  return stops;
}

std::vector<Aabb> DoorStops(const QuakeEntity& door) {
  const Vec3 size = door.box.max - door.box.min;
  Vec3 by;
  if (door.angle == -1) by = {0, size.y - kLip_m, 0};
  if (door.angle == -2) by = {0, -(size.y - kLip_m), 0};
  if (door.angle == 0) by = {size.x - kLip_m, 0, 0};
  if (door.angle == 90) by = {0, 0, -(size.z - kLip_m)};
  if (door.angle == 180) by = {-(size.x - kLip_m), 0, 0};
  if (door.angle == 270) by = {0, 0, size.z - kLip_m};
  return {door.box, Moved(door.box, by)};
}

std::vector<Aabb> StopsOf(const std::vector<QuakeEntity>& entities, const QuakeEntity& entity) {
  const Vec3 size = entity.box.max - entity.box.min;
  if (entity.box.IsEmpty() || std::min(size.x, size.z) < kLeastPlatform_m) return {};
  if (entity.classname == "func_plat") return PlatStops(entity);
  if (entity.classname == "func_train") return TrainStops(entities, entity);
  if (StartsWith(entity, "func_door")) return DoorStops(entity);
  if (entity.classname == "func_wall") return {entity.box};
  return {};
}

// Beside the middles and ends of a platform's four sides.
void AppendSpots(const Aabb& box, std::vector<Vec3>& spots) {
  const Vec3 middle = MiddleOf(box);
  const Vec3 half = (box.max - box.min) * 0.5;
  for (const double along : {-0.7, 0.0, 0.7}) {
    for (const double side : {-1.0, 1.0}) {
      spots.push_back({middle.x + side * (half.x + kBeside_m), box.max.y, middle.z + along * half.z});
      spots.push_back({middle.x + along * half.x, box.max.y, middle.z + side * (half.z + kBeside_m)});
    }
  }
  spots.push_back({middle.x, box.max.y, middle.z});
}

void AppendPlatform(const std::vector<Aabb>& stops, const std::string& name,
                    std::vector<OffMeshLink>& links) {
  std::vector<Vec3> spots;
  for (const Aabb& stop : stops) AppendSpots(stop, spots);
  for (size_t i = 0; i < spots.size(); ++i) {
    for (size_t k = i + 1; k < spots.size(); ++k) {
      OffMeshLink link;
      link.start = spots[i];
      link.end = spots[k];
      link.two_way = true;
      link.radius_m = kSpotRadius_m;
      link.external_id = name;
      links.push_back(link);
    }
  }
}

}  // namespace

std::vector<QuakeEntity> ReadQuakeEntities(const std::string& path) {
  const std::string text = ReadTestFile(path);
  CsvRows rows(text);
  WS_CHECK(rows.Next() && rows.fields().size() == 14);
  std::vector<QuakeEntity> entities;
  while (rows.Next()) {
    WS_CHECK(rows.fields().size() == 14);
    QuakeEntity& entity = entities.emplace_back();
    entity.classname = rows.fields()[0];
    entity.at = {NumberOf(rows, 1), NumberOf(rows, 2), NumberOf(rows, 3)};
    if (!rows.fields()[4].empty()) {
      entity.box.min = {NumberOf(rows, 4), NumberOf(rows, 5), NumberOf(rows, 6)};
      entity.box.max = {NumberOf(rows, 7), NumberOf(rows, 8), NumberOf(rows, 9)};
    }
    entity.target = rows.fields()[10];
    entity.target_name = rows.fields()[11];
    entity.spawn_flags = static_cast<int>(NumberOf(rows, 12));
    entity.angle = static_cast<int>(NumberOf(rows, 13));
  }
  return entities;
}

bool IsPickup(const QuakeEntity& entity) {
  return StartsWith(entity, "item_") || StartsWith(entity, "weapon_");
}

Vec3 PickupPlace(const QuakeEntity& item) {
  constexpr auto kFromCorner = std::to_array<std::string_view>(
      {"item_health", "item_shells", "item_spikes", "item_rockets", "item_cells"});
  const bool corner = std::find(kFromCorner.begin(), kFromCorner.end(), item.classname) != kFromCorner.end();
  return corner ? item.at + Vec3{0.5, 0, -0.5} : item.at;
}

std::vector<OffMeshLink> QuakeLinks(const std::vector<QuakeEntity>& entities) {
  std::vector<OffMeshLink> links;
  for (const QuakeEntity& entity : entities) {
    const std::string name = StrCat(entity.classname, " ", &entity - entities.data());
    AppendPlatform(StopsOf(entities, entity), name, links);
    if (entity.classname != "trigger_teleport") continue;
    const QuakeEntity* const goal = Named(entities, "info_teleport_destination", entity.target);
    if (goal == nullptr) continue;
    OffMeshLink link;
    link.kind = LinkKind::kTeleport;
    const Vec3 middle = MiddleOf(entity.box);
    link.start = {middle.x, entity.box.min.y, middle.z};
    link.end = goal->at;
    const Vec3 size = entity.box.max - entity.box.min;
    link.radius_m = 0.5 * std::max(size.x, size.z) + 0.75;
    link.abilities = {"teleport"};
    link.external_id = name;
    links.push_back(link);
  }
  return links;
}

}  // namespace waystone
